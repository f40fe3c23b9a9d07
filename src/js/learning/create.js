/** The models as a page or a program asks for them: what learns is loaded when it is first wanted. */

import { runNamed } from '../errors.js';
import * as describer from './describer.js';
import * as adjectives from './grammars/describer.js';
import * as frenchEnglish from './grammars/french-english.js';
import * as stories from './grammars/mini.js';
import { toys } from './grammars/toys.js';
import * as mini from './mini.js';
import { loadLearning } from './module.js';
import { readFirst, readOptions } from './options.js';
import * as pronounResolver from './pronoun-resolver.js';
import { dequantize } from './quantized.js';
import * as toy from './toy.js';
import * as translator from './translator.js';
import { seed as trainedSeed, weights } from './weights/mini.js';

/**
 * @import { Tensor } from '../tensor.js'
 * @import { ToyName } from './grammars/toys.js'
 */

/**
 * @typedef {[target: number, source: number][]} Blocked row and column of `translate().weights`: a word
 *   that is written, and one that it gets no weight on
 */
/** @typedef {[layer: number, head: number][]} Heads counted from 0, as `predict().layers` and their weights */
/**
 * What training changes. A copy can go to another thread and back.
 *
 * @typedef {object} State
 * @property {string} kind of which model
 * @property {number} step how many steps it has trained
 * @property {Float32Array} parameters all in a row
 * @property {Float32Array} means what the optimizer keeps of each parameter
 * @property {number[]} random where its random draws go on
 */
/**
 * What every model does.
 *
 * @typedef {object} ModelMembers
 * @property {number} rate what the learning rate is multiplied by, 1 at first
 * @property {(steps: number) => { step: number, loss: number }} train so many steps; returns how many there
 *   were, and the last one's loss
 * @property {(sentence: string) => Record<string, Tensor>} run every tensor on the way, by the name of its node
 * @property {{ set(state: State): void }['set']} setState goes on from what `getState` returned, of a model of this kind
 * @property {() => State} getState a copy of what training changes
 * @property {() => void} dispose releases the memory; using the model afterwards throws a `DisposedError`
 */
/**
 * What every model can be asked for.
 *
 * @typedef {object} ModelFacts
 * @property {number} seed what its first parameters were drawn from
 * @property {string[]} vocabulary its words
 * @property {Record<string, Tensor>} parameters copies, by name
 */
/**
 * What all models have, and `Symbol.dispose` for `using`. A sentence with a word outside the vocabulary, or of another
 * form than the model knows, throws an `ArgumentError`.
 *
 * @typedef {ModelMembers & Readonly<ModelFacts> & Disposable} Model
 */
/**
 * What a translator does.
 *
 * @typedef {object} TranslatorMembers
 * @property {(options?: { pairs?: number }) => { exactMatch: number, alignment: number }} evaluate on unseen
 *   sentences: the share that is translated word for word right, and of words that attend most to one they come from
 * @property {(sentence: string, options?: { blocked?: Blocked }) => Record<string, Tensor>} run every tensor on
 *   the way, by the name of its node
 * @property {(sentence: string, options?: { blocked?: Blocked }) => {
 *   source: string[], target: string[], weights: Tensor
 * }} translate into English; weights (T, S) say which French words each English word is written from
 */
/** @typedef {Model & TranslatorMembers} Translator a translator from French to English */
/**
 * What a describer does.
 *
 * @typedef {object} DescriberMembers
 * @property {(options?: { rounds?: number }) => { accuracy: number, weight: number }} evaluate on unseen
 *   sentences: the share whose noun is found, and the mean weight on it
 * @property {(sentence: string) => {
 *   adjective: string, noun: string, position: number,
 *   probabilities: { word: string, probability: number }[],
 *   weights: Tensor, q: Tensor, k: Tensor, v: Tensor
 * }} describe which noun the adjective describes, by its weights
 */
/** @typedef {Model & DescriberMembers} Describer a model of which noun an adjective describes */
/**
 * What a pronoun resolver does.
 *
 * @typedef {object} PronounResolverMembers
 * @property {(options?: { rounds?: number }) => { accuracy: number, weight: number }} evaluate on unseen
 *   sentences: the share whose noun is found, and the mean weight on it
 * @property {(sentence: string) => {
 *   tokens: string[], position: number, noun: string,
 *   probabilities: { word: string, probability: number }[],
 *   layers: { weights: Tensor }[]
 * }} resolve which noun "it" stands for
 */
/** @typedef {Model & PronounResolverMembers} PronounResolver a model of which noun "it" stands for */
/**
 * What a mini does.
 *
 * @typedef {object} MiniMembers
 * @property {(options?: { rounds?: number, silenced?: Heads, optional?: string[] }) => {
 *   accuracy: number, byDependency: Record<string, number>
 * }} evaluate on unseen stories: the share of forced words that it foretells, in all and of each kind
 * @property {(options?: { rounds?: number }) => {
 *   layer: number, head: number,
 *   byDependency: Record<string, { drop: number, weight: number }>
 * }[]} measureHeads for each kind of forced word: by how much accuracy falls without this head, and its mean weight
 *   on the word that decides it
 * @property {(sentence: string, options?: { silenced?: Heads }) => Record<string, Tensor>} run every tensor on
 *   the way, by the name of its node
 * @property {(sentence: string, options?: { silenced?: Heads }) => {
 *   tokens: string[],
 *   next: { word: string, probability: number }[],
 *   layers: { weights: Tensor }[]
 * }} predict the next word, the likeliest first
 * @property {(
 *   sentence: string,
 *   options?: { temperature?: number, seed?: number, words?: number }
 * ) => {
 *   tokens: string[],
 *   steps: {
 *     word: string, next: { word: string, probability: number }[], cachedTokens: number
 *   }[]
 * }} generate writes so many words; at temperature 0 the likeliest each time
 */
/** @typedef {Model & MiniMembers} Mini a causal language model of two layers */
/**
 * What a toy does.
 *
 * @typedef {object} ToyMembers
 * @property {(options?: { rounds?: number }) => { accuracy: number, heads: number[][] }} evaluate on unseen
 *   examples: the share of right answers, and for each output and head of the last layer the mean weight on the word that gives the answer away
 * @property {(sentence: string) => {
 *   tokens: string[], answers: string[][], layers: { weights: Tensor }[]
 * }} answer what it answers at each word
 */
/** @typedef {Model & ToyMembers} Toy attention alone, for a task whose pattern is known */

/** @type {import('./translator.js').Grammar} */
const french = {
  sourceVocabulary: frenchEnglish.frenchVocabulary,
  targetVocabulary: frenchEnglish.englishVocabulary,
  draw: frenchEnglish.draw,
  read: frenchEnglish.readFrench,
};
/**
 * A function that reads the options of a call, then loads what learns and makes the model; errors name
 * the call.
 *
 * @template {Record<string, any>} Options
 * @template Made
 * @param {string} name
 * @param {Options} defaults
 * @param {(module: import('./module.js').LearningModule, options: Options) => Made} make
 */
function creator(name, defaults, make) {
  const names = Object.keys(defaults);
  const call = `${name}(${names.length > 0 ? `{ ${names.join(', ')} }` : ''})`;
  return async (/** @type {unknown[]} */ ...given) => {
    const options = runNamed(name, () => readOptions(readFirst(given, call), defaults));
    const module = await loadLearning(name);
    return runNamed(name, () => make(module, options));
  };
}

/**
 * A model that learns which noun an adjective describes, untrained.
 *
 * @type {(options?: { seed?: number }) => Promise<Describer>}
 */
export const createDescriber = /* @__PURE__ */ creator(
  'createDescriber',
  { seed: 0 },
  (module, options) => new describer.Describer(module, adjectives, options.seed),
);

/**
 * A model that learns which noun "it" stands for, untrained: two layers by default, the last of which
 * fetches words as they are, or with a free value whatever it learns to.
 *
 * @type {(options?: { seed?: number, layers?: number, freeValue?: boolean }) => Promise<PronounResolver>}
 */
export const createPronounResolver = /* @__PURE__ */ creator(
  'createPronounResolver',
  { seed: 0, layers: 2, freeValue: false },
  (module, { seed, ...rest }) =>
    new pronounResolver.PronounResolver(module, adjectives, seed, rest),
);

/**
 * A causal language model of two layers, untrained.
 *
 * @type {(options?: { seed?: number }) => Promise<Mini>}
 */
export const createMini = /* @__PURE__ */ creator(
  'createMini',
  { seed: 0 },
  (module, options) => new mini.Mini(module, stories, options.seed),
);

/**
 * The mini that ships, trained: `weights/mini.js` says how. To train it further starts the optimizer
 * anew.
 *
 * @type {() => Promise<Mini>}
 */
export const loadMini = /* @__PURE__ */ creator('loadMini', {}, (module) => {
  const model = new mini.Mini(module, stories, trainedSeed);
  const { parameters } = model.tape;
  const shapes = parameters.map(({ shape }) => shape);
  const values = dequantize(weights, shapes).map((data, i) => [parameters[i].name, { data }]);
  model.setParameters(Object.fromEntries(values));
  return model;
});

/**
 * A translator from French to English, untrained.
 *
 * @type {(options?: { seed?: number, scoring?: 'additive' | 'dot' }) => Promise<Translator>}
 */
export const createTranslator = /* @__PURE__ */ creator(
  'createTranslator',
  { seed: 0, scoring: /** @type {'additive' | 'dot'} */ ('additive') },
  (module, { seed, scoring }) =>
    new translator.Translator(module, french, seed, { ...translator.SIZES, scoring }),
);

/**
 * A layer of attention for a task whose pattern is known, untrained. It has 1, 2, 4 or 8 heads, by
 * default 2; and by default one layer, of 'induction' two, which it needs.
 *
 * @type {(options: { task: ToyName, numHeads?: number, layers?: number, seed?: number }) => Promise<Toy>}
 */
export const createToy = /* @__PURE__ */ creator(
  'createToy',
  {
    task: /** @type {ToyName} */ (/** @type {unknown} */ (undefined)),
    numHeads: 2,
    layers: /** @type {number | undefined} */ (undefined),
    seed: 0,
  },
  (module, { task, numHeads, layers = task === 'induction' ? 2 : 1, seed }) =>
    new toy.Toy(module, { ...toys[task], name: task }, seed, { numHeads, layers }),
);

/**
 * So many different French sentences with their English, words separated by blanks, and for each
 * English word the French words that it comes from.
 *
 * @param {{ seed?: number, count?: number }} [options]
 * @returns {import('./grammars/french-english.js').Pair[]}
 */
export const frenchEnglishPairs = (options) =>
  runNamed('frenchEnglishPairs', () =>
    frenchEnglish.frenchEnglishPairs(readOptions(options, { seed: 0, count: 100 })),
  );

/** The models as a page or a program asks for them: what learns is loaded when it is first wanted. */

import { oneOf } from '../arguments.js';
import { argumentError, describe, named } from '../errors.js';
import * as describer from './describer.js';
import * as adjectives from './grammars/describer.js';
import * as frenchEnglish from './grammars/french-english.js';
import * as stories from './grammars/mini.js';
import { toys } from './grammars/toys.js';
import * as mini from './mini.js';
import { loadLearning } from './module.js';
import { readFirst, readOptions, readSeed } from './options.js';
import * as pronounResolver from './pronoun-resolver.js';
import { dequantize } from './quantized.js';
import * as toy from './toy.js';
import * as translator from './translator.js';
import { seed as trainedSeed, weights } from './weights/mini.js';

/** @typedef {import('../tensor.js').Tensor} Tensor */
/** @typedef {import('./grammars/toys.js').ToyName} ToyName a task whose pattern is known */
/**
 * @typedef {[target: number, source: number][]} Blocked row and column of `translate().weights`: a word
 *   that is written, and one that it gets no weight on
 */
/** @typedef {[layer: number, head: number][]} Heads counted from 0, as `predict().layers` and their weights */
/**
 * @typedef {{ kind: string, step: number, parameters: Float32Array, means: Float32Array, random: number[] }} State
 *   what training changes: `kind` says of which model, `step` says how many there were, `parameters` are all in a row, `means` what the optimizer
 *   keeps of each, `random` where its draws go on. It can be copied to another thread and back
 */
/**
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
 * @typedef {object} ModelFacts
 * @property {number} seed what its first parameters were drawn from
 * @property {string[]} vocabulary its words
 * @property {Record<string, Tensor>} parameters copies, by name
 */
/**
 * What all models have.
 *
 * @typedef {ModelMembers & Readonly<ModelFacts> & { [Symbol.dispose](): void }} Model
 */
/**
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
/** The most pairs that are drawn at once; there are some hundred thousand. */
const MOST_PAIRS = 50_000;
const NUM_HEADS = [1, 2, 4, 8];

/**
 * Reads the options of a call, then loads what learns and makes the model; errors name the call.
 *
 * @template Read
 * @template Made
 * @param {string} name
 * @param {() => Read} read
 * @param {(module: import('./module.js').LearningModule, options: Read) => Made} make
 */
async function create(name, read, make) {
  const options = named(name, read);
  const module = await loadLearning(name);
  return named(name, () => make(module, options));
}

/** @param {unknown} layers */
function readLayers(layers) {
  if (layers === 1 || layers === 2) return layers;
  throw argumentError('options.layers', '1 or 2', describe(layers));
}

/**
 * A model that learns which noun an adjective describes, untrained.
 *
 * @param {[options?: { seed?: number }]} given
 * @returns {Promise<Describer>}
 */
export async function createDescriber(...given) {
  return create(
    'createDescriber',
    () => readSeed(readOptions(readFirst(given, 'createDescriber({ seed })'), { seed: 0 }).seed),
    (module, seed) => new describer.Describer(module, adjectives, seed),
  );
}

/**
 * A model that learns which noun "it" stands for, untrained: two layers, the last of which fetches words
 * as they are, or with a free value whatever it learns to.
 *
 * @param {[options?: { seed?: number, layers?: number, freeValue?: boolean }]} given 1 or 2 layers, by
 *   default 2
 * @returns {Promise<PronounResolver>}
 */
export async function createPronounResolver(...given) {
  return create(
    'createPronounResolver',
    () => {
      const options = readFirst(given, 'createPronounResolver({ seed, layers, freeValue })');
      const defaults = { seed: 0, layers: 2, freeValue: false };
      const { seed, layers, freeValue } = readOptions(options, defaults);
      if (typeof freeValue !== 'boolean') {
        throw argumentError('options.freeValue', 'a boolean', describe(freeValue));
      }
      return { seed: readSeed(seed), layers: readLayers(layers), freeValue };
    },
    (module, { seed, ...rest }) =>
      new pronounResolver.PronounResolver(module, adjectives, seed, rest),
  );
}

/**
 * A causal language model of two layers, untrained.
 *
 * @param {[options?: { seed?: number }]} given
 * @returns {Promise<Mini>}
 */
export async function createMini(...given) {
  return create(
    'createMini',
    () => readSeed(readOptions(readFirst(given, 'createMini({ seed })'), { seed: 0 }).seed),
    (module, seed) => new mini.Mini(module, stories, seed),
  );
}

/**
 * The mini that ships, trained: `weights/mini.js` says how. To train it further starts the optimizer
 * anew.
 *
 * @param {[]} given nothing
 * @returns {Promise<Mini>}
 */
export async function loadMini(...given) {
  return create(
    'loadMini',
    () => readOptions(readFirst(given, 'loadMini()'), {}),
    (module) => {
      const model = new mini.Mini(module, stories, trainedSeed);
      const { parameters } = model.tape;
      const numbers = dequantize(
        weights,
        parameters.map(({ shape }) => shape),
      );
      model.setParameters(
        Object.fromEntries(parameters.map(({ name }, i) => [name, { data: numbers[i] }])),
      );
      return model;
    },
  );
}

/**
 * A translator from French to English, untrained.
 *
 * @param {[options?: { seed?: number, scoring?: 'additive' | 'dot' }]} given
 * @returns {Promise<Translator>}
 */
export async function createTranslator(...given) {
  return create(
    'createTranslator',
    () => {
      const options = readFirst(given, 'createTranslator({ seed, scoring })');
      const { seed, scoring } = readOptions(options, { seed: 0, scoring: 'additive' });
      if (scoring !== 'additive' && scoring !== 'dot') {
        throw argumentError('options.scoring', "'additive' or 'dot'", describe(scoring));
      }
      /** @type {import('./translator.js').Sizes} */
      const sizes = { ...translator.SIZES, scoring };
      return { seed: readSeed(seed), sizes };
    },
    (module, { seed, sizes }) => new translator.Translator(module, french, seed, sizes),
  );
}

/**
 * A layer of attention for a task whose pattern is known, untrained. It has 1, 2, 4 or 8 heads, by
 * default 2; and by default one layer, of 'induction' two, which it needs.
 *
 * @param {[options: { task: ToyName, numHeads?: number, layers?: number, seed?: number }]} given
 * @returns {Promise<Toy>}
 */
export async function createToy(...given) {
  return create(
    'createToy',
    () => {
      const options = readFirst(given, 'createToy({ task, numHeads, layers, seed })');
      const defaults = { task: undefined, numHeads: 2, layers: undefined, seed: 0 };
      const { task, numHeads, layers, seed } = readOptions(options, defaults);
      if (!NUM_HEADS.includes(numHeads)) {
        throw argumentError('options.numHeads', '1, 2, 4 or 8', describe(numHeads));
      }
      const depth = readLayers(layers ?? (task === 'induction' ? 2 : 1));
      return { task: readTask(task), seed: readSeed(seed), sizes: { numHeads, layers: depth } };
    },
    (module, { task, seed, sizes }) => new toy.Toy(module, task, seed, sizes),
  );
}

/** @param {unknown} task */
function readTask(task) {
  if (typeof task === 'string' && Object.hasOwn(toys, task)) {
    return { ...toys[/** @type {ToyName} */ (task)], name: task };
  }
  const names = Object.keys(toys);
  const expected = typeof task === 'string' ? oneOf(task, names) : `one of ${names.join(', ')}`;
  throw argumentError('options.task', expected, describe(task));
}

/**
 * So many different French sentences with their English, words separated by blanks, and for each
 * English word the French words that it comes from.
 *
 * @param {{ seed?: number, count?: number }} [options]
 * @returns {import('./grammars/french-english.js').Pair[]}
 */
export function frenchEnglishPairs(options) {
  return named('frenchEnglishPairs', () => {
    const { seed, count } = readOptions(options, { seed: 0, count: 100 });
    if (!Number.isInteger(count) || count < 0 || count > MOST_PAIRS) {
      throw argumentError('options.count', `an integer, 0 to ${MOST_PAIRS}`, describe(count));
    }
    return frenchEnglish.frenchEnglishPairs({ seed: readSeed(seed), count });
  });
}

/** Functions that create models. They load learning.wasm at the first call. */

import { runNamed } from '../errors.js';
import * as describer from './describer.js';
import * as adjectives from './grammars/describer.js';
import * as frenchEnglish from './grammars/french-english.js';
import * as stories from './grammars/mini.js';
import { toys } from './grammars/toys.js';
import * as mini from './mini.js';
import { readFirst, readModelOptions } from './model-arguments.js';
import { loadLearning } from './module.js';
import * as pronounResolver from './pronoun-resolver.js';
import { dequantizeTensors } from './quantized.js';
import * as toy from './toy.js';
import * as translator from './translator.js';
import { seed as trainedSeed, weights } from './weights/mini.js';

/** @import { LearningModule } from './module.js' */
/** @import { Grammar } from './translator.js' */
/** @import { Describer, Mini, Pair, PronounResolver, Toy, ToyName, Translator } from './types.js' */

/** @type {Grammar} */
const french = {
  sourceVocabulary: frenchEnglish.frenchVocabulary,
  targetVocabulary: frenchEnglish.englishVocabulary,
  draw: frenchEnglish.draw,
  read: frenchEnglish.readFrench,
};
/**
 * Returns a function that reads the options of a call, loads learning.wasm, and makes the model. Errors name the call.
 *
 * @template {Record<string, any>} Options
 * @template Made
 * @param {string} name
 * @param {Options} defaults
 * @param {(module: LearningModule, options: Options) => Made} make
 */
function makeCreator(name, defaults, make) {
  const names = Object.keys(defaults);
  const call = `${name}(${names.length > 0 ? `{ ${names.join(', ')} }` : ''})`;
  return async (/** @type {unknown[]} */ ...given) => {
    const options = runNamed(name, () => readModelOptions(readFirst(given, call), defaults));
    const module = await loadLearning(name);
    // Frozen, because a model computes with its fields.
    const model = runNamed(name, () => make(module, options));
    Object.freeze(model);
    return model;
  };
}

/**
 * Creates an untrained model that learns which noun an adjective describes.
 *
 * @type {(options?: { seed?: number | undefined }) => Promise<Describer>}
 */
export const createDescriber = /* @__PURE__ */ makeCreator(
  'createDescriber',
  { seed: 0 },
  (module, options) => new describer.Describer(module, adjectives, options.seed),
);

/**
 * Creates an untrained model that learns which noun "it" stands for. It has two layers by default. The values of the last
 * layer are the word embeddings or, with `freeValue`, a learned projection.
 *
 * @type {(options?: {
 *   seed?: number | undefined, layers?: number | undefined, freeValue?: boolean | undefined
 * }) => Promise<PronounResolver>}
 */
export const createPronounResolver = /* @__PURE__ */ makeCreator(
  'createPronounResolver',
  { seed: 0, layers: 2, freeValue: false },
  (module, { seed, ...rest }) =>
    new pronounResolver.PronounResolver(module, adjectives, seed, rest),
);

/**
 * Creates an untrained causal language model with two layers.
 *
 * @type {(options?: { seed?: number | undefined }) => Promise<Mini>}
 */
export const createMini = /* @__PURE__ */ makeCreator(
  'createMini',
  { seed: 0 },
  (module, options) => new mini.Mini(module, stories, options.seed),
);

/**
 * Loads the trained mini of this library; `weights/mini.js` says how it was trained. Further training starts with a new
 * state of the optimizer.
 *
 * @type {() => Promise<Mini>}
 */
export const loadMini = /* @__PURE__ */ makeCreator('loadMini', {}, (module) => {
  const model = new mini.Mini(module, stories, trainedSeed);
  const { parameters } = model.tape;
  const shapes = parameters.map(({ shape }) => shape);
  const values = dequantizeTensors(weights, shapes).map((data, i) => [
    parameters[i].name,
    { data },
  ]);
  model.setParameters(Object.fromEntries(values));
  return model;
});

/**
 * Creates an untrained translator from French to English.
 *
 * @type {(options?: { seed?: number | undefined, scoring?: 'additive' | 'dot' | undefined }) => Promise<Translator>}
 */
export const createTranslator = /* @__PURE__ */ makeCreator(
  'createTranslator',
  { seed: 0, scoring: /** @type {'additive' | 'dot'} */ ('additive') },
  (module, { seed, scoring }) =>
    new translator.Translator(module, french, seed, { ...translator.SIZES, scoring }),
);

/**
 * Creates an untrained model of attention only, for a task with a known pattern. It has 1, 2, 4 or 8 heads, 2 by default.
 * It has one layer by default, and two for 'induction', which needs them.
 *
 * @type {(options: {
 *   task: ToyName, numHeads?: number | undefined, layers?: number | undefined, seed?: number | undefined
 * }) => Promise<Toy>}
 */
export const createToy = /* @__PURE__ */ makeCreator(
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
 * Draws different French sentences with their English translations, words separated by blanks, and for each English word
 * the French words that it comes from.
 *
 * @param {{ seed?: number | undefined, count?: number | undefined }} [options]
 * @returns {Pair[]}
 */
export const frenchEnglishPairs = (options) =>
  runNamed('frenchEnglishPairs', () =>
    frenchEnglish.frenchEnglishPairs(readModelOptions(options, { seed: 0, count: 100 })),
  );

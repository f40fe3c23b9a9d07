/** The models as a page or a program asks for them: what learns is loaded when it is first wanted. */

import { runNamed } from '../errors.js';
import * as describer from './describer.js';
import * as adjectives from './grammars/describer.js';
import * as frenchEnglish from './grammars/french-english.js';
import * as stories from './grammars/mini.js';
import { toys } from './grammars/toys.js';
import * as mini from './mini.js';
import { loadLearning } from './module.js';
import { readFirst, readModelOptions } from './options.js';
import * as pronounResolver from './pronoun-resolver.js';
import { dequantizeTensors } from './quantized.js';
import * as toy from './toy.js';
import * as translator from './translator.js';
import { seed as trainedSeed, weights } from './weights/mini.js';

/**
 * @import { LearningModule } from './module.js'
 * @import { Grammar } from './translator.js'
 * @import { Describer, Mini, Pair, PronounResolver, Toy, ToyName, Translator } from './types.js'
 */

/** @type {Grammar} */
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
 * @param {(module: LearningModule, options: Options) => Made} make
 */
function creator(name, defaults, make) {
  const names = Object.keys(defaults);
  const call = `${name}(${names.length > 0 ? `{ ${names.join(', ')} }` : ''})`;
  return async (/** @type {unknown[]} */ ...given) => {
    const options = runNamed(name, () => readModelOptions(readFirst(given, call), defaults));
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
  const values = dequantizeTensors(weights, shapes).map((data, i) => [
    parameters[i].name,
    { data },
  ]);
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
 * @returns {Pair[]}
 */
export const frenchEnglishPairs = (options) =>
  runNamed('frenchEnglishPairs', () =>
    frenchEnglish.frenchEnglishPairs(readModelOptions(options, { seed: 0, count: 100 })),
  );

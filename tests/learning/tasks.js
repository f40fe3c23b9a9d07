// Small tasks for the models, so that tests do not depend on the shipped data, and each model once.
import {
  createDescriber,
  createMini,
  createPronounResolver,
  createToy,
  createTranslator,
} from '../../src/js/learning/index.js';

/** @import { Random } from '../../src/js/random.js' */

const letters = [...'abcdefghijkl'];

/** Letters whose second half repeats the first. */
export const repetition = {
  vocabulary: ['<s>', ...letters],
  maxLength: 11,
  /** @param {Random} random */
  draw(random) {
    const half = Array.from({ length: 2 + random.below(4) }, () => random.pick(letters));
    const words = ['<s>', ...half, ...half];
    const forced = half.slice(1).map((_, i) => ({
      position: half.length + 2 + i,
      kind: 'letter',
      source: 2 + i,
    }));
    return { words, forced };
  },
};

/** Letters and their capitals. A b moves behind the letter after it. */
export const capitals = {
  sourceVocabulary: letters,
  targetVocabulary: letters.map((letter) => letter.toUpperCase()),
  /** @param {Random} random */
  draw(random) {
    const source = Array.from({ length: 2 + random.below(4) }, () => random.pick(letters));
    const target = source.join('').toUpperCase().replace(/B(.)/g, '$1B');
    return { source: source.join(' '), target: [...target].join(' ') };
  },
};

/** Creates a model of each kind, untyped, so that tests can pass anything. @returns {Promise<any[]>} */
export const createEach = () =>
  Promise.all([
    createDescriber(),
    createPronounResolver(),
    createMini(),
    createTranslator(),
    createToy({ task: 'recall' }),
  ]);

/** Ready-made states: the articles' sentences and numbers, and the sizes of well-known models. */

import { presets as texts } from '../text/en/sources.js';
import { DEFAULT_SETTINGS, DEFAULTS, SETTINGS, settingsOf } from './fields.js';
import { normalise } from './normalise.js';

/**
 * @import { ToyName } from '../../src/js/learning/grammars/toys.js'
 * @import { State } from './fields.js'
 */

/**
 * @typedef {object} Preset
 * @property {string} id
 * @property {string} name
 * @property {string} note
 * @property {Partial<State>} state the entries that differ from the defaults
 * @property {number} query the word that is looked at first
 */

const LETTERS = 'k a c e b b i j l d a f g h c e';

/** A sentence for each task of the toys, the simplest first. @type {Readonly<Record<ToyName, string>>} */
const TOYS = {
  previous: LETTERS,
  mirror: LETTERS,
  'previous-and-mirror': LETTERS,
  recall: 'c3 a0 h7 b3 g1 d6 f2 e4 a h c g b f e d',
  induction: 'e b k a j c l f d a k e j b f l',
  order: 'the dog bites the man ?',
  'order-without-positions': 'the dog bites the man ?',
};

/**
 * Models come in the order in which they are best looked at: one head, two layers, a language model, two
 * languages; then the toys.
 * @type {Readonly<Record<string, Partial<State>>>}
 */
const STATES = {
  noodles: {},
  hello: { sentence: 'Hello I love you' },
  father: {
    sentence: "il n'est pas aussi grand que son père",
    target: 'he is not as tall as his father',
  },
  jane: { sentence: "Jane visite l'Afrique en septembre" },
  article: { source: 'article' },
  coffee: { source: 'coffee' },
  describer: {
    source: 'describer',
    seed: 0,
    sentence: 'the animal did not cross the street because it was too tired',
  },
  pronoun: {
    source: 'pronoun',
    seed: 0,
    sentence: 'the animal did not cross the street because it was too tired',
  },
  mini: { source: 'mini', seed: 0, sentence: '<s> the dogs near the house are tired . they' },
  'translator-father': {
    source: 'translator',
    mechanism: 'additive',
    seed: 0,
    sentence: "il n'est pas aussi grand que son père",
  },
  'translator-jane': {
    source: 'translator',
    mechanism: 'additive',
    seed: 0,
    sentence: "Jane visite l'Afrique en septembre",
  },
  ...Object.fromEntries(
    Object.entries(TOYS).map(([task, sentence]) => [
      `toy-${task}`,
      // The default would be no entry of its own.
      { source: 'toy', seed: 0, sentence, ...(task !== DEFAULT_SETTINGS.task && { task }) },
    ]),
  ),
  'three-heads': { heads: 3, dModel: 9 },
  transformer: { heads: 8, dModel: 512 },
  bert: { heads: 12, dModel: 768 },
};

/** The word to look at, where it is another than usual. @type {Readonly<Record<string, number>>} */
const QUERIES = {
  describer: 11,
  pronoun: 8,
  mini: 9,
  'toy-order': 5,
  'toy-order-without-positions': 5,
  'toy-recall': 8,
};

/** @type {readonly Preset[]} */
export const presets = Object.entries(STATES).map(([id, state]) => ({
  ...{ id, ...texts[id], state },
  query: QUERIES[id] ?? DEFAULTS.query,
}));

/**
 * The state that a preset sets: its own entries, and the defaults of all others that results depend on.
 * @param {string} id an unknown id gives the defaults
 * @returns {Partial<State>}
 */
export function presetState(id) {
  return settingsOf(normalise(presets.find((preset) => preset.id === id)?.state));
}

/**
 * @param {State} state
 * @returns {string | undefined} the id of the preset with the same results
 */
export function presetOf(state) {
  const found = presets.find(({ id }) => {
    const full = presetState(id);
    return SETTINGS.every((name) => full[name] === state[name]);
  });
  return found?.id;
}

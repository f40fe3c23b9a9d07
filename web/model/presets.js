/** Ready-made states: the articles' sentences and numbers, and the sizes of well-known models. */

import { DECISIVE, DEFAULTS, decisive } from './state.js';

/**
 * @typedef {import('./state.js').State} State
 *
 * @typedef {object} Preset
 * @property {string} id
 * @property {string} name
 * @property {string} note
 * @property {Partial<State>} state what of it is not as by default
 */

/** @type {readonly Preset[]} */
export const presets = Object.freeze([
  {
    id: 'noodles',
    name: 'They eat fried noodles',
    note: 'Four words, two heads.',
    state: {},
  },
  {
    id: 'hello',
    name: 'Hello I love you',
    note: 'The first article’s sentence.',
    state: { sentence: 'Hello I love you' },
  },
  {
    id: 'father',
    name: 'il n est pas aussi grand que son pere',
    note: '“he is not as tall as his father” attends to it. The matrices are untrained: they translate nothing.',
    state: {
      sentence: 'il n est pas aussi grand que son pere',
      target: 'he is not as tall as his father',
    },
  },
  {
    id: 'jane',
    name: 'Jane visite l Afrique en septembre',
    note: 'The fourth article’s sentence.',
    state: { sentence: 'Jane visite l Afrique en septembre' },
  },
  {
    id: 'article',
    name: 'The second article’s numbers',
    note: 'The scores 32, 88, 56 and 72, and its three heads, as it prints them.',
    state: { source: 'article' },
  },
  {
    id: 'coffee',
    name: 'The coffee cup',
    note: 'A red cup and a notebook, with numbers set by hand.',
    state: { source: 'coffee' },
  },
  {
    id: 'three-heads',
    name: 'Three heads of three',
    note: 'Rows of 9 numbers, 3 heads of 3: the second article’s picture.',
    state: { heads: 3, dModel: 9 },
  },
  {
    id: 'transformer',
    name: 'Sizes of Transformer base',
    note: 'Rows of 512 numbers, 8 heads of 64; all numbers are drawn from the seed.',
    state: { heads: 8, dModel: 512 },
  },
  {
    id: 'bert',
    name: 'Sizes of BERT base',
    note: 'Rows of 768 numbers, 12 heads of 64; all numbers are drawn from the seed.',
    state: { heads: 12, dModel: 768 },
  },
]);

/**
 * All that a preset sets: its own entries, and the defaults of all others that results depend on.
 * @param {string} id one that no preset has gives the defaults
 * @returns {Partial<State>}
 */
export function presetState(id) {
  return { ...decisive(DEFAULTS), ...presets.find((preset) => preset.id === id)?.state };
}

/**
 * @param {State} state
 * @returns {string | undefined} the id of the preset that would give these very results
 */
export function presetOf(state) {
  const found = presets.find(({ id }) => {
    const full = presetState(id);
    return DECISIVE.every((name) => full[name] === state[name]);
  });
  return found?.id;
}

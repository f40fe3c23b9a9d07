/** Texts about each source of numbers. */

import { html } from 'lit';
import { precise, quoted, word } from '../inline.js';
import { rounded } from '../number.js';

/** @typedef {'seed' | 'article' | 'coffee' | 'own' | 'own-weights'} CoreName a source that computes without a model */

/**
 * A text for each source of the core. Features have the texts of their own sources.
 * @template T
 * @typedef {Readonly<Record<CoreName, T>>} OfSources
 */

/** @type {OfSources<(seed: number) => string>} */
export const badges = {
  seed: (seed) =>
    `Embeddings and weight matrices are random, from seed ${seed}. Nothing here is trained.`,
  article: () =>
    'Scores and heads are those of a worked example; the rest is computed. Nothing here is trained.',
  coffee: () => 'Queries and keys are set by hand; the rest is computed. Nothing here is trained.',
  own: () => 'Queries, keys and values are your own; the rest is computed. No link can carry them.',
  'own-weights': () => 'The attention weights are your own. No link can carry them.',
};

/** For weights of which a row does not sum to 1. @param {string} query @param {number} sum */
export const weightsOfOtherSum = (query, sum) =>
  `${badges['own-weights'](0)} The row of ${query} sums to ${rounded(sum)}, not to 1, so these are no shares.`;

/** For numbers that are no weights, such as −5 and NaN. @param {string} query @param {number} value */
export const weightsOfOtherKind = (query, value) =>
  `${badges['own-weights'](0)} The row of ${query} contains ${rounded(value)}, so these are no shares.`;

/** For weights from an exported run without q, k and v, such as one of additive attention. */
export const weightsOfExport =
  'Only the attention weights of this file are shown, because its other tables need queries, keys and values. No link can carry these weights.';

/** For weights from a file whose queries and keys give others. */
export const weightsOfFile =
  'The attention weights are those of the file, because its queries, keys and values alone give other weights. No link can carry the weights of the file.';

/**
 * @typedef {object} GivenNumber a number that is not computed
 * @property {number} value
 * @property {number} seed
 * @property {string} tensor
 * @property {string | undefined} word the word that the number belongs to
 * @property {readonly number[]} index
 */

/** Whether a tensor has a row for each position, not for each word. @param {string} tensor */
export const isOfPlace = (tensor) => /ositionEmbeddings$/.test(tensor);

/** @param {GivenNumber} given */
const yours = ({ value }) => html`From your own numbers: <b>${quoted(value)}</b>.`;

/** @type {OfSources<(given: GivenNumber) => unknown>} */
export const given = {
  seed: ({ value, seed, word: token, tensor, index }) =>
    isOfPlace(tensor)
      ? html`The ${index[1] % 2 ? 'cosine' : 'sine'} of place ${index[0]}, in wave
          ${Math.floor(index[1] / 2) + 1}: <b>${quoted(value)}</b>.`
      : html`Drawn from seed ${seed}${
          token === undefined ? '' : html` for the word <b>${word(token)}</b>`
        }: <b>${quoted(value)}</b>.`,
  article: ({ value, tensor }) =>
    tensor === 'heads'
      ? html`Given in the example: <b>${quoted(value)}</b>.`
      : html`Chosen so that the scores are those of the example: <b>${quoted(value)}</b>.`,
  coffee: ({ value }) => html`Set by hand: <b>${quoted(value)}</b>.`,
  own: yours,
  'own-weights': yours,
};

/** @param {number} value the new number @param {number} was @param {number} [seed] gives `was` */
export const setNotGiven = (value, was, seed) =>
  html`Set by you to ${precise(value)}; ${
    seed === undefined ? 'the number was' : `seed ${seed} gives`
  } ${quoted(was)}.`;

// Names and descriptions of presets.

/** @type {Readonly<Record<string, { name: string, note: string }>>} */
export const presets = {
  noodles: { name: 'They eat fried noodles', note: 'Four words, two heads.' },
  hello: { name: 'Hello I love you', note: 'Four other words.' },
  father: {
    name: 'il n’est pas aussi grand que son père',
    note: '“he is not as tall as his father” attends to it. Nothing is trained, so it translates nothing.',
  },
  jane: {
    name: 'Jane visite l’Afrique en septembre',
    note: '“Jane visits Africa in September”. Nothing is trained.',
  },
  article: {
    name: 'A worked example',
    note: 'Four scores and three heads are given; the rest is computed.',
  },
  coffee: { name: 'The coffee cup', note: 'A red cup and a notebook, with numbers set by hand.' },
};

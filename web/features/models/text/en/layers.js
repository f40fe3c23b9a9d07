/** Texts of a layer's steps, for Mini, the toys and the pronoun resolver. */

import { html } from 'lit';
import { bold, H, K, Q, V, WO } from '../../../../text/inline.js';

/** @param {number} layer @param {string} name */
export const stepName = (layer, name) => `${layer} ${name}`;

/**
 * @param {number | undefined} layer undefined if the model has only one layer
 * @param {string} title
 */
export const stepTitle = (layer, title) =>
  layer ? `Layer ${layer}: ${title}` : title[0].toUpperCase() + title.slice(1);

export const normalized = {
  name: 'Normalize',
  title: 'every row is scaled to the same size',
};

/** @param {unknown} rows */
export const normalizing = (
  rows,
) => html`Subtract from each row of ${rows} its mean μ, and divide the
  rest by the root of its variance σ². Then multiply every column by a gain γ and add a bias β: both are
  learned.`;

export const oneSize = `So the next step always reads numbers of the same size, however large the rows have
  become.`;

export const q = { name: 'Queries', title: 'what each word looks for' };

/** @param {unknown} rows @param {number | undefined} head @param {number} length @param {boolean} isTrained */
export const queries = (
  rows,
  head,
  length,
  isTrained,
) => html`Each row of ${rows}, times ${head ? `the weight matrix of head ${head}` : 'a weight matrix'},
  is a query ${Q} of ${length} numbers. ${
    isTrained
      ? 'This matrix was learned in training; nobody told the model what to look for.'
      : 'This matrix is random: nothing is trained yet.'
  }`;

export const k = { name: 'Keys', title: 'what each word is found by' };

/** @param {unknown} rows */
export const keys = (rows) => html`A second matrix makes the keys ${K} from the same rows
  ${rows}. So what a word looks for and what it is found by can differ.`;

export const v = { name: 'Values', title: 'what each word passes on' };

/** @param {unknown} rows */
export const values = (
  rows,
) => html`A third matrix makes the values ${V} from the rows ${rows}: what a
  word passes on to those that attend to it.`;

export const scores = { name: 'Scores', title: 'each query meets each key' };

/** @param {string} query */
export const met = (query) => html`The dot product of a query and a key is their score. The row of
  ${bold(query)} holds the scores of its query with every key.`;

export const scaledScores = { name: 'Scale', title: 'the scores are scaled down' };

export const withDistance = 'the scores are scaled, and distance counts';

/** @param {number} length */
export const scaled = (length) =>
  html`Every score is divided by √<i>d</i>, where <i>d</i> = ${length} is the length of a query.`;

export const distance = `Then a number is added that depends only on the head and on how far apart the
  two words are. It is learned too; apart from the mask, it is all that tells Mini the order of words.`;

export const weights = { name: 'Weights', title: 'scores become attention weights' };

export const causal = `No word may attend to a later one: those scores become −∞, and their weights 0.`;

export const seesAll = 'There is no mask: every word may attend to every other.';

export const softmax = html`Subtract from each score the largest of its row, raise <i>e</i> to
  the result, and divide by the sum of the row.`;

export const heads = { name: 'Mix', title: 'a weighted sum of the values' };

/** @param {string} query @param {number} head */
export const mixed = (query, head) => html`The attention weights of ${bold(query)} say how much of
  each value to take. Weight times value, added up over all keys, is what head ${head} has found for
  ${bold(query)}.`;

export const output = { name: 'Project', title: 'the heads side by side, and one projection' };

export const projected = html`What the heads have found stands side by side in ${H}. The
  weight matrix ${WO} mixes these numbers into rows as long as those that came in.`;

export const sum = { name: 'Add', title: 'what was found is added to each row' };

/** @param {string} query */
export const added = (query) => html`The row of ${bold(query)} is kept, and what was found is added
  to it. So later steps can read both the word and its surroundings.`;

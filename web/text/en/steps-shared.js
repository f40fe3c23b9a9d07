/** Steps that both mechanisms have, but for those of the softmax. */

import { html } from 'lit';
import { bold } from '../inline.js';
import { X } from '../symbols.js';
import { counted } from './plural.js';

export const embeddings = {
  name: 'Embeddings',
  title: 'Each word becomes a row of numbers',
};

/** @param {number} width */
export const embeddingMatrix = (width) => html`A word enters as a row of
  ${counted(width, 'number')}, its embedding; the rows of all words are the matrix ${X}.`;

export const mechanisms = {
  name: 'Both ways',
  title: 'Two ways to score the same words',
};

export const formulas = `Two formulas score the same embeddings: the dot product of query and key,
  and the sum of both projections, squeezed by tanh and weighed up.`;

export const formulasButSet = `Except where you have set a score, two formulas score the same
  embeddings: the dot product of query and key, and the sum of both projections, squeezed by tanh
  and weighed up.`;

export const untrained = 'The weight matrices are untrained, so neither way is shown to be better.';

export const ownKeys = `A width of keys is set, so the keys have embeddings of their own, and only
  additive attention is shown.`;

export const sameKeys = 'With a width of 0 the same words are scored both ways.';

/** @param {number} key @param {number} query @param {string} refusal the core's own words */
export const refused = (key, query, refusal) =>
  `Given a key of ${key} numbers for a query of ${query}, the core’s dot product answers
    “${refusal}”.`;

export const headChoice = 'Head';

export const decoder = {
  name: 'Decoder',
  title: 'A decoder attends twice',
};

export const decoderSelf = `This is the masked self-attention of the second sentence: no word
  attends to a later one. In the decoder’s cross-attention its words attend to the first
  sentence.`;

/** @param {number} queries @param {number} keys */
export const decoderBoth = (queries, keys) =>
  `The second sentence attends to itself with ${queries} × ${queries} weights, 0 for every later
    word, and then to the first sentence with ${queries} × ${keys}.`;

export const decoderLeavesOut = `Here both use the same weight matrices on embeddings; in a
  Transformer each has its own, and cross-attention takes its queries from the self-attention, its
  keys and values from an encoder.`;

/** @param {string} first */
export const shifted = (first) => html`There the second sentence is also shifted by one: the row of
  ${bold(first)} predicts the word after it.`;

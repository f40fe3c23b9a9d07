/** Texts of the steps of scaled dot-product attention with heads. */

import { html } from 'lit';
import { bold, H, K, Q, S, WK, WO, WQ, WV, X, Y, Z } from '../inline.js';
import { exact, withMinus } from '../number.js';
import { counted } from './language.js';

/** @param {number} width */
export const embeddingMatrices = (width) => html`A word enters as a row of
  ${counted(width, 'number')}, its embedding. The rows of ${Z} become queries, those of ${X} become keys
  and values.`;

export const noPositions = `The same word has the same row wherever it stands, with or without a
  capital or a comma. Unlike in a Transformer, no positions are added; a setting under Expert adds them.`;

export const positions = html`Sines and cosines of a word’s place <i>t</i>, counted from 0, are added to its row.
  So equal words in different places differ.`;

export const q = { name: 'Queries', title: 'What each word looks for' };

/** @param {unknown} rows Z or X */
export const projectedQuery = (rows) => html`Each row of ${rows} times the weight matrix ${WQ} is a
  query, which will be compared with the keys.`;

/** @param {number} head @param {number} length */
export const queriesOfHead = (head, length) => html`Head ${head} has its own ${WQ}, and its queries
  are ${counted(length, 'number')} long.`;

export const k = { name: 'Keys', title: 'What each word is found by' };

export const projectedKey = html`A second weight matrix, ${WK}, projects each row of ${X} to a key.
  A key is as long as a query, so that the two have a dot product.`;

export const sharedKeys = html`Here ${WQ} makes the keys as well.`;

export const symmetric = html`So a word’s key is its query, and ${Q}${K}ᵀ is symmetric: the dot
  product of two words is the same in both directions.`;

export const notSymmetric = html`${Q}${K}ᵀ is still not symmetric in general: its rows and its
  columns belong to words of different sentences.`;

export const v = { name: 'Values', title: 'What each word passes on' };

export const projectedValue = html`A third weight matrix, ${WV}, makes the values: what a word
  passes on to the words that attend to it. Values take no part in deciding who attends to whom.`;

export const scores = { name: 'Scores', title: 'Each query meets each key' };

export const dotProduct = `Multiply a query and a key number by number and add up: this dot product
  is their score.`;

export const sizeOfDotProduct = `A dot product is large when query and key point the same way and
  are long, and negative when they point opposite ways.`;

/** @param {string} query */
export const rowOfScores = (query) => html`The row of ${bold(query)} in ${S} holds the scores of
  its query with every key.`;

// Kᵀ stands above the scores: its columns are the rows of K.
export const transposed = html`its rows meet those of ${Q}`;

export const heads = { name: 'Mix', title: 'A weighted sum of the values' };

/** @param {string} query @param {number} head */
export const weightedSum = (query, head) => html`The attention weights of ${bold(query)} say how
  much of each value to take. Weight times value, added up over all keys, is the output of head
  ${head} for ${bold(query)}; papers on translation call it the context vector. A value with weight
  0 adds nothing to it.`;

export const concatenated = { name: 'Concatenate', title: 'The heads are concatenated' };

export const oneHead = 'There is only one head';

export const oneConcatenated = html`With one head there is nothing to concatenate: ${H} is the
  output of that head. `;

export const manyConcatenated = html`Each head has produced a row for every query. These rows are
  concatenated, side by side with head 1 first; nothing is added or averaged.`;

export const asWide = html`The result is as wide as ${X}.`;

export const output = { name: 'Project', title: 'One last projection' };

export const oneProjected = html`The weight matrix ${WO} mixes the numbers of each row: each column
  of the output draws on all columns of ${H}.`;

export const manyProjected = html`Up to here, no head has used the numbers of another head. The weight matrix ${WO}
  mixes their numbers: each column of the output draws on all heads.`;

export const outputRows = html`The output ${Y} has one row for each query, as long as a row of
  ${X}.`;

export const headContributions = { name: 'Sum of heads', title: 'The same output, head by head' };

/** @param {number} head the head, which has one row */
export const rowOfHead = (head) => html`Each head meets only its own rows of ${WO}: head ${head}
  meets row ${head}.`;

/** @param {number} head @param {number} first @param {number} last */
export const rowsOfHead = (head, first, last) => html`Each head meets only its own rows of ${WO}:
  head ${head} meets rows ${first} to ${last}.`;

export const sumOfHeads = html`The contributions of all heads add up to the output ${Y} again.`;
export const sameDigits = 'Here the two agree in every digit.';

/**
 * @param {number} sum a number of the sum
 * @param {number} output the same number of the output
 */
export const otherDigits = (sum, output) =>
  html`Only last digits differ, such as ${withMinus(`${exact(sum)} and ${exact(output)}`)}: in 32 bits, terms added in
    a different order round differently.`;

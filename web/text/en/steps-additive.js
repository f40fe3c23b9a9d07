/** Texts of the steps of additive attention. */

import { html } from 'lit';
import { bold, F, S, WK, Wk, WQ, Wq, w, X, Z } from '../inline.js';

export const sameRows = 'Here the same rows are queries, keys and values.';
export const ownRows = html`A word enters as a row of numbers, its embedding. The rows of ${Z} are the queries, those of ${X} the keys, and also the values.`;

/** @param {number} keys @param {number} queries */
export const widths = (keys, queries) => html`The rows of ${X} are ${keys} numbers long, those of
  ${Z} ${queries}: additive attention takes any two lengths.`;

export const projectedQueries = { name: 'Queries', title: 'The queries are projected' };

/** @param {unknown} rows Z or X @param {number} width */
export const queryProjection = (
  rows,
  width,
) => html`Here each row of ${rows} is a query as it is, and the weight matrix ${Wq} projects it to ${width} numbers. You can choose this hidden width freely. Keys have their own matrix, so queries and keys may differ in length. So may the rows that a
  Transformer’s ${WQ} and ${WK} project.`;

export const projectedKeys = { name: 'Keys', title: 'The keys are projected' };

/** @param {number} width */
export const keyProjection = (width) => html`A second weight matrix, ${Wk}, projects the keys, the
  rows of ${X}, to ${width} numbers.`;

/** @param {number} width @param {number} rows @param {number} queryRows */
export const longerKeyProjection = (width, rows, queryRows) => html`A second weight matrix, ${Wk},
  projects the keys, the rows of ${X}, to ${width} numbers; it has ${rows} rows where ${Wq} has
  ${queryRows}.`;

export const addable = 'Now both are equally long, and can be added.';

export const features = { name: 'Add, tanh', title: 'Query and key are added' };

/** @param {string} query */
export const added = (query) => html`The projected query of ${bold(query)} is added to each
  projected key, and tanh squeezes each sum
  between −1 and 1. These are the features ${F} of
  ${bold(query)}, a row for each key; every query has such a table.`;

/** @param {string} query */
export const featuresOf = (query) => html`of ${bold(query)}`;

export const scores = { name: 'Scores', title: 'The features are weighted and added' };

/** @param {string} query @param {number} width */
export const weighed = (query, width) => html`The weight vector ${w} multiplies the ${width}
  features of a key and adds them up to one score. So the features of ${bold(query)} give its row of ${S}. Each feature lies between −1 and 1, so additive scores are usually not scaled.`;

export const output = { name: 'Mix', title: 'A weighted sum of the values' };

/** @param {string} query */
export const weightedSum = (query) => html`The attention weights of ${bold(query)} say how much of
  each value to take; the values are the rows of ${X}, before ${Wk}. Weight times value, added up
  over all keys, is the output for ${bold(query)}; papers on translation call it the context
  vector.`;

/** Every matrix of the lessons: its tensor, its name, its colours, its words. */

import { html } from 'lit';
import { pick, pickColumn } from '../parts/view.js';

/**
 * @typedef {import('../parts/matrix.js').Matrix} Matrix
 *
 * @typedef {object} Context what a step is made of
 * @property {import('../model/state.js').State} state
 * @property {string[]} words
 * @property {Readonly<Record<string, import('../../src/js/index.js').Tensor>>} results
 * @property {number} chosen the row that is followed
 * @property {(row: number) => void} choose
 */

export const symbols = {
  X: html`<i>X</i>`,
  Q: html`<i class="q">Q</i>`,
  K: html`<i class="k">K</i>`,
  V: html`<i class="v">V</i>`,
  WQ: html`<i>W</i><sub>Q</sub>`,
  WK: html`<i>W</i><sub>K</sub>`,
  WV: html`<i>W</i><sub>V</sub>`,
  WO: html`<i>W</i><sub>O</sub>`,
  wv: html`<i>w</i><sub>v</sub>`,
  S: html`<i>S</i>`,
  S1: html`<i>S</i>′`,
  S2: html`<i>S</i>″`,
  A: html`<i>A</i>`,
  E: html`<i>E</i>`,
  F: html`<i>F</i>`,
  H: html`<i>H</i>`,
  Y: html`<i>Y</i>`,
};

/**
 * One row a word, one column a feature.
 * @param {Context} context
 * @param {string} tensor
 * @param {string} name
 * @param {unknown} symbol
 * @param {{ role?: 'q' | 'k' | 'v', head?: number }} [more]
 * @returns {Matrix}
 */
export function rows({ words, results, chosen, choose }, tensor, name, symbol, more = {}) {
  const leading = more.head === undefined ? [] : [more.head];
  return {
    tensor,
    view: pick(results[tensor], ...leading),
    name,
    symbol,
    colours: 'signed',
    rowWords: words,
    columnWords: undefined,
    chosen,
    choose,
    ...more,
  };
}

/**
 * A weight matrix: features by features.
 * @param {Context} context
 * @param {string} tensor
 * @param {string} name
 * @param {unknown} symbol
 * @param {{ role?: 'q' | 'k' | 'v', head?: number }} [more]
 * @returns {Matrix}
 */
export function weight({ results }, tensor, name, symbol, more = {}) {
  const leading = more.head === undefined ? [] : [more.head];
  return {
    tensor,
    view: pick(results[tensor], ...leading),
    name,
    symbol,
    colours: 'signed',
    rowWords: undefined,
    columnWords: undefined,
    ...more,
  };
}

/**
 * Words by words: who asks at the left, who is asked on top.
 * @param {Context} context
 * @param {string} tensor
 * @param {string} name
 * @param {unknown} symbol
 * @param {Matrix['colours']} [colours]
 * @returns {Matrix}
 */
export function pairs(context, tensor, name, symbol, colours = 'signed') {
  const { words, results, chosen, choose } = context;
  const leading = headOf(context);
  const hidden = pick(results.maskedScores, ...leading);
  const afterMask = tensor !== 'scores' && tensor !== 'scaledScores';
  return {
    tensor,
    head: leading[0],
    view: pick(results[tensor], ...leading),
    name,
    symbol,
    colours,
    rowWords: words,
    columnWords: words,
    masked: (row, column) => afterMask && hidden.at(row, column) === -Infinity,
    chosen,
    choose,
  };
}

/**
 * The sum of every row of exponentials.
 * @param {Context} context
 * @returns {Matrix}
 */
export function rowSums(context) {
  const leading = headOf(context);
  return {
    tensor: 'rowSum',
    head: leading[0],
    view: pickColumn(context.results.rowSum, ...leading),
    name: 'row sum',
    symbol: html`<i>r</i>`,
    colours: 'plain',
    rowWords: context.words,
    columnWords: undefined,
    chosen: context.chosen,
    choose: context.choose,
  };
}

/**
 * The leading index of a tensor that has one matrix a head.
 * @param {Context} context
 * @returns {number[]}
 */
function headOf({ state, results }) {
  return results.weights.shape.length > 2 ? [state.head] : [];
}

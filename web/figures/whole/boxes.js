/** The tables of the whole picture as boxes: how many cells, how large, for which head. */

import { table } from '../../lessons/tables.js';

/**
 * @typedef {import('../../lessons/tables.js').Matrix} Matrix
 * @typedef {import('../../lessons/tables.js').Context} Context
 * @typedef {import('./picture.js').Part} Part
 *
 * @typedef {object} Box
 * @property {string} id of the tensor
 * @property {Part} part
 * @property {number} [head] whose table it is, where there are heads
 * @property {Matrix} matrix
 * @property {number} rows
 * @property {number} columns
 * @property {number} x
 * @property {number} y
 * @property {number} cellWidth 0 where there are too many cells to draw
 * @property {number} cellHeight
 * @property {number} width
 * @property {number} height
 * @property {boolean} [isFolded] a small one, of a head that is not opened
 */

/** Rows and columns that can still be told apart, and a table without cells. */
const MOST = 64;
const EMPTY = { width: 72, height: 56 };
/** Pixels that a table which no word has a row or column in may take. */
const WIDEST = 96;
const HIGHEST = 72;

/** Many sizes are tried with the same tables. @type {WeakMap<Context, Map<string, Matrix>>} */
const known = new WeakMap();

/** @param {Context} context @param {string} id @param {number | undefined} head */
function matrixOf(context, id, head) {
  const matrices = known.get(context) ?? new Map();
  known.set(context, matrices);
  const name = `${id} ${head}`;
  const matrix = matrices.get(name) ?? table(context, id, head === undefined ? {} : { head });
  matrices.set(name, matrix);
  return matrix;
}

/**
 * @param {Context} context
 * @param {Part} part
 * @param {number | undefined} head
 * @param {number} cell pixels
 * @returns {Box} at 0, 0
 */
export function boxOf(context, part, head, cell) {
  const matrix = matrixOf(context, part.id, head);
  const { rows, columns } = matrix.view;
  const isWords = matrix.axes.slice(matrix.leadingIndex.length);
  const cellWidth = /k$/.test(isWords) ? cell : whole(cell, WIDEST / columns);
  const cellHeight = /^[qkp]/.test(isWords)
    ? cell
    : whole(cell, Math.max(HIGHEST, context.computation.keyWords.length * cell) / rows);
  const isDrawn = Math.max(rows, columns) <= MOST;
  return {
    ...{ id: part.id, part, head, matrix, rows, columns, x: 0, y: 0 },
    cellWidth: isDrawn ? cellWidth : 0,
    cellHeight: isDrawn ? cellHeight : 0,
    width: isDrawn ? columns * cellWidth : EMPTY.width,
    height: isDrawn ? rows * cellHeight : EMPTY.height,
  };
}

/** @param {number} most @param {number} pixels */
const whole = (most, pixels) => Math.max(2, Math.min(most, Math.floor(pixels)));

/** The middle of a row. @param {Box} box @param {number} row */
export const rowOf = ({ y, height, rows }, row) =>
  y + ((Math.min(row, rows - 1) + 0.5) * height) / rows;

/** @param {Box} box */
export const middleOf = ({ x, width }) => x + width / 2;

/** @param {Box} box */
export const rightOf = ({ x, width }) => x + width;

/** @param {Box} box */
export const bottomOf = ({ y, height }) => y + height;

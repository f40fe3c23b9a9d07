/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Cell, View } from './types.js' */

/** The form of the name of a tensor. */
export const TENSOR_NAME = /^[A-Za-z][\w/]*$/;

/** The form of the name of a number. */
export const CELL_NAME = /^[A-Za-z][\w/]*(\.(0|[1-9]\d{0,8}))+$/;

/** Parses the name of a number or tensor. @param {string} text @returns {Cell | undefined} */
export function parseCell(text) {
  if (!CELL_NAME.test(text) && !TENSOR_NAME.test(text)) return undefined;
  const [id, ...indices] = text.split('.');
  return { id, index: indices.map(Number) };
}

/** @param {Cell} cell */
export const formatCell = ({ id, index }) => (index.length > 0 ? `${id}.${index.join('.')}` : id);

/**
 * Returns the offset of a cell in the data of its tensor.
 * @param {readonly number[]} shape
 * @param {readonly number[]} index
 * @returns {number | undefined} undefined if the tensor has no such cell
 */
export function computeOffset(shape, index) {
  if (index.length !== shape.length || index.some((i, axis) => i >= shape[axis])) return undefined;
  return index.reduce((offset, i, axis) => offset * shape[axis] + i, 0);
}

/** @param {number} rows @param {number} columns @param {Float32Array} numbers @returns {View} */
export const makeView = (rows, columns, numbers) => ({
  rows,
  columns,
  numbers,
  at: (row, column) => numbers[row * columns + column],
});

/**
 * Returns the matrix that remains when the leading axes are fixed. A vector becomes one row, or
 * with `upright` one column.
 * @param {Tensor} tensor
 * @param {{ leadingIndex?: number[], upright?: boolean }} [options]
 */
export function sliceTensor({ shape, data }, { leadingIndex = [], upright = false } = {}) {
  const rest = shape.slice(leadingIndex.length);
  const [columns = 1, rows = 1] = upright ? [1, rest[0]] : rest.toReversed();
  const matrix = leadingIndex.reduce((offset, index, axis) => offset * shape[axis] + index, 0);
  const count = rows * columns;
  return makeView(rows, columns, data.subarray(matrix * count, (matrix + 1) * count));
}

/** Selects a row by all axes but the last. @param {Tensor} tensor @param {number[]} leadingIndex */
export const getRow = (tensor, ...leadingIndex) => sliceTensor(tensor, { leadingIndex }).numbers;

/** @param {View} view @param {number[]} rows */
export function selectRows({ columns, numbers }, rows) {
  const some = rows.flatMap((row) => [...numbers.subarray(row * columns, (row + 1) * columns)]);
  return makeView(rows.length, columns, Float32Array.from(some));
}

/** Lists 0, 1, … up to a count, without it. @param {number} count */
export const listIndices = (count) => Array.from({ length: count }, (_, i) => i);

/**
 * Returns the head and the query to which a cell belongs, as far as its tensor has such axes.
 * @param {string} axes
 * @param {readonly number[]} index
 * @returns {{ head?: number, query?: number }}
 */
export const findHeadAndQuery = (axes, index) => ({
  ...(axes.startsWith('h') && { head: index[0] }),
  ...(axes.includes('q') && { query: index[axes.indexOf('q')] }),
});

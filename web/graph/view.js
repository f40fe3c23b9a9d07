/**
 * @typedef {import('../../src/js/index.js').Tensor} Tensor
 *
 * @typedef {object} View a matrix within a tensor
 * @property {number} rows
 * @property {number} columns
 * @property {Float32Array} data of the whole tensor
 * @property {(row: number, column: number) => number} at
 */

/**
 * The matrix that is left when the leading axes are fixed. A vector is one row, or upright one column.
 * @param {Tensor} tensor
 * @param {{ leadingIndex?: number[], upright?: boolean }} [options]
 * @returns {View}
 */
export function slice({ shape, data }, { leadingIndex = [], upright = false } = {}) {
  const rest = shape.slice(leadingIndex.length);
  const [columns = 1, rows = 1] = upright ? [1, rest[0]] : rest.toReversed();
  const matrix = leadingIndex.reduce((offset, index, axis) => offset * shape[axis] + index, 0);
  const first = matrix * rows * columns;
  return { rows, columns, data, at: (row, column) => data[first + row * columns + column] };
}

/**
 * @param {View} view
 * @returns {number[]}
 */
export function values({ rows, columns, at }) {
  return Array.from({ length: rows * columns }, (_, i) => at(Math.floor(i / columns), i % columns));
}

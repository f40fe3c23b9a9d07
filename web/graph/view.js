/**
 * @typedef {import('../../src/js/index.js').Tensor} Tensor
 *
 * @typedef {object} View a matrix within a tensor
 * @property {number} rows
 * @property {number} columns
 * @property {Float32Array} numbers row by row
 * @property {(row: number, column: number) => number} at
 */

/**
 * @param {number} rows
 * @param {number} columns
 * @param {Float32Array} numbers
 * @returns {View}
 */
export const viewOf = (rows, columns, numbers) => ({
  ...{ rows, columns, numbers },
  at: (row, column) => numbers[row * columns + column],
});

/**
 * The matrix that is left when the leading axes are fixed. A vector is one row, or upright one column.
 * @param {Tensor} tensor
 * @param {{ leadingIndex?: number[], upright?: boolean }} [options]
 */
export function slice({ shape, data }, { leadingIndex = [], upright = false } = {}) {
  const rest = shape.slice(leadingIndex.length);
  const [columns = 1, rows = 1] = upright ? [1, rest[0]] : rest.toReversed();
  const matrix = leadingIndex.reduce((offset, index, axis) => offset * shape[axis] + index, 0);
  const count = rows * columns;
  return viewOf(rows, columns, data.subarray(matrix * count, (matrix + 1) * count));
}

/**
 * @param {View} view
 * @param {number[]} rows
 */
export function someRows({ columns, numbers }, rows) {
  const some = rows.flatMap((row) => [...numbers.subarray(row * columns, (row + 1) * columns)]);
  return viewOf(rows.length, columns, Float32Array.from(some));
}

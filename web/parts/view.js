/**
 * @typedef {import('../../src/js/index.js').Tensor} Tensor
 *
 * @typedef {object} View a matrix within a tensor
 * @property {number} rows
 * @property {number} columns
 * @property {(row: number, column: number) => number} at
 */

/**
 * The matrix left over when the leading axes are fixed: `pick(weights, head)`. A vector is one row.
 * @param {Tensor} tensor
 * @param {...number} leading
 * @returns {View}
 */
export function pick({ shape, data }, ...leading) {
  const columns = shape[shape.length - 1];
  const rows = shape.length - leading.length > 1 ? shape[shape.length - 2] : 1;
  const place = leading.reduce((at, index, axis) => at * shape[axis] + index, 0);
  const first = place * rows * columns;
  return { rows, columns, at: (row, column) => data[first + row * columns + column] };
}

/**
 * A vector set upright: one column.
 * @param {Tensor} tensor
 * @param {...number} leading
 * @returns {View}
 */
export function pickColumn(tensor, ...leading) {
  const { columns, at } = pick(tensor, ...leading);
  return { rows: columns, columns: 1, at: (row) => at(0, row) };
}

/**
 * @param {View} view
 * @returns {number[]}
 */
export function values({ rows, columns, at }) {
  return Array.from({ length: rows * columns }, (_, i) => at(Math.floor(i / columns), i % columns));
}

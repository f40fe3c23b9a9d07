/** The same numbers in another order: how tables stand differs from how the core stores them. */

import { tensor } from '../../src/js/index.js';

/** @typedef {import('../../src/js/index.js').Tensor} Tensor */

/**
 * The core stores a weight as (out, in). The page shows it as (in, out), so that a row of the input
 * stands beside the column it is multiplied by.
 * @param {Tensor} weight (out, in)
 * @returns {Tensor} (in, out)
 */
export function upright({ shape: [out, width], data }) {
  return fill([width, out], (i) => data[(i % out) * width + Math.floor(i / out)]);
}

/**
 * Each head's columns by themselves.
 * @param {Tensor} weight (heads · columns, in), as the core stores it
 * @param {number} heads
 * @returns {Tensor} (heads, in, columns)
 */
export function uprightHeads({ shape: [out, width], data }, heads) {
  const columns = out / heads;
  return fill([heads, width, columns], (i) => {
    const [head, row, column] = [
      Math.floor(i / (width * columns)),
      Math.floor(i / columns) % width,
      i % columns,
    ];
    return data[(head * columns + column) * width + row];
  });
}

/**
 * @param {Tensor} heads (H, L, columns)
 * @returns {Tensor} (L, H · columns)
 */
export function sideBySide({ shape: [H, L, columns], data }) {
  const width = H * columns;
  return fill([L, width], (i) => {
    const [row, head, column] = [
      Math.floor(i / width),
      Math.floor((i % width) / columns),
      i % columns,
    ];
    return data[(head * L + row) * columns + column];
  });
}

/**
 * The last axis first: (H, L, D) becomes (L · D, H).
 * @param {Tensor} heads
 * @returns {Tensor}
 */
export function headsLast({ shape: [H, ...rest], data }) {
  const size = rest.reduce((product, length) => product * length, 1);
  return fill([size, H], (i) => data[(i % H) * size + Math.floor(i / H)]);
}

/**
 * One matrix of several.
 * @param {Tensor} matrices (H, rows, columns)
 * @param {number} index
 * @returns {Tensor} (rows, columns)
 */
export function slice({ shape: [, rows, columns], data }, index) {
  const size = rows * columns;
  return tensor([rows, columns], data.slice(index * size, (index + 1) * size));
}

/**
 * Some columns of a matrix.
 * @param {Tensor} matrix
 * @param {number} first
 * @param {number} count
 */
export function columnsOf({ shape: [rows, columns], data }, first, count) {
  return fill([rows, count], (i) => data[Math.floor(i / count) * columns + first + (i % count)]);
}

/**
 * `count` matrices with ones on the diagonal.
 * @param {number} count
 * @param {number} size
 */
export function identities(count, size) {
  return fill([1, count, size, size], (i) => Number(i % size === Math.floor(i / size) % size));
}

/**
 * @param {number[]} shape
 * @param {(place: number) => number} at
 * @returns {Tensor}
 */
function fill(shape, at) {
  const data = new Float32Array(shape.reduce((product, length) => product * length, 1));
  for (let i = 0; i < data.length; i++) data[i] = at(i);
  return tensor(shape, data);
}

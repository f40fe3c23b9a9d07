/** Computes the directions in which rows of many numbers differ most, for a picture in the plane. */

import { findLargestIndex } from '../../src/js/largest.js';

/** The most rounds of the power iteration, and the change that ends it. */
const [ROUNDS, SMALLEST] = [2000, 1e-12];

const dot = (/** @type {ArrayLike<number>} */ left, /** @type {ArrayLike<number>} */ right) => {
  let sum = 0;
  for (let i = 0; i < left.length; i++) sum += left[i] * right[i];
  return sum;
};

/**
 * Computes orthogonal directions of length 1 that hold as much as possible of the rows' squared
 * lengths.
 * @param {readonly ArrayLike<number>[]} rows rows, fewer than the numbers in each row
 * @param {number} count
 * @returns {{ directions: number[][], share: number }} `share` is the share of the squared lengths
 */
export function computePrincipalDirections(rows, count) {
  // The products of all pairs of rows give the same directions as those of columns, and are fewer.
  const products = rows.map((left) => rows.map((right) => dot(left, right)));
  const total = products.reduce((sum, row, i) => sum + row[i], 0);
  /** @type {number[][]} */
  const directions = [];
  let held = 0;
  for (let k = 0; k < count; k++) {
    const diagonal = products.map((row, i) => row[i]);
    let parts = [...products[findLargestIndex(diagonal)]];
    let size = 0;
    let unit = parts.map(() => 0);
    for (let round = 0; round < ROUNDS; round++) {
      const length = Math.hypot(...parts);
      if (length === 0) break;
      const last = unit;
      unit = parts.map((part) => part / length);
      parts = products.map((row) => dot(row, unit));
      size = dot(parts, unit);
      if (unit.every((part, i) => Math.abs(part - last[i]) < SMALLEST)) break;
    }
    const root = Math.sqrt(Math.max(size, Number.MIN_VALUE));
    directions.push(
      Array.from(
        rows[0],
        (_, column) =>
          dot(
            unit,
            rows.map((row) => row[column]),
          ) / root,
      ),
    );
    held += size;
    // Remove this direction from the products.
    for (const [i, row] of products.entries())
      for (let j = 0; j < row.length; j++) row[j] -= size * unit[i] * unit[j];
  }
  return { directions, share: total > 0 ? held / total : 0 };
}

/** Checks whether numbers are attention weights: in each row not negative, and with the sum 1. */

/** @import { Tensor } from '../../src/js/index.js' */

/** The largest rounding error of the sum of a row in float16 and bfloat16. */
export const MOST_ROUNDING = 0.01;

/** The most digits after the point of weights that were rounded for print. */
const MOST_DIGITS = 4;

/** Returns how far the sum of rounded weights may be from 1. @param {Float32Array} weights */
function computeSumTolerance(weights) {
  for (let digits = 1; digits <= MOST_DIGITS; digits++) {
    const unit = 10 ** -digits;
    const isRounded = weights.every(
      (weight) => Math.fround(Math.round(weight / unit) * unit) === weight,
    );
    if (isRounded) return MOST_ROUNDING + (weights.length * unit) / 2;
  }
  return MOST_ROUNDING;
}

/**
 * Returns the sum of a row that should sum to 1 and does not. A masked row holds zeros or NaN.
 * @param {Float32Array} weights
 * @param {number} [tolerance] by default, what the digits of the weights allow
 */
function findWrongSum(weights, tolerance) {
  let sum = 0;
  for (const weight of weights) sum += weight;
  const distance = Math.abs(sum - 1);
  const isPlain = sum === 0 || !Number.isFinite(sum) || distance <= MOST_ROUNDING;
  return isPlain || distance <= (tolerance ?? computeSumTolerance(weights)) ? undefined : sum;
}

/** @param {Float32Array} map @param {number} columns */
function haveColumnsOfOne(map, columns) {
  const rows = map.length / columns;
  for (let column = 0; column < columns; column++) {
    const weights = Float32Array.from({ length: rows }, (_, row) => map[row * columns + column]);
    if (findWrongSum(weights, MOST_ROUNDING) !== undefined) return false;
  }
  return true;
}

/**
 * Finds the first row that does not sum to 1. Negative numbers are no weights, but perhaps logits.
 * @param {readonly Tensor[]} layers
 * @returns {{ layer: number, head: number, row: number, sum: number, isTransposed: boolean } |
 *   undefined} `isTransposed` tells whether the columns of this head sum to 1
 */
export function findWrongRow(layers) {
  for (const [layer, { shape, data }] of layers.entries()) {
    const [rows, columns] = shape.slice(-2);
    for (let first = 0; first < data.length; first += rows * columns) {
      const map = data.subarray(first, first + rows * columns);
      // Rounding explains a small error, unless the columns sum to 1 instead.
      /** @type {boolean | undefined} */
      let isTransposed;
      for (let row = 0; row < rows; row++) {
        const weights = map.subarray(row * columns, (row + 1) * columns);
        const sum = findWrongSum(weights, MOST_ROUNDING);
        if (sum === undefined) continue;
        isTransposed ??= haveColumnsOfOne(map, columns);
        if (!isTransposed && findWrongSum(weights) === undefined) continue;
        if (layers.some((other) => other.data.some((value) => value < 0))) return undefined;
        const head = first / (rows * columns);
        return { layer, head, row, sum, isTransposed };
      }
    }
  }
  return undefined;
}

/**
 * Finds the first number that is no weight: below 0, infinite, or NaN in a row that is not masked.
 * @param {readonly Tensor[]} layers
 * @returns {{ row: number, value: number } | undefined}
 */
export function findWrongWeight(layers) {
  for (const { shape, data } of layers) {
    const [rows, columns] = shape.slice(-2);
    for (let first = 0; first < data.length; first += columns) {
      const weights = data.subarray(first, first + columns);
      if (weights.every(Number.isNaN)) continue;
      const value = weights.find((weight) => !(weight >= 0 && weight < Infinity));
      if (value !== undefined) return { row: (first / columns) % rows, value };
    }
  }
  return undefined;
}

/** Whether more rows do not sum to 1 than do. @param {readonly Tensor[]} layers */
export function areMostRowsWrong(layers) {
  let surplus = 0;
  for (const { shape, data } of layers) {
    const columns = shape[shape.length - 1];
    for (let start = 0; start < data.length; start += columns) {
      const isWrong = findWrongSum(data.subarray(start, start + columns)) !== undefined;
      surplus += isWrong ? 1 : -1;
    }
  }
  return surplus > 0;
}

/** A product of many terms: the largest of them, and the sum of all others. */

/** @import { Operations } from '../../src/js/attention.js' */

/** So many terms stand in a table, also of a longer sum. */
export const LARGEST_TERMS = 20;

/**
 * @param {Pick<Operations, 'linear'>} attention
 * @param {readonly number[]} left
 * @param {readonly number[]} right
 * @param {number} most how many terms are shown
 * @returns {{ shown: number[], others: { count: number, sum: number } }} `shown`: the places of the largest terms by size,
 *   the largest first; `sum`: of the products of all others, by the core
 */
export function splitTerms(attention, left, right, most) {
  // Only their order is of these products: the core computes what is shown. What is no number comes first.
  const sizes = left.map((value, i) => Math.abs(value * right[i]));
  const rank = (/** @type {number} */ i) => (Number.isNaN(sizes[i]) ? Infinity : sizes[i]);
  const places = [...left.keys()].sort((a, b) =>
    rank(b) > rank(a) ? 1 : rank(b) < rank(a) ? -1 : a - b,
  );
  // In their order within the sum.
  const rest = places.slice(most).sort((a, b) => a - b);
  const sum =
    rest.length === 0
      ? 0
      : attention.linear([rest.map((i) => left[i])], [rest.map((i) => right[i])]).data[0];
  return { shown: places.slice(0, most), others: { count: rest.length, sum } };
}

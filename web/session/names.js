/** What stands along an axis. */

/** @typedef {import('./computation.js').Computation} Computation */

/**
 * The names along an axis; undefined if its positions are only counted.
 * @param {string} axis
 * @param {Pick<Computation, 'queryWords' | 'keyWords' | 'names'>} computation
 */
export function namesOf(axis, { queryWords, keyWords, names }) {
  if (axis === 'q' || axis === 'p') return queryWords;
  return axis === 'k' ? keyWords : names?.[axis];
}

/** The pairs that the mask in force hides, and their conversion to a painted mask. */

import { formatCells, parseCells } from '../graph/masks/custom.js';
import { getMaskKind, isPainted } from '../graph/masks/index.js';
import { getMask } from './derived.js';
import { MAX_DIGITS } from './limits.js';

/** @import { Settings } from './types.js' */

/** Returns a test of pairs; true means masked. @param {Settings} state @param {number} keys */
export const makeMaskedTest = (state, keys) =>
  getMaskKind(getMask(state)).makeMaskedTest(state, keys);

/** @param {Settings} state @param {number} queries @param {number} keys */
export function listMaskedCells(state, queries, keys) {
  if (isPainted(getMask(state))) {
    return parseCells(state.masked).filter(({ query, key }) => query < queries && key < keys);
  }
  const isMasked = makeMaskedTest(state, keys);
  return Array.from({ length: queries * keys }, (_, i) => ({
    query: Math.floor(i / keys),
    key: i % keys,
  })).filter(({ query, key }) => isMasked(query, key));
}

/**
 * Returns the pairs of a painted mask that the words do not have.
 * @param {Settings} state
 * @param {{ queryWords: readonly string[], keyWords: readonly string[] }} words
 */
export const listMissingPairs = ({ mask, masked }, { queryWords, keyWords }) =>
  (isPainted(mask) ? parseCells(masked) : [])
    .filter(({ query, key }) => query >= queryWords.length || key >= keyWords.length)
    .map(({ query, key }) => `${query}.${key}`);

/**
 * Returns the change that starts a painted mask: masked cells stay masked. If no cell is masked,
 * the last painted cells come back.
 * @param {Settings} state
 * @param {number} queries
 * @param {number} keys
 * @returns {Partial<Settings>}
 */
export function startPainting(state, queries, keys) {
  const kept = getMask(state) !== 'none' && Math.max(queries, keys) <= MAX_DIGITS;
  return {
    mask: 'custom',
    ...(kept && { masked: formatCells(listMaskedCells(state, queries, keys)) }),
  };
}

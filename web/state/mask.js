/** The pairs that the mask in force hides, and how they become a painted mask. */

import { formatCells, parseCells } from '../graph/masks/custom.js';
import { getMaskKind } from '../graph/masks/index.js';
import { getMask } from './derived.js';
import { MAX_DIGITS } from './limits.js';

/** @import { Settings } from './types.js' */

/**
 * A test of the mask in force, for one pair.
 * @param {Settings} state
 * @param {number} keys how many keys there are
 * @returns {(query: number, key: number) => boolean} true = the query may not attend to the key
 */
export const makeMaskedTest = (state, keys) =>
  getMaskKind(getMask(state)).makeMaskedTest(state, keys);

/**
 * The cells that are masked now, as a custom mask.
 * @param {Settings} state
 * @param {number} queries
 * @param {number} keys
 */
export function listMaskedCells(state, queries, keys) {
  if (getMask(state) === 'custom') {
    return parseCells(state.masked).filter(({ query, key }) => query < queries && key < keys);
  }
  const isMasked = makeMaskedTest(state, keys);
  return Array.from({ length: queries * keys }, (_, i) => ({
    query: Math.floor(i / keys),
    key: i % keys,
  })).filter(({ query, key }) => isMasked(query, key));
}

/**
 * The change that choosing a painted mask makes: cells that are masked now stay masked. If no cell is
 * masked, the cells that were painted last come back.
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

/** Which key a query may not see. */

import { MAX_DIGITS } from './limits.js';
import { formatCells, parseCells } from './mask-cells.js';
import { maskOf } from './settings.js';

/** @typedef {import('./settings.js').Settings} Settings */

/**
 * @param {Settings} state
 * @param {number} keys how many keys there are
 * @returns {(query: number, key: number) => boolean}
 */
export function maskedPairs(state, keys) {
  const mask = maskOf(state);
  if (mask === 'causal') return (query, key) => key > query;
  if (mask === 'padding') return (_, key) => key >= keys - state.pad;
  if (mask === 'custom') {
    // Numbers, since this runs for every pair of up to 2,048 words: no text is made for each.
    const numbered = (/** @type {number} */ query, /** @type {number} */ key) =>
      10_000 * query + key;
    const cells = new Set(parseCells(state.masked).map(({ query, key }) => numbered(query, key)));
    return (query, key) => cells.has(numbered(query, key));
  }
  return () => false;
}

/**
 * The cells that are masked now, as a custom mask.
 * @param {Settings} state
 * @param {number} queries
 * @param {number} keys
 */
export function maskedCells(state, queries, keys) {
  if (maskOf(state) === 'custom') {
    return parseCells(state.masked).filter(({ query, key }) => query < queries && key < keys);
  }
  const masked = maskedPairs(state, keys);
  return Array.from({ length: queries * keys }, (_, i) => ({
    query: Math.floor(i / keys),
    key: i % keys,
  })).filter(({ query, key }) => masked(query, key));
}

/**
 * What choosing a painted mask changes: the cells that are masked now stay so, and after none at all
 * those that were painted last come back.
 * @param {Settings} state
 * @param {number} queries
 * @param {number} keys
 * @returns {Partial<Settings>}
 */
export function asPainted(state, queries, keys) {
  const kept = maskOf(state) !== 'none' && Math.max(queries, keys) <= MAX_DIGITS;
  return {
    mask: 'custom',
    ...(kept && { masked: formatCells(maskedCells(state, queries, keys)) }),
  };
}

/** Which key a query may not see. */

import { maskOf } from './derived.js';
import { MAX_DIGITS } from './fields.js';

/** @import { Settings } from './fields.js' */

// The cells of a mask that is painted by hand, as the text that the state holds.

/** @typedef {{ query: number, key: number }} Pair */

/**
 * The cells of a custom mask.
 * @param {string} text '0.3 2.1', query before key
 * @returns {Pair[]}
 */
export function parseCells(text) {
  return text
    .split(' ')
    .map((pair) => /^(\d{1,4})\.(\d{1,4})$/.exec(pair))
    .filter((found) => found !== null)
    .map(([, query, key]) => ({ query: Number(query), key: Number(key) }));
}

/**
 * Sorted and each once, so that equal masks are equal texts.
 * @param {Pair[]} cells
 */
export function formatCells(cells) {
  const sorted = cells.toSorted((a, b) => a.query - b.query || a.key - b.key);
  return [...new Set(sorted.map(({ query, key }) => `${query}.${key}`))].join(' ');
}

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

/** Small examples whose numbers a page sets itself, one head of two features. */

import { formatEdits, parseEdits } from '../session/edits.js';

/** @typedef {import('./page.js').State} State */

/** What edits call them; of the others the first head is meant. @type {Record<string, string>} */
const NAMES = { scores: 's.0', wq: 'q', wk: 'k', wv: 'v', wo: 'o' };

/**
 * @param {Record<string, number[][]>} tables rows of `q`, `k`, `v`, of the pairs `scores` and `weights`, or of the
 *   matrices `wq`, `wk`, `wv`, `wo`; numbers that are left out are computed
 */
export function editsOf(tables) {
  const parts = Object.entries(tables).flatMap(([id, rows]) =>
    rows.flatMap((row, i) =>
      row.map((number, j) => `${NAMES[id] ?? `${id}.0`}.${i}.${j}:${number}`),
    ),
  );
  return formatEdits(parseEdits(parts.join(';')));
}

/**
 * @param {string} sentence
 * @param {Record<string, number[][]>} tables
 * @param {Partial<State>} [more]
 * @returns {Partial<State>} scores are dot products as they are
 */
export const byHand = (sentence, tables, more = {}) => ({
  ...{ source: 'seed', sentence, dModel: 2, heads: 1, scale: 'none', edits: editsOf(tables) },
  ...more,
});

/** The cells of a mask that is painted by hand, as the text that the state holds. */

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

/** A mask that is painted by hand. The state holds its pairs as a text, query before key: '0.3 2.1'. */

/** @import { Pair } from '../types.js' */
/** @import { MaskKind } from './index.js' */

/** @type {MaskKind} */
export const custom = {
  name: 'custom',
  makeMaskedTest({ masked }) {
    // Pairs are compared as numbers, because texts for all pairs of 2,048 words would be slow.
    const numbered = (/** @type {number} */ query, /** @type {number} */ key) =>
      10_000 * query + key;
    const cells = new Set(parseCells(masked).map(({ query, key }) => numbered(query, key)));
    return (query, key) => cells.has(numbered(query, key));
  },
  parameters: { masked: 'cells' },
  words: {
    en: {
      label: 'painted',
      step: () => 'This mask is painted by hand.',
      hides: () => 'where the mask hides a pair',
      program: 'The mask: True means may attend.',
      parameters: { masked: 'Masked cells, query before key' },
    },
  },
};

/** The form of the list of all pairs. */
export const MASKED_CELLS = /^(\d{1,4}\.\d{1,4}( |$))*$/;

/** @param {string} text @returns {Pair[]} */
export const parseCells = (text) =>
  text
    .split(' ')
    .filter((pair) => pair && MASKED_CELLS.test(pair))
    .map((pair) => {
      const [query, key] = pair.split('.').map(Number);
      return { query, key };
    });

/** Sorts pairs and removes duplicates, so that equal masks have equal texts. @param {Pair[]} cells */
export function formatCells(cells) {
  const sorted = cells.toSorted((a, b) => a.query - b.query || a.key - b.key);
  return [...new Set(sorted.map(({ query, key }) => `${query}.${key}`))].join(' ');
}

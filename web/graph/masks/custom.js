/** Pairs that are painted by hand, as the text that the state holds: '0.3 2.1', query before key. */

/** @import { Pair } from '../types.js' */
/** @import { MaskKind } from './index.js' */

/** @type {MaskKind} */
export const custom = {
  name: 'custom',
  makeMaskedTest({ masked }) {
    // Numbers, since this runs for every pair of up to 2,048 words: no text is made for each.
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

/** The form of all pairs. */
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

/** Sorted and each once, so that equal masks are equal texts. @param {Pair[]} cells */
export function formatCells(cells) {
  const sorted = cells.toSorted((a, b) => a.query - b.query || a.key - b.key);
  return [...new Set(sorted.map(({ query, key }) => `${query}.${key}`))].join(' ');
}

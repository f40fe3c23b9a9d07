/** Chapter 5: what its figures say. The rest is in order.json. */

import { rounded } from '../../number.js';

export const append = {
  choice: 'Try it:',
  masked: 'append “again”',
  unmasked: 'take the mask away',
  back: 'Back',
  /** @param {number} changed @param {number} same */
  changes: (changed, same) =>
    `Of the ${changed + same} weights between the four words ${changed > 0 ? changed : 'none'} changed.`,
};

export const leak = {
  table: 'attention weights',
  /** @param {string} query @param {string} key @param {number} weight */
  press: (query, key, weight) => `${query} to ${key}, ${rounded(weight)}`,
};

/** The state for the reader's own tensors. */

import { DEFAULTS } from './state.js';

/**
 * The words are others, so marks and edits are cleared.
 * @param {import('../sources/own.js').Own} own
 * @returns {Partial<import('./state.js').State>}
 */
export function ownState({ tensors: { q, weights } }) {
  const heads = q ? q.shape[0] : weights.shape.length > 2 ? weights.shape[0] : 1;
  const { target, mechanism, keys, mask, masked, edits } = DEFAULTS;
  const { query, key, pin, head, cell, before, guide, answer } = DEFAULTS;
  return {
    source: q ? 'own' : 'own-weights',
    heads,
    dModel: q ? heads * q.shape[2] : heads,
    ...{ target, mechanism, keys, mask, masked, edits },
    ...{ query, key, pin, head, cell, before, guide, answer },
  };
}

/** The state for the reader's own tensors. */

import { isOwn } from './source-settings.js';
import { DEFAULTS } from './state.js';

/**
 * The tensors say how many heads there are, and how wide.
 * @param {import('../sources/own.js').Own} own
 */
function shapeOf({ tensors: { q, weights } }) {
  const heads = q ? q.shape[0] : weights.shape.length > 2 ? weights.shape[0] : 1;
  return { heads, dModel: q ? heads * q.shape[2] : heads };
}

/**
 * The state with what the tensors decide, whatever was set.
 * @param {import('./state.js').State} state
 * @param {import('../sources/own.js').Own} [own]
 */
export function withShape(state, own) {
  if (!own || !isOwn(state)) return state;
  const shape = shapeOf(own);
  return { ...state, ...shape, head: Math.min(state.head, shape.heads - 1) };
}

/**
 * The words are others, so marks and edits are cleared.
 * @param {import('../sources/own.js').Own} own
 * @returns {Partial<import('./state.js').State>}
 */
export function ownState(own) {
  const { target, mechanism, keys, mask, masked, edits } = DEFAULTS;
  const { query, key, pin, head, cell, before, guide, answer } = DEFAULTS;
  return {
    source: own.tensors.q ? 'own' : 'own-weights',
    ...shapeOf(own),
    ...{ target, mechanism, keys, mask, masked, edits },
    ...{ query, key, pin, head, cell, before, guide, answer },
  };
}

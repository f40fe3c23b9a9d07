/** The state for the reader's own tensors. */

import { SETTINGS } from './settings.js';
import { isOwn, uses } from './source-settings.js';
import { DEFAULTS } from './state.js';

const EXPORTED = SETTINGS.filter((name) => name !== 'edits' && uses({ source: 'own' }, name));

/**
 * The tensors say how many heads there are, and how wide. Weights have no width: it counts the heads of all
 * layers.
 * @param {import('../sources/own.js').Own} own
 */
function shapeOf({ tensors }) {
  const all = Object.values(tensors);
  const [{ shape }] = all;
  const heads = shape.length > 2 ? shape[0] : 1;
  return { heads, dModel: heads * (tensors.q ? shape[2] : all.length) };
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
 * The words are others, so marks and edits are cleared, and a mask of single pairs. What the tensors
 * were exported with comes with them.
 * @param {import('../sources/own.js').Own} own
 * @param {import('./state.js').State} state
 * @returns {Partial<import('./state.js').State>}
 */
export function ownState(own, { mask }) {
  const { target, mechanism, keys, masked, edits } = DEFAULTS;
  const { query, key, pin, head, cell, before, guide } = DEFAULTS;
  return {
    source: own.tensors.q ? 'own' : 'own-weights',
    ...shapeOf(own),
    ...{ target, mechanism, keys, masked, edits, mask: mask === 'custom' ? DEFAULTS.mask : mask },
    ...Object.fromEntries(
      EXPORTED.flatMap((name) =>
        own.settings?.[name] === undefined ? [] : [[name, own.settings[name]]],
      ),
    ),
    ...{ query, key, pin, head, cell, before, guide },
  };
}

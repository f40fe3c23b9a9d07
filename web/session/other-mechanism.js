/** The same words through the other mechanism. */

import { MAX_DIGITS } from './limits.js';
import { uses } from './source-settings.js';

/** @typedef {import('./settings.js').Settings} Settings */

/**
 * The settings with the other mechanism on the same embeddings.
 * @param {Settings} state
 * @returns {Settings | undefined} undefined for scenes, for maps, and for keys of another width,
 *   which a dot product cannot take
 */
export function otherMechanism(state) {
  const { mechanism, dModel, keyWidth } = state;
  if (!uses(state, 'mechanism') || dModel > MAX_DIGITS) return undefined;
  if (mechanism === 'dot') return { ...state, mechanism: 'additive', keyWidth: 0 };
  return keyWidth > 0 ? undefined : { ...state, mechanism: 'dot' };
}

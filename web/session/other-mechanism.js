/** The same words through the other mechanism. */

import { MAX_DIGITS } from './limits.js';
import { uses } from './source-settings.js';

/** @typedef {import('./settings.js').Settings} Settings */

/**
 * The state as it is, but for the mechanism: queries and keys are the same embeddings in both.
 * @param {Settings} state
 * @returns {Settings | undefined} undefined where there is none: in scenes, in maps, and for keys whose
 *   embeddings are others, which a dot product cannot take
 */
export function otherMechanism(state) {
  const { mechanism, dModel, keyWidth } = state;
  if (!uses(state, 'mechanism') || dModel > MAX_DIGITS) return undefined;
  if (mechanism === 'dot') return { ...state, mechanism: 'additive', keyWidth: 0 };
  return keyWidth > 0 ? undefined : { ...state, mechanism: 'dot' };
}

/** The state that a page's JSON asks for. */

import { camel } from '../../session/spelling.js';
import { editsOf } from '../by-hand.js';

/**
 * What settings and numbers set by hand make of the state.
 * @param {Pick<import('./spec.js').PageSpec, 'settings' | 'numbers'>} spec
 * @returns {Partial<import('../../session/state.js').State>}
 */
export function stateOf({ settings = {}, numbers }) {
  const state = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [camel(name), value]),
  );
  const edits = [settings.edits, numbers && editsOf(numbers)].filter(Boolean).join(';');
  return edits ? { ...state, edits } : state;
}

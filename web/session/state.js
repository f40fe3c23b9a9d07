/**
 * The whole of what a reader has chosen, as one plain, flat object: settings and selection together,
 * as attributes, properties and addresses have them. Beside it there is only what passes: the focus,
 * an open menu, a text being typed.
 */

import { DEFAULT_SELECTION, readSelection } from './selection.js';
import { DEFAULT_SETTINGS, readSettings } from './settings.js';

/**
 * @typedef {{ v: 1 } & import('./settings.js').Settings & import('./selection.js').ViewSelection} State
 */

/** @type {Readonly<State>} */
export const DEFAULTS = Object.freeze({ v: 1, ...DEFAULT_SETTINGS, ...DEFAULT_SELECTION });

/**
 * The nearest state to what was asked for. Never throws, whatever it is given; what it makes, it
 * leaves as it is.
 * @param {unknown} wanted
 * @returns {State}
 */
export function normalise(wanted) {
  const requested = /** @type {Record<string, unknown>} */ (Object(wanted ?? {}));
  const settings = readSettings(requested);
  return { v: 1, ...settings, ...readSelection(settings, requested) };
}

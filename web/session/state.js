/**
 * Settings and selection as one plain, flat object, with the entries of attributes, properties and
 * addresses. Only passing things are not in it: the focus, an open menu, a text being typed.
 */

import { DEFAULT_SELECTION, readSelection } from './selection.js';
import { DEFAULT_SETTINGS, readSettings } from './settings.js';

/**
 * Everything that a lab shows, as one flat object; `v` is the version of its form.
 *
 * @typedef {{ v: 1 } & import('./settings.js').Settings & import('./selection.js').ViewSelection} State
 */

/** @type {Readonly<State>} */
export const DEFAULTS = Object.freeze({ v: 1, ...DEFAULT_SETTINGS, ...DEFAULT_SELECTION });

/**
 * The valid state nearest to the requested one. Never throws; normalising twice changes nothing more.
 * @param {unknown} wanted
 * @returns {State}
 */
export function normalise(wanted) {
  const requested = /** @type {Record<string, unknown>} */ (Object(wanted ?? {}));
  const settings = readSettings(requested);
  return { v: 1, ...settings, ...readSelection(settings, requested) };
}

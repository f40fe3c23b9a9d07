/**
 * Undo and redo, as lists of settings. Which step, word or cell was looked at is not remembered:
 * undoing a change does not turn the page.
 */

import { followed } from './follow.js';
import { differing, settingsOf } from './settings.js';
import { normalise } from './state.js';

/**
 * @typedef {import('./state.js').State} State
 * @typedef {Readonly<import('./settings.js').Settings>} Settings
 *
 * @typedef {object} History never changed, always replaced
 * @property {readonly Settings[]} past what undo restores, the nearest last
 * @property {readonly Settings[]} future what redo restores, the nearest last
 * @property {string} open what a further change must be named, and change, to be part of the last
 *   one; '' where that one is closed
 */

const MAX_CHANGES = 200;

/** @returns {History} */
export const startHistory = () => history([], []);

/**
 * @param {History} known
 * @param {State} before
 * @param {State} after
 * @param {string} [name] of a slider or text: as long as changes of one entry have the same, they are
 *   undone together
 * @returns {History}
 */
export function remember(known, before, after, name = '') {
  const changed = differing(before, after);
  if (changed.length === 0) return known;
  const open = name !== '' && changed.length === 1 ? `${changed[0]} ${name}` : '';
  if (open === '' || open !== known.open)
    return history([...known.past, settingsOf(before)], [], open);
  // A slider that came back to where it started has changed nothing.
  const back = differing(known.past[known.past.length - 1], after).length === 0;
  return back ? history(known.past.slice(0, -1), []) : known;
}

/**
 * What changes otherwise than by the reader ends the reader's last change.
 * @param {History} known
 */
export const closed = ({ past, future }) => history([...past], [...future]);

/**
 * @param {History} known
 * @param {State} current
 * @returns {{ history: History, state: State } | undefined} undefined where nothing is to be undone
 */
export function undo({ past, future }, current) {
  const state = restored(current, past);
  return state && { history: history(past.slice(0, -1), [...future, settingsOf(current)]), state };
}

/**
 * @param {History} known
 * @param {State} current
 * @returns {{ history: History, state: State } | undefined} undefined where nothing was undone
 */
export function redo({ past, future }, current) {
  const state = restored(current, future);
  return state && { history: history([...past, settingsOf(current)], future.slice(0, -1)), state };
}

/**
 * @param {Settings[]} past
 * @param {Settings[]} future
 * @param {string} [open]
 * @returns {History}
 */
function history(past, future, open = '') {
  const latest = past.slice(-MAX_CHANGES);
  return Object.freeze({ past: Object.freeze(latest), future: Object.freeze(future), open });
}

/**
 * The current state with the last of the remembered settings: the words that are marked stay the same,
 * as far as they are still there.
 * @param {State} current
 * @param {readonly Settings[]} remembered
 */
function restored(current, remembered) {
  const last = remembered[remembered.length - 1];
  return last && normalise({ ...current, ...last, ...followed(current, last) });
}

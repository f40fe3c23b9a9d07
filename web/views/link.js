/** Links to other states of the element. */

import { html } from 'lit';
import { writeAddress } from '../session/address.js';
import { normalise } from '../session/state.js';

/**
 * A link where the page's address follows the element, so that it opens in another tab, too; elsewhere a
 * button.
 * @param {Pick<import('./context.js').ViewContext, 'isLinked' | 'turn'>} context
 * @param {Partial<import('../session/state.js').State>} state
 * @param {unknown} label
 * @param {string} [kind] of link, for the style sheet
 */
export function link({ isLinked, turn }, state, label, kind = 'plain') {
  const open = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    turn(state);
  };
  const only = Object.keys(state).every((name) => name === 'guide' || name === 'answers');
  return isLinked
    ? html`<a class=${kind} href="#${writeAddress(only ? state : normalise(state))}" @click=${open}>${label}</a>`
    : html`<button type="button" class=${kind} @click=${open}>${label}</button>`;
}

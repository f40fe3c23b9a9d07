/** Links to other states of the element. */

import { html } from 'lit';
import { writeAddress } from '../state/address.js';
import { normaliseState } from '../state/normalise.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { State } from '../state/types.js'
 */

/**
 * A link where the page's address follows the element, so that it opens in another tab, too; elsewhere a
 * button.
 * @param {Pick<ViewContext, 'isLinked' | 'navigateTo'>} context
 * @param {Partial<State>} state
 * @param {unknown} label
 * @param {string} [kind] of link, for the style sheet
 */
export function stateLink({ isLinked, navigateTo }, state, label, kind = 'plain') {
  const open = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigateTo(state);
  };
  const only = Object.keys(state).every((name) => name === 'guide' || name === 'answers');
  return isLinked
    ? html`<a class=${kind} href="#${writeAddress(only ? state : normaliseState(state))}" @click=${open}>${label}</a>`
    : html`<button type="button" class=${kind} @click=${open}>${label}</button>`;
}

// To a worksheet of the numbers on screen, which is a page of the practice.

/**
 * No mistake on purpose goes with them.
 * @param {ViewContext} context
 * @param {string} label
 * @param {Partial<State>} [state] of other numbers
 */
export const worksheetLink = (context, label, state = context.state) =>
  stateLink(
    context,
    { ...state, guide: 'practice-worksheet', view: 'step', cell: '', bug: '' },
    label,
  );

/** @param {string} hash */
export const makeAddress = (hash) => location.href.split('#')[0] + hash;

/** @param {State} state */
export const makeLink = (state) => makeAddress(`#${writeAddress(state)}`);

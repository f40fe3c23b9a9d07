/** Links to other states of the element. */

import { html } from 'lit';
import { namesOnlyPage, writeAddress } from '../state/address.js';
import { findEntrance } from '../state/guide.js';
import { normaliseState } from '../state/normalise.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { State } from '../state/types.js'
 */

/** @typedef {Pick<ViewContext, 'isLinked' | 'navigateTo' | 'leadsTo' | 'state' | 'progress'>} LinkContext */

/** @param {string} hash */
export const makeAddress = (hash) => location.href.split('#')[0] + hash;

/** Returns a link within the page, also if its `<base>` leads elsewhere. @param {string} hash */
const makeHref = (hash) =>
  globalThis.document && document.baseURI.split('#')[0] !== makeAddress('')
    ? makeAddress(hash)
    : hash;

/**
 * Renders a link to another state, which keeps the reader's answers.
 * @param {LinkContext} context
 * @param {Partial<State>} state
 * @param {unknown} label
 * @param {string} [kind] the class of the link
 */
export const stateLink = (context, state, label, kind) =>
  linkWithAnswers(
    context,
    { ...state, answers: context.progress?.answers ?? context.state.answers },
    label,
    kind,
  );

/**
 * Whether the page may lead to a state. A line that only names the way there is left out otherwise.
 * @param {Pick<ViewContext, 'leadsTo'>} context
 * @param {Partial<State>} state
 */
export const canLeadTo = ({ leadsTo }, state) => leadsTo?.(state) !== false;

/**
 * Renders a link to a state with the answers that it names. If the address of the page follows the
 * element, the link also opens in another tab. Otherwise renders a button, or the label alone where
 * nothing may lead to the state.
 * @param {LinkContext} context
 * @param {Partial<State>} state
 * @param {unknown} label
 * @param {string} [kind] the class of the link
 */
export function linkWithAnswers(context, state, label, kind = 'plain') {
  if (!canLeadTo(context, state)) return html`<span>${label}</span>`;
  const { isLinked, navigateTo } = context;
  const open = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigateTo(state);
  };
  return isLinked
    ? html`<a class=${kind} href="${makeHref(`#${writeAddress(namesOnlyPage(state) ? state : normaliseState(state))}`)}" @click=${open}>${label}</a>`
    : html`<button type="button" class=${kind} @click=${open}>${label}</button>`;
}

/**
 * Renders a link to a page of the course or the practice.
 * @param {LinkContext} context
 * @param {string} guide the name of the page
 * @param {unknown} label
 * @param {string} [kind] the class of the link
 */
export const pageLink = (context, guide, label, kind) => stateLink(context, { guide }, label, kind);

// The link to a worksheet of the numbers on screen, which is a page of the practice.

/**
 * Renders the link without deliberate mistakes in the numbers.
 * @param {ViewContext} context
 * @param {string} label
 * @param {Partial<State>} [state] the state of other numbers
 */
export const worksheetLink = (context, label, state = context.state) =>
  stateLink(
    context,
    { ...state, guide: findEntrance('worksheet'), view: 'step', cell: '', bug: '' },
    label,
  );

/**
 * Makes a link to hand on. Answers belong to pages, so a link to the lab leaves them out.
 * @param {State} state
 */
export const makeLink = ({ answers, ...state }) =>
  makeAddress(`#${writeAddress(state.guide === '' ? state : { ...state, answers })}`);

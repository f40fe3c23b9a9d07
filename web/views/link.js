/** Links to other states of the element, and the bar of pages. */

import { html, nothing } from 'lit';
import { writeAddress } from '../state/address.js';
import { normalise } from '../state/normalise.js';
import { namedPage, next, position, previous } from '../text/en/steps.js';

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
    ? html`<a class=${kind} href="#${writeAddress(only ? state : normalise(state))}" @click=${open}>${label}</a>`
    : html`<button type="button" class=${kind} @click=${open}>${label}</button>`;
}

// The bar that leads from one page to every other, and to its neighbours.

/**
 * At the ends the buttons to the neighbours are switched off in words only: a disabled one
 * would lose the focus.
 * @param {object} bar
 * @param {string} bar.label
 * @param {{ name: string, dot?: boolean }[]} bar.pages a dot has a name for those who do not see it
 * @param {number} bar.index of the page that is shown
 * @param {(index: number) => void} bar.open
 * @param {'group' | 'navigation'} [bar.role]
 * @param {{ before: boolean, after: boolean }} [bar.more] whether it goes on beyond its ends
 */
export function pageBar({ label, pages, index, open, role = 'navigation', more }) {
  const leads = (/** @type {number} */ to) => pages[to] || (to < 0 ? more?.before : more?.after);
  /** @param {number} to @param {string} text */
  const turn = (to, text) => html`<button type="button" class="turn"
    aria-disabled=${leads(to) ? 'false' : 'true'} @click=${() => leads(to) && open(to)}>${text}</button>`;
  // Names take too much room to stand below the step on a phone: there they open above the bar. Within
  // an author's text nothing sticks, and they stay.
  const opens = role === 'navigation' && !pages.some(({ dot }) => dot);
  return html`<div class="bar" role=${role} aria-label=${label}>
    <ol id=${opens ? 'pages' : nothing} popover=${opens ? 'auto' : nothing}>
      ${pages.map(
        ({ name, dot }, i) => html`<li>
          <button type="button" class=${dot ? 'dot' : nothing} aria-current=${i === index ? 'step' : 'false'}
            title=${dot ? name : nothing} aria-label=${dot ? namedPage(i + 1, name) : nothing}
            popovertarget=${opens ? 'pages' : nothing} popovertargetaction="hide"
            @click=${() => open(i)}>${dot ? nothing : name}</button>
        </li>`,
      )}
    </ol>
    <div class="turns">
      ${turn(index - 1, previous)}
      ${
        opens
          ? html`<button type="button" class="note" popovertarget="pages">${position(index + 1, pages.length)}</button>`
          : html`<span class="note">${position(index + 1, pages.length)}</span>`
      }
      ${turn(index + 1, next)}
    </div>
  </div>`;
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
export const addressWith = (hash) => location.href.split('#')[0] + hash;

/** @param {State} state */
export const linkTo = (state) => addressWith(`#${writeAddress(state)}`);

/** The bar that leads from one page or step to every other, and to its neighbours. */

import { html, nothing } from 'lit';
import { actionButton } from '../figures/controls.js';
import * as text from '../text/en/steps.js';
import { closeChosen, closeOutside } from './pop-up.js';

/**
 * @typedef {{ name: string, dot?: boolean, mark?: 'solved' | 'answered', isUncounted?: boolean, isUnnumbered?: boolean }} BarPage
 * a page in the bar; a dot shows its name only to screen readers, and is a dash if no task of the
 * page is counted; a self-test does not tell whether an answered question is solved, and its result
 * has no number
 * @typedef {{ name: string, pages: readonly number[] }} BarGroup a group with the indices of its
 * pages; its name may be ''
 */

/**
 * Renders the bar.
 * @param {object} bar
 * @param {string} bar.label
 * @param {readonly BarPage[]} bar.pages
 * @param {number} bar.index the index of the current page
 * @param {(index: number) => void} bar.open
 * @param {() => void} [bar.back] returns to the page that led here, if it is not a neighbour in the
 * row
 * @param {readonly BarGroup[]} [bar.groups] groups of the pages in the row; by default one group of
 * all pages
 * @param {readonly BarGroup[]} [bar.rest] groups of the pages under More
 * @param {'group' | 'navigation'} [bar.role]
 * @param {{ before: boolean, after: boolean }} [bar.more] whether there are pages beyond both ends
 */
export function pageBar({
  label,
  pages,
  index,
  open,
  back,
  role = 'navigation',
  more,
  ...arranged
}) {
  const { groups = [{ name: '', pages: [...pages.keys()] }], rest = [] } = arranged;
  const isPage = (/** @type {number} */ to) => pages[to] || (to < 0 ? more?.before : more?.after);
  /** @param {string} label @param {(() => void) | undefined} act */
  const turnButton = (label, act) => actionButton(label, act, { kind: 'turn' });
  const to = (/** @type {number} */ i) => (isPage(i) ? () => open(i) : undefined);
  // On a phone, names take too much space below the step, so they open above the bar.
  const opens = role === 'navigation' && !pages.some(({ dot }) => dot);
  const count = pages.filter(({ isUnnumbered }) => !isUnnumbered).length;
  const position = pages[index].isUnnumbered ? '' : text.position(index + 1, count);
  /** @param {number} i */
  const pageItem = (i) => {
    const { name, dot, mark, isUncounted, isUnnumbered } = pages[i];
    const spoken = text.namedPage(isUnnumbered ? '' : i + 1, name, mark);
    return html`<li>
      <button type="button" class=${dot ? `dot ${isUncounted ? 'uncounted' : (mark ?? '')}` : nothing} aria-current=${i === index ? 'step' : 'false'}
        title=${dot ? name : nothing} aria-label=${dot ? spoken : nothing}
        popovertarget=${opens ? 'pages' : nothing} popovertargetaction="hide"
        @click=${() => open(i)}>${dot ? nothing : name}</button>
    </li>`;
  };
  /** @param {BarGroup} group */
  const groupList = ({ name, pages: items }) =>
    name === ''
      ? html`<ol>${items.map(pageItem)}</ol>`
      : html`<div class="group" role="group" aria-label=${name}>
          <span class="note" aria-hidden="true">${name}</span><ol>${items.map(pageItem)}</ol>
        </div>`;
  return html`<div class="bar" role=${role} aria-label=${label}>
    <div class="pages" id=${opens ? 'pages' : nothing} popover=${opens ? 'auto' : nothing}>
      ${groups.map(groupList)}
      ${
        rest.length === 0
          ? nothing
          : moreView(
              rest.map(groupList),
              pages[rest.flatMap((group) => group.pages).find((i) => i === index) ?? -1],
            )
      }
    </div>
    <div class="turns">
      ${turnButton(text.previous, back ?? to(index - 1))}
      ${
        opens
          ? html`<button type="button" class="note" popovertarget="pages">${position}</button>`
          : position && html`<span class="note">${position}</span>`
      }
      ${turnButton(text.next, to(index + 1))}
    </div>
  </div>`;
}

/**
 * @param {unknown} lists
 * @param {BarPage | undefined} shown the current page, if it is in this list
 */
function moreView(lists, shown) {
  return html`<details class="rest" @click=${closeChosen} @keydown=${closeChosen}>
    <summary @click=${closeOutside} aria-current=${shown ? 'step' : nothing}>${shown ? text.moreShown(shown.name) : text.moreSteps}</summary>
    <div class="more-steps">${lists}</div>
  </details>`;
}

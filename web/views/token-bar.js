/** The bar at the top: the query, the head, the edits and the tools. */

import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import { numberedRadios, radioButton } from '../figures/controls.js';
import { findPiece, namePieceClass } from '../figures/pieces.js';
import { formatCell } from '../graph/cell.js';
import { findSharedHead } from '../graph/ops/share-heads.js';
import { readCell, readNumber } from '../graph/trace.js';
import { findCellOfEdit } from '../state/edit-cells.js';
import * as text from '../text/en/controls.js';
import { directionOf, quoted, word } from '../text/inline.js';
import { cellLabel } from './cell-label.js';
import { closeChosen, closeOutside } from './pop-up.js';

/** @import { ViewContext } from '../lessons/context.js' */

/** The most words that stand in one line. */
const MANY_WORDS = 10;

// The list of numbers set by hand and other changes of a model, with links and buttons to undo them.

/** @param {ViewContext} context */
function editList(context) {
  const { state, computation, navigateTo, changeToTensor, dispatch, readonly } = context;
  const { size } = computation.originals;
  const { changeCounts, changeList = [], undoAll } = computation.words ?? {};
  if (size === 0 && changeList.length === 0) return nothing;
  const summary = [changeCounts, size > 0 && text.setNumbers(size)].filter(Boolean).join(', ');
  // The list closes when the reader leaves the step.
  const isOpen = guard([state.guide, state.step, state.view], () => live(false));
  return html`<details class="edits" .open=${isOpen} @keydown=${closeChosen}>
    <summary @click=${closeOutside}>${summary}</summary>
    <div class="sheet-of-edits">
      <ul>${[...computation.originals].map(([edit, before]) => {
        const cell = findCellOfEdit(state, computation, edit);
        if (!cell) return nothing;
        const page = changeToTensor(cell.id);
        const open = async (/** @type {Event} */ { currentTarget }) => {
          const details = /** @type {Element} */ (currentTarget).closest('details');
          await navigateTo({ cell: formatCell(cell), ...page });
          // The next number of the list may be in another step.
          if (details) details.open = true;
        };
        const label = cellLabel(context, cell);
        return html`<li>${page ? html`<button type="button" class="plain" @click=${open}>${label}</button>` : label}
          ${quoted(readNumber(computation.run, cell))} <span class="note">${text.insteadOf(before)}</span></li>`;
      })}
      ${changeList.map(
        ({ label, undo }) =>
          html`<li>${label} ${
            readonly
              ? nothing
              : html`<button type="button" class="plain undo-change" @click=${() => dispatch(undo)}>${text.undo}</button>`
          }</li>`,
      )}</ul>
      ${
        readonly
          ? nothing
          : html`<button type="button" class="plain" @click=${() => dispatch({ edits: '', ...undoAll })}>${text.resetAll}</button>`
      }
    </div>
  </details>`;
}

/**
 * Chooses a head. The open number of the head before becomes that of the new one, because the
 * tables show one head.
 * @param {Pick<ViewContext, 'computation' | 'state'>} context
 * @param {number} head
 */
export function chooseHead({ computation: { run, nodes, results }, state }, head) {
  const cell = readCell(state.cell, run);
  if (!cell || state.view !== 'step' || !/^[hj]/.test(nodes[cell.id].axes)) return { head };
  const [count] = results[cell.id].shape;
  const [shown, ...others] = cell.index;
  if (shown !== findSharedHead(state.head, count, state.heads)) return { head };
  const index = [findSharedHead(head, count, state.heads), ...others];
  return { head, cell: formatCell({ id: cell.id, index }) };
}

/**
 * @param {ViewContext} context
 * @param {unknown} tools tools at the end of the bar
 * @param {unknown} learn the buttons that stay in view while a model learns
 */
export function tokenBar(context, tools, learn) {
  const { state, computation, dispatch } = context;
  const onlyQuery = computation.sentence?.query;
  const words = computation.sentence?.words ?? computation.queryWords;
  const selected = onlyQuery ?? context.selected;
  const heads = computation.nodes[context.overview]?.axes.startsWith('h') ? state.heads : 1;
  return html`<div class="token-bar" part="toolbar">
    <div class="strip">
    <fieldset class="words boxes ${words.length > MANY_WORDS ? 'long' : ''}" dir=${directionOf(words)}>
      <legend class="hidden">${text.queryToFollow}</legend>
      ${words.map(
        (name, i) => html`<label class=${namePieceClass(findPiece(computation.pieces, words, i))}>
          ${radioButton('query', i, i === selected, () => dispatch({ query: i }), onlyQuery !== undefined && i !== onlyQuery)}${word(name)}
        </label>`,
      )}
    </fieldset>
    ${
      heads > 1
        ? html`<fieldset class="heads boxes">
            <legend>${computation.words?.layer ? html`<span class="layer-name">${computation.words.layer} · </span>` : nothing}${text.head}</legend>
            ${numberedRadios('head', heads, state.head, (head) => dispatch(chooseHead(context, head)))}
          </fieldset>`
        : nothing
    }
    ${learn}
    </div>
    <div class="side">
    ${editList(context)} ${tools}
    </div>
  </div>`;
}

/** The first picture: the weights as one table, and in words what they say. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { table } from '../lessons/tables.js';
import { ARTICLE } from '../model/scenes.js';
import { legend } from './legend.js';
import { MANY_WORDS, matrixTable, quoted, word } from './matrix.js';

/** @typedef {import('./picture.js').Picture} Picture */

/** @param {Picture} picture */
export function origin({ state, lesson, choose, readonly }) {
  const words = lesson.keyWords.length;
  const edits = lesson.seeded.size;
  return html`<p class="badge" part="badge">${originText(state)}${
    edits > 0
      ? html` ${edits === 1 ? 'One number was' : `${edits} numbers were`} set by you.
          ${readonly ? nothing : html`<button type="button" class="plain" @click=${() => choose({ edits: '' })}>Take ${edits === 1 ? 'it' : 'them all'} back</button>`}`
      : nothing
  }</p>
  <p class="note digits">${
    words > MANY_WORDS
      ? 'Shown to three digits, weights to two; computed with all.'
      : 'Shown to three digits, computed with all.'
  }</p>`;
}

/** @param {import('../model/state.js').State} state */
function originText({ source, seed }) {
  if (source === 'article') {
    return 'The scores and the heads are an article’s own. The rest is computed from them. Nothing here was learned.';
  }
  if (source === 'coffee') {
    return 'Queries and keys were set by hand to tell a story. The rest is computed from them. Nothing here was learned.';
  }
  return `Embeddings and weights are random, drawn from seed ${seed}. Nothing here was learned.`;
}

/**
 * The weights, with the words on both sides.
 * @param {Picture} picture
 */
export function weightsFigure(picture) {
  const matrix = table(picture, 'weights');
  return html`<figure class="weights">
    ${matrixTable(matrix, picture)}
    <figcaption>
      <p>Read along a row: the word on the left asks, the words on top are asked. The weights of a row
        add up to 1.</p>
      <p>${largest(picture, matrix.view, picture.chosen)}</p>
      ${
        picture.state.pin >= 0 && picture.state.pin !== picture.chosen
          ? html`<p>${largest(picture, matrix.view, picture.state.pin)} ${apart(picture, matrix.view)}</p>`
          : nothing
      }
      ${comparing(picture)} ${legend([matrix])}
    </figcaption>
  </figure>`;
}

/**
 * @param {Picture} picture
 * @param {import('./view.js').View} view
 * @param {number} row
 */
function largest({ lesson, state }, view, row) {
  const weights = lesson.keyWords.map((_, column) => view.at(row, column));
  const most = Math.max(...weights);
  const asked = weights.indexOf(most);
  const asks = lesson.queryWords[row];
  if (!(most > 0) || asks === undefined) return nothing;
  const same = state.target === '' && (state.source === 'article' ? ARTICLE.query : row) === asked;
  return html`<b>${word(asks)}</b> gives its largest weight, ${quoted(most)}, to ${
    same && state.source !== 'coffee' ? 'itself' : html`<b>${word(lesson.keyWords[asked])}</b>`
  }.`;
}

/**
 * Which word to compare the followed one with.
 * @param {Picture} picture
 */
function comparing({ lesson, state, chosen, choose }) {
  const { queryWords } = lesson;
  if (queryWords.length < 2) return nothing;
  return html`<p class="note compare"><label>Compare with
    <select .value=${live(String(state.pin))} @change=${(/** @type {Event} */ event) =>
      choose({ pin: Number(/** @type {HTMLSelectElement} */ (event.target).value) })}>
      <option value="-1">no other word</option>
      ${queryWords.map((text, i) =>
        i === chosen
          ? nothing
          : html`<option value=${i} ?selected=${i === state.pin}>${i + 1} ${text}</option>`,
      )}
    </select></label></p>`;
}

/**
 * Where two words that are compared differ most.
 * @param {Picture} picture
 * @param {import('./view.js').View} view
 */
function apart({ lesson, state, chosen }, view) {
  const gaps = lesson.keyWords.map((_, key) =>
    Math.abs(view.at(chosen, key) - view.at(state.pin, key)),
  );
  const most = gaps.indexOf(Math.max(...gaps));
  if (most < 0) return nothing;
  const [one, other] = [chosen, state.pin].map(
    (row) => html`<b>${word(lesson.queryWords[row])}</b>`,
  );
  return html`The two differ most about <b>${word(lesson.keyWords[most])}</b>: ${one} gives it
    ${quoted(view.at(chosen, most))}, ${other} ${quoted(view.at(state.pin, most))}.`;
}

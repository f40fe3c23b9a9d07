/** The first picture: the weights as one table, and in words what they say. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { table } from '../lessons/tables.js';
import { quoted, word } from '../lessons/text.js';
import { MAX_DIGITS } from '../model/limits.js';
import { isCrossing } from '../model/state.js';
import { ARTICLE } from '../sources/article.js';
import { MANY_WORDS } from './digits.js';
import { legend } from './legend.js';
import { matrixTable } from './matrix.js';

/** @typedef {import('./picture.js').Picture} Picture */

/** Of words that share the largest weight. */
const MOST_NAMED = 3;

/** @param {Picture} picture */
export function origin({ state, lesson }) {
  const words = lesson.keyWords.length;
  return html`<p class="badge" part="badge">${originText(state, lesson.seeded.size)}</p>
  <p class="note digits">${
    words > MANY_WORDS && words <= MAX_DIGITS
      ? 'Shown to three digits, weights to two; computed with all.'
      : 'Shown to three digits, computed with all.'
  }</p>`;
}

/**
 * @param {import('../model/state.js').State} state
 * @param {number} edits
 */
function originText({ source, seed }, edits) {
  if (source === 'article') {
    return 'The scores and the heads are an article’s own. The rest is computed from them. Nothing here was learned.';
  }
  if (source === 'coffee') {
    return 'Queries and keys were set by hand to tell a story. The rest is computed from them. Nothing here was learned.';
  }
  return `Embeddings and weight matrices are random, drawn from seed ${seed}${
    edits > 0 ? ', but for what you set' : ''
  }. Nothing here was learned.`;
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
      <p>Read along a row: the word on the left asks, the words on top are asked. ${
        hasEmptyRow(picture) ? 'Where a word is left to ask, they' : 'The weights of a row'
      } add up to 1.</p>
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
 * Is there a row of which all is masked, and the fill −∞?
 * @param {Picture} picture
 */
const hasEmptyRow = ({ lesson }) => lesson.results.rowMax?.data.includes(-Infinity);

/**
 * @param {Picture} picture
 * @param {import('../model/view.js').View} view
 * @param {number} row
 */
function largest({ lesson, state }, view, row) {
  const weights = lesson.keyWords.map((_, column) => view.at(row, column));
  const asks = lesson.queryWords[row];
  if (asks === undefined) return nothing;
  if (weights.some(Number.isNaN)) {
    return html`All is masked for <b>${word(asks)}</b>, and −∞ − (−∞) is no number.`;
  }
  const most = Math.max(...weights);
  if (most <= 0) return html`All is masked for <b>${word(asks)}</b>: its weights are 0.`;
  const self = state.source === 'seed' && !isCrossing(state);
  const own = state.source === 'article' ? ARTICLE.query : self ? row : -1;
  const keys = lesson.keyWords.flatMap((text, key) => (weights[key] === most ? { text, key } : []));
  const names = keys
    .slice(0, MOST_NAMED)
    .map(
      ({ text, key }, i) =>
        html`${i > 0 ? ' and ' : nothing}${key === own ? 'itself' : html`<b>${word(text)}</b>`}`,
    );
  return html`<b>${word(asks)}</b> gives its largest weight, ${quoted(most)}, to ${names}${
    keys.length > MOST_NAMED ? ` and ${keys.length - MOST_NAMED} more` : nothing
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
    <select .value=${live(String(state.pin === chosen ? -1 : state.pin))} @change=${(
      /** @type {Event} */ event,
    ) => choose({ pin: Number(/** @type {HTMLSelectElement} */ (event.target).value) })}>
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
 * @param {import('../model/view.js').View} view
 */
function apart({ lesson, state, chosen }, view) {
  const gaps = lesson.keyWords.map((_, key) =>
    Math.abs(view.at(chosen, key) - view.at(state.pin, key)),
  );
  const most = gaps.indexOf(Math.max(...gaps));
  if (most < 0) return nothing;
  if (gaps[most] === 0) return 'The two rows are the same.';
  const [one, other] = [chosen, state.pin].map(
    (row) => html`<b>${word(lesson.queryWords[row])}</b>`,
  );
  return html`The two differ most about <b>${word(lesson.keyWords[most])}</b>: ${one} gives it
    ${quoted(view.at(chosen, most))}, ${other} ${quoted(view.at(state.pin, most))}.`;
}

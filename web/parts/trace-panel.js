/** One number, taken apart: what it is made of, term by term, and what it enters. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { symbolOf } from '../lessons/symbols.js';
import { precise, quoted, word } from '../lessons/text.js';
import { editPlace, withEdit } from '../model/edited.js';
import { LARGEST } from '../model/edits.js';
import { namesOf } from '../model/lesson.js';
import { exact, rounded } from '../model/number.js';
import { maskOf } from '../model/state.js';
import { feedsOf, numberAt, operandsOf, writePlace } from '../model/trace.js';
import { niceLimit } from '../styles/colour.js';
import { arithmetic, MOST_TERMS, products } from './arithmetic.js';
import { refocus } from './grid.js';
import { canPaint, toggled } from './mask-painter.js';

/**
 * @typedef {import('./picture.js').Picture} Picture
 * @typedef {import('../model/trace.js').Place} Place
 */

/** @param {Picture} picture */
export function tracePanel(picture) {
  const { traced, lesson, choose } = picture;
  if (!traced) return nothing;
  const value = numberAt(lesson, traced);
  return html`<section class="trace" part="trace" aria-label="One number, taken apart">
    <header>
      <h3>${labelOf(picture, traced)}</h3>
      <button type="button" class="plain" @click=${(/** @type {Event} */ event) => {
        const button = /** @type {Element} */ (event.currentTarget);
        refocus(button, writePlace(traced));
        choose({ cell: '' });
      }}>Close</button>
    </header>
    <p class="sum">${arithmetic(picture, traced)}
      <span class="whole">${Number.isFinite(value) && exact(value).length > rounded(value).length ? html`as 32 bits hold it <data value=${exact(value)}>${exact(value).replace('-', '−')}</data>` : nothing}</span></p>
    ${before(picture)} ${termTable(picture, traced)}
    ${editor(picture, traced, value)}
    ${maskButton(picture, traced)}
    ${neighbours(picture, traced)}
  </section>`;
}

/**
 * What the number was before the last experiment.
 * @param {Picture} picture
 */
function before(picture) {
  const { kind, was } = picture.compared(picture.state.cell) ?? {};
  if (!kind || was === undefined) return nothing;
  return html`<p class="note">Before the experiment: ${quoted(was)}${kind === 'same' ? ', the same' : nothing}</p>`;
}

/**
 * A place in words: 'score eat → noodles, head 1'.
 * @param {Picture} picture
 * @param {Place} place
 */
export function labelOf({ lesson }, { tensor, at }) {
  const entry = lesson.catalogue[tensor];
  /** @type {unknown[]} */
  const words = [];
  /** @type {string[]} */
  const numbers = [];
  const plain = [...entry.axes].filter((letter) => letter !== 'h' && !namesOf(letter, lesson));
  [...entry.axes].forEach((letter, axis) => {
    const names = namesOf(letter, lesson);
    if (names) words.push(word(names[at[axis]]));
    else if (letter === 'h') numbers.push(`head ${at[axis] + 1}`);
    else if (plain.length === 2) {
      numbers.push(`${letter === plain[0] ? 'row' : 'column'} ${at[axis] + 1}`);
    } else numbers.push(`number ${at[axis] + 1}`);
  });
  return html`${entry.one} ${symbolOf(entry, entry.axes.startsWith('h') ? at[0] : undefined)}
    ${words.length > 0 ? html`<b>${words[0]}${words.length > 1 ? html` → ${words[1]}` : nothing}</b>` : nothing}
    <span class="note">${numbers.join(', ')}</span>`;
}

/**
 * The terms of a sum, one below the other.
 * @param {Picture} picture
 * @param {Place} place
 */
function termTable(picture, place) {
  const { lesson, attention } = picture;
  const { op, inputs, axes } = lesson.catalogue[place.tensor];
  const [left = [], right = []] = operandsOf(lesson, place);
  if (op.name !== 'product') return nothing;
  if (left.length < 2 || left.length > MOST_TERMS) return nothing;
  const letter = [...inputs[0].axes].find((one) => !axes.includes(one) && one !== 'h') ?? '';
  const names = namesOf(letter, lesson);
  const values = (/** @type {Place[]} */ places) => places.map((one) => numberAt(lesson, one));
  const terms = products(attention, values(left), values(right));
  const most = Math.max(...terms.map(Math.abs)) || 1;
  return html`<table class="terms" role="table">
    <caption class=${picture.edited(writePlace(place)) === undefined ? 'hidden' : 'note'}>${
      picture.edited(writePlace(place)) === undefined
        ? 'The terms of the sum'
        : 'what it would be made of'
    }</caption>
    <thead><tr>
      <td></td>
      <th scope="col">${symbolOf(lesson.catalogue[inputs[0].id], headOf(left[0], inputs[0]))}</th>
      <th scope="col">${symbolOf(lesson.catalogue[inputs[1].id], headOf(right[0], inputs[1]))}</th>
      <th scope="col">product</th>
      <td></td>
    </tr></thead>
    <tbody>${left.map(
      (_, i) => html`<tr>
        <th scope="row">${names ? word(names[i]) : i + 1}</th>
        <td>${precise(numberAt(lesson, left[i]))}</td>
        <td>× ${precise(numberAt(lesson, right[i]))}</td>
        <td>= ${precise(terms[i])}</td>
        <td><meter class=${terms[i] < 0 ? 'negative' : 'positive'} max=${most} value=${Math.abs(terms[i])}
          aria-hidden="true"></meter></td>
      </tr>`,
    )}</tbody>
  </table>`;
}

/**
 * @param {Place} place
 * @param {{ axes: string }} operand
 */
const headOf = ({ at }, { axes }) => (axes.startsWith('h') ? at[0] : undefined);

/**
 * A field and a slider for what the reader may set.
 * @param {Picture} picture
 * @param {Place} place
 * @param {number} value
 */
function editor(picture, place, value) {
  const { state, lesson, choose } = picture;
  const edit = editPlace(state, lesson, place);
  if (edit === undefined || picture.readonly) return nothing;
  const drawn = picture.edited(writePlace(place));
  /** @param {Event} event */
  const read = (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const text = field.value.trim().replace('−', '-').replace(',', '.');
    field.setCustomValidity('');
    // Esc, or nothing: what is there stays, and the field shows it again.
    if (text === '') return choose({ cell: state.cell });
    const number = Number(text);
    const fits = Math.abs(number) <= LARGEST;
    if (fits) return choose({ edits: withEdit(state.edits, edit, number) });
    field.setCustomValidity(`A number from −${LARGEST} to ${LARGEST}, please.`);
    field.reportValidity();
  };
  const reach = niceLimit([3, value, drawn ?? 0]);
  return html`<div class="editor">
    <label>Set it to
      <input class="edit" type="text" inputmode="decimal" autocomplete="off" .value=${live(exact(value))}
        @change=${read}></label>
    <input type="range" min=${-reach} max=${reach} step="0.01" aria-label="The same number, by slider"
      .value=${live(String(value))} @input=${read}>
    ${
      drawn === undefined
        ? nothing
        : html`<button type="button" class="plain" @click=${() =>
            choose({
              edits: withEdit(state.edits, edit, undefined),
            })}>Give ${quoted(drawn)} back</button>`
    }
  </div>`;
}

/**
 * Pairs of words can be masked from where their number is.
 * @param {Picture} picture
 * @param {Place} place
 */
function maskButton(picture, { tensor, at }) {
  const { state, lesson, choose, readonly } = picture;
  const pairs = lesson.catalogue[tensor].axes.endsWith('qk');
  if (!pairs || readonly || !canPaint(picture)) return nothing;
  const [query, key] = at.slice(-2);
  const { masked, change } = toggled(picture, query, key);
  return html`<p><button type="button" class="plain mask" @click=${() => choose(change)}>${
    masked ? 'Let this pair attend again' : 'Mask this pair'
  }</button>${maskOf(state) === 'custom' ? nothing : html` <span class="note">makes the mask your own</span>`}</p>`;
}

/**
 * The head and the word whose tables show one of the places, where they are not those shown now.
 * @param {Picture} picture
 * @param {string} tensor
 * @param {Place[]} places
 */
function shownBy({ lesson, state, chosen }, tensor, places) {
  const { axes } = lesson.catalogue[tensor];
  const head = axes.startsWith('h') ? 0 : -1;
  const query = axes === 'qka' ? 0 : -1;
  const [{ at }] = places;
  return {
    ...(head >= 0 && !places.some((place) => place.at[head] === state.head) && { head: at[head] }),
    ...(query >= 0 && !places.some((place) => place.at[query] === chosen) && { query: at[query] }),
  };
}

/**
 * What it is made of and what it enters, and the way there.
 * @param {Picture} picture
 * @param {Place} place
 */
function neighbours(picture, place) {
  const { lesson } = picture;
  const given = picture.edited(writePlace(place)) !== undefined;
  const sources = given
    ? []
    : operandsOf(lesson, place).map((places, i) => ({
        tensor: places[0]?.tensor ?? lesson.catalogue[place.tensor].inputs[i].id,
        places,
      }));
  const feeds = feedsOf(lesson, place);
  /** @param {{ tensor: string, places: Place[] }} group */
  const wayOf = ({ tensor, places }) => {
    const entry = lesson.catalogue[tensor];
    const way = picture.wayTo(tensor);
    const label =
      places.length === 1
        ? labelOf(picture, places[0])
        : html`${places.length} numbers of the ${entry.name} ${symbolOf(entry)}`;
    if (!way) return html`<li>${label}</li>`;
    // A single number can be opened itself; of several the tables show which they are.
    const cell = places.length === 1 ? { cell: writePlace(places[0]) } : {};
    const go = () => picture.turn({ ...cell, ...way, ...shownBy(picture, tensor, places) });
    return html`<li><button type="button" class="plain" @click=${go}>${label}</button></li>`;
  };
  return html`<div class="ways">
    ${sources.length > 0 ? html`<div><h4>Comes from</h4><ul>${sources.map(wayOf)}</ul></div>` : nothing}
    <div><h4>Goes into</h4>${
      feeds.length > 0
        ? html`<ul>${feeds.map(wayOf)}</ul>`
        : html`<p class="note">Nothing more here.</p>`
    }</div>
  </div>`;
}

/** Where the small language model writes on, and where it is measured what its heads do. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { isEnded } from '../../learning/story.js';
import * as text from '../../text/en/models/writing.js';

/**
 * @typedef {import('../context.js').ViewContext} ViewContext
 * @typedef {import('../../learning/training.js').Training} Training
 */

const HOTTEST = 2;
/** A head that costs less, in points, is not named by what it costs. */
const LEAST = 5;
/** So many dependencies are listed of a head. */
const LISTED = 3;

/** @param {ViewContext} context @param {Training} training */
export function writing({ state, update, readonly }, training) {
  if (readonly) return nothing;
  const { isWriting, temperature, written } = training;
  const words = state.sentence.split(' ').filter(Boolean);
  const isOver = isEnded(words);
  const write = (/** @type {boolean} */ onAndOn) => () => isOver || training.write(state, onAndOn);
  return html`<details class="writing" open>
    <summary>${text.title}</summary>
    <div class="buttons">
      <button type="button" class="plain" aria-disabled=${isOver ? 'true' : 'false'}
        @click=${write(false)}>${text.word}</button>
      <button type="button" class="plain" aria-disabled=${isOver ? 'true' : 'false'}
        @click=${isWriting ? () => training.stopWriting() : write(true)}>${isWriting ? text.stop : text.toTheEnd}</button>
      <button type="button" class="plain" @click=${() =>
        update({
          sentence: words.slice(0, -1).join(' ') || '<s>',
          cell: '',
        })}>${text.takeBack}</button>
      <button type="button" class="plain" @click=${() => {
        training.drawAnew();
        update({ sentence: '<s>', query: 0, cell: '' });
      }}>${text.anew}</button>
    </div>
    <div class="choice">
      <label for="writing-temperature">${text.temperature}</label>
      <input id="writing-temperature" type="range" min="0" max=${HOTTEST} step="0.1" .value=${live(String(temperature))}
        @input=${(/** @type {InputEvent} */ event) =>
          training.setTemperature(Number(/** @type {HTMLInputElement} */ (event.target).value))}>
      ${text.chosen(temperature)}
    </div>
    <p class="note reached" role="status">${writtenNote(written)} ${isOver ? text.over : nothing}</p>
  </details>`;
}

/** @param {Training['written']} written */
function writtenNote(written) {
  if (written === undefined) return nothing;
  return written === null ? text.full : text.cached(written.cachedTokens);
}

/** @param {ViewContext} context @param {Training} training */
export function headRoles({ state }, training) {
  const { heads } = training;
  return html`<details class="heads-measured">
    <summary>${text.heads}</summary>
    <p class="note">${text.measured}</p>
    <p><button type="button" class="plain" @click=${() => training.measureHeads(state)}>${text.measure}</button></p>
    <div role="status">${
      heads === 'measuring'
        ? text.measuring
        : html`<dl>${heads?.map(
            ({ layer, head, byDependency }) => html`<dt>${text.headName(layer + 1, head + 1)}</dt>
              ${roles(byDependency).map((role) => html`<dd>${role}</dd>`)}`,
          )}</dl>`
    }</div>
  </details>`;
}

/**
 * What a head is needed for most.
 * @param {Record<string, { drop: number, weight: number }>} byDependency
 */
function roles(byDependency) {
  const all = Object.entries(byDependency)
    .map(([name, { drop, weight }]) => ({ name, points: Math.round(100 * drop), weight }))
    .toSorted((one, other) => other.points - one.points);
  const needed = all.filter(({ points }) => points >= LEAST).slice(0, LISTED);
  return needed.length > 0
    ? needed.map(({ name, points, weight }) => text.most(name, points, weight))
    : [text.idle(Math.max(0, all[0]?.points ?? 0))];
}

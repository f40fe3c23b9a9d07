/** The panel in which a model learns. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { MAX_SEED } from '../../session/limits.js';
import * as text from '../../text/en/models/training.js';
import { radio } from '../radio.js';
import { curves } from './curves.js';

/**
 * @typedef {import('../context.js').ViewContext} ViewContext
 * @typedef {import('../../learning/training.js').Training} Training
 */

const RATES = [0.1, 1, 10, 1000];

/**
 * @param {ViewContext} context
 * @param {Training} training
 */
export function trainingPanel(context, training) {
  const { state, readonly } = context;
  const { progress } = training;
  if (!progress) return nothing;
  const { total, every, losses } = progress;
  const step = state.training < 0 ? total : state.training;
  const isOver = losses.some(([, loss]) => Number.isNaN(loss));
  return html`<section class="training" aria-label=${text.title}>
    ${readonly ? nothing : modelChoice(context, training)}
    ${readonly || state.training < 0 ? nothing : buttons(context, training)}
    <p class="note" role=${training.isPlaying ? nothing : 'status'}>${said(training, step)}</p>
    ${state.training < 0 ? nothing : curves(progress, step)}
    ${
      state.training < 0 || readonly
        ? nothing
        : html`<input type="range" class="steps-back" min="0" max=${total} step=${every}
            aria-label=${text.slider} .value=${live(String(step))}
            @input=${(/** @type {InputEvent} */ event) => {
              training.pause();
              training.show(Number(/** @type {HTMLInputElement} */ (event.target).value));
            }}>`
    }
    ${isOver ? overflowed(context, training) : nothing}
    ${readonly || state.training < 0 ? nothing : start(context, training)}
    ${training.onPage ? html`<p class="note">${text.onPage}</p>` : nothing}
  </section>`;
}

/** @param {ViewContext} context @param {Training} training */
function modelChoice({ state, update }, training) {
  const now =
    state.training < 0
      ? 'trained'
      : state.training === 0 && !training.isPlaying
        ? 'untrained'
        : 'learn';
  const changes = {
    untrained: () => {
      training.pause();
      update({ training: 0 });
    },
    trained: () => {
      training.pause();
      update({ training: -1 });
    },
    learn: () => {
      update({ training: Math.max(0, state.training) });
      training.play();
    },
  };
  return html`<fieldset class="choice">
    <legend>${text.model}</legend>
    <div>${
      /** @type {(keyof typeof changes)[]} */ (Object.keys(changes)).map(
        (name) => html`<label>
        ${radio('training', name, name === now, changes[name])}${text.states[name]}
      </label>`,
      )
    }</div>
  </fieldset>`;
}

/** @param {ViewContext} context @param {Training} training */
function buttons({ state }, training) {
  const { isPlaying, speed, progress } = training;
  const isDone = state.training >= (progress?.total ?? Infinity);
  const playing = isPlaying ? text.pause : state.training > 0 ? text.goOn : text.play;
  return html`<div class="buttons">
    <button type="button" class="plain" aria-disabled=${isDone && !isPlaying ? 'true' : 'false'}
      @click=${() => (isPlaying ? training.pause() : training.play())}>${playing}</button>
    <button type="button" class="plain" @click=${() => {
      training.pause();
      training.advance(1);
    }}>${text.oneStep}</button>
    <button type="button" class="plain" @click=${() => {
      training.show(0);
      training.play();
    }}>${text.again}</button>
    <label>${text.speed} <select .value=${live(speed)} @change=${(/** @type {Event} */ event) =>
      training.setSpeed(/** @type {HTMLSelectElement} */ (event.target).value)}>
      ${Object.entries(text.speeds).map(
        ([name, label]) =>
          html`<option value=${name} ?selected=${name === speed}>${label}</option>`,
      )}
    </select></label>
  </div>`;
}

/** @param {Training} training @param {number} step */
function said({ progress, wanted }, step) {
  const { total = 0, losses = [], measures = [], reached = 0 } = progress ?? {};
  if (wanted !== undefined && reached < wanted) {
    return html`${text.trainingTo(wanted)} ${text.progress(reached, total)}.`;
  }
  const [, loss] = losses.findLast(([at]) => at <= step) ?? [];
  const [, measured] = measures.findLast(([at]) => at <= step) ?? [];
  const share = measured?.accuracy ?? measured?.exactMatch;
  return [
    text.progress(step, total),
    ...(loss === undefined ? [] : [text.lossIs(loss)]),
    ...(share === undefined ? [] : [text.rightIs(share)]),
  ].join(' · ');
}

/** The seed and the rate. @param {ViewContext} context @param {Training} training */
function start({ state, update }, training) {
  /** @param {Partial<import('../../session/state.js').State>} change */
  const anew = (change) => {
    training.pause();
    update({ training: 0, ...change });
  };
  return html`<div class="choice">
    <label for="training-seed">${text.seed}</label>
    <input id="training-seed" type="number" min="0" max=${MAX_SEED} step="1" .value=${live(String(state.seed))}
      @change=${(/** @type {Event} */ event) =>
        anew({ seed: Number(/** @type {HTMLInputElement} */ (event.target).value) })}>
    <button type="button" class="plain" @click=${() => anew({ seed: (state.seed + 1) % MAX_SEED })}>${text.otherSeed}</button>
  </div>
  <div class="choice">
    <label for="rate">${text.rate}</label>
    <select id="rate" .value=${live(String(state.rate))} @change=${(/** @type {Event} */ event) =>
      anew({ rate: Number(/** @type {HTMLSelectElement} */ (event.target).value) })}>
      ${[...new Set([...RATES, state.rate])].map(
        (rate) =>
          html`<option value=${rate} ?selected=${rate === state.rate}>${text.rateOf(rate)}</option>`,
      )}
    </select>
  </div>`;
}

/** @param {ViewContext} context @param {Training} training */
function overflowed({ update }, { progress }) {
  const [step] = progress?.losses.find(([, loss]) => Number.isNaN(loss)) ?? [0];
  return html`<p class="wrong" role="alert">${text.overflowed(step)}
    <button type="button" class="plain" @click=${() => update({ training: 0, rate: 1 })}>${text.usualRate}</button></p>`;
}

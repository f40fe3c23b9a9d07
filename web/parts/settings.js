/** What the reader can choose. Little of it is open at first; the rest waits behind its name. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { WK, WQ } from '../lessons/symbols.js';
import { MAX_DIGITS, MAX_SEED, MAX_WIDTH } from '../model/limits.js';
import { counted, exact } from '../model/number.js';
import { presetOf, presetState, presets } from '../model/presets.js';
import { isDecoderSelf, maskOf, widthFor } from '../model/state.js';
import { whyNotDot } from '../model/why-not-dot.js';
import { MAX_CHARACTERS, MAX_WORDS } from '../model/words.js';
import { radio } from './radio.js';

/**
 * @typedef {import('../model/state.js').State} State
 * @typedef {import('./picture.js').Picture} Picture
 */

/** @param {Picture} picture */
export function sentenceField({ state, lesson, choose }) {
  /** @param {keyof State} name */
  const read = (name) => (/** @type {InputEvent} */ event) =>
    choose({ [name]: /** @type {HTMLInputElement} */ (event.target).value });
  return html`<div class="field">
    <label for="sentence">Sentence</label>
    <input id="sentence" type="text" dir="auto" autocomplete="off" spellcheck="false"
      maxlength=${MAX_CHARACTERS} aria-describedby="limits" .value=${live(state.sentence)}
      @input=${read('sentence')}>
    <p id="limits" class="note">Up to ${MAX_DIGITS} words are written in digits, up to ${MAX_WORDS} drawn as maps.${
      lesson.leftOut > 0
        ? html` <strong>${lesson.leftOut} more left out: a table of so many words could not be read.</strong>`
        : nothing
    }</p>
  </div>
  <div class="field">
    <label for="target">Second sentence, which asks the first</label>
    <input id="target" type="text" dir="auto" autocomplete="off" spellcheck="false"
      maxlength=${MAX_CHARACTERS} .value=${live(state.target)} placeholder="none"
      @change=${read('target')}>
    ${lesson.leftOutOfTarget > 0 ? html`<p class="note"><strong>${lesson.leftOutOfTarget} more left out.</strong></p>` : nothing}
  </div>`;
}

/** @param {Picture} picture */
export function settings(picture) {
  const { state, choose } = picture;
  const drawn = state.source === 'seed';
  const dot = state.mechanism === 'dot';
  const preset = presetOf(state);
  return html`
    <div class="choice">
      <label for="preset">Start from</label>
      <select id="preset" aria-describedby="about-preset" .value=${live(preset ?? '')} @change=${(
        /** @type {Event} */ event,
      ) => {
        const { value } = /** @type {HTMLSelectElement} */ (event.target);
        const next = presetState(value);
        choose({ ...next, cell: '', before: '', pin: -1, key: -1 });
      }}>
        ${preset ? nothing : html`<option value="" selected>your own</option>`}
        ${presets.map(
          ({ id, name }) => html`<option value=${id} ?selected=${id === preset}>${name}</option>`,
        )}
      </select>
      <p class="note" id="about-preset">${presets.find(({ id }) => id === preset)?.note}</p>
    </div>
    ${
      drawn
        ? html`
          ${
            state.target
              ? choice(picture, 'Whom it asks', 'layer', [
                  ['cross', 'the other sentence'],
                  ['self', 'itself'],
                ])
              : nothing
          }
          ${choice(picture, 'Mechanism', 'mechanism', [
            ['dot', 'scaled dot product'],
            ['additive', 'additive'],
          ])}
          ${maskSettings(picture)}
          ${dot ? headSettings(picture) : nothing}
          <details>
            <summary>Scale, softmax, widths, seed</summary>
            ${
              dot
                ? html`${choice(picture, 'Scale', 'scale', [
                    ['sqrt', '÷ √d'],
                    ['none', 'none'],
                    ['words', '÷ √words'],
                  ])}
                  ${number(picture, 'Or times', 'scale', { min: -100, max: 100, step: 'any' })}`
                : nothing
            }
            ${number(picture, 'Temperature', 'temperature', { min: 2 ** -10, max: 2 ** 10, step: 'any' })}
            ${number(picture, 'Dropout', 'dropout', { min: 0, max: 1, step: 0.05 })}
            ${state.dropout > 0 ? number(picture, 'Dropout seed', 'dropoutSeed', { min: 0, max: MAX_SEED, step: 1 }) : nothing}
            ${number(picture, 'Width', 'dModel', { min: 1, max: MAX_WIDTH, step: 1 })}
            ${keyWidth(picture)}
            ${number(picture, 'Seed', 'seed', { min: 0, max: MAX_SEED, step: 1 })}
          </details>`
        : nothing
    }`;
}

/** @param {Picture} picture */
function maskSettings(picture) {
  const { state, lesson } = picture;
  if (isDecoderSelf(state)) {
    return html`<p class="note">The decoder’s own mask is causal: it may not look ahead.</p>`;
  }
  const mask = maskOf(state);
  return html`${choice(
    picture,
    'Mask',
    'mask',
    [
      ['none', 'none'],
      ...(state.target ? [] : [/** @type {['causal', string]} */ (['causal', 'causal'])]),
      ['padding', 'padding'],
      ['custom', 'painted'],
    ],
    mask,
  )}
  ${
    mask === 'padding'
      ? number(picture, 'Padding words', 'pad', { min: 0, max: lesson.keyWords.length, step: 1 })
      : nothing
  }`;
}

/**
 * What a masked score becomes, and a row of which all is masked: chosen beside the mask itself.
 * @param {Picture} picture
 */
export function fillSettings(picture) {
  const { state, readonly } = picture;
  if (readonly || state.source !== 'seed' || maskOf(state) === 'none') return nothing;
  return html`<div class="fill">
    ${choice(picture, 'Masked scores become', 'fill', [
      ['inf', '−∞'],
      ['-1e9', '−1e9'],
      ['0', '0, a typical bug'],
    ])}
    ${
      state.fill === 'inf'
        ? choice(picture, 'A row masked as a whole gives', 'emptyRow', [
            ['zeros', 'zeros'],
            ['nan', 'NaN'],
          ])
        : nothing
    }
  </div>`;
}

/** @param {Picture} picture */
function headSettings({ state, choose }) {
  const counts = [1, 2, 3, 4, 5, 6, 7, 8];
  const all = counts.includes(state.heads) ? counts : [...counts, state.heads];
  return html`<fieldset class="choice counts">
    <legend>Heads</legend>
    <div>${all.map(
      (count) => html`<label>
        ${radio('heads', count, count === state.heads, () =>
          choose({ heads: count, dModel: widthFor(count, state.dModel) }),
        )}${count}
      </label>`,
    )}<span class="note">of ${counted(state.dModel / state.heads, 'number')}, ${state.dModel} in a row</span></div>
  </fieldset>`;
}

/** @param {Picture} picture */
function keyWidth(picture) {
  const { state, lesson } = picture;
  if (state.mechanism === 'additive') {
    return html`${number(picture, 'Width of keys', 'keyWidth', { min: 0, max: MAX_DIGITS, step: 1 })}
      <p class="note">0: the same for both sides.</p>`;
  }
  return html`<p class="note why">A bare dot product needs query and key of one length: given a key of 6
    numbers for a query of 4, the core answers
    “${lesson.queryWords.length > 0 ? whyNotDot(picture.attention) : ''}”. A Transformer’s ${WQ} and ${WK}
    bring rows to one length first; in Luong’s score <i>q W k</i>ᵀ and in additive attention matrices are
    part of the score.</p>`;
}

/**
 * A row of radio buttons for one entry of the state.
 * @template {keyof State} Name
 * @param {Picture} picture
 * @param {string} label
 * @param {Name} name
 * @param {[State[Name], string][]} choices
 * @param {State[Name]} [current]
 */
function choice({ state, choose }, label, name, choices, current = state[name]) {
  return html`<fieldset class="choice">
    <legend>${label}</legend>
    <div>${choices.map(
      ([value, text]) => html`<label>
        ${radio(name, String(value), value === current, () => choose({ [name]: value }))}${text}
      </label>`,
    )}</div>
  </fieldset>`;
}

/**
 * @param {Picture} picture
 * @param {string} label
 * @param {'seed' | 'dModel' | 'keyWidth' | 'pad' | 'temperature' | 'dropout' | 'dropoutSeed' | 'scale'} name
 * @param {{ min: number, max: number, step: number | string }} range
 */
function number({ state, choose }, label, name, { min, max, step }) {
  const value = state[name];
  return html`<div class="choice">
    <label for=${name}>${label}</label>
    <input id=${name} type="number" min=${min} max=${max} step=${step}
      .value=${live(typeof value === 'number' ? exact(value) : '')}
      @change=${(/** @type {Event} */ event) => {
        const text = /** @type {HTMLInputElement} */ (event.target).value;
        if (text !== '') choose({ [name]: Number(text) });
      }}>
  </div>`;
}

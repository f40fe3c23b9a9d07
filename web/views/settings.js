/** The settings. Few are open at first; the others are in details elements. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { radioButton } from '../figures/dom.js';
import { maskNamed, offeredMasks } from '../graph/masks/index.js';
import { refusalOfDot } from '../lessons/mechanisms.js';
import { headCounts, isDecoderSelf, maskOf, widthFor } from '../state/derived.js';
import { FIELDS, usesSetting } from '../state/fields.js';
import { MAX_DIGITS, MOST_HEADS_OF_MODEL } from '../state/limits.js';
import { startPainting } from '../state/mask.js';
import { allPresets, presetOf, presetState } from '../state/presets.js';
import { isOwn, modelOf } from '../state/source-kinds.js';
import { MAX_CHARACTERS, MAX_WORDS } from '../state/words.js';
import * as text from '../text/en/controls.js';
import { exact } from '../text/number.js';
import { fileField } from './files.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { Preset, State } from '../state/types.js'
 * @import { FileReading } from './files.js'
 */

/** @param {ViewContext} context */
export function sentenceField(context) {
  const { state, computation, dispatch } = context;
  const read = (/** @type {InputEvent} */ event) =>
    dispatch({ sentence: /** @type {HTMLInputElement} */ (event.target).value });
  return html`<div class="field">
    <label for="sentence">${text.sentence}</label>
    <input id="sentence" type="text" dir="auto" autocomplete="off" spellcheck="false"
      maxlength=${MAX_CHARACTERS} aria-describedby="limits" .value=${live(state.sentence)}
      @input=${read}>
    <p id="limits" class="note">${usesSetting(state, 'target') ? text.wordLimits(MAX_DIGITS, MAX_WORDS) : nothing} ${tooMany(computation.leftOut)}</p>
  </div>
  ${usesSetting(state, 'target') ? targetField(context) : nothing}`;
}

/** @param {ViewContext} context */
function targetField({ state, computation, dispatch }) {
  const read = (/** @type {Event} */ event) =>
    dispatch({ target: /** @type {HTMLInputElement} */ (event.target).value });
  return html`<div class="field">
    <label for="target">${text.secondSentence}</label>
    <input id="target" type="text" dir="auto" autocomplete="off" spellcheck="false"
      maxlength=${MAX_CHARACTERS} .value=${live(state.target)} placeholder=${text.noSentence}
      @change=${read}>
    ${computation.leftOutOfTarget > 0 ? html`<p class="note">${tooMany(computation.leftOutOfTarget)}</p>` : nothing}
  </div>`;
}

/** @param {number} count of words */
const tooMany = (count) => (count > 0 ? html`<strong>${text.leftOut(count)}</strong>` : nothing);

/**
 * @param {ViewContext} context
 * @param {FileReading} reading
 * @param {unknown} [panel] in which a model learns
 */
export function settingsPanel(context, reading, panel) {
  const { state, dispatch } = context;
  const isDot = state.mechanism === 'dot';
  const preset = presetOf(state);
  const all = allPresets();
  const isModel = (/** @type {State['source']} */ source = 'seed') => Boolean(modelOf({ source }));
  const options = (/** @type {readonly Preset[]} */ some) =>
    some.map(
      ({ id, name }) => html`<option value=${id} ?selected=${id === preset}>${name}</option>`,
    );
  return html`
    <div class="choice">
      <label for="preset">${text.preset}</label>
      <select id="preset" aria-describedby="about-preset" .value=${live(preset ?? '')} @change=${(
        /** @type {Event} */ event,
      ) => {
        const { value } = /** @type {HTMLSelectElement} */ (event.target);
        const { query = state.query } = all.find(({ id }) => id === value) ?? {};
        dispatch({ ...presetState(value), query, cell: '', before: '', pin: -1, key: -1 });
      }}>
        ${preset ? nothing : html`<option value="" selected>${isOwn(state) ? text.ownNumbers : text.ownPreset}</option>`}
        ${options(all.filter(({ state: { source } }) => !isModel(source)))}
        <optgroup label=${text.models}>${options(all.filter(({ state: { source } }) => isModel(source)))}</optgroup>
      </select>
      <p class="note" id="about-preset">${all.find(({ id }) => id === preset)?.note}</p>
    </div>
    ${panel}
    ${
      usesSetting(state, 'layer') && state.target
        ? choice(context, text.attendsTo, 'layer', [
            ['cross', text.otherSentence],
            ['self', text.itself],
          ])
        : nothing
    }
    ${
      usesSetting(state, 'mechanism')
        ? choice(context, text.mechanism, 'mechanism', [
            ['dot', text.dotProduct],
            ['additive', text.additive],
          ])
        : nothing
    }
    ${
      usesSetting(state, 'positions')
        ? choice(context, text.positions, 'positions', [
            ['none', text.noPositions],
            ['sinusoidal', text.sinusoidal],
          ])
        : nothing
    }
    ${usesSetting(state, 'mask') ? maskSettings(context) : nothing}
    ${usesSetting(state, 'heads') && isDot ? headSettings(context) : nothing}
    ${usesSetting(state, 'temperature') ? moreSettings(context, isDot) : nothing}
    ${fileField(reading, isOwn(state))}`;
}

/**
 * @param {ViewContext} context
 * @param {boolean} isDot
 */
function moreSettings(context, isDot) {
  const { state } = context;
  return html`<details>
    <summary>${usesSetting(state, 'seed') ? text.more : text.moreOfOwn}</summary>
    ${
      isDot
        ? html`${choice(context, text.scale, 'scale', [
            ['sqrt', '÷ √d'],
            ['none', text.noScale],
            ['words', text.scaleByWords],
          ])}
          ${number(context, text.factor, 'scale', { least: '', most: 100, step: 0.1 })}`
        : nothing
    }
    ${number(context, text.temperature, 'temperature', { least: '', step: 0.1 })}
    ${number(context, text.dropout, 'dropout', { step: 0.05 })}
    ${state.dropout > 0 ? number(context, text.dropoutSeed, 'dropoutSeed') : nothing}
    ${
      usesSetting(state, 'seed')
        ? html`${number(context, text.width, 'dModel')} ${keyWidth(context)}
            ${number(context, text.seed, 'seed')}`
        : nothing
    }
  </details>`;
}

/** @param {ViewContext} context */
function maskSettings(context) {
  const { state, computation } = context;
  if (isDecoderSelf(state)) {
    return html`<p class="note">${text.decoderMask}</p>`;
  }
  const mask = maskOf(state);
  const { parameters = {}, words } = maskNamed(mask);
  return html`${choice(
    context,
    text.mask,
    'mask',
    offeredMasks(state.target !== '').map(({ name, words }) => [
      /** @type {State['mask']} */ (name),
      words.en.label,
    ]),
    mask,
    (value) =>
      value === 'custom'
        ? startPainting(state, computation.queryWords.length, computation.keyWords.length)
        : { mask: value },
  )}
  ${
    parameters.pad
      ? number(context, words.en.parameters?.pad, 'pad', { most: computation.keyWords.length })
      : nothing
  }`;
}

/**
 * The fill, and the weights of a fully masked row: shown beside the mask.
 * @param {ViewContext} context
 */
export function fillSettings(context) {
  const { state, readonly } = context;
  if (readonly || !usesSetting(state, 'fill') || maskOf(state) === 'none') return nothing;
  return html`<div class="fill">
    ${choice(context, text.fill, 'fill', [
      ['inf', '−∞'],
      ['-1e9', '−1e9'],
      ['0', text.zeroFill],
    ])}
    ${
      state.fill === 'inf'
        ? choice(context, text.emptyRow, 'emptyRow', [
            ['zeros', text.zeros],
            ['nan', 'NaN'],
          ])
        : nothing
    }
  </div>`;
}

/** @param {ViewContext} context */
function headSettings({ state, dispatch }) {
  const counts = usesSetting(state, 'dModel')
    ? [1, 2, 3, 4, 5, 6, 7, 8]
    : headCounts(MOST_HEADS_OF_MODEL);
  const all = counts.includes(state.heads) ? counts : [...counts, state.heads];
  return html`<fieldset class="choice counts">
    <legend>${text.heads}</legend>
    <div>${all.map(
      (count) => html`<label>
        ${radioButton('heads', count, count === state.heads, () =>
          dispatch({ heads: count, dModel: widthFor(count, state.dModel) }),
        )}${count}
      </label>`,
    )}<span class="note">${text.headWidth(state.dModel / state.heads, state.dModel)}</span></div>
  </fieldset>`;
}

/** @param {ViewContext} context */
function keyWidth(context) {
  const { state, computation } = context;
  if (state.mechanism === 'additive') {
    return html`${number(context, text.keyWidth, 'keyWidth')}
      <p class="note">${text.sameWidth}</p>`;
  }
  if (computation.queryWords.length === 0) return nothing;
  return html`<p class="note why">${text.whyOneWidth(refusalOfDot(context.attention))}</p>`;
}

/**
 * A row of radio buttons for one entry of the state.
 * @template {keyof State} Name
 * @param {ViewContext} context
 * @param {string} label
 * @param {Name} name
 * @param {[State[Name], string][]} choices
 * @param {State[Name]} [current]
 * @param {(value: State[Name]) => Partial<State>} [changeTo]
 */
function choice(
  { state, dispatch },
  label,
  name,
  choices,
  current = state[name],
  changeTo = (value) => ({ [name]: value }),
) {
  return html`<fieldset class="choice">
    <legend>${label}</legend>
    <div>${choices.map(
      ([value, text]) => html`<label>
        ${radioButton(name, String(value), value === current, () => dispatch(changeTo(value)))}${text}
      </label>`,
    )}</div>
  </fieldset>`;
}

/**
 * @param {ViewContext} context
 * @param {unknown} label
 * @param {keyof State & keyof typeof FIELDS} name of an entry that is a number, with its range
 * @param {{ least?: number | '', most?: number, step?: number }} [limits] of the control, where they are narrower; steps
 *   count from the least, where there is one
 */
function number({ state, dispatch }, label, name, limits = {}) {
  const value = state[name];
  const [min, max] = FIELDS[name].range ?? [];
  const { least = min, most = max, step = 1 } = limits;
  return html`<div class="choice">
    <label for=${name}>${label}</label>
    <input id=${name} type="number" min=${least} max=${most} step=${step}
      .value=${live(typeof value === 'number' ? exact(value) : '')}
      @change=${(/** @type {Event} */ event) => {
        const field = /** @type {HTMLInputElement} */ (event.target);
        if (field.value !== '') dispatch({ [name]: Number(field.value) });
        else if (field.validity.badInput) field.reportValidity();
      }}>
  </div>`;
}

/** The settings that a beginner needs; `expert-settings.js` has the others. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { radioButton, readField } from '../figures/controls.js';
import { getMaskKind, isPainted, listOfferedMasks, maskKinds } from '../graph/masks/index.js';
import { chooseWidth, getMask, isDecoderSelf, listHeadCounts } from '../state/derived.js';
import { usesSetting } from '../state/fields.js';
import { MAX_DIGITS, MAX_HEADS_OF_MODEL } from '../state/limits.js';
import { startPainting } from '../state/mask.js';
import { changeToPreset, findPreset, findShownPreset, listPresets } from '../state/presets.js';
import { isLearningModel, isOwn } from '../state/source-kinds.js';
import { MAX_SENTENCE_LETTERS, MAX_WORDS } from '../state/words.js';
import * as text from '../text/en/controls.js';
import { expertSettings } from './expert-settings.js';
import { fileField } from './files.js';
import { stateLink } from './link.js';
import { choiceControl, numberField } from './setting-fields.js';
import { typedValue } from './typed-value.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { Preset, State } from '../state/types.js'
 * @import { KeptSettings } from './expert-settings.js'
 * @import { FileReading } from './files.js'
 */

/** @param {ViewContext} context @param {boolean} [waits] whether to wait for the whole sentence */
export function sentenceField(context, waits = false) {
  const { state, computation, dispatch } = context;
  const read = readField(({ value }) => dispatch({ sentence: value }));
  return html`<div class="field">
    <label for="sentence">${text.sentence}</label>
    <input id="sentence" type="text" dir="auto" autocomplete="off" spellcheck="false"
      maxlength=${MAX_SENTENCE_LETTERS} aria-describedby="limits"
      .value=${waits ? typedValue(state.sentence) : live(state.sentence)}
      @input=${waits ? nothing : read} @change=${waits ? read : nothing}>
    <p id="limits" class="note">${usesSetting(state, 'target') && computation.keyWords.length > MAX_DIGITS ? text.wordLimits(MAX_DIGITS, MAX_WORDS) : nothing} ${leftOutNote(computation.leftOut)}</p>
  </div>
  ${usesSetting(state, 'target') ? targetField(context) : nothing}`;
}

/**
 * Renders the field of the second sentence. It waits for the whole sentence: an empty field on the
 * way would end the decoder step, self-attention and all numbers set by hand.
 * @param {ViewContext} context
 */
function targetField({ state, computation, dispatch }) {
  return html`<div class="field">
    <label for="target">${text.secondSentence}</label>
    <input id="target" type="text" dir="auto" autocomplete="off" spellcheck="false"
      maxlength=${MAX_SENTENCE_LETTERS} .value=${typedValue(state.target)} placeholder=${text.noSentence}
      @change=${readField(({ value }) => dispatch({ target: value }))}>
    ${computation.leftOutOfTarget > 0 ? html`<p class="note">${leftOutNote(computation.leftOutOfTarget)}</p>` : nothing}
  </div>`;
}

/** @param {number} count the number of words */
const leftOutNote = (count) =>
  count > 0 ? html`<strong>${text.leftOut(count)}</strong>` : nothing;

/**
 * @param {ViewContext} context
 * @param {FileReading} reading
 * @param {unknown} panel the panel in which a model learns
 * @param {KeptSettings} keptSettings
 */
export function settingsPanel(context, reading, panel, keptSettings) {
  const { state, dispatch } = context;
  const preset = findShownPreset(state);
  const all = listPresets().filter(({ id, isUnlisted }) => !isUnlisted || id === preset);
  const isLearning = (/** @type {Preset} */ { state: { source = 'seed' } }) =>
    isLearningModel({ source });
  const options = (/** @type {readonly Preset[]} */ some) =>
    some.map(
      ({ id, name }) => html`<option value=${id} .selected=${live(id === preset)}>${name}</option>`,
    );
  return html`
    <div class="choice">
      <label for="preset">${text.preset}</label>
      <select id="preset" aria-describedby="about-preset" @change=${readField(({ value }) => dispatch(changeToPreset(state, value)))}>
        ${preset ? nothing : html`<option value="" .selected=${live(true)}>${isOwn(state) ? text.ownNumbers : text.ownPreset}</option>`}
        ${options(all.filter((given) => !isLearning(given)))}
        <optgroup label=${text.models}>${options(all.filter(isLearning))}</optgroup>
      </select>
      <p class="note" id="about-preset">${all.find(({ id }) => id === findPreset(state))?.note}</p>
    </div>
    ${panel}
    ${
      usesSetting(state, 'layer') && state.target
        ? choiceControl(context, text.attendsTo, 'layer', [
            ['cross', text.otherSentence],
            ['self', text.itself],
          ])
        : nothing
    }
    ${
      usesSetting(state, 'mechanism')
        ? choiceControl(context, text.mechanism, 'mechanism', [
            ['dot', text.dotProduct],
            ['additive', text.additive],
          ])
        : nothing
    }
    ${usesSetting(state, 'mask') ? maskSettings(context) : nothing}
    ${usesSetting(state, 'heads') && state.mechanism === 'dot' ? headSettings(context, keptSettings) : nothing}
    ${expertSettings(context, keptSettings)}
    ${fileField(reading)}`;
}

/** @param {ViewContext} context */
function maskSettings(context) {
  const { state, computation, steps } = context;
  if (isDecoderSelf(state)) {
    return html`<p class="note">${text.decoderMask}</p>`;
  }
  const mask = getMask(state);
  const { parameters = {}, words } = getMaskKind(mask);
  const offered = listOfferedMasks(state.target !== '');
  const missing = maskKinds.filter((kind) => !offered.includes(kind));
  return html`${choiceControl(
    context,
    text.mask,
    'mask',
    offered.map(({ name, words }) => [name, words.en.label]),
    (value) =>
      isPainted(value)
        ? startPainting(state, computation.queryWords.length, computation.keyWords.length)
        : { mask: value },
    mask,
  )}
  ${missing.map(({ words }) => html`<p class="note">${text.needsOneSentence(words.en.label)}</p>`)}
  ${
    parameters.pad
      ? numberField(context, words.en.parameters?.pad, 'pad', { most: computation.keyWords.length })
      : nothing
  }
  ${
    parameters.masked && steps.some(({ id }) => id === 'maskedScores')
      ? html`<p class="note">${stateLink(context, { ...state, step: 'maskedScores' }, text.paintMask)}</p>`
      : nothing
  }`;
}

/**
 * Renders the fill and the weights of a fully masked row, beside the mask.
 * @param {ViewContext} context
 */
export function fillSettings(context) {
  const { state, readonly } = context;
  if (readonly || !usesSetting(state, 'fill') || getMask(state) === 'none') return nothing;
  return html`<div class="fill">
    ${choiceControl(context, text.fill, 'fill', [
      ['inf', '−∞'],
      ['-1e9', '−1e9'],
      ['0', text.zeroFill],
    ])}
    ${
      state.fill === 'inf'
        ? choiceControl(context, text.emptyRow, 'emptyRow', [
            ['zeros', text.zeros],
            ['nan', 'NaN'],
          ])
        : nothing
    }
  </div>`;
}

/** @param {ViewContext} context @param {KeptSettings} keptSettings */
function headSettings({ state, dispatch }, { notice }) {
  const counts = usesSetting(state, 'dModel')
    ? [1, 2, 3, 4, 5, 6, 7, 8]
    : listHeadCounts(MAX_HEADS_OF_MODEL);
  const all = counts.includes(state.heads) ? counts : [...counts, state.heads];
  return html`<fieldset class="choice boxes">
    <legend>${text.heads}</legend>
    <div>${all.map(
      (count) => html`<label>
        ${radioButton('heads', count, count === state.heads, () =>
          dispatch({ heads: count, dModel: chooseWidth(count, state.dModel) }),
        )}${count}
      </label>`,
    )}<span class="note">${notice?.at === 'heads' ? notice.text : text.headWidth(state.dModel / state.heads, state.dModel)}</span></div>
  </fieldset>`;
}

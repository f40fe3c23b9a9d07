/** The form of the builder. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { readField, selectMenu } from '../figures/controls.js';
import { getMaskKind, listOfferedMasks } from '../graph/masks/index.js';
import { getShownStep, listLessonSteps } from '../lessons/steps.js';
import { chooseWidth, getMask, isDecoderSelf } from '../state/derived.js';
import { FIELDS } from '../state/fields.js';
import { numberInput } from '../views/number-input.js';
import { typedValue } from '../views/typed-value.js';
import {
  findChosenTable,
  listChosenSteps,
  listOverruledParts,
  listPartsHiddenBy,
  listStepsWithTable,
  PART_LABELS,
  withPart,
  withSetting,
  withState,
  withStep,
} from './choices.js';

/**
 * @import { State } from '../state/types.js'
 * @import { Choices } from './choices.js'
 */

/** @typedef {(choices: Choices) => void} Choose */

/** @typedef {(change: Partial<State>) => void} Change */

/** @param {Choices} choices @param {Choose} update */
export function choicesForm(choices, update) {
  /** @type {Change} */
  const change = (change) => update(withSetting(choices, change));
  return html`<div class="form">
    ${wordsField(choices, update, change)} ${readersField(choices, update)}
    ${computationField(choices.state, change)} ${stepsField(choices, update)} ${partsField(choices, update)}
  </div>`;
}

/** @param {Choices} choices @param {Choose} update @param {Change} change */
function wordsField(choices, update, change) {
  const { state, lang } = choices;
  return html`<fieldset>
    <legend>The words</legend>
    ${field(
      'Sentence',
      (id) => html`<textarea id=${id} rows="2" dir="auto" spellcheck="false"
        maxlength=${FIELDS.sentence.maxLength} .value=${typedValue(state.sentence)}
        @input=${readField(({ value }) => change({ sentence: value }))}></textarea>`,
    )}
    ${field(
      'Second sentence, which attends to the first',
      (id) => html`<textarea id=${id} rows="1" dir="auto" spellcheck="false" placeholder="none"
        maxlength=${FIELDS.target.maxLength} .value=${typedValue(state.target)}
        @change=${readField(({ value }) => change({ target: value }))}></textarea>`,
    )}
    ${field(
      'Language of the words',
      (id) => html`<input id=${id} type="text" spellcheck="false" autocomplete="off"
        placeholder="en, fr, ar" .value=${typedValue(lang)}
        @input=${readField(({ value }) => update({ ...choices, lang: value.trim() }))}>`,
    )}
  </fieldset>`;
}

/** @param {Choices} choices @param {Choose} update */
function readersField(choices, update) {
  const { theme, readonly, locked, compact } = choices;
  return html`<fieldset>
    <legend>For its readers</legend>
    ${tick('only to be looked at', readonly, (only) => update({ ...choices, readonly: only }))}
    ${tick('exactly this, and nothing that leads elsewhere', locked, (only) => update({ ...choices, locked: only }))}
    ${tick('on a slide', compact, (wanted) => update({ ...choices, compact: wanted }))}
    ${picks(
      'Theme',
      { '': 'that of the page around', light: 'light', dark: 'dark' },
      theme,
      (wanted) => update({ ...choices, theme: wanted }),
    )}
  </fieldset>`;
}

/** @param {State} state @param {Change} change */
const computationField = (state, change) => html`<fieldset>
    <legend>The computation</legend>
    ${picks(
      'Mechanism',
      { dot: 'dot product', additive: 'additive' },
      state.mechanism,
      (mechanism) => change({ mechanism }),
    )}
    ${
      state.target
        ? picks(
            'The second attends to',
            { cross: 'the first', self: 'itself' },
            state.layer,
            (layer) => change({ layer }),
          )
        : nothing
    }
    ${maskField(state, change)}
    ${state.mechanism === 'dot' ? dotProduct(state, change) : nothing}
    ${numberField('Seed', state, 'seed', change)}
  </fieldset>`;

/** @param {Choices} choices @param {Choose} update */
function partsField(choices, update) {
  const hidden = listPartsHiddenBy(choices);
  const overruled = listOverruledParts(choices);
  return html`<fieldset>
    <legend>What is shown</legend>
    ${Object.entries(PART_LABELS).map(([part, text]) =>
      tick(
        text,
        ![...hidden, ...overruled].includes(part),
        (shown) => update(withPart(choices, part, shown)),
        overruled.includes(part),
      ),
    )}
  </fieldset>`;
}

/** @param {State} state @param {Change} change */
function maskField(state, change) {
  if (isDecoderSelf(state)) {
    return html`<p class="note">The second sentence attends to itself behind a causal mask.</p>`;
  }
  const mask = getMask(state);
  const { parameters = {}, words } = getMaskKind(mask);
  const kinds = Object.fromEntries(
    listOfferedMasks(state.target !== '').map((kind) => [kind.name, kind.words.en.label]),
  );
  return html`
    ${picks('Mask', kinds, mask, (wanted) => change({ mask: /** @type {State['mask']} */ (wanted) }))}
    ${parameters.pad ? numberField(words.en.parameters?.pad ?? '', state, 'pad', change) : nothing}
    ${
      parameters.masked
        ? field(
            words.en.parameters?.masked ?? '',
            (id) => html`<input id=${id} type="text" spellcheck="false" autocomplete="off"
              placeholder="0.3 2.1" .value=${typedValue(state.masked)}
              @change=${readField(({ value }) => change({ masked: value }))}>`,
          )
        : nothing
    }`;
}

/** @param {State} state @param {Change} change */
function dotProduct(state, change) {
  const { heads, dModel, scale } = state;
  const counts = [...new Set([1, 2, 3, 4, 5, 6, 7, 8, heads])];
  const isNumber = typeof scale === 'number';
  return html`
    ${picks(
      'Heads',
      Object.fromEntries(counts.map((count) => [count, String(count)])),
      String(heads),
      (text) => change({ heads: Number(text), dModel: chooseWidth(Number(text), dModel) }),
    )}
    ${numberField('Width, all heads together', state, 'dModel', change, heads)}
    ${picks(
      'Scale',
      { sqrt: '÷ √d', none: 'none', words: '÷ √words', number: 'a number' },
      isNumber ? 'number' : scale,
      (wanted) => change({ scale: wanted === 'number' ? 1 : wanted }),
    )}
    ${isNumber ? numberField('Scores are multiplied by', state, 'scale', change, 0.1) : nothing}`;
}

/** @param {Choices} choices @param {Choose} update */
function stepsField(choices, update) {
  const tables = listStepsWithTable(choices.state).map(({ id, name }) => [id, `${name} ${id}`]);
  return html`<fieldset>
    <legend>The steps</legend>
    ${picks(
      'One table alone',
      { '': 'no, the steps that are ticked', ...Object.fromEntries(tables) },
      findChosenTable(choices),
      (table) => update(withState({ ...choices, table }, {})),
    )}
    ${findChosenTable(choices) ? nothing : stepTicks(choices, update)}
  </fieldset>`;
}

/** @param {Choices} choices @param {Choose} update */
function stepTicks(choices, update) {
  const { state } = choices;
  const ticked = listChosenSteps(choices);
  const shown = listLessonSteps(state, ticked);
  return html`<div class="columns">
      ${listLessonSteps(state).map(({ id, name }) =>
        tick(html`${name} <code>${id}</code>`, ticked.includes(id), (wanted) =>
          update(withStep(choices, id, wanted)),
        ),
      )}
    </div>
    ${ticked.length === 0 ? html`<p class="note">None is ticked: the whole lesson is shown.</p>` : nothing}
    ${picks(
      'Shown first',
      // The lessons of models, with the names of their steps, are not loaded here.
      Object.fromEntries(shown.map(({ id, name }) => [id, name || id])),
      getShownStep(shown, state).id,
      (step) => update(withState(choices, { step })),
    )}`;
}

/** @param {string} label @param {(id: string) => unknown} control */
function field(label, control) {
  // Examples on the page have ids as well.
  const id = `choose-${label.toLowerCase().replace(/\W+/g, '-')}`;
  return html`<p class="field"><label for=${id}>${label}</label> ${control(id)}</p>`;
}

/**
 * @template {string} Value
 * @param {string} label
 * @param {Partial<Record<Value, string>>} choices
 * @param {Value} current
 * @param {(value: Value) => void} update
 */
function picks(label, choices, current, update) {
  const options = /** @type {[Value, string][]} */ (Object.entries(choices));
  return field(label, (id) => selectMenu(options, current, update, { id }));
}

/**
 * @param {string} label
 * @param {State} state
 * @param {'dModel' | 'seed' | 'pad' | 'scale'} name a field of the state that is a number with a range
 * @param {Change} change
 * @param {number} [step]
 */
function numberField(label, state, name, change, step) {
  const { range = [0, 0], isInteger } = FIELDS[name];
  const options = { value: Number(state[name]), range, isInteger, step };
  return field(label, (id) =>
    numberInput({ id, ...options }, (number) => change({ [name]: number })),
  );
}

/**
 * @param {unknown} label
 * @param {boolean} value
 * @param {(value: boolean) => void} update
 * @param {boolean} [isDisabled]
 */
function tick(label, value, update, isDisabled = false) {
  return html`<label class="tick"><input type="checkbox" .checked=${live(value)} ?disabled=${isDisabled}
    @change=${readField(({ checked }) => update(checked))}> <span>${label}</span></label>`;
}

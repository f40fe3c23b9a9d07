/**
 * Settings that a beginner does not need, in a closed section. If some of them are not at their
 * defaults, its title lists them.
 */

import { html, nothing } from 'lit';
import { chooseWidth } from '../state/derived.js';
import { DEFAULTS, usesSetting } from '../state/fields.js';
import { isOwn } from '../state/source-kinds.js';
import * as text from '../text/en/controls.js';
import { rounded } from '../text/number.js';
import { choiceControl, numberField } from './setting-fields.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { Settings, State } from '../state/types.js'
 */

/**
 * @typedef {object} KeptSettings the state of the settings section that the element keeps
 * @property {boolean} isExpertOpen
 * @property {(isOpen: boolean) => void} setExpertOpen
 * @property {SettingsNotice} [notice]
 *
 * @typedef {{ at: 'heads' | 'dModel' | 'seed', text: string }} SettingsNotice what the last change
 * also changed, and the control that shows this
 */

/** The names of the fields, in order. */
const EXPERT_NAMES = /** @type {const} */ ([
  'rows',
  'positions',
  'scale',
  'temperature',
  'dropout',
  'dropoutSeed',
  'dModel',
  'keyWidth',
  'seed',
]);

/** @typedef {(typeof EXPERT_NAMES)[number]} ExpertName */

/** Returns the settings with a field that the source uses. @param {State} state */
function expertNames(state) {
  const isDot = state.mechanism === 'dot';
  return EXPERT_NAMES.filter((name) => {
    if (name === 'rows') return true;
    if (name === 'scale' && !isDot) return false;
    if (name === 'keyWidth' && isDot) return false;
    if (name === 'dropoutSeed' && state.dropout === 0) return false;
    // A model has its own seed, in its panel.
    return usesSetting(state, name) && usesSetting(state, 'temperature');
  });
}

/**
 * Returns the expert settings that differ from the defaults. The default width follows the number
 * of heads.
 * @param {State} state
 * @returns {ExpertName[]}
 */
export function listChangedExpertNames(state) {
  const usual = { ...DEFAULTS, dModel: chooseWidth(state.heads, DEFAULTS.dModel) };
  return expertNames(state).filter((name) =>
    name === 'dModel'
      ? !isOwn(state) && state.dModel !== usual.dModel && state.dModel !== DEFAULTS.dModel
      : state[name] !== usual[name],
  );
}

/** @param {ViewContext} context @param {KeptSettings} keptSettings */
export function expertSettings(context, { isExpertOpen, setExpertOpen, notice }) {
  const { state } = context;
  const names = expertNames(state).filter((name) => name !== 'rows' || hasRows(context));
  if (names.length === 0) return nothing;
  const hasOneWidth =
    names.includes('dModel') &&
    state.mechanism === 'dot' &&
    context.computation.queryWords.length > 0;
  const changed = listChangedExpertNames(state).filter((name) => names.includes(name));
  const toggle = (/** @type {Event} */ event) =>
    setExpertOpen(/** @type {HTMLDetailsElement} */ (event.currentTarget).open);
  return html`<details class="expert" .open=${isExpertOpen} @toggle=${toggle}>
    <summary>${text.expert}${
      changed.length === 0
        ? nothing
        : html` <span class="note">${changed.map((name) => text.settingIs(text.expertLabels[name], valueText(state, name))).join(' · ')}</span>`
    }</summary>
    ${names.map((name) => html`${expertField(context, name)}${notice?.at === name ? html`<p class="note">${notice.text}</p>` : nothing}`)}
    ${hasOneWidth ? html`<p class="note why">${text.whyOneWidth}</p>` : nothing}
  </details>`;
}

/** Whether there is another row to leave out. @param {ViewContext} context */
const hasRows = ({ computation: { queryWords, sentence } }) =>
  queryWords.length > 1 && sentence?.query === undefined;

/** @param {State} state @param {ExpertName} name */
function valueText(state, name) {
  const value = state[name];
  return typeof value === 'number' ? rounded(value) : (text.expertValues[value] ?? value);
}

/** @param {ViewContext} context @param {ExpertName} name */
function expertField(context, name) {
  const label = text.expertLabels[name];
  switch (name) {
    case 'rows':
      return choiceControl(context, label, name, [
        ['all', text.allRows],
        ['one', text.oneRow],
      ]);
    case 'positions':
      return html`${choiceControl(context, label, name, [
        ['none', text.noPositions],
        ['sinusoidal', text.sinusoidal],
      ])}<p class="note">${text.positionsHelp}</p>`;
    case 'scale':
      return html`${choiceControl(context, label, name, [
        ['sqrt', '÷ √d'],
        ['none', text.noScale],
        ['words', text.scaleByWords],
      ])}
      ${numberField(context, text.factor, name, { step: 0.1 })}`;
    case 'temperature':
      return numberField(context, label, name, { step: 0.1 });
    case 'dropout':
      return html`${numberField(context, label, name, { step: 0.05 })}<p class="note">${text.dropoutHelp}</p>`;
    case 'keyWidth':
      return html`${numberField(context, label, name)}<p class="note">${text.sameWidth}</p>`;
    default:
      return numberField(context, label, name);
  }
}

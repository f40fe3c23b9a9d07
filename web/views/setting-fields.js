/** Renders a field for one setting: radio buttons or a number. */

import { html } from 'lit';
import { radioButton, readField } from '../figures/dom.js';
import { FIELDS } from '../state/fields.js';
import { exact } from '../text/number.js';
import { typedValue } from './typed-value.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { State } from '../state/types.js'
 */

/**
 * Renders a row of radio buttons for one field of the state.
 * @template {keyof State} Name
 * @param {ViewContext} context
 * @param {string} label
 * @param {Name} name
 * @param {[State[Name], string][]} choices
 * @param {(value: State[Name]) => Partial<State>} [changeTo]
 * @param {State[Name]} [current]
 */
export function choiceControl(
  { state, dispatch },
  label,
  name,
  choices,
  changeTo = (value) => ({ [name]: value }),
  current = state[name],
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
 * Renders a number field for one field of the state.
 * @param {ViewContext} context
 * @param {unknown} label
 * @param {keyof State & keyof typeof FIELDS} name a field of the state that is a number with a
 * range
 * @param {{ least?: number | '', most?: number, step?: number }} [limits] narrower limits of the
 * control; steps count from `least`, if there is one
 */
export function numberField({ state, dispatch }, label, name, limits = {}) {
  const value = state[name];
  const [min, max] = FIELDS[name].range ?? [];
  const { least = min, most = max, step = 1 } = limits;
  return html`<div class="choice">
    <label for=${name}>${label}</label>
    <input id=${name} type="number" min=${least} max=${most} step=${step}
      .value=${typedValue(typeof value === 'number' ? exact(value) : '')}
      @change=${readField((field) => {
        if (field.value !== '') dispatch({ [name]: Number(field.value) });
        else if (field.validity.badInput) field.reportValidity();
      })}>
  </div>`;
}

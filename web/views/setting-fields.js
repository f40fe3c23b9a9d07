/** Renders a field for one setting: radio buttons or a number. */

import { html } from 'lit';
import { radioButton } from '../figures/controls.js';
import { FIELDS } from '../state/fields.js';
import { numberInput } from './number-input.js';

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
 * @param {object} [options]
 * @param {number} [options.most] a narrower limit
 * @param {number} [options.step]
 * @param {string} [options.id]
 * @param {(change: Partial<State>) => unknown} [options.update]
 * @param {unknown} [options.after] what stands beside the field
 */
export function numberField({ state, dispatch }, label, name, options = {}) {
  const value = state[name];
  const { range: [least, greatest] = [0, 0], isInteger } = FIELDS[name];
  const { most = greatest, step, id = name, update = dispatch, after } = options;
  return html`<div class="choice">
    <label for=${id}>${label}</label>
    <div>${numberInput(
      {
        ...{ id, isInteger, step, after },
        range: [least, most],
        value: typeof value === 'number' ? value : undefined,
      },
      (number) => update({ [name]: number }),
    )}</div>
  </div>`;
}

/** Renders a field for one setting: radio buttons or a number. */

import { html } from 'lit';
import { radioButton, readField } from '../figures/dom.js';
import { FIELDS } from '../state/fields.js';
import { numberLimits } from '../text/en/controls.js';
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
 * Renders a number field for one field of the state. A number beyond its limits becomes the nearest,
 * and a line names the limits.
 * @param {ViewContext} context
 * @param {unknown} label
 * @param {keyof State & keyof typeof FIELDS} name a field of the state that is a number with a
 * range
 * @param {object} [options]
 * @param {number} [options.most] a narrower limit
 * @param {number} [options.step]
 * @param {boolean} [options.stepsFromZero] whether steps count from 0, and not from the least number
 * @param {string} [options.id]
 * @param {(change: Partial<State>) => unknown} [options.update]
 * @param {unknown} [options.after] what stands beside the field
 */
export function numberField({ state, dispatch }, label, name, options = {}) {
  const value = state[name];
  const { range: [least, greatest] = [0, 0], isInteger = false } = FIELDS[name];
  const { most = greatest, step = 1, stepsFromZero, id = name, update = dispatch, after } = options;
  const read = readField((field) => {
    const number = field.value === '' ? least : Number(field.value);
    const line = field.parentElement?.querySelector('.limits');
    const fits = number >= least && number <= most && (!isInteger || Number.isInteger(number));
    if (line) line.textContent = fits ? '' : numberLimits(least, most, isInteger);
    if (field.value !== '') update({ [name]: number });
    else if (field.validity.badInput) field.reportValidity();
  });
  return html`<div class="choice">
    <label for=${id}>${label}</label>
    <input id=${id} type="number" min=${stepsFromZero ? '' : least} max=${most} step=${step}
      .value=${typedValue(typeof value === 'number' ? exact(value) : '')} @change=${read}>
    ${after}
    <p class="note limits" role="status"></p>
  </div>`;
}

/** Renders a field for a number, and a line for what it refuses. */

import { html, nothing } from 'lit';
import { readField } from '../figures/controls.js';
import { numberLimits } from '../text/en/controls.js';
import { notANumber } from '../text/en/language.js';
import { exact, parseTypedNumber } from '../text/number.js';
import { discardTyped, typedValue } from './typed-value.js';

/**
 * A number beyond its limits becomes the nearest, and a line names the limits. Only whole numbers
 * have a field of type number: Chromium reads a decimal comma there as nothing, and 0,5 as 5. In the
 * text fields of other numbers, the arrow keys take steps too. The keypad for decimals lacks a minus
 * on some phones.
 * @param {object} options
 * @param {string} options.id
 * @param {number | undefined} options.value
 * @param {readonly [least: number, most: number]} options.range
 * @param {boolean} [options.isInteger]
 * @param {number} [options.step]
 * @param {unknown} [options.after] what stands beside the field
 * @param {(number: number) => unknown} update is given a number within the limits
 */
export function numberInput({ id, value, range, isInteger = false, step = 1, after }, update) {
  const [least, most] = range;
  /** @param {HTMLInputElement} field */
  const read = (field) => {
    const typed = field.value.trim();
    const number = parseTypedNumber(typed);
    const nearest = Math.min(most, Math.max(least, isInteger ? Math.trunc(number) : number));
    const line = field.parentElement?.querySelector('.limits');
    if (line) line.textContent = typed === '' || number === nearest ? '' : refusal(typed, number);
    if (!Number.isNaN(number)) update(nearest);
    // A field of type number gives no text that is no number.
    else if (field.validity.badInput) field.reportValidity();
    else if (typed === '') discardTyped(field);
  };
  /** @param {string} typed @param {number} number */
  const refusal = (typed, number) =>
    Number.isNaN(number) ? notANumber(typed) : numberLimits(least, most, isInteger);
  /** @param {KeyboardEvent} event */
  const takeStep = (event) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const field = /** @type {HTMLInputElement} */ (event.currentTarget);
    const number = parseTypedNumber(field.value);
    if (direction === undefined || Number.isNaN(number)) return;
    event.preventDefault();
    // 0.1 + 0.2 has a digit too many.
    field.value = String(Number((number + direction * step).toPrecision(12)));
    read(field);
  };
  const change = readField(read);
  const shown = typedValue(value === undefined ? '' : exact(value));
  return html`${
    isInteger
      ? html`<input id=${id} type="number" min=${least} max=${most} step=${step} .value=${shown} @change=${change}>`
      : html`<input id=${id} class="number" type="text" autocomplete="off" @change=${change}
          inputmode=${least < 0 ? nothing : 'decimal'} .value=${shown} @keydown=${takeStep}>`
  }${after}<span class="note limits" role="status"></span>`;
}

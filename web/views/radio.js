/** Radio buttons. */

import { html } from 'lit';
import { live } from 'lit/directives/live.js';

/**
 * The form of all radio buttons. Without one Chromium leaks every radio button that is removed from a
 * shadow root, together with its surroundings, for as long as the root lives. `method=dialog` sends
 * nothing.
 */
export const radioForm = html`<form id="radios" method="dialog" hidden></form>`;

/**
 * @param {string} name
 * @param {string | number} value
 * @param {boolean} isChosen
 * @param {() => void} update
 * @param {boolean} [isDisabled]
 */
export const radio = (name, value, isChosen, update, isDisabled = false) =>
  html`<input type="radio" form="radios" name=${name} .value=${String(value)}
    .checked=${live(isChosen)} ?disabled=${isDisabled} @change=${update}>`;

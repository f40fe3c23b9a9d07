/** Radio buttons: of those with one name, one is chosen. */

import { html } from 'lit';
import { live } from 'lit/directives/live.js';

/**
 * The form of them all, which stands before them. Without one Chromium keeps every radio button that
 * was taken out of a shadow root, and with it all that was around it, as long as the root is there.
 * There is nothing to send, and by this method nothing would go anywhere.
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

import { html } from 'lit';
import { exact, rounded } from '../../text/number.js';

/**
 * Draws a slider of a word with its number.
 * @param {object} slider
 * @param {string} slider.word
 * @param {string} slider.label describes the slider to screen readers
 * @param {{ min: number, max: number, step: number, value: number }} slider.range
 * @param {string} slider.place the cell of the number
 * @param {number} slider.number
 * @param {string} slider.digits the number as shown
 * @param {(value: number) => void} slider.onSlide
 */
export const wordSlider = ({ word, label, range, place, number, digits, onSlide }) =>
  html`<div class="slide">
    <label><span>${word}</span>
      <input type="range" min=${range.min} max=${range.max} step=${range.step} aria-label=${label}
        aria-valuetext=${rounded(number, 2)} .value=${String(range.value)}
        @input=${(/** @type {Event} */ { target }) =>
          onSlide(Number(/** @type {HTMLInputElement} */ (target).value))}></label>
    <data data-place=${place} data-value=${exact(number)} value=${exact(number)}>${digits}</data>
  </div>`;

/** Words and numbers within running text. */

import { html } from 'lit';
import { exact, rounded } from './number.js';

/**
 * A reader's word: isolated, so that it keeps its own direction and language; the style sheet cuts it
 * if it is too long.
 * @param {string} text
 */
export function word(text) {
  return html`<bdi class="cut" dir="auto" lang="" title=${text}>${text}</bdi>`;
}

/** The first letter that has a direction decides, as with `dir=auto`. @param {string[]} words */
export const directionOf = (words) =>
  /^[\P{L}]*[\u0590-\u08ff\ufb1d-\ufeff]/u.test(words.join('')) ? 'rtl' : 'ltr';

/** @param {string} text a reader's word */
export const bold = (text) => html`<b>${word(text)}</b>`;

/**
 * Whole sentences, one after the other.
 * @param {unknown[]} sentences what is false is not said
 */
export const paragraph = (...sentences) =>
  html`<p>${sentences.filter(Boolean).map((sentence) => html`${sentence} `)}</p>`;

/**
 * A number of the core within running text.
 * @param {number} value
 * @param {number} [digits]
 */
export function quoted(value, digits) {
  return html`<data value=${exact(value)}>${rounded(value, digits)}</data>`;
}

/** Digits that let a reader check by hand what is shown with three. */
const DIGITS = 5;

/**
 * A number as it is, if it is short; else with enough digits to check by hand.
 * @param {number} value
 */
export function precise(value) {
  const digits = exact(value).replace(/[-.]|^0+|e.*/g, '').length;
  return quoted(value, Math.min(DIGITS, Math.max(1, digits)));
}

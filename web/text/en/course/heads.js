/** Chapter 6: what its figures say. The rest is in heads.json. */

import { html } from 'lit';
import { bold, quoted } from '../../inline.js';
import { rounded } from '../../number.js';

/** @param {number} number counted from 1 */
export const head = (number) => `Head ${number}`;
/** @param {string} word @param {string} most @param {number} weight */
export const mapSeen = (word, most, weight) =>
  `a map of weights; the row of ${word} is largest at ${most}, ${rounded(weight, 2)}`;

/** @param {string} before @param {number} sureOfBefore @param {string} opposite @param {number} sure */
export const answered = (before, sureOfBefore, opposite, sure) =>
  html`It answers: before it ${bold(before)} (${quoted(sureOfBefore)}), opposite ${bold(opposite)} (${quoted(sure)}).`;

export const colour = html`That a colour is due, the others still tell. Silence head 2, and see.`;
/** @param {string} word @param {number} probability */
export const seen = (word, probability) =>
  html`It says ${bold(word)} (${quoted(probability)}): that a colour is due is known, but not which.`;
export const missing = 'Silence:';
export const none = 'none';
export const next = 'The most probable next words';
export const counted =
  'In stories never seen, of 100 words that follow from earlier ones, so many are right:';
/** @type {[string, number][]} */
export const counts = [
  ['with all four heads', 100],
  ['without head 2', 73],
  ['without head 1', 55],
];

export const joined = 'all heads, concatenated';
/** @param {boolean} isJoined */
export const bands = (isJoined) =>
  isJoined
    ? 'The rows of three heads side by side, one long row for each word'
    : 'The rows of three heads, each head for itself';

/** Chapter 4: what its figures say. The rest is in projections.json. */

import { html } from 'lit';
import { quoted } from '../../inline.js';
import { rounded } from '../../number.js';

export const three = {
  add: 'Add 1 to the first number of:',
  back: 'Back',
  /** @param {unknown[]} changed @param {unknown[]} same symbols */
  changes: (changed, same) =>
    html`Changed: ${listed(changed)}. Unchanged: ${listed(same)}. Changed numbers have a marked corner.`,
};

/** @param {unknown[]} symbols */
const listed = (symbols) => symbols.map((one, i) => html`${i > 0 ? ', ' : ''}${one}`);

export const root = {
  /** @param {number} d @param {number} variance */
  measured: (d, variance) => html`Measured at <i>d</i> = ${d}: variance ${quoted(variance)}.`,
  score: html`At <i>d</i> = 4 a score is ${[1, 2, 3, 4].map(
    (i) =>
      html`${i > 1 ? ' + ' : ''}<i class="q">q</i><sub>${i}</sub> <i class="k">k</i><sub>${i}</sub>`,
  )}.`,
  /** @param {number} d @param {number} largest */
  divided: (d, largest) =>
    html`Divided by <i>d</i> = ${d} in place of √<i>d</i>, the mean largest weight is ${quoted(largest)}. Even shares of
      four words are 0.25.`,
};

export const flat = {
  /** @param {string} word */
  slider: (word) => `score of ${word}, the other being 0`,
  axes: { score: 'score s', weight: 'weight a' },
  /** @param {number} score @param {number} weight @param {number} slope */
  now: (score, weight, slope) =>
    html`<i>s</i> = ${quoted(score)}: <i>a</i> = ${quoted(weight)}, slope <i>a</i> (1 − <i>a</i>) = ${quoted(slope)}`,
  /** @param {number} score @param {number} weight */
  chart: (score, weight) =>
    `The weight of one of two words over its score, an S from 0 to 1, steep in the middle and flat at both
      ends; marked is the score ${rounded(score)}, where the weight is ${rounded(weight)}`,
};

/** Texts about the habits of a head. */

import { html } from 'lit';
import { quoted } from '../../../../text/inline.js';
import { exact } from '../../../../text/number.js';
import { capitalize } from '../../../../text/spelling.js';
import { withReason } from './refusals.js';

/** @import { Habit, HabitPlace } from '../../types.js' */

/** @param {number} share */
const percent = (share) => html`<data value=${exact(share)}>${Math.round(100 * share)}%</data>`;

/** @type {Readonly<Record<HabitPlace, unknown>>} */
const places = {
  itself: 'the token itself',
  previous: 'the token before',
  next: 'the next token',
  back: 'the token itself or earlier ones',
  content: html`words other than small ones such as <i>the</i> or <i>of</i>`,
  first: 'the first token',
  added: 'tokens that the model adds, such as [SEP]',
};

/**
 * @param {string} layer the name of the layer
 * @param {number} head
 */
export const head = (layer, head) => html`<b>${capitalize(layer)}, head ${head}.</b>`;

/** @param {number} sentences @param {Habit[]} habits one or two habits */
export const usually = (sentences, [first, second]) =>
  second
    ? html`Over ${sentences} sentences it gives ${percent(first.share)} of its weight to ${places[first.place]} and
      ${percent(second.share)} to ${places[second.place]}. Equal weights would give ${percent(first.even)} and ${percent(second.even)}.`
    : html`Over ${sentences} sentences it gives ${percent(first.share)} of its weight to ${places[first.place]}.
      Equal weights would give ${percent(first.even)}.`;

/** @param {number} sentences @param {Habit} most */
export const nothingUsual = (sentences, most) =>
  html`Over ${sentences} sentences no place stands out: it gives ${percent(most.share)} of its weight to ${places[most.place]}.
    Equal weights would give ${percent(most.even)}.`;

/** @param {number} sentences */
export const measure = (sentences) =>
  `Measure what each head usually does, over ${sentences} sentences`;
/** @param {number} done @param {number} sentences */
export const measured = (done, sentences) => `${done} of ${sentences} sentences are measured.`;
/** @param {unknown} error */
export const notMeasured = (error) => withReason('Nothing was measured', error);

/** @param {number} change */
export const pronouns = (change) =>
  html`This model does not work out what a pronoun stands for. Take “The animal didn't cross the street because it was too
    tired”, and put <i>wide</i> in place of <i>tired</i>. No head then changes what <i>it</i> gives <i>animal</i> or
    <i>street</i> by more than ${quoted(change, 2)}.`;

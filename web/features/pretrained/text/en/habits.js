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
  content: html`words with a meaning of their own (unlike <b>the</b> or <b>of</b>)`,
  first: 'the first token',
  added: 'tokens that the model adds, such as [SEP]',
};

/**
 * @param {string} layer the name of the layer
 * @param {number} head
 */
export const head = (layer, head) => html`<b>${capitalize(layer)}, head ${head}.</b>`;

/** @param {Habit[]} habits one or two habits */
export const prefers = ([first, second]) =>
  html`On average, it prefers ${places[first.place]}${second ? html` and ${places[second.place]}` : ''}.`;

export const prefersNothing = 'On average, it prefers no place in the sentence.';

export const measurement = 'How this was measured';

/** @param {number} sentences @param {Habit[]} habits one or two habits */
export const shares = (sentences, [first, second]) =>
  second
    ? html`Over ${sentences} sentences written for this, it gives ${percent(first.share)} of its weight to ${places[first.place]} and
      ${percent(second.share)} to ${places[second.place]}. Equal weights would give ${percent(first.even)} and ${percent(second.even)}.`
    : html`Over ${sentences} sentences written for this, it gives ${percent(first.share)} of its weight to ${places[first.place]}.
      Equal weights would give ${percent(first.even)}.`;

/** @param {number} excess */
export const leastExcess = (excess) =>
  html`A head prefers a place if it gives at least ${Math.round(100 * excess)} points more than equal weights would.`;

/** @param {number} sentences */
export const measure = (sentences) =>
  `Measure what each head usually does, over ${sentences} sentences`;
/** @param {number} done @param {number} sentences */
export const measured = (done, sentences) => `${done} of ${sentences} sentences are measured.`;
/** @param {unknown} error */
export const notMeasured = (error) => withReason('Nothing was measured', error);

export const pronouns = 'This model does not work out what a pronoun stands for.';

/** @param {number} change */
export const pronounChange = (change) =>
  html`Take the sentence “The animal didn't cross the street because it was too tired”, and put <b>wide</b> in place of
    <b>tired</b>. No head then changes its weights from <b>it</b> to <b>animal</b> and <b>street</b> by more than
    ${quoted(change, 2)}.`;

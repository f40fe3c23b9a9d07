/** The first screen. */

import { html } from 'lit';
import { bold } from '../inline.js';
import { counted } from './plural.js';

export const title = 'Attention, number by number';
export const flip = 'Change one word:';
export const elsewhere = 'and it attends elsewhere';

/** @param {string} adjective */
export const seen = (
  adjective,
) => html`To know what ${bold(adjective)} describes, a program has to look at
  another word, and which one depends on the sentence. <b>Attention</b> is that look: a weight for every
  word, and all weights add up to 1.`;

/** @param {number} count of numbers @param {number} steps */
export const trainedOn = (
  count,
  steps,
) => html`Computed here by one attention head of ${count} numbers, trained in
  ${steps} steps to name the noun in sentences like this one. Nobody told it where to look, and it knows no
  meanings.`;

/** @param {string} adjective @param {string} noun */
export const arcs = (adjective, noun) =>
  `The sentence, with arcs from ${adjective} to the words it attends to: mostly to ${noun}`;

export const resume = 'Continue';
/** @param {number} count of answers */
export const kept = (count) =>
  count === 0 ? 'Your place in the course is kept.' : `Kept so far: ${counted(count, 'answer')}.`;
export const forget = 'Forget';
export const start = 'Start the course';
/** @param {number} chapters */
export const length = (chapters) => `${chapters} chapters, four to six minutes each`;
export const lab = 'Open the lab';
export const below = html`Attention in the small: in “They eat fried noodles” every word attends to every
  word. These numbers are random, so the weights mean nothing yet; press one to see how it is computed.`;

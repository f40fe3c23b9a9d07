/** Texts of the first screen. */

import { html } from 'lit';
import { bold } from '../inline.js';
import { counted } from './language.js';

export const title = 'Attention, number by number';
export const darkColours = 'Dark colours';
export const lightColours = 'Light colours';
export const flip = 'Change one word:';
export const attentionMoves = 'and its attention moves';

/** @param {string} adjective */
export const seen = (
  adjective,
) => html`To know what ${bold(adjective)} describes, a program has to look at
  another word, and which one depends on the sentence. <b>Attention</b> is that look: it gives every
  word a weight, and these weights add up to 1.`;

export const marks =
  'The word in the blue frame attends; the highlighted word gets most of its weight. The thicker an arc, the larger the weight.';

/** @param {number} count number of parameters @param {number} steps */
export const trainedOn = (
  count,
  steps,
) => html`An <b>attention head</b>, here a small program of ${count} numbers, computes these weights. Training changed its numbers
  ${counted(steps, 'time')}, until it named the noun in sentences like this one. Nobody told it where to look.`;

/** @param {string} adjective @param {string} noun */
export const arcs = (adjective, noun) =>
  `The sentence, with arcs from ${adjective} to the words it attends to: mostly to ${noun}`;

/** @param {{ chapter: number, page: number }} [place] undefined outside of the course */
export const resume = (place) => {
  if (!place) return 'Continue';
  const { chapter, page } = place;
  return `Continue: chapter ${chapter}${page > 0 ? `, page ${page}` : ''}`;
};

/** @param {number} count number of answers */
export const kept = (count) =>
  count === 0 ? 'Your place in the course is kept.' : `Kept so far: ${counted(count, 'answer')}.`;

export const forget = 'Forget';
export const start = 'Start the course';

/** @param {number} chapters */
export const length = (chapters) => `${chapters} chapters, about ${5 * chapters} minutes in all`;

export const lab = 'Open the lab';

export const realModelTitle = 'A real model';

export const below = html`One head of Universal Sentence Encoder Lite reads “They eat fried noodles”:
  <b>They</b> attends most to <b>eat</b>, and <b>eat</b> to <b>They</b>. The model splits rare words
  into pieces, which a bracket joins. The copy that you can open has rounded numbers, so its weights differ a little from these.`;

export const realModel = 'Open this model with your own sentence';

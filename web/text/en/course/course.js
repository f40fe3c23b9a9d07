/** What every page of the course says. */

import { html } from 'lit';
import { checkNumbers } from '../controls.js';

/** @param {number} number @param {number} count @param {string} title */
export const chapter = (number, count, title) => `Chapter ${number} of ${count}: ${title}`;
/** @param {string} title */
export const pagesOf = (title) => `Pages of the chapter: ${title}`;
export const contents = 'Chapters, practice';
/** @param {number} done @param {number} count */
export const progress = (done, count) => `${done} of ${count} tasks done`;
export const leave = 'Open the lab';
export const practice = 'Practice';
export const bugs = 'Find the bug';
export const goals = 'Goals to reach';
export const selfTest = 'Twelve questions';
export { checkNumbers };
export const more = 'More, if you like:';
export const flat = 'Why √d, in gradients';
export const worksheet = 'Worksheet';
export const notes = 'Notes for teachers';
export const openHere = 'Open these numbers in the lab';
export const formula = 'The formula; its parts lead to their chapters';
/** What the weights are called before the formula says what they are made of. */
export const weights = 'weights · ';
export const away = 'The numbers on screen are not those of this page any more.';
export const restore = 'Show the numbers of this page';
export const check = 'Check';
/** Of an answer of which nothing is said. */
export const keep = 'Keep this answer';
export const showAnswer = 'Show the answer';
/** @param {string} numbers */
export const answerIs = (numbers) => `The answer: ${numbers}.`;
export const byHand =
  'These numbers are chosen by hand, small enough to compute with. Nothing here is trained.';
/** @param {string} item @param {string} option */
export const matched = (item, option) => `${item}: ${option}`;
export const right = 'Right.';
export const notYet = 'Not yet.';
export const choose = 'choose';
export const forget = 'Forget all answers';

/** What is said of an answer whose mistake is not known. */
export const reply = {
  /** @param {number[]} wrong of the fields @param {unknown[]} labels of all */
  numbers: (wrong, labels) =>
    labels.length === 1
      ? 'Another number comes out: go through it term by term.'
      : html`Another number comes out for ${wrong.map((field, i) => html`${i > 0 ? ', ' : ''}“${labels[field]}”`)}: go through ${wrong.length === 1 ? 'it' : 'them'} term by term.`,
  /** @param {string} text */
  notANumber: (text) => `“${text}” is not a number.`,
};

/** Texts of every page of the course. */

import { html } from 'lit';
import { rounded } from '../number.js';
import { checkNumbers } from './controls.js';
import { grouped, listed, notANumber } from './language.js';

/** @param {number} number @param {number} count @param {string} title */
export const chapter = (number, count, title) => `Chapter ${number} of ${count}: ${title}`;

/** @param {string} title */
export const pagesOf = (title) => `Pages of the chapter: ${title}`;

/** A phone has no room for all of it. */
export const contents = html`Chapters<span class="roomy"> and practice</span>`;

/** @param {number} done @param {number} count */
export const progress = (done, count) => `${done} of ${count} tasks done`;

/** On a phone, above a second picture next to the controls that change it. */
export const pictureAgain = 'The same picture again, for the choices below it:';

export const openLab = 'Open the lab';
export const backToLab = 'Back to the lab';
export const practice = 'Practice';
export const bugs = 'Find the bug (after chapter 6)';
export const goals = 'Goals to reach (after chapter 8)';
export const selfTest = 'Twelve questions (after chapter 8)';

/** The page that lists all practice. */
export const practiceList = {
  title: 'Choose a practice',
  question: 'What can I try now?',
  setup: html`<p>A chapter in brackets is the last one that a practice needs. Some of the twelve questions need pages named “More, if you like”.</p>`,
  /** The question of the only page of the course in the list. */
  slopes: 'Why does a weight near 1 hardly move?',
};

export { worksheet } from './steps.js';
export { checkNumbers };

export const more = 'More, if you like:';
export const notes = 'For teachers: notes and all answers';
export const openHere = 'Open these numbers in the lab';
export const formula = 'The formula; its parts lead to their chapters';

/** The label of the weights before the formula explains them. */
export const weights = 'weights · ';

export const differsFromPage = 'The numbers on screen no longer belong to this page.';
export const restore = 'Show the numbers of this page';
export const check = 'Check';

/** The button under an answer that has no reply. */
export const keep = 'Keep this answer';

export const showAnswer = 'Show the answer';
export const tryAgain = 'Try again';

/** @param {unknown} answer */
export const answerIs = (answer) => html`The answer: ${answer}.`;

export const byHand = 'Numbers chosen by hand.';

/** @param {string} item @param {string} option */
export const matched = (item, option) => `${item}: ${option}`;

/** Stands on paper before a line to write on. */
export const yourAnswer = 'Your answer:';

export const right = 'Right.';
export const notYet = 'Not yet.';

/** Stands before the reply to a wrong answer if an earlier answer was right. */
export const alreadySolved = 'Already solved, but not with this answer.';

/** A solved page that has no numbers yet, because its model trains again. */
export const solvedEarlier =
  'You solved this page earlier. You can go on, or wait for its numbers.';

/** A model that the reader has trained on an earlier visit. @param {number} step */
export const learnsAgain = (step) =>
  `The model learns again up to step ${grouped(step)}, where you were.`;

/** A page whose question needs the numbers of a model. */
export const questionLater = 'The question of this page comes when the model is ready.';

export const reachedBefore =
  'You have reached this goal before. The numbers are back at the start.';

/** @param {unknown} now the reply to the present numbers */
export const reachedBeforeNow = (now) => html`You have reached this goal before. ${now}`;

export const choose = 'choose';
export const forget = 'Forget all answers';

/** Names the wrong numbers before the reply. @param {readonly unknown[]} labels */
export const wrongNumbers = (labels) =>
  html`${labels.map((label, i) => html`${i > 0 ? ', ' : ''}“${label}”`)}: `;

const decimalNames = { 2: 'two', 3: 'three', 4: 'four' };

/** @param {number} count */
const nameDecimals = (count) => `${decimalNames[/** @type {2} */ (count)] ?? count} decimals`;

/** @param {number} decimals */
export const decimalsAsked = (decimals) => `Give at least ${nameDecimals(decimals)}.`;

/** The reply to an answer with no known mistake. */
export const reply = {
  numbers: 'Check your calculation.',
  sign: 'The number is right, but not its sign.',
  /** @param {number} decimals */
  rounding: (decimals) =>
    `That may be cut off or rounded too much: give at least ${nameDecimals(decimals)}.`,
  notDivided: 'This is the score before it is divided by √d.',
  /** @param {number} d */
  dividedByRoot: (d) => `This is the score divided by √${d}. Here it is not divided.`,
  /** @param {unknown} label */
  neighbour: (label) => html`This is another number: the ${label}.`,
  /** @param {string} typed */
  notANumber: (typed) => (typed === '' ? 'Enter a number in each field.' : notANumber(typed)),
  notChosen: 'Choose an option in each field.',
};

// Descriptions of the figures of the course, for screen readers.

/** The label of the output of a word. */
export const output = 'output';

export const words = 'The words of the sentence';

/** @param {string | undefined} word the marked word */
export const sentence = (word) =>
  word === undefined ? 'The sentence' : `The sentence; its word ${word} is marked`;

/** The smallest weight that screen readers read out. */
const LEAST = 0.05;

/** @param {string} from @param {readonly string[]} words @param {number[]} weights */
export const arcs = (from, words, weights) => {
  const parts = words.flatMap((word, i) =>
    weights[i] >= LEAST ? [`${word} ${rounded(weights[i], 2)}`] : [],
  );
  return `Arcs from ${from}, as strong as its attention weights: ${parts.join(', ') || 'none above 0.05'}`;
};

// The pictures of an author's own chapter: descriptions, and reasons for refusing them.

/** @param {string} name @param {string | undefined} near @param {readonly string[]} names */
export const noTable = (name, near, names) =>
  `there is no table ${name} here; ${near ? `did you mean ${near}?` : `there are ${listed(names)}`}`;

/** @param {string} name */
export const noPairs = (name) => `${name} does not have a number for each pair of words`;

/** @param {string} name */
export const noPlane = (name) => `a row of ${name} does not have two numbers`;

/** @param {string} name */
export const noMatrix = (name) => `${name} is not a table of rows and columns`;

/** @param {string} name what is counted from 0 @param {number} count */
export const outOf = (name, count) =>
  `there is no such ${name}${count > 0 ? `; ${name}s are counted from 0 to ${count - 1}` : ''}`;

/** Equal words differ by their place. @param {string} word @param {number} index */
export const press = (word, index) => `${word}, word ${index + 1}: choose`;

/** @param {string} table @param {string} word */
export const named = (table, word) => `${word}, ${table}`;

/** @param {string} table @param {string} word */
export const barsOf = (table, word) => `${table} of ${word}`;

/** @param {readonly { name: string, at: readonly number[] }[]} marks */
export const plane = (marks) =>
  `Plane: ${marks.map(({ name, at }) => `${name} at ${at.map((coordinate) => rounded(coordinate)).join(', ')}`).join('; ')}`;

/** @param {readonly string[]} tables */
export const arrows = (tables) => `Rows of ${tables.join(' and ')} as arrows from the origin`;

export const points = 'Rows as points; the larger a point, the larger its weight';

// Problems of a task in the JSON of a chapter.

/** @param {number} least @param {number} most */
export const between = (least, most) => `must be between ${least} and ${most}`;

export const oneRight = 'exactly one of these must be right: "right": true';

export const unseenReply =
  'is never shown: its answer is right, or an earlier reply answers it too';

/** @param {string} number */
export const unreachable = (number) =>
  `is ${number}; no number that a reader types is within the tolerance`;

/** @param {string} first @param {string} second */
export const oneOfBoth = (first, second) => `needs either “${first}” or “${second}”`;

/** @param {number} count */
export const asMany = (count) => `each must be a list of ${count}, one for each field`;

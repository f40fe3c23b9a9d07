/** A question of the self-test, and what an answer shows about the reader. */

import { isNumberNear } from '../../../pages/tasks/numbers.js';

/** @import { Misconception, Question } from '../types.js' */

export const RIGHT_ANSWER = 'right';

const COUNTED = 100;

/** Returns the right number, or the index of the right answer. @param {Question} question */
export const getRightValue = ({ number, answers = {} }) =>
  number ?? Object.values(answers).indexOf(RIGHT_ANSWER);

/**
 * @param {Question} question
 * @param {string | undefined} value the answer: the index of a choice, or a number
 * @returns {Misconception | typeof RIGHT_ANSWER | undefined} what the answer shows, if anything
 */
export function markAnswer({ answers, number = Number.NaN, mistakes = {} }, value) {
  if (value === undefined) return undefined;
  if (answers) return Object.values(answers)[Number(value)];
  // Large numbers are counts, so they must be exact.
  const tolerance = number >= COUNTED ? 0 : undefined;
  const isNear = (/** @type {number} */ wanted) => isNumberNear(Number(value), wanted, tolerance);
  if (isNear(number)) return RIGHT_ANSWER;
  return Object.entries(mistakes).find(([typed]) => isNear(Number(typed)))?.[1];
}

/** @param {Question} question @returns {Set<Misconception>} those that a wrong answer may show */
export const listPossibleMisconceptions = ({ answers, mistakes }) =>
  new Set(Object.values({ ...answers, ...mistakes }).filter((shown) => shown !== RIGHT_ANSWER));

// Summarises which misconceptions the answers to a test show.

/**
 * @typedef {object} Found
 * @property {Misconception} id
 * @property {number} chosen the number of questions whose answer showed the misconception
 * @property {number} possible the number of answered questions that could have shown it
 */

/**
 * Lists the misconceptions that the answers show, the most frequent first.
 * @param {readonly Question[]} questions
 * @param {readonly (string | undefined)[]} values the answer to each question
 * @returns {Found[]}
 */
export function makeProfile(questions, values) {
  /** @type {Map<Misconception, Found>} */
  const found = new Map();
  questions.forEach((question, i) => {
    if (values[i] === undefined) return;
    const shown = markAnswer(question, values[i]);
    for (const id of listPossibleMisconceptions(question)) {
      const entry = found.get(id) ?? { id, chosen: 0, possible: 0 };
      entry.possible++;
      if (id === shown) entry.chosen++;
      found.set(id, entry);
    }
  });
  const share = (/** @type {Found} */ entry) => entry.chosen / entry.possible;
  return [...found.values()]
    .filter(({ chosen }) => chosen > 0)
    .toSorted((a, b) => share(b) - share(a) || b.chosen - a.chosen);
}

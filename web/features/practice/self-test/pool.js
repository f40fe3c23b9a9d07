/** Draws twelve questions from a seed, identically in every browser. */

import { shuffleList } from '../bugs/puzzle.js';
import json from '../text/en/questions.json' with { type: 'json' };

/** @import { Question } from '../types.js' */

const bySubject = /** @type {Record<string, Record<string, Omit<Question, 'id'>>>} */ (
  /** @type {unknown} */ (json)
);

export const subjects = Object.entries(bySubject).map(([subject, questions]) =>
  Object.entries(questions).map(
    ([name, question]) => /** @type {Question} */ ({ ...question, id: `${subject}-${name}` }),
  ),
);

export const pool = subjects.flat();

/** The number of questions about each subject in a test. */
const EACH = 2;

export const COUNT = EACH * subjects.length;

/** The number of consecutive seeds whose tests share no question. */
const ROUND = Math.min(...subjects.map(({ length }) => Math.floor(length / EACH)));

/**
 * Draws two questions about each subject. Within a round of seeds, no question is repeated.
 * @param {number} seed
 * @returns {Question[]}
 */
export function drawQuestions(seed) {
  // Readers who take the tests in order start at seed 1, so a round starts there.
  const past = seed + ROUND - 1;
  const round = Math.floor(past / ROUND);
  const from = EACH * (past % ROUND);
  const questions = subjects.flatMap((subject, i) =>
    shuffleList(subject, round, `subject ${i}`).slice(from, from + EACH),
  );
  return shuffleList(questions, seed, 'test');
}

/** Which twelve questions a seed draws, the same in every browser. */

import { shuffled } from '../bugs/puzzle.js';
import { masks } from './masks.js';
import { places } from './places.js';
import { reading } from './reading.js';
import { scores } from './scores.js';
import { shapes } from './shapes.js';
import { weights } from './weights.js';

/** @typedef {import('./question.js').Question} Question */

/** @type {readonly (readonly Question[])[]} */
export const subjects = [scores, weights, masks, places, shapes, reading];
export const pool = subjects.flat();

/** Questions of each subject in a test. */
const EACH = 2;
export const COUNT = EACH * subjects.length;
/** Seeds in a round. */
const ROUND = Math.min(...subjects.map(({ length }) => Math.floor(length / EACH)));

export const MAX_SEED = 999_999;

/**
 * Two questions of each subject; within a round of seeds no question comes twice.
 * @param {number} seed
 * @returns {Question[]}
 */
export function drawn(seed) {
  // Whoever goes from test 1 to the next ones meets all questions of a round.
  const past = seed + ROUND - 1;
  const round = Math.floor(past / ROUND);
  const from = EACH * (past % ROUND);
  const questions = subjects.flatMap((subject, i) =>
    shuffled(subject, round, `subject ${i}`).slice(from, from + EACH),
  );
  return shuffled(questions, seed, 'test');
}

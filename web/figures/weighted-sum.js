/** How a weighted sum of arrows comes about: each is shortened to its weight, then joins the end of the sum so far. */

/** @import { Point } from './types.js' */

/** @typedef {{ name: string, at: Point, weight: number }} Term */

/**
 * @typedef {object} Sum
 * @property {readonly Term[]} terms
 * @property {readonly Point[]} sums of no term, of the first, and so on: the core computes them
 *
 * @typedef {object} Moment
 * @property {{ name: string, from: Point, to: Point }[]} arrows of the terms that have begun; the last may be on its way
 * @property {Point} sum of the terms that have arrived
 * @property {number} moving the term that is on its way; as many as there are terms: none
 */

/** Half of the way an arrow becomes shorter, and half of the way it moves. */
const HALF = 0.5;

/**
 * @param {Sum} weightedSum
 * @param {number} time 0 to the number of terms: each takes 1
 * @returns {Moment}
 */
export function computeSumAt({ terms, sums }, time) {
  // A frame may have begun before the press that starts the motion.
  const moving = Math.max(0, Math.min(terms.length, Math.floor(time)));
  const sum = sums[moving];
  /** @type {Moment['arrows']} */
  const arrows = terms
    .slice(0, moving)
    .map(({ name }, i) => ({ name, from: sums[i], to: sums[i + 1] }));
  const part = time - moving;
  if (moving < terms.length && part > 0) {
    const { name, at, weight } = terms[moving];
    const shortened = Math.min(1, part / HALF);
    const moved = Math.max(0, (part - HALF) / HALF);
    const from = along([0, 0], sum, moved);
    arrows.push({ name, from, to: along(from, at, 1 - shortened * (1 - weight)) });
  }
  return { arrows, sum, moving };
}

/** @param {Point} from @param {Point} arrow @param {number} share of it @returns {Point} */
const along = ([x, y], [a, b], share) => [x + share * a, y + share * b];

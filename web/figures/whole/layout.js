/**
 * Where everything stands in the whole picture: one layout for the screen and for a file.
 *
 * Wide, it is read from left to right. Each stage is a column, with its weight matrices in a column
 * before it; each head is a band. Along the path of a query its row keeps its height from table to
 * table. Narrow, stages stand below each other, with one head.
 */

import { CELLS, headsOf } from './columns.js';
import { narrow } from './narrow.js';
import { wide } from './wide.js';

/**
 * @typedef {import('./boxes.js').Box} Box
 * @typedef {import('./picture.js').Part} Part
 * @typedef {import('./picture.js').Picture} Picture
 * @typedef {import('../../lessons/tables.js').Context} Context
 *
 * @typedef {object} Word beside a row, or turned below a column
 * @property {string} text
 * @property {'q' | 'k'} axis
 * @property {number} index
 * @property {number} x
 * @property {number} y of the middle of its row
 * @property {'start' | 'end'} anchor
 * @property {boolean} [turned]
 * @property {number} stage of its table
 *
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {boolean} isWide
 * @property {Box[]} boxes
 * @property {Word[]} words
 * @property {{ text: number, x: number, y: number, head: number }[]} heads which band is whose
 * @property {{ text: string, x: number, y: number }[]} titles of stages, above their columns
 * @property {number} cell pixels
 */

/** Pixels: a picture that is higher does not fit on a screen, with as many heads. */
const HIGHEST = 560;
/** Heads that are open at once. */
const MOST_HEADS = 3;

/**
 * @param {Context} context
 * @param {Picture} picture
 * @param {number} width that there is
 * @returns {Layout}
 */
export function layout(context, picture, width) {
  const heads = headsOf(context, picture);
  for (let open = Math.min(MOST_HEADS, heads || 1); open > 0; open--) {
    const least = open === 1 ? 0 : heads <= 2 ? 10 : 14;
    for (const cell of CELLS.filter((one) => one >= least)) {
      const made = wide(context, picture, width, { cell, open, heads });
      const fits = made.width <= width && (made.height <= HIGHEST || (open === 1 && cell <= 12));
      if (fits) return inOrder(made);
    }
  }
  return inOrder(narrow(context, picture, width, heads));
}

/**
 * With tables in the order of computing, in which they are also reached by keyboard.
 * @param {Layout} made
 * @returns {Layout}
 */
const inOrder = (made) => ({
  ...made,
  boxes: made.boxes.toSorted(
    ({ part: one, head = 0 }, { part: other, head: next = 0 }) =>
      one.stage - other.stage || Number(other.isParameter) - Number(one.isParameter) || head - next,
  ),
});

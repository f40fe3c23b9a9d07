/**
 * Lays out the whole picture, with one layout for the screen and for files.
 *
 * The wide layout reads from left to right. Each stage is a column, with its weight matrices in the
 * column before it, and each head is a band. The row of a query has the same height in all tables
 * on its path. In the narrow layout, stages stand below each other, with one head.
 */

import { CELLS, countNamedHeads } from './boxes.js';
import { layOutNarrow } from './narrow.js';
import { layOutWide } from './wide.js';

/** @import { Layout, Picture } from '../types.js' */
/** @import { StepContext } from '../../sources/types.js' */

/** The largest height in pixels. A higher picture with that many heads does not fit on a screen. */
const HIGHEST = 560;

/** The most heads that are open at once. */
const MOST_HEADS = 3;

/** @param {StepContext} context @param {Picture} picture @param {number} width @returns {Layout} */
export function layOutPicture(context, picture, width) {
  const heads = countNamedHeads(context, picture);
  for (let open = Math.min(MOST_HEADS, heads || 1); open > 0; open--) {
    const least = open === 1 ? 0 : heads <= 2 ? 10 : 14;
    for (const cell of CELLS.filter((size) => size >= least)) {
      const candidate = layOutWide(context, picture, width, { cell, open, heads });
      const fits =
        candidate.width <= width && (candidate.height <= HIGHEST || (open === 1 && cell <= 12));
      if (fits) return orderBoxes(candidate);
    }
  }
  return orderBoxes(layOutNarrow(context, picture, width, heads));
}

/** The order of computing, as for the Tab key. @param {Layout} unordered @returns {Layout} */
const orderBoxes = (unordered) => ({
  ...unordered,
  boxes: unordered.boxes.toSorted(
    ({ part: first, head = 0 }, { part: second, head: next = 0 }) =>
      first.stage - second.stage ||
      Number(second.isParameter) - Number(first.isParameter) ||
      head - next,
  ),
});

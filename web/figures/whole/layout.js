/**
 * Lays out the whole picture: one layout for the screen and for a file.
 *
 * Wide, it is read from left to right. Each stage is a column, with its weight matrices in a column
 * before it; each head is a band. Along the path of a query its row keeps its height from table to
 * table. Narrow, stages stand below each other, with one head.
 */

import { formatCell } from '../../graph/cell.js';
import {
  CELLS,
  countNamedHeads,
  measureBottom,
  measureMiddle,
  measureRight,
  measureRowMiddle,
  passesBelowTables,
} from './boxes.js';
import { layOutNarrow } from './narrow.js';
import { layOutWide } from './wide.js';

/** @import { Box, Layout, Link, Picture } from '../types.js' */
/** @import { StepContext } from '../../sources/types.js' */

/** Pixels: a picture that is higher does not fit on a screen, with as many heads. */
const HIGHEST = 560;

/** Heads that are open at once. */
const MOST_HEADS = 3;

/**
 * @param {StepContext} context
 * @param {Picture} picture
 * @param {number} width that there is
 * @returns {Layout}
 */
export function layOutPicture(context, picture, width) {
  const heads = countNamedHeads(context, picture);
  for (let open = Math.min(MOST_HEADS, heads || 1); open > 0; open--) {
    const least = open === 1 ? 0 : heads <= 2 ? 10 : 14;
    for (const cell of CELLS.filter((size) => size >= least)) {
      const candidate = layOutWide(context, picture, width, { cell, open, heads });
      const fits =
        candidate.width <= width && (candidate.height <= HIGHEST || (open === 1 && cell <= 12));
      if (fits) return inOrder(candidate);
    }
  }
  return inOrder(layOutNarrow(context, picture, width, heads));
}

/**
 * With tables in the order of computing, in which they are also reached by keyboard.
 * @param {Layout} unordered
 * @returns {Layout}
 */
const inOrder = (unordered) => ({
  ...unordered,
  boxes: unordered.boxes.toSorted(
    ({ part: first, head = 0 }, { part: second, head: next = 0 }) =>
      first.stage - second.stage ||
      Number(second.isParameter) - Number(first.isParameter) ||
      head - next,
  ),
});

// The lines between the tables of the whole picture. Those of values are as wide as their weights.

const THIN = 1.25;

/** Pixels of the line of weight 1, and of the smallest weight. */
const WIDEST_LINE = 9;

const THINNEST_LINE = 0.4;

/**
 * @param {Layout} layout
 * @param {Picture} picture
 * @param {number} query whose row is followed
 * @returns {Link[]} as many for each query, in the same order
 */
export function linkBoxes({ boxes, isWide, height, width }, picture, query) {
  const open = boxes.filter(({ isFolded }) => !isFolded);
  /** Side by side, or below each other. @type {typeof drawAcross} */
  const curve = (from, to, row, toRow) =>
    measureRight(from) <= to.x && (isWide || measureBottom(from) > to.y)
      ? drawAcross(from, to, row, toRow)
      : down(from, to);
  return open.flatMap((box) => {
    const { part } = box;
    const related = (/** @type {string} */ id) =>
      open.filter(
        (candidate) =>
          candidate.id === id &&
          (candidate.head === undefined || box.head === undefined || candidate.head === box.head),
      );
    const parameters = part.from.filter(({ id }) =>
      related(id).some((source) => source.part.isParameter),
    );
    return part.from.flatMap(({ id, axes }) => {
      const ofValues = box.id === picture.mixed && id === picture.values;
      return related(id).flatMap((from) => {
        if (ofValues) return valueLines(from, box, related(picture.weights)[0]);
        const { isParameter } = from.part;
        /** @type {Link['role']} */
        const role = from.part.role ?? (isParameter ? part.role : undefined) ?? 'line';
        const line = { stage: part.stage, role, width: THIN };
        const isQuery = axes.includes('q');
        // Rows reach a product by way of the matrix that they are multiplied by.
        if (!isParameter && parameters.length > 0) {
          const to = parameters.flatMap((matrix) => related(matrix.id));
          return to.map((matrix) => ({
            ...line,
            role: /** @type {const} */ ('line'),
            d: curve(from, matrix, isQuery ? query : undefined, undefined),
          }));
        }
        if (isWide && !isQuery && !isParameter && part.axes.endsWith('k')) {
          return [{ ...line, d: fromBelow(from, box) }];
        }
        const isOfQuery = isParameter
          ? part.from.some((input) => input.axes.includes('q'))
          : isQuery;
        const toRow = isOfQuery && part.axes.includes('q') ? query : undefined;
        return [{ ...line, d: curve(from, box, isQuery ? query : undefined, toRow) }];
      });
    });
  });

  /** @param {Box} from @param {Box} to @param {Box} over the weights */
  function valueLines(from, to, over) {
    const end = measureRowMiddle(to, query);
    const below = isWide && passesBelowTables(picture, open) ? height - 14 : undefined;
    return Array.from({ length: from.rows }, (_, key) => {
      const weight = over.matrix.view.at(query, key);
      const start = measureRowMiddle(from, key);
      const share = weight > 0 ? Math.min(1, weight) : 0;
      return {
        d: isWide
          ? below === undefined
            ? rising(measureRight(from) + 2, start, to.x - 2, end, measureRight(over))
            : under(
                measureRight(from) + 2,
                start,
                to.x - 2,
                end,
                below - (from.rows - 1 - key) * (20 / from.rows),
              )
          : aside(
              measureRight(from) + 2,
              start,
              measureRight(to) + 2,
              end,
              width - 5 - (key * 12) / from.rows,
            ),
        role: /** @type {const} */ ('v'),
        stage: to.part.stage,
        key,
        head: to.head,
        weight,
        width: Math.max(THINNEST_LINE, share * WIDEST_LINE),
        cell: formatCell({ id: over.id, index: [...over.matrix.leadingIndex, query, key] }),
      };
    });
  }
}

/** The text of a path, its numbers rounded to tenths of a pixel. @param {TemplateStringsArray} text @param {number[]} numbers */
const path = (text, ...numbers) =>
  String.raw({ raw: text }, ...numbers.map((number) => Math.round(number * 10) / 10));

/** @param {number} x @param {number} y @param {number} toX @param {number} toY */
function bent(x, y, toX, toY) {
  const half = (toX - x) / 2;
  return path`M${x} ${y}C${x + half} ${y} ${toX - half} ${toY} ${toX} ${toY}`;
}

/**
 * From the right of one box to the left of another: from a row, or the middle.
 * @param {Box} from
 * @param {Box} to
 * @param {number | undefined} row
 * @param {number | undefined} toRow
 */
function drawAcross(from, to, row, toRow) {
  const y = row === undefined ? from.y + from.height / 2 : measureRowMiddle(from, row);
  const toY = toRow === undefined ? to.y + to.height / 2 : measureRowMiddle(to, toRow);
  return bent(measureRight(from) + 3, y, to.x - 3, toY);
}

/** @param {Box} from @param {Box} to */
function down(from, to) {
  const [x, y, toX, toY] = [
    measureMiddle(from),
    measureBottom(from) + 2,
    measureMiddle(to),
    to.y - 22,
  ];
  const half = Math.max(8, (toY - y) / 2);
  return path`M${x} ${y}C${x} ${y + half} ${toX} ${toY - half} ${toX} ${toY}`;
}

/** Rows of keys become columns: their line enters from below. @param {Box} from @param {Box} to */
function fromBelow(from, to) {
  const [x, y] = [measureRight(from) + 3, from.y + from.height / 2];
  const [toX, toY] = [measureMiddle(to), measureBottom(to) + 3];
  if (y <= toY) return bent(x, y, to.x - 3, to.y + to.height / 2);
  return path`M${x} ${y}C${toX} ${y} ${toX} ${y} ${toX} ${toY}`;
}

/** Level until it is past the weights, then up. @param {number} x @param {number} y @param {number} toX @param {number} toY @param {number} past */
function rising(x, y, toX, toY, past) {
  if (past - 40 <= x) return bent(x, y, toX, toY);
  return path`M${x} ${y}H${past - 40}C${toX - 6} ${y} ${past + 4} ${toY} ${toX} ${toY}`;
}

/** Below all tables. @param {number} x @param {number} y @param {number} toX @param {number} toY @param {number} below */
function under(x, y, toX, toY, below) {
  const bend = 34;
  return path`M${x} ${y}C${x + bend} ${y} ${x} ${below} ${x + bend} ${below}H${toX - bend}C${toX} ${below} ${toX - bend} ${toY} ${toX} ${toY}`;
}

/** Narrow: right of all tables. @param {number} x @param {number} y @param {number} toX @param {number} toY @param {number} right */
function aside(x, y, toX, toY, right) {
  return path`M${x} ${y}C${right} ${y} ${right} ${y} ${right} ${y + 24}V${toY - 24}C${right} ${toY} ${right} ${toY} ${toX} ${toY}`;
}

/** Draws the lines between the tables of the whole picture. Lines of values are as wide as their weights. */

import { formatCell } from '../../graph/cell.js';
import {
  LABEL,
  measureBottom,
  measureMiddle,
  measureRight,
  measureRowMiddle,
  measureWordsBottom,
  passesBelowTables,
} from './boxes.js';

/** @import { Box, Layout, Link, Picture, Point } from '../types.js' */

const THIN = 1.25;

/** The width in pixels of a line of weight 1, and of the smallest weight above 0. */
const WIDEST_LINE = 9;

const THINNEST_LINE = 0.4;

/** The distance in pixels to tables that a line passes, so that lines do not cover each other. */
const LANES = { q: 14, k: 10, v: 6, line: 6 };

/**
 * @param {Layout} layout
 * @param {Picture} picture
 * @param {number} query the query whose row is followed
 * @returns {Link[]} the links, which have the same number and order for each query
 */
export function linkBoxes(layout, picture, query) {
  const open = layout.boxes.filter(({ isFolded }) => !isFolded);
  const isBelowTables = layout.isWide && passesBelowTables(picture, open);
  return open.flatMap((to) => {
    const find = (/** @type {string} */ id) =>
      open.filter((box) => box.id === id && sharesHead(box, to));
    const read = to.part.from.flatMap(({ id, axes }) => find(id).map((from) => ({ from, axes })));
    const matrices = read.map(({ from }) => from).filter(({ part }) => part.isParameter);
    return read.flatMap(({ from, axes }) => {
      const isMixed = to.id === picture.mixed && from.id === picture.values;
      if (!isMixed) return linkTables(layout, from, to, { axes, matrices, query });
      const [weights] = find(picture.weights);
      return linkValues(layout, from, to, { weights, query, isBelowTables });
    });
  });
}

/** Whether each row of a table is a query. @param {Box} box */
const hasQueryRows = ({ matrix: { axes, leadingIndex } }) => axes[leadingIndex.length] === 'q';

/** Whether boxes belong to the same head, or one of them to all heads. @param {Box} first @param {Box} second */
const sharesHead = ({ head }, { head: other }) =>
  head === undefined || other === undefined || head === other;

/**
 * Draws links from a table to one that is computed from it.
 * @param {Layout} layout
 * @param {Box} from
 * @param {Box} to
 * @param {{ axes: string, matrices: readonly Box[], query: number }} input the axes of the first
 * table, and the matrices that the second table also reads
 * @returns {Link[]}
 */
function linkTables(layout, from, to, { axes, matrices, query }) {
  const { part } = to;
  const { isParameter } = from.part;
  const isQuery = axes.includes('q');
  const row = hasQueryRows(from) ? query : undefined;
  /** @type {Link['role']} */
  const role = from.part.role ?? (isParameter ? part.role : undefined) ?? 'line';
  const line = { stage: part.stage, role, width: THIN };
  // Rows reach a product through the matrix that multiplies them.
  if (!isParameter && matrices.length > 0)
    return matrices.map((matrix) => ({
      ...line,
      role: /** @type {const} */ ('line'),
      d: drawAcrossOrDown(layout, from, matrix, 'line', row),
    }));
  if (layout.isWide && !isQuery && !isParameter && part.axes.endsWith('k'))
    return [{ ...line, d: drawFromBelow(from, to) }];
  const isOfQuery = isParameter ? part.from.some((input) => input.axes.includes('q')) : isQuery;
  const toRow = isOfQuery && hasQueryRows(to) ? query : undefined;
  return [{ ...line, d: drawAcrossOrDown(layout, from, to, role, row, toRow) }];
}

/**
 * Draws links from each value to the query's row of weighted sums, each as wide as its weight.
 * @param {Layout} layout
 * @param {Box} from
 * @param {Box} to
 * @param {{ weights: Box, query: number, isBelowTables: boolean }} mix
 * @returns {Link[]}
 */
function linkValues(layout, from, to, { weights, query, isBelowTables }) {
  /** @type {Point} */
  const end = [to.x - 2, measureRowMiddle(to, query)];
  const drawLine = (/** @type {number} */ key) => {
    /** @type {Point} */
    const start = [measureRight(from) + 2, measureRowMiddle(from, key)];
    if (!layout.isWide) return drawAside(start, to, layout.width - 5 - (key * 9) / from.rows);
    if (!isBelowTables) return drawRising(start, end, measureRight(weights));
    return drawBelow(start, end, layout.height - 14 - (from.rows - 1 - key) * (20 / from.rows));
  };
  return Array.from({ length: from.rows }, (_, key) => {
    const weight = weights.matrix.view.at(query, key);
    const share = weight > 0 ? Math.min(1, weight) : 0;
    return {
      d: drawLine(key),
      role: /** @type {const} */ ('v'),
      stage: to.part.stage,
      key,
      head: to.head,
      weight,
      width: weight === 0 ? 0 : Math.max(THINNEST_LINE, share * WIDEST_LINE),
      cell: formatCell({ id: weights.id, index: [...weights.matrix.leadingIndex, query, key] }),
    };
  });
}

/** Returns the top of a table with its symbol and the name of its stage. @param {Box} box */
const measureTop = ({ y, titleHeight = 0 }) => y - LABEL - 1 - titleHeight;

/** Rounds to tenths of a pixel. @param {TemplateStringsArray} text @param {number[]} numbers */
const path = (text, ...numbers) =>
  String.raw({ raw: text }, ...numbers.map((number) => Math.round(number * 10) / 10));

/** @param {Point} start @param {Point} end */
function drawCurve([x, y], [toX, toY]) {
  const half = (toX - x) / 2;
  return path`M${x} ${y}C${x + half} ${y} ${toX - half} ${toY} ${toX} ${toY}`;
}

/**
 * Draws a line between boxes that stand side by side or below each other.
 * @param {Layout} layout
 * @param {Box} from
 * @param {Box} to
 * @param {Link['role']} role
 * @param {number} [row]
 * @param {number} [toRow]
 */
const drawAcrossOrDown = ({ isWide, boxes }, from, to, role, row, toRow) =>
  measureRight(from) <= to.x && (isWide || measureBottom(from) > to.y)
    ? drawAcross(from, to, row, toRow)
    : drawDown(from, to, boxes, LANES[role]);

/**
 * Draws a line from the right of one box to the left of another, each from a row or the middle.
 * @param {Box} from
 * @param {Box} to
 * @param {number | undefined} row
 * @param {number | undefined} toRow
 */
function drawAcross(from, to, row, toRow) {
  const y = row === undefined ? from.y + from.height / 2 : measureRowMiddle(from, row);
  const toY = toRow === undefined ? to.y + to.height / 2 : measureRowMiddle(to, toRow);
  return drawCurve([measureRight(from) + 3, y], [to.x - 3, toY]);
}

/**
 * Draws a line that goes straight down to the last row of tables above the second box, and bends
 * below that row. If tables stand in its way, it passes beside them.
 * @param {Box} from
 * @param {Box} to
 * @param {readonly Box[]} boxes all tables
 * @param {number} lane the distance to tables that the line passes
 */
function drawDown(from, to, boxes, lane) {
  const [x, y, toX, toY] = [
    measureMiddle(from),
    measureWordsBottom(from) + 2,
    measureMiddle(to),
    measureTop(to),
  ];
  const above = boxes.filter((box) => measureWordsBottom(box) < toY);
  const passed = above.filter(
    (box) => box.y > y && box.x - LANES.line < x && x < measureRight(box) + LANES.line,
  );
  const bend = Math.max(y, ...above.map(measureWordsBottom));
  const half = Math.max(8, (toY - bend) / 2);
  const end = (/** @type {number} */ at) =>
    path`V${bend}C${at} ${bend + half} ${toX} ${toY - half} ${toX} ${toY}`;
  if (passed.length === 0) return path`M${x} ${y}` + end(x);
  const [left, right] = [
    Math.min(...passed.map((box) => box.x)) - lane,
    Math.max(...passed.map(measureRight)) + lane,
  ];
  // The first tables have words on their left.
  const isLeft = passed.every(({ part }) => part.stage > 0) && x - left < right - x;
  const laneX = isLeft ? left : right;
  const next = Math.min(...passed.map(measureTop));
  const turn = (y + next) / 2;
  return path`M${x} ${y}C${x} ${turn} ${laneX} ${turn} ${laneX} ${next}` + end(laneX);
}

/** Draws a line that enters from below, because rows of keys become columns. @param {Box} from @param {Box} to */
function drawFromBelow(from, to) {
  const [x, y] = [measureRight(from) + 3, from.y + from.height / 2];
  const [toX, toY] = [measureMiddle(to), measureBottom(to) + 3];
  return path`M${x} ${y}C${toX} ${y} ${toX} ${y} ${toX} ${toY}`;
}

/**
 * Draws a line that is level until it has passed the weights, then rises.
 * @param {Point} start
 * @param {Point} end
 * @param {number} past the right edge of the weights
 */
const drawRising = ([x, y], [toX, toY], past) =>
  path`M${x} ${y}H${past - 40}C${toX - 6} ${y} ${past + 4} ${toY} ${toX} ${toY}`;

/** Draws a line below all tables. @param {Point} start @param {Point} end @param {number} below */
function drawBelow([x, y], [toX, toY], below) {
  const bend = 34;
  return path`M${x} ${y}C${x + bend} ${y} ${x} ${below} ${x + bend} ${below}H${toX - bend}C${toX} ${below} ${toX - bend} ${toY} ${toX} ${toY}`;
}

/**
 * Draws a line to the right of all tables, in the narrow layout. It enters from above, because other
 * tables may stand to the right of the second one.
 * @param {Point} start
 * @param {Box} to
 * @param {number} right
 */
function drawAside([x, y], to, right) {
  const [toX, toY] = [measureMiddle(to), measureTop(to)];
  const level = toY - 10;
  // A low row leaves less space for two bends.
  const bend = Math.min(24, (level - y) / 2);
  return path`M${x} ${y}C${right} ${y} ${right} ${y} ${right} ${y + bend}V${level - bend}C${right} ${level} ${right} ${level} ${right - 24} ${level}H${toX + 10}C${toX} ${level} ${toX} ${level} ${toX} ${toY}`;
}

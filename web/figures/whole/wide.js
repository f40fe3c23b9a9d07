/** Lays out the whole picture from left to right. */

import {
  HEADING,
  isOfHead,
  LABEL,
  MARGIN,
  makeBox,
  makeFoldedBoxes,
  measureBottom,
  measureRight,
  pairColumns,
  passesBelowTables,
  placeFoldedBoxes,
  splitIntoColumns,
} from './boxes.js';
import { listNamedStages } from './picture.js';
import {
  listStartWords,
  measureWordBottom,
  measureWords,
  placeColumnWords,
  placeRowWords,
} from './words.js';

/** @import { Box, Layout, Picture, PicturePart } from '../types.js' */
/** @import { StepContext } from '../../sources/types.js' */

/**
 * @typedef {{ cell: number, open: number, heads: number }} WideSizes the size of a cell, the number of
 * open heads, and the number of all heads
 */

/** Pixels between tables below each other, between heads, for the titles, and between columns. */
const BETWEEN_TABLES = 5;

const BETWEEN_HEADS = 14;
const TITLES = 20;

const GAP_RANGE = { least: 24, most: 60 };

/** Half of the width of a small letter. */
const SMALL_LETTER = 3.1;

/** The smallest cell with space for words below it, if there are words beside it. */
const SMALLEST_NAMED_CELL = 12;

/** The space for lines below all tables. */
const ROOM_BELOW = 34;

/**
 * @param {StepContext} context
 * @param {Picture} picture
 * @param {number} most the available width
 * @param {WideSizes} sizes
 * @returns {Layout}
 */
export function layOutWide(context, picture, most, sizes) {
  const { cell } = sizes;
  const columns = splitIntoColumns(picture);
  const { boxes, folded, headings, bottom } = placeDown(context, picture, columns, sizes);
  const width = placeAcross(context, picture, columns, boxes, most);
  if (folded.length > 0) {
    const last = boxes.find(({ id }) => id === picture.mixed) ?? boxes[boxes.length - 1];
    const first = boxes.find(({ id }) => id === picture.scores) ?? last;
    placeFoldedBoxes(folded, bottom, width, (length) =>
      Math.max(MARGIN, Math.min(first.x, measureRight(last) - length)),
    );
  }
  for (const heading of headings) {
    heading.x = Math.min(...boxes.filter((box) => box.head === heading.head).map((box) => box.x));
  }
  const all = [...boxes, ...folded];
  const words = [
    ...placeRowWords(context, picture, all),
    ...placeColumnWords(
      context,
      boxes.filter(({ id }) => id === picture.weights && cell >= SMALLEST_NAMED_CELL),
    ),
  ];
  const lowest = Math.max(...all.map(measureBottom), ...words.map(measureWordBottom));
  return {
    width,
    height: Math.ceil(lowest + MARGIN + (passesBelowTables(picture, boxes) ? ROOM_BELOW : 0)),
    isWide: true,
    boxes: all,
    words,
    heads: headings,
    cell,
    titles: placeTitles(context, picture, boxes),
  };
}

/**
 * Places bands of heads below each other, and tables without a head in the middle of them.
 * @param {StepContext} context
 * @param {Picture} picture
 * @param {PicturePart[][]} columns
 * @param {WideSizes} sizes
 */
function placeDown(context, picture, columns, { cell, open, heads }) {
  const shown = heads > 0 ? listOpenHeads(context.state.head, open, heads) : [undefined];
  const isInBand = (/** @type {PicturePart} */ part) => heads === 0 || isOfHead(part);
  /** @type {Box[]} */
  const boxes = [];
  /** @type {Layout['heads']} */
  const headings = [];
  let bottom = MARGIN + TITLES;
  for (const head of shown) {
    if (head !== undefined && heads > 1) headings.push({ x: 0, y: bottom, head });
    const top = bottom + (heads > 1 ? HEADING : 0);
    const make = (/** @type {PicturePart} */ part) => makeBox(context, part, head, cell);
    for (const [parameters, tables] of pairColumns(columns)) {
      const [matrices, results] = [parameters, tables].map((column) =>
        column.filter(isInBand).map(make),
      );
      placeBeside(
        matrices,
        results,
        results.length === 1 && findQueryInput(boxes, results[0], head),
        top + LABEL,
      );
      boxes.push(...matrices, ...results);
    }
    const ofHead = boxes.filter((box) => box.head === head);
    bottom = Math.max(top, ...ofHead.map(measureBottom)) + BETWEEN_HEADS;
  }
  const folded = makeFoldedBoxes(context, picture, shown, heads, cell);
  for (const column of columns) {
    const others = column.filter((part) => !isInBand(part));
    boxes.push(
      ...centreBoxes(
        others.map((part) => makeBox(context, part, undefined, cell)),
        bottom - BETWEEN_HEADS,
      ),
    );
  }
  if (heads === 0) lowerValues(picture, boxes);
  return { boxes, folded, headings, bottom };
}

/**
 * Places tables below each other, each beside the matrix that makes it. A matrix that makes two
 * tables stands beside the first.
 * @param {Box[]} matrices
 * @param {Box[]} results
 * @param {Box | false | undefined} before the box from which a single table of a column is
 * computed; the table continues its row
 * @param {number} top
 */
function placeBeside(matrices, results, before, top) {
  let y = before ? before.y : top;
  for (const box of results) {
    const readers = matrices.filter(
      ({ id }) => results.find(({ part }) => part.from.some((input) => input.id === id)) === box,
    );
    const line = [box, ...readers];
    const height = before ? box.height : Math.max(...line.map((item) => item.height));
    for (const item of line) item.y = y + (height - item.height) / 2;
    y += height + BETWEEN_TABLES + LABEL;
  }
}

/** @param {Box[]} boxes boxes without a head @param {number} bottom the bottom of all heads */
function centreBoxes(boxes, bottom) {
  const top = MARGIN + TITLES;
  const height = boxes.reduce(
    (sum, box) => sum + box.height + BETWEEN_TABLES + LABEL,
    -BETWEEN_TABLES - LABEL,
  );
  let y = Math.max(top + LABEL, (top + bottom - height) / 2);
  for (const box of boxes) {
    box.y = y;
    y = measureBottom(box) + BETWEEN_TABLES + LABEL;
  }
  return boxes;
}

/**
 * Places words, columns with gaps that use the available space, and words.
 * @param {StepContext} context
 * @param {Picture} picture
 * @param {PicturePart[][]} columns
 * @param {Box[]} boxes
 * @param {number} most
 * @returns {number} the width of the picture
 */
function placeAcross(context, picture, columns, boxes, most) {
  const start = MARGIN + measureWords(listStartWords(context, picture));
  const end = measureWords(context.computation.queryWords) + MARGIN;
  const filled = columns.map((column) => boxes.filter(({ part }) => column.includes(part)));
  const widths = filled.map((column) => Math.max(...column.map(({ width }) => width)));
  const taken = start + end + widths.reduce((sum, width) => sum + width, 0);
  const gap = Math.max(
    GAP_RANGE.least,
    Math.min(GAP_RANGE.most, (most - taken) / Math.max(1, columns.length - 1)),
  );
  let x = start;
  filled.forEach((column, i) => {
    for (const box of column) box.x = x + (widths[i] - box.width) / 2;
    x += widths[i] + gap;
  });
  return Math.ceil(x - gap + end);
}

/**
 * Returns the open heads: as many as fit, including the chosen one.
 * @param {number} chosen
 * @param {number} open
 * @param {number} heads
 */
function listOpenHeads(chosen, open, heads) {
  const first = Math.max(0, Math.min(chosen, heads - open));
  return Array.from({ length: Math.min(open, heads) }, (_, i) => first + i);
}

/**
 * Returns the titles of the columns, if there is space for words.
 * @param {StepContext} context
 * @param {Picture} picture
 * @param {readonly Box[]} boxes
 * @returns {Layout['titles']}
 */
function placeTitles(context, picture, boxes) {
  const all = listNamedStages(context, picture).map(({ tables, text }) => {
    const column = boxes.filter(({ part }) => tables.includes(part));
    const from = Math.min(...column.map(({ x }) => x));
    const to = Math.max(...column.map(measureRight));
    return { text, x: (from + to) / 2, y: MARGIN + 8 };
  });
  const ends = all.map(({ text, x }) => [
    x - text.length * SMALL_LETTER,
    x + text.length * SMALL_LETTER,
  ]);
  return ends.every(([from], i) => i === 0 || from > ends[i - 1][1] + 4) ? all : [];
}

/** @param {Box[]} boxes @param {Box} box @param {number | undefined} head */
function findQueryInput(boxes, { part }, head) {
  const from = part.from.filter(({ axes }) => axes.includes('q')).map(({ id }) => id);
  return boxes.find(
    (box) => from.includes(box.id) && (box.head === undefined || box.head === head),
  );
}

/**
 * Moves values that are rows of the first column to its end, so that their lines pass below.
 * @param {Picture} picture
 * @param {Box[]} boxes
 */
function lowerValues({ values }, boxes) {
  const box = boxes.find(({ id }) => id === values);
  if (!box || box.part.stage > 0) return;
  const lowest = Math.max(...boxes.map(measureBottom));
  box.y = Math.max(box.y, lowest - box.height);
}

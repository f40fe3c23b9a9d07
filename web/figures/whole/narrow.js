/** Lays out the whole picture as a column, with one head. */

import {
  CELLS,
  LABEL,
  MARGIN,
  makeBox,
  makeFoldedBoxes,
  measureMiddle,
  measureRight,
  measureWordsBottom,
  placeFoldedBoxes,
  splitIntoColumns,
  TITLE,
} from './boxes.js';
import { findLastTable, listNamedStages } from './picture.js';
import {
  hasKeyColumns,
  listStartWords,
  measureReach,
  measureWords,
  measureWordsBelow,
  placeColumnWords,
  placeRowWords,
} from './words.js';

/** @import { Box, Layout, Picture, PicturePart, Word } from '../types.js' */
/** @import { StepContext } from '../../sources/types.js' */

/** Pixels between tables side by side, and between lines. */
const BETWEEN_COLUMNS = 28;

const BETWEEN_LINES = 18;

/** Pixels below the heads that are not open. */
const BELOW_FOLDED = 22;

/** The space on the right, where lines of values pass. */
const RIGHT_MARGIN = 20;

/** The width of a letter in the name of a stage, and pixels between names. */
const TITLE_LETTER = 6.2;

const BETWEEN_NAMES = 8;

/**
 * @param {StepContext} context
 * @param {Picture} picture
 * @param {number} width
 * @param {number} heads
 * @returns {Layout}
 */
export function layOutNarrow(context, picture, width, heads) {
  const { head } = context.state;
  const words = measureWords([
    ...listStartWords(context, picture),
    ...context.computation.queryWords,
  ]);
  const last = findLastTable(picture);
  const columns = splitIntoColumns(picture);
  const make = (/** @type {number} */ cell) =>
    columns.map((column) => column.map((part) => makeBox(context, part, head, cell)));
  const space = width - MARGIN - RIGHT_MARGIN;
  const cell = chooseCell(make, width, words);
  const placed = joinColumns(
    make(cell),
    (line) => measureLine(line) <= space - measureWordRoom(line, words, last),
  );
  const rows = placed.flatMap((line) => splitLine(line, space));
  const lefts = rows.map((row) => findLeft(row, width, words, last));
  const folded = makeFoldedBoxes(context, picture, [head], heads, cell);
  let y = MARGIN;
  rows.forEach((row, i) => {
    y = placeRow(row, lefts[i], y, measureWordsBelow(context, cell));
    if (folded.length > 0 && row.some(({ id }) => id === picture.weights)) {
      // The line from the last table goes down to the right of the heads, if they are narrow.
      const middle = measureMiddle(row[row.length - 1]);
      const right = folded[0].width + 2 * MARGIN <= middle ? middle : width;
      y = placeFoldedBoxes(folded, y, right, (all) => (right - all) / 2) + BELOW_FOLDED;
    }
  });
  const boxes = [...placed.flat(), ...folded];
  const besides = placeRowWords(context, picture, boxes);
  const isInside = (/** @type {Word} */ word) => measureReach(word) <= width;
  return {
    width,
    height: Math.ceil(y),
    isWide: false,
    boxes,
    cell,
    words: [
      ...(besides.every(isInside) ? besides : besides.filter(({ anchor }) => anchor === 'end')),
      ...placeColumnWords(context, boxes),
    ],
    heads: heads > 1 ? [{ head, x: MARGIN, y: measureHeadTop(boxes) - 24 }] : [],
    titles: placeTitles(listNamedStages(context, picture), boxes, width),
  };
}

/** Tables with words beside them stand below each other. Another line that is too long continues below. @param {Box[]} line @param {number} space */
const splitLine = (line, space) =>
  line.some(({ part }) => part.stage === 0) ? line.map((box) => [box]) : wrapLine(line, space);

/**
 * @param {Box[]} row
 * @param {number} left
 * @param {number} top
 * @param {number} wordsHeight the height of words below a table
 * @returns {number} the top of the next row
 */
function placeRow(row, left, top, wordsHeight) {
  const titleHeight = row.some(({ part }) => !part.isParameter) ? TITLE : 0;
  let x = left;
  for (const box of row) {
    box.x = x;
    box.y = top + LABEL + titleHeight;
    box.titleHeight = titleHeight;
    if (hasKeyColumns(box)) box.wordsHeight = wordsHeight;
    x = measureRight(box) + BETWEEN_COLUMNS;
  }
  return Math.max(...row.map(measureWordsBottom)) + BETWEEN_LINES;
}

/** @param {Box[]} line */
const measureLine = (line) =>
  line.reduce((sum, box) => sum + box.width + BETWEEN_COLUMNS, -BETWEEN_COLUMNS);

/**
 * Chooses the size of cells.
 * @param {(cell: number) => Box[][]} make
 * @param {number} width
 * @param {number} words the width of the words beside a table
 */
function chooseCell(make, width, words) {
  const fits = (/** @type {Box[][]} */ lines) =>
    lines.every(
      (line) => measureLine(line) + 2 * words <= width || measureLine(line) <= width - 60,
    );
  const legible =
    CELLS.filter((size) => size <= 20).find((size) => fits(make(size))) ?? CELLS[CELLS.length - 1];
  // The table of a long sentence has cells that are too small to read rather than cut off.
  const widest = Math.max(...make(legible).flatMap((column) => column.map((box) => box.width)));
  const space = width - MARGIN - RIGHT_MARGIN;
  return Math.max(2, Math.min(legible, Math.floor((legible * space) / widest)));
}

/**
 * Centres a row, and leaves space for the words beside the first table and the last.
 * @param {Box[]} row
 * @param {number} width
 * @param {number} words
 * @param {PicturePart | undefined} last
 */
function findLeft(row, width, words, last) {
  const length = measureLine(row);
  let x = Math.max(MARGIN, Math.min((width - length) / 2, width - RIGHT_MARGIN - length));
  if (row.some(({ part }) => part.stage === 0)) x = Math.max(x, words + 4);
  if (row.some(({ part }) => part === last))
    x = Math.max(MARGIN, Math.min(x, width - words - length));
  return x;
}

/**
 * Places the name of a stage above the first row of its tables. Names in a row keep apart.
 * @param {ReturnType<typeof listNamedStages>} stages
 * @param {Box[]} boxes
 * @param {number} width
 * @returns {Layout['titles']}
 */
function placeTitles(stages, boxes, width) {
  const rights = new Map();
  return stages.map(({ tables, text }) => {
    const all = boxes.filter(({ part, isFolded }) => tables.includes(part) && !isFolded);
    const top = Math.min(...all.map((box) => box.y));
    const row = all.filter((box) => box.y === top);
    const half = (text.length * TITLE_LETTER) / 2;
    const left = Math.min(...row.map((box) => box.x));
    const middle = (left + Math.max(...row.map(measureRight))) / 2;
    const x = Math.max(Math.min(middle, width - MARGIN - half), (rights.get(top) ?? MARGIN) + half);
    rights.set(top, x + half + BETWEEN_NAMES);
    return { text, x, y: top - LABEL - 2 };
  });
}

/** Returns the top of the tables of a head. @param {Box[]} boxes */
const measureHeadTop = (boxes) =>
  Math.min(...boxes.filter(({ head }) => head !== undefined).map(({ y }) => y));

/**
 * Returns the space for words beside tables.
 * @param {Box[]} line
 * @param {number} words
 * @param {PicturePart | undefined} last
 */
const measureWordRoom = (line, words, last) =>
  line.some(({ part }) => part.stage === 0 || part === last || !part.axes.startsWith('h'))
    ? words
    : 0;

/** @param {Box[][]} columns @param {(line: Box[]) => boolean} fits */
function joinColumns(columns, fits) {
  /** @type {Box[][]} */
  const lines = [];
  let isOpen = false;
  for (const column of columns) {
    const last = lines.at(-1);
    const isSingle = column.length === 1 && column[0].part.stage > 0;
    if (last && isOpen && isSingle && fits([...last, ...column])) last.push(...column);
    else lines.push([...column]);
    isOpen = isSingle;
  }
  return lines;
}

/** @param {Box[]} line @param {number} width */
function wrapLine(line, width) {
  /** @type {Box[][]} */
  const rows = [[]];
  let taken = 0;
  for (const box of line) {
    if (taken > 0 && taken + box.width > width) {
      rows.push([]);
      taken = 0;
    }
    rows[rows.length - 1].push(box);
    taken += box.width + BETWEEN_COLUMNS;
  }
  return rows;
}

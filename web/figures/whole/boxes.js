/** The tables of the whole picture as boxes: the number and size of cells, and the head of each. */

import { listIndices } from '../../graph/cell.js';
import { memoizeByOwner } from '../../graph/memoize.js';
import { findTableDirection, makeTable } from '../tables.js';

/** @import { Box, Matrix, Picture, PicturePart } from '../types.js' */
/** @import { StepContext } from '../../sources/types.js' */

/** The most rows or columns of a table with cells, because more cells would be indistinguishable. */
const MAX_DRAWN_LINES = 64;

/** The sizes of a table without cells, in pixels. */
const WITHOUT_CELLS = { cellWidth: 0, cellHeight: 0, width: 72, height: 56 };

/** The largest size in pixels of a table in which no word has a row or column. */
const WIDEST_TABLE = 96;

const HIGHEST = 72;

/** Keeps the tables, since the picture tries many sizes with the same ones. */
const getMatrix = memoizeByOwner(
  (
    /** @type {StepContext} */ context,
    /** @type {string} */ id,
    /** @type {number | undefined} */ head,
  ) => makeTable(context, id, head === undefined ? {} : { head }),
);

/**
 * @param {StepContext} context
 * @param {PicturePart} part
 * @param {number | undefined} shownHead the head of tables that belong to one
 * @param {number} cell the size of a cell in pixels
 * @returns {Box} a box at 0, 0
 */
export function makeBox(context, part, shownHead, cell) {
  const head = isOfHead(part) ? shownHead : undefined;
  const matrix = getMatrix(context, part.id, head);
  const { rows, columns } = matrix.view;
  const isWords = matrix.axes.slice(matrix.leadingIndex.length);
  const cellWidth = /k$/.test(isWords) ? cell : fitCell(cell, WIDEST_TABLE / columns);
  const cellHeight = /^[qkp]/.test(isWords)
    ? cell
    : fitCell(cell, Math.max(HIGHEST, context.computation.keyWords.length * cell) / rows);
  const isDrawn = Math.max(rows, columns) <= MAX_DRAWN_LINES;
  const sizes = isDrawn
    ? { cellWidth, cellHeight, width: columns * cellWidth, height: rows * cellHeight }
    : WITHOUT_CELLS;
  return { id: part.id, part, head, matrix, rows, columns, x: 0, y: 0, ...sizes };
}

/** @param {number} most @param {number} pixels */
const fitCell = (most, pixels) => Math.max(2, Math.min(most, Math.floor(pixels)));

/**
 * Returns the left edge of columns, in the direction of the table.
 * @param {Pick<Box, 'x' | 'columns' | 'cellWidth' | 'matrix'>} box
 * @param {number} first
 * @param {number} [end] the column after the last
 */
export const measureLeft = ({ x, columns, cellWidth, matrix }, first, end = first + 1) =>
  x + (findTableDirection(matrix) === 'rtl' ? columns - end : first) * cellWidth;

/** Returns the middle of a row. @param {Box} box @param {number} row */
export const measureRowMiddle = ({ y, height, rows }, row) =>
  y + ((Math.min(row, rows - 1) + 0.5) * height) / rows;

/** @param {Box} box */
export const measureMiddle = ({ x, width }) => x + width / 2;

/** @param {Box} box */
export const measureRight = ({ x, width }) => x + width;

/** Returns the bottom of a table with the words below it. @param {Box} box */
export const measureWordsBottom = (box) => measureBottom(box) + (box.wordsHeight ?? 0);

/** @param {Box} box */
export const measureBottom = ({ y, height }) => y + height;

// The columns of the whole picture, and the sizes of its parts.

/** Margins in pixels: around the picture, above a table for its symbol, and above a head for its name. */
export const MARGIN = 12;

export const LABEL = 21;

/** The height of the name of a stage above the symbols of a column. */
export const TITLE = 16;
export const HEADING = 16;

/** The sizes of cells, from the largest to the smallest legible one. */
export const CELLS = [22, 20, 18, 16, 14, 12, 11, 10, 9, 8];

/** The smallest cell of a head that is not open. */
const FOLDED = 3;

/** The width of the name of such a head. */
const FOLDED_NAME = 44;

/** Pixels between such heads, and between their lines. */
const BETWEEN_FOLDED = { across: 12, down: 4 };

/** Returns the number of heads, or 0 if heads have no names. @param {StepContext} context @param {Picture} picture */
export function countNamedHeads({ computation }, { weights }) {
  const { axes } = computation.nodes[weights];
  return axes.startsWith('h') ? computation.results[weights].shape[0] : 0;
}

/** Whether a table belongs to a head. @param {PicturePart} part */
export const isOfHead = ({ axes }) => axes.startsWith('h');

/** Rows used as values come last. @param {PicturePart[]} parts @param {string} values */
const sortByRole = (parts, values) =>
  parts
    .toSorted((first, second) => Number(first.id === values) - Number(second.id === values))
    .toSorted(
      (first, second) => 'qkv'.indexOf(first.role ?? 'v') - 'qkv'.indexOf(second.role ?? 'v'),
    );

/** The weight matrices of a stage come before its tables. @param {Picture} picture */
export function splitIntoColumns({ parts, stages, values }) {
  return Array.from({ length: stages }, (_, stage) => parts.filter((part) => part.stage === stage))
    .flatMap((all) => [
      all.filter(({ isParameter }) => isParameter),
      all.filter(({ isParameter }) => !isParameter),
    ])
    .filter((column) => column.length > 0)
    .map((column) => sortByRole(column, values));
}

/** Pairs each column of tables with the column of the matrices that make them. @param {PicturePart[][]} columns */
export function pairColumns(columns) {
  const isMatrices = (/** @type {PicturePart[] | undefined} */ column) =>
    column?.[0].isParameter ?? false;
  return columns.flatMap((column, i) =>
    isMatrices(column) ? [] : [[isMatrices(columns[i - 1]) ? columns[i - 1] : [], column]],
  );
}

/**
 * Makes the weights of heads that are not open, as small maps.
 * @param {StepContext} context
 * @param {Picture} picture
 * @param {(number | undefined)[]} shown
 * @param {number} heads
 * @param {number} cell
 */
export function makeFoldedBoxes(context, { parts, weights }, shown, heads, cell) {
  const part = /** @type {PicturePart} */ (parts.find(({ id }) => id === weights));
  return listIndices(heads)
    .filter((head) => !shown.includes(head))
    .map((head) => {
      const size = Math.max(FOLDED, Math.floor(cell / 2.5));
      return { ...makeBox(context, part, head, size), isFolded: true };
    });
}

/**
 * Places the heads that are not open in lines as wide as the picture.
 * @param {readonly Box[]} folded
 * @param {number} top
 * @param {number} width the width of the picture
 * @param {(length: number) => number} findLeft returns the left edge of lines of this length
 * @returns {number} the bottom
 */
export function placeFoldedBoxes(folded, top, width, findLeft) {
  const slot = Math.max(folded[0].width, FOLDED_NAME);
  const step = slot + BETWEEN_FOLDED.across;
  const inLine = Math.max(1, Math.floor((width - 2 * MARGIN + BETWEEN_FOLDED.across) / step));
  const length = Math.min(inLine, folded.length) * step - BETWEEN_FOLDED.across;
  const left = findLeft(length) + (slot - folded[0].width) / 2;
  folded.forEach((box, i) => {
    box.x = left + (i % inLine) * step;
    box.y = top + HEADING + Math.floor(i / inLine) * (box.height + HEADING + BETWEEN_FOLDED.down);
  });
  return Math.max(...folded.map(measureBottom));
}

/**
 * Whether straight lines of values would cross tables.
 * @param {Pick<Picture, 'values' | 'weights'>} picture
 * @param {readonly Box[]} boxes
 */
export function passesBelowTables({ values, weights }, boxes) {
  const from = boxes.find(({ id }) => id === values);
  const over = boxes.find(({ id }) => id === weights);
  if (!from || !over) return false;
  const between = boxes.filter((box) => box.x > measureRight(from) && box.x < over.x);
  return between.some((box) => measureBottom(box) > from.y && box.y < measureBottom(from));
}

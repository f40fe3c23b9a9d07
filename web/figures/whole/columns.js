/** What stands in which column of the whole picture, and how large things are. */

import { bottomOf, boxOf, rightOf } from './boxes.js';

/**
 * @typedef {import('./boxes.js').Box} Box
 * @typedef {import('./layout.js').Layout} Layout
 * @typedef {import('./layout.js').Word} Word
 * @typedef {import('./picture.js').Part} Part
 * @typedef {import('./picture.js').Picture} Picture
 * @typedef {import('../../lessons/tables.js').Context} Context
 */

/** Pixels around all, above a table for its symbol, above a head for its name. */
export const MARGIN = 12;
export const LABEL = 21;
export const HEADING = 16;
/** From the largest cells to the smallest that still read. */
export const CELLS = [22, 20, 18, 16, 14, 12, 11, 10, 9, 8];
/** A cell of a head that is not open, at least. */
const FOLDED = 3;

/** How many heads there are; 0 where none is named. @param {Context} context @param {Picture} picture */
export function headsOf({ computation }, { weights }) {
  const { axes } = computation.nodes[weights];
  return axes.startsWith('h') ? computation.results[weights].shape[0] : 0;
}

/** Whether a table belongs to a head. @param {Part} part */
export const isOfHead = ({ axes }) => axes.startsWith('h');

/**
 * In the order query, key, value. Rows that are values as they are come last.
 * @param {Part[]} parts
 * @param {string} values
 */
const byRole = (parts, values) =>
  parts
    .toSorted((one, other) => Number(one.id === values) - Number(other.id === values))
    .toSorted((one, other) => 'qkv'.indexOf(one.role ?? 'v') - 'qkv'.indexOf(other.role ?? 'v'));

/**
 * The parts of each column, or narrow of each line: the weight matrices of a stage, then its tables.
 * @param {Picture} picture
 */
export function columnsOf({ parts, stages, values }) {
  return Array.from({ length: stages }, (_, stage) => parts.filter((part) => part.stage === stage))
    .flatMap((all) => [
      all.filter(({ isParameter }) => isParameter),
      all.filter(({ isParameter }) => !isParameter),
    ])
    .filter((column) => column.length > 0)
    .map((column) => byRole(column, values));
}

/**
 * Each column of tables with that of the matrices which make them.
 * @param {Part[][]} columns
 */
export function pairs(columns) {
  const isMatrices = (/** @type {Part[] | undefined} */ column) => column?.[0].isParameter ?? false;
  return columns.flatMap((column, i) =>
    isMatrices(column) ? [] : [[isMatrices(columns[i - 1]) ? columns[i - 1] : [], column]],
  );
}

/**
 * The weights of heads that are not open, as small maps.
 * @param {Context} context
 * @param {Picture} picture
 * @param {(number | undefined)[]} shown
 * @param {number} heads
 * @param {number} cell
 */
export function foldedBoxes(context, { parts, weights }, shown, heads, cell) {
  const part = /** @type {Part} */ (parts.find(({ id }) => id === weights));
  return Array.from({ length: heads }, (_, head) => head)
    .filter((head) => !shown.includes(head))
    .map((head) => {
      const size = Math.max(FOLDED, Math.floor(cell / 2.5));
      return { ...boxOf(context, part, head, size), isFolded: true };
    });
}

/**
 * Whether value lines would cross tables on their straight way.
 * @param {Pick<Picture, 'values' | 'weights'>} picture
 * @param {readonly Box[]} boxes
 */
export function passesBelow({ values, weights }, boxes) {
  const from = boxes.find(({ id }) => id === values);
  const over = boxes.find(({ id }) => id === weights);
  if (!from || !over) return false;
  const between = boxes.filter((box) => box.x > rightOf(from) && box.x < over.x);
  return between.some((box) => bottomOf(box) > from.y && box.y < bottomOf(from));
}

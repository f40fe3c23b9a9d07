/** Places the words of the whole picture: beside rows, and below the columns of weights. */

import { measureText } from '../text-width.js';
import { measureBottom, measureLeft, measureRight, measureRowMiddle } from './boxes.js';
import { findLastTable } from './picture.js';

/** @import { Box, Picture, Word } from '../types.js' */
/** @import { StepContext } from '../../sources/types.js' */

/** The width in pixels of a letter, and of the longest word. */
const LETTER = 7.6;

const WIDEST_WORD = 106;

/** The size of the letters that a letter's width is about, and the largest size below columns. */
const LETTERS = { beside: 14, below: 12 };

/** The gap in pixels between a table and the words below it. */
const GAP_BELOW = 5;

/** @param {string} word */
const measureWord = (word) => Math.min(WIDEST_WORD, LETTER * measureText(word, 1));

/** @param {StepContext} context @param {Picture} picture */
export function listStartWords({ computation: { queryWords, keyWords, nodes } }, { parts }) {
  return parts
    .filter(({ stage }) => stage === 0)
    .flatMap(({ id }) => (nodes[id].axes.includes('q') ? queryWords : keyWords));
}

/** @param {readonly string[]} words */
export const measureWords = (words) => 8 + Math.max(...words.map(measureWord));

/**
 * Places words left of the tables in which the picture begins, and right of its last table.
 * @param {StepContext} context
 * @param {Picture} picture
 * @param {readonly Box[]} boxes
 * @returns {Word[]}
 */
export function placeRowWords({ computation }, picture, boxes) {
  const last = findLastTable(picture);
  /** @param {Box} box @param {'start' | 'end'} anchor @returns {Word[]} */
  const wordsBeside = (box, anchor) => {
    const axis = box.part.axes.includes('q') ? 'q' : 'k';
    const words = axis === 'q' ? computation.queryWords : computation.keyWords;
    return words.slice(0, box.rows).map((text, index) => ({
      text,
      axis,
      index,
      anchor,
      stage: box.part.stage,
      x: anchor === 'end' ? box.x - 8 : measureRight(box) + 8,
      y: measureRowMiddle(box, index),
    }));
  };
  const open = boxes.filter(({ isFolded, cellHeight }) => !isFolded && cellHeight > 0);
  const first = Math.min(...open.flatMap(({ head }) => head ?? []));
  return open
    .filter(({ head = first }) => head === first)
    .flatMap((box) => [
      ...(box.part.stage === 0 ? wordsBeside(box, 'end') : []),
      ...(box.part === last ? wordsBeside(box, 'start') : []),
    ]);
}

/**
 * Places the keys below the columns of tables of pairs.
 * @param {StepContext} context
 * @param {readonly Box[]} boxes
 * @returns {Word[]}
 */
export const placeColumnWords = ({ computation }, boxes) =>
  boxes.filter(hasKeyColumns).flatMap((box) =>
    computation.keyWords.map((text, index) => ({
      text,
      axis: /** @type {const} */ ('k'),
      index,
      isVertical: true,
      stage: box.part.stage,
      anchor: /** @type {const} */ ('end'),
      y: measureBottom(box) + GAP_BELOW,
      x: measureLeft(box, index) + box.cellWidth / 2,
    })),
  );

/** Whether the columns are keys, and are drawn. @param {Box} box */
export const hasKeyColumns = ({ part, isFolded, cellWidth }) =>
  part.axes.endsWith('qk') && !isFolded && cellWidth > 0;

/** Returns the height of the words below a table. @param {StepContext} context @param {number} cell */
export const measureWordsBelow = ({ computation: { keyWords } }, cell) =>
  GAP_BELOW +
  (Math.max(...keyWords.map(measureWord)) * Math.min(LETTERS.below, cell)) / LETTERS.beside;

/** Returns the bottom of a word. @param {Word} word */
export const measureWordBottom = ({ text, isVertical, y }) =>
  y + (isVertical ? measureWord(text) : 8);

/** Returns the right end of a word beside a row. @param {Word} word */
export const measureReach = ({ text, anchor, x }) => (anchor === 'end' ? x : x + measureWord(text));

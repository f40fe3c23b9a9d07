/** Chooses which lines to draw between the two columns of words. */

import { computeIndex } from '../../../src/js/shapes.js';
import { isOfPairs } from '../../figures/tables.js';
import { listIndices } from '../../graph/cell.js';
import { rounded, roundedWeight } from '../../text/number.js';
import { getHeadView } from '../../views/labelled-map.js';
import * as text from './text/en/maps.js';

/**
 * @import { ShownLines, Word } from '../../views/types.js'
 * @import { Line } from './types.js'
 */

/** The most lines to draw. Readers cannot tell more lines apart. */
const MAX_LINES = 2000;

/** Weights below this share of the colour scale's end are not drawn, unless a word is selected. */
const WEAKEST_SHARE = 0.01;

/** The least opacity of the lines of a selected word, so that weak lines are visible. */
const FAINTEST = 0.12;

/** The number of weights in a description. */
const DESCRIBED_WEIGHTS = 3;

/**
 * The distance between lines of two heads that join the same words, and the most that the lines of
 * all heads take at a word, as shares of the word's height.
 */
const [APART, BUNDLE] = [0.15, 0.7];

/** @param {ShownLines} shown */
const getHeads = ({ heads, head }) => heads ?? [head];

/** @param {ShownLines} shown @param {readonly number[]} rows @param {readonly number[]} columns @returns {Line[]} */
const listLines = (shown, rows, columns) =>
  getHeads(shown).flatMap((head) => {
    const { at } = getHeadView(shown, shown.layer, head);
    return rows.flatMap((row) =>
      columns.map((column) => ({ head, row, column, value: at(row, column) })),
    );
  });

/**
 * Lists the lines of a word whose weights are not 0.
 * @param {ShownLines} shown
 * @param {Word} word
 */
export function listLinesOfWord(shown, { isQuery, index }) {
  const [rows, columns] = shown.layers[shown.layer].shape.slice(-2).map(listIndices);
  const all = isQuery ? listLines(shown, [index], columns) : listLines(shown, rows, [index]);
  return all.filter(({ value }) => value !== 0 && Number.isFinite(value));
}

/**
 * Finds the strongest lines of the heads.
 * @param {ShownLines} shown
 * @returns {{ lines: Line[], least: number, isAll: boolean }} the lines, the weakest first; `least`
 *   is the smallest absolute weight
 */
export function findStrongestLines(shown) {
  const heads = getHeads(shown);
  const views = heads.map((head) => getHeadView(shown, shown.layer, head));
  const { rows, columns } = views[0];
  const numbers = new Float32Array(heads.length * rows * columns);
  views.forEach((view, i) => {
    numbers.set(view.numbers, i * rows * columns);
  });
  const sizes = numbers.map(Math.abs);
  // A line of weight 0 is never drawn, even if all weights are 0.
  const weakest = WEAKEST_SHARE * shown.endOf(shown.layer, shown.head) || Number.MIN_VALUE;
  const { places, ...rest } = selectStrongest(sizes, weakest);
  const lines = places
    .sort((a, b) => sizes[a] - sizes[b])
    .map((place) => {
      const [i, row, column] = computeIndex([heads.length, rows, columns], place);
      return { head: heads[i], row, column, value: numbers[place] };
    });
  return { lines, ...rest };
}

/**
 * Returns the places of the strongest lines, in their order. Of equally weak lines, perhaps only the first fit.
 * @param {Float32Array} strengths infinite ones and NaN are not drawn
 * @param {number} weakest lines below are not drawn
 * @returns {{ places: number[], least: number, isAll: boolean }} `least` is the smallest strength with a line
 */
function selectStrongest(strengths, weakest) {
  // With millions of numbers, filter() takes longer than sort().
  let count = 0;
  const strong = new Float32Array(strengths.length);
  for (const strength of strengths)
    if (strength >= weakest && strength < Infinity) strong[count++] = strength;
  const drawn = strong.subarray(0, count).sort();
  const isAll = drawn.length <= MAX_LINES;
  const least = isAll ? weakest : drawn[drawn.length - MAX_LINES];
  let free = drawn.subarray(-MAX_LINES).filter((strength) => strength === least).length;
  /** @type {number[]} */
  const places = [];
  strengths.forEach((strength, place) => {
    const isDrawn = strength > least || (strength === least && free-- > 0);
    if (isDrawn && strength < Infinity) places.push(place);
  });
  return { places, least, isAll };
}

/** @param {ShownLines} shown @param {number} value @returns {number} 0 to 1 */
export const computeStrength = ({ endOf, layer, head }, value) =>
  Math.min(1, Math.abs(value) / endOf(layer, head)) || 0;

/**
 * Returns the opacity of a line and its width in pixels.
 * @param {number} strength
 * @param {boolean} isOfWord whether a word is selected, so that weak lines stay visible
 */
export const styleLine = (strength, isOfWord) => ({
  opacity: isOfWord ? Math.max(FAINTEST, strength) : strength,
  width: 1 + 3 * strength,
});

/**
 * Returns the palette's name of the colour at the end of a line's scale.
 * @param {ShownLines} shown
 * @param {number} value
 */
export const nameColourEnd = ({ colours }, value) =>
  colours === 'weights' ? 'weight' : value < 0 ? 'negative' : 'positive';

/**
 * Returns the height at which lines of a head end, as a share of the word's height.
 * @param {ShownLines} shown
 * @param {number} head
 */
export function placeHead(shown, head) {
  const heads = getHeads(shown);
  const fromMiddle = heads.indexOf(head) - (heads.length - 1) / 2;
  return 0.5 + fromMiddle * Math.min(APART, BUNDLE / heads.length);
}

/** Sorts lines, the strongest first. @param {readonly Line[]} lines */
export const sortByStrength = (lines) =>
  lines.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));

/**
 * Describes the largest weights of a word.
 * @param {ShownLines} shown
 * @param {Word} word
 */
export function describeWeights(shown, word) {
  const write = shown.colours === 'weights' ? roundedWeight : rounded;
  const most = sortByStrength(listLinesOfWord(shown, word))
    .slice(0, DESCRIBED_WEIGHTS)
    .map(({ head, row, column, value }) => ({
      word: word.isQuery ? shown.columns[column] : shown.rows[row],
      number: shown.heads ? text.ofHead(write(value), head + 1) : write(value),
    }));
  return text.mostly(word.isQuery, most, isOfPairs(shown.matrix));
}

/**
 * Finds the strongest line between two words. Of several heads, it may be of any.
 * @param {ShownLines} shown
 * @param {number} row
 * @param {number} column
 * @returns {Line}
 */
export const findLineBetween = (shown, row, column) =>
  sortByStrength(listLines(shown, [row], [column]))[0];

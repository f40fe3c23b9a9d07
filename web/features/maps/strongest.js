/** Chooses which lines to draw between the two columns of words. */

import { rounded, roundedWeight } from '../../text/number.js';
import { getHeadView } from '../../views/labelled-map.js';
import { selectStrongest } from '../../views/strongest-lines.js';
import * as text from './text/en/maps.js';

/**
 * @import { ShownWeights } from '../../views/types.js'
 * @import { Word } from '../../views/types.js'
 * @import { Line } from './types.js'
 */

/** Weights below this share of the colour scale's end are not drawn, unless a word is selected. */
const WEAKEST_SHARE = 0.01;

/** The least opacity of the lines of a selected word, so that weak lines are visible. */
const FAINTEST = 0.12;

/** The number of weights in a word's description for screen readers. */
const DESCRIBED_WEIGHTS = 3;

/**
 * Lists the lines of a word whose weights are not 0.
 * @param {ShownWeights} shown
 * @param {Word} word
 * @returns {Line[]}
 */
export function listLinesOfWord(shown, { isQuery, index }) {
  const { rows, columns, at } = getHeadView(shown, shown.layer, shown.head);
  const all = Array.from({ length: isQuery ? columns : rows }, (_, other) => {
    const [row, column] = isQuery ? [index, other] : [other, index];
    return { row, column, value: at(row, column) };
  });
  return all.filter(({ value }) => value !== 0 && Number.isFinite(value));
}

/**
 * Finds the strongest lines of a head.
 * @param {ShownWeights} shown
 * @returns {{ lines: Line[], least: number, isAll: boolean }} the lines, the weakest first; `least`
 *   is the smallest absolute weight
 */
export function findStrongestLines(shown) {
  const { columns, numbers } = getHeadView(shown, shown.layer, shown.head);
  const sizes = numbers.map(Math.abs);
  // A line of weight 0 is never drawn, even if all weights are 0.
  const weakest = WEAKEST_SHARE * shown.endOf(shown.layer, shown.head) || Number.MIN_VALUE;
  const { places, ...rest } = selectStrongest(sizes, weakest);
  const lines = places
    .sort((a, b) => sizes[a] - sizes[b])
    .map((i) => ({ row: Math.floor(i / columns), column: i % columns, value: numbers[i] }));
  return { lines, ...rest };
}

/** @param {ShownWeights} shown @param {number} value @returns {number} 0 to 1 */
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
 * @param {ShownWeights} shown
 * @param {number} value
 */
export const nameColourEnd = ({ colours }, value) =>
  colours === 'weights' ? 'weight' : value < 0 ? 'negative' : 'positive';

/**
 * Describes the largest weights of a word to screen readers.
 * @param {ShownWeights} shown
 * @param {Word} word
 */
export function describeWeights(shown, word) {
  const most = listLinesOfWord(shown, word)
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .slice(0, DESCRIBED_WEIGHTS)
    .map(({ row, column, value }) => ({
      word: word.isQuery ? shown.columns[column] : shown.rows[row],
      number: (shown.colours === 'weights' ? roundedWeight : rounded)(value),
    }));
  return text.mostly(word.isQuery, most);
}

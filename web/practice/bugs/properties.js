/** What holds of any attention, measured on a run: each finds some bugs without a right run to compare with. */

import { compute } from '../../session/computation.js';
import { settingsOf } from '../../session/settings.js';
import { properties as text } from '../../text/en/practice/hunt.js';
import { sourcesOf } from './puzzle.js';

/**
 * @typedef {import('../../course/page.js').CourseContext} CourseContext
 * @typedef {import('../../session/settings.js').Settings} Settings
 * @typedef {import('../../session/computation.js').Computation} Computation
 *
 * @typedef {object} Property
 * @property {{ name: string }} words
 * @property {(settings: Settings) => boolean} concerns whether it has to hold with these settings
 * @property {(context: CourseContext) => string} measure
 */

/** Of the seeds of the puzzles no sentence has it. */
const WORD_MORE = 'then';

/** @param {CourseContext} context @param {string} sentence @returns {Computation} the same program on other words */
function withSentence({ attention, state }, sentence) {
  const settings = { ...settingsOf(state), sentence };
  return compute(attention, settings, sourcesOf(attention, settings)?.wrong);
}

/**
 * How far the rows of the output are from those of another run.
 * @param {CourseContext} context
 * @param {string} sentence of that run
 * @param {(row: number) => number} rowOf where a row stands in the other
 */
function farthest(context, sentence, rowOf) {
  const { data, shape } = context.computation.results.output;
  const other = withSentence(context, sentence).results.output.data;
  const width = shape[1];
  return data.reduce((most, one, i) => {
    const apart = Math.abs(one - other[rowOf(Math.floor(i / width)) * width + (i % width)]);
    // Not a number on both sides is the same.
    return Math.max(most, Number.isNaN(apart) && !Number.isNaN(one) ? Infinity : apart || 0);
  }, 0);
}

/** @type {Property[]} */
export const properties = [
  {
    words: text.rows,
    concerns: () => true,
    measure: ({ computation, state }) => {
      const { data } = computation.results.weights;
      const { keyWords, queryWords } = computation;
      const first = state.head * queryWords.length;
      const sums = queryWords.map((_, row) =>
        data
          .subarray((first + row) * keyWords.length, (first + row + 1) * keyWords.length)
          .reduce((sum, weight) => sum + weight, 0),
      );
      return text.rows.said(queryWords, sums);
    },
  },
  {
    words: text.append,
    concerns: ({ mask }) => mask === 'causal',
    measure: (context) => {
      const { sentence } = context.state;
      return text.append.said(farthest(context, `${sentence} ${WORD_MORE}`, (row) => row));
    },
  },
  {
    words: text.permute,
    concerns: ({ mask, positions, target }) =>
      mask === 'none' && positions === 'none' && target === '',
    measure: (context) => {
      const { queryWords } = context.computation;
      const last = queryWords.length - 1;
      const reversed = queryWords.toReversed().join(' ');
      return text.permute.said(farthest(context, reversed, (row) => last - row));
    },
  },
];

/** Checks of properties that any attention has. They need no right run to compare with. */

import { html } from 'lit';
import { makeTable } from '../../../figures/tables.js';
import { formatCell } from '../../../graph/cell.js';
import { findOperands, readNumber } from '../../../graph/trace.js';
import { makeComputation } from '../../../session/computation.js';
import { getSettings } from '../../../state/fields.js';
import { quoted, symbolOf } from '../../../text/inline.js';
import { traceHeader } from '../../../views/trace-panel.js';
import * as text from '../text/en/bug-lab.js';
import { makeBugSources } from './puzzle.js';

/**
 * @import { Operations } from '../../../../src/js/attention.js'
 * @import { Cell } from '../../../graph/types.js'
 * @import { CourseContext } from '../../../pages/types.js'
 * @import { Computation } from '../../../sources/types.js'
 * @import { Settings } from '../../../state/types.js'
 */

/**
 * @typedef {object} Property
 * @property {{ name: string }} words
 * @property {(context: CourseContext) => boolean} concerns whether the property must hold for a
 *   program with this bug
 * @property {(context: CourseContext) => string} measure
 */

/** Adds a word that no puzzle's sentence contains. @param {string} sentence */
const addWord = (sentence) => `${sentence} then`;

/** Whether a program has its bug, which may depend on the number of words. @param {Operations} attention @param {Settings} settings */
function hasBug(attention, settings) {
  const sources = makeBugSources(attention, settings);
  return sources?.wrong !== sources?.right;
}

/**
 * Computes the largest difference between the output and the output of the same program, with its
 * bug, for another sentence.
 * @param {CourseContext} context
 * @param {string} sentence
 * @param {(row: number) => number} otherRow the index of a row in the other output
 */
function findLargestChange({ attention, computation, state }, sentence, otherRow) {
  const { data, shape } = computation.results.output;
  const settings = { ...getSettings(state), sentence };
  const source = makeBugSources(attention, settings)?.wrong;
  const other = makeComputation(attention, settings, source).results.output.data;
  const width = shape[1];
  return data.reduce((most, number, i) => {
    const apart = Math.abs(number - other[otherRow(Math.floor(i / width)) * width + (i % width)]);
    // Two NaNs count as equal.
    return Math.max(most, Number.isNaN(apart) && !Number.isNaN(number) ? Infinity : apart || 0);
  }, 0);
}

/** @type {Property[]} */
export const properties = [
  {
    words: text.properties.rows,
    concerns: () => true,
    measure: (context) => {
      const { keyWords, queryWords } = context.computation;
      const { view } = makeTable(context, 'weights');
      const sums = queryWords.map((_, row) =>
        keyWords.reduce((sum, __, key) => sum + view.at(row, key), 0),
      );
      return text.properties.rows.result(queryWords, sums);
    },
  },
  {
    words: text.properties.append,
    concerns: ({ attention, state }) => {
      if (state.mask !== 'causal' || state.target !== '') return false;
      const settings = getSettings(state);
      const longer = { ...settings, sentence: addWord(settings.sentence) };
      return hasBug(attention, settings) === hasBug(attention, longer);
    },
    measure: (context) =>
      text.properties.append.result(
        findLargestChange(context, addWord(context.state.sentence), (row) => row),
      ),
  },
  {
    words: text.properties.permute,
    concerns: ({ state: { mask, positions, target } }) =>
      mask === 'none' && positions === 'none' && target === '',
    measure: (context) => {
      const { queryWords } = context.computation;
      const last = queryWords.length - 1;
      const reversed = queryWords.toReversed().join(' ');
      return text.properties.permute.result(
        findLargestChange(context, reversed, (row) => last - row),
      );
    },
  },
];

// Before the mistake is found, shows which numbers a pressed number should be computed from. How
// the program computed it stays hidden, because that would name the mistake.

/** Sums of words and positions. A reader starts from the sum, so its terms are not listed. */
const STARTS = ['embeddings', 'queryEmbeddings'];

/**
 * Finds the numbers from which a number should be computed, going back to tables on the screen or
 * to given tensors.
 * @param {Computation} right
 * @param {Cell} cell
 * @param {readonly string[]} shown
 * @returns {Cell[]}
 */
export function findSourcesOfNumber(right, cell, shown) {
  /** @type {Map<string, Cell>} */
  const found = new Map();
  for (const operand of findOperands(right.run, cell).flat()) {
    const isEnd =
      shown.includes(operand.id) ||
      STARTS.includes(operand.id) ||
      findOperands(right.run, operand).length === 0;
    const ends = isEnd ? [operand] : findSourcesOfNumber(right, operand, shown);
    for (const end of ends) found.set(formatCell(end), end);
  }
  return [...found.values()];
}

/** @param {CourseContext} context @param {Computation} right @param {readonly string[]} shown */
export function numberPanel(context, right, shown) {
  const { computation } = context;
  const cell = /** @type {Cell} */ (context.traced);
  const cells = findSourcesOfNumber(right, cell, shown);
  const ids = [...new Set(cells.map(({ id }) => id))];
  return html`<section class="trace" part="trace" aria-label=${text.pressed}>
    ${traceHeader(context, cell)}
    <p>${quoted(readNumber(computation.run, cell), 6)}</p>
    <div><div data-level="4">${text.shouldComeFrom}</div><ul>${ids.map((id) => {
      const ownCells = cells.filter((source) => source.id === id);
      const node = right.nodes[id];
      // A table on the screen may already be wrong; other tables come from the right run.
      const { run } = shown.includes(id) ? computation : right;
      return html`<li>${node.name} ${symbolOf(node, node.axes.startsWith('h') ? ownCells[0].index[0] : undefined)}:
        ${ownCells.map((source, i) => html`${i > 0 ? ', ' : ''}${quoted(readNumber(run, source))}`)}</li>`;
    })}</ul></div>
  </section>`;
}

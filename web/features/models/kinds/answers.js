/** Draws a model's answers: tables of logits and probabilities, and the most probable words. */

import { html } from 'lit';
import { getSelectedRow, getSelectedWord, makeTable } from '../../../figures/tables.js';
import { formatCell, getRow } from '../../../graph/cell.js';
import { softmaxFormula } from '../../../lessons/formula.js';
import { paragraph, quoted, word } from '../../../text/inline.js';

/**
 * @import { StepContext } from '../../../sources/types.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { Step } from '../../../lessons/types.js'
 */

/** The number of most probable words in the list. */
const SHOWN_ANSWERS = 10;

/**
 * @param {StepContext} context
 * @param {number} [output] index of the output, if the model has several
 */
function selectProbabilities(context, output = 0) {
  const { probabilities } = context.computation.results;
  // Only models with several outputs have an axis for them.
  const leadingIndex = [output, getSelectedRow(context)].slice(1 - probabilities.shape.length);
  return { leadingIndex, row: Array.from(getRow(probabilities, ...leadingIndex)) };
}

/** @param {StepContext} context @param {number} [output] */
export function findMostProbableWord(context, output) {
  const { row } = selectProbabilities(context, output);
  const probability = Math.max(...row);
  return { word: context.computation.names?.n[row.indexOf(probability)] ?? '', probability };
}

/**
 * Makes a table of logits or probabilities. As a map, the table is scrolled to the most probable
 * word of the selected row.
 * @param {StepContext} context
 * @param {string} tensor
 */
export function makeAnswerTable(context, tensor) {
  const { row } = selectProbabilities(context);
  return { ...makeTable(context, tensor), column: row.indexOf(Math.max(...row)) };
}

/** Returns the tables of the softmax of the logits. @param {StepContext} context */
export const makeAnswerTables = (context) => [
  makeAnswerTable(context, 'logits'),
  '→',
  makeAnswerTable(context, 'probabilities'),
];

/**
 * Lists the probabilities of the selected row, the largest first. Each one links to its cell.
 * @param {ViewContext} context
 * @param {(word: string) => unknown} caption
 */
export function mostProbableWords(context, caption) {
  const { computation, dispatch, isLocked } = context;
  const { leadingIndex, row } = selectProbabilities(context);
  const words = computation.names?.n ?? [];
  const order = row.map((_, i) => i).sort((a, b) => row[b] - row[a]);
  return html`<table class="terms" role="table">
    <caption>${caption(getSelectedWord(context))}</caption>
    <tbody>${order.slice(0, SHOWN_ANSWERS).map((i) => {
      const cell = formatCell({ id: 'probabilities', index: [...leadingIndex, i] });
      return html`<tr>
        <th scope="row">${isLocked ? word(words[i]) : html`<button type="button" class="plain" @click=${() => dispatch({ cell })}>${word(words[i])}</button>`}</th>
        <td>${quoted(row[i], 4)}</td>
        <td><meter class="positive" max="1" value=${row[i]} aria-hidden="true"></meter></td>
      </tr>`;
    })}</tbody>
  </table>`;
}

/**
 * Makes the last step of a model's lesson: the softmax of the logits, and the most probable words.
 * @param {object} words
 * @param {Pick<Step, 'name' | 'title'>} words.probabilities
 * @param {(query: string) => unknown} words.mostProbable
 * @param {(query: string) => unknown} text
 * @param {readonly string[]} [shows] tables before the softmax that this step also shows
 * @returns {Step}
 */
export const makeAnswerStep = ({ probabilities, mostProbable: caption }, text, shows = []) => ({
  ...probabilities,
  shows: [...shows, 'logitMax', 'logitExponentials', 'logitSum'],
  text: (context) => paragraph(text(getSelectedWord(context))),
  formula: () => softmaxFormula('𝑙', 'p'),
  figure: makeAnswerTables,
  aside: (context) => mostProbableWords(context, caption),
});

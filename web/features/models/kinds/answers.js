/** Draws a model's answers: tables of logits and probabilities, and the most probable words. */

import { html } from 'lit';
import { rankWords } from '../../../figures/next-words.js';
import { getSelectedRow, getSelectedWord, makeTable } from '../../../figures/tables.js';
import { softmaxFormula } from '../../../lessons/formula.js';
import { paragraph, quoted, word } from '../../../text/inline.js';

/**
 * @import { StepContext } from '../../../sources/types.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { Step } from '../../../lessons/types.js'
 */

/** The number of most probable words in the list. */
const SHOWN_ANSWERS = 10;

/** @param {StepContext} context @param {number} [output] index of the output, if the model has several */
export const findMostProbableWord = (context, output) =>
  rankWords(context.computation, getSelectedRow(context), output)[0];

/**
 * Makes a table of logits or probabilities. As a map, the table is scrolled to the most probable
 * word of the selected row.
 * @param {StepContext} context
 * @param {string} tensor
 */
export const makeAnswerTable = (context, tensor) => ({
  ...makeTable(context, tensor),
  column: findMostProbableWord(context).index,
});

/**
 * Lists the probabilities of the selected row, the largest first. Each one links to its cell.
 * @param {ViewContext} context
 * @param {(word: string) => unknown} caption
 */
export function mostProbableWords(context, caption) {
  const { computation, dispatch, isLocked } = context;
  const ranked = rankWords(computation, getSelectedRow(context)).slice(0, SHOWN_ANSWERS);
  return html`<table class="terms" role="table">
    <caption>${caption(getSelectedWord(context))}</caption>
    <tbody>${ranked.map(
      ({ word: name, probability, place }) => html`<tr>
        <th scope="row">${isLocked ? word(name) : html`<button type="button" class="plain" @click=${() => dispatch({ cell: place })}>${word(name)}</button>`}</th>
        <td>${quoted(probability, 4)}</td>
        <td><meter class="positive" max="1" value=${probability} aria-hidden="true"></meter></td>
      </tr>`,
    )}</tbody>
  </table>`;
}

/**
 * Makes the last step of a model's lesson: the softmax of the logits, and the most probable words.
 * @param {object} words
 * @param {Pick<Step, 'name' | 'title'>} words.probabilities
 * @param {(query: string) => unknown} words.mostProbable
 * @param {(context: StepContext) => unknown} text
 * @param {readonly string[]} [shows] tables before the softmax that this step also shows
 * @returns {Step}
 */
export const makeAnswerStep = ({ probabilities, mostProbable: caption }, text, shows = []) => ({
  ...probabilities,
  shows: [...shows, 'logitMax', 'logitExponentials', 'logitSum'],
  text: (context) => paragraph(text(context)),
  formula: () => softmaxFormula('𝑙', 'p'),
  figure: (context) => [
    makeAnswerTable(context, 'logits'),
    '→',
    makeAnswerTable(context, 'probabilities'),
  ],
  aside: (context) => mostProbableWords(context, caption),
});

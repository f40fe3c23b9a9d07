/** Draws a model's answers: tables of logits and probabilities, and the most probable words. */

import { nextWordsTable, rankWords } from '../../../figures/next-words.js';
import { getSelectedRow, getSelectedWord, makeTable } from '../../../figures/tables.js';
import { softmaxFormula } from '../../../lessons/formula.js';
import { paragraph } from '../../../text/inline.js';

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
 * Lists the probabilities of the selected row, the largest first. Each one opens its cell.
 * @param {ViewContext} context
 * @param {(word: string) => unknown} caption
 */
export function mostProbableWords(context, caption) {
  const ranked = rankWords(context.computation, getSelectedRow(context)).slice(0, SHOWN_ANSWERS);
  const words = ranked.map(({ place, ...rest }) => (context.isLocked ? rest : { ...rest, place }));
  return nextWordsTable(caption(getSelectedWord(context)), words);
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

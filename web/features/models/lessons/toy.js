/** The toys, step by step. */

import { selectedWord, table } from '../../../figures/tables.js';
import * as formula from '../../../lessons/formula.js';
import { paragraph } from '../../../text/inline.js';
import * as words from '../text/en/toy.js';
import * as own from './layers.js';
import { layerSteps } from './layers.js';

/**
 * @import { Context } from '../../../figures/tables.js'
 * @import { Step } from '../../../lessons/dot.js'
 * @import { Settings } from '../../../state/fields.js'
 */

/** @param {Context} context */
const hasPositions = ({ computation: { nodes } }) => 'positionEmbeddings' in nodes;

/** @type {Record<string, Step>} */
const around = {
  embeddings: {
    ...words.embeddings,
    shows: ['wordEmbeddings', 'positionEmbeddings'],
    text: (context) =>
      paragraph(
        (hasPositions(context) ? words.placed : words.unplaced)(
          context.computation.results.embeddings.shape[1],
        ),
      ),
    formula: (context) => (hasPositions(context) ? own.places : []),
    figure: (context) => {
      if (!hasPositions(context)) return [table(context, 'embeddings')];
      return [
        table(context, 'wordEmbeddings'),
        '+',
        table(context, 'positionEmbeddings'),
        '→',
        table(context, 'embeddings'),
      ];
    },
  },
  logits: {
    ...words.logits,
    shows: ['wAnswer', 'answerBias', 'answerScores'],
    text: ({ computation: { names } }) => paragraph(words.answered(names?.n.length ?? 0)),
    formula: ({ computation: { nodes } }) => own.answers('layer2/sum' in nodes ? 2 : 1),
    figure: (context) => {
      const [{ id }] = context.computation.nodes.answerScores.inputs;
      return [
        table(context, id),
        '·',
        ...each(context, 'wAnswer'),
        '+',
        table(context, 'answerBias'),
        '→',
        ...each(context, 'logits'),
      ];
    },
  },
  probabilities: {
    ...words.probabilities,
    shows: ['logitMax', 'logitExponentials', 'logitSum'],
    text: (context) =>
      paragraph(
        isDouble(context)
          ? words.twice(selectedWord(context))
          : words.chosen(selectedWord(context)),
      ),
    formula: () => formula.softmax('𝑙', 'p'),
    figure: (context) =>
      isDouble(context)
        ? each(context, 'probabilities')
        : [table(context, 'logits'), '→', table(context, 'probabilities')],
  },
};

/** Whether there are two answers to each word. @param {Context} context */
const isDouble = ({ computation }) => computation.nodes.logits.axes.startsWith('u');

/**
 * The table of each output.
 * @param {Context} context
 * @param {string} tensor
 */
const each = (context, tensor) =>
  isDouble(context)
    ? words.outputs.map((name, output) => table(context, tensor, { output, note: name }))
    : [table(context, tensor)];

/** Of one layer, and of two. */
const lessons = [1, 2].map((layers) => ({
  ...around,
  ...layerSteps(1, layers === 1),
  ...(layers > 1 ? layerSteps(2, false) : {}),
}));

/** @param {Pick<Settings, 'task'>} settings */
export const toySteps = ({ task }) => lessons[task === 'induction' ? 1 : 0];

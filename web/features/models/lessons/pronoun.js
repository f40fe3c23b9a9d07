/** The pronoun resolver, step by step. */

import { idOf, selectedWord, table } from '../../../figures/tables.js';
import * as formula from '../../../lessons/formula.js';
import { paragraph } from '../../../text/inline.js';
import * as words from '../text/en/pronoun.js';
import { answerTable, mostProbable } from './answers.js';
import * as own from './layers.js';
import { layerSteps } from './layers.js';

/**
 * @import { Context } from '../../../figures/tables.js'
 * @import { Step } from '../../../lessons/dot.js'
 * @import { Settings } from '../../../state/fields.js'
 */

/** Whether a layer has values of its own. @param {Context} context */
const hasValues = (context) => idOf(context, 'v') in context.computation.nodes;

/** @type {Step} */
const output = {
  ...words.output,
  text: (context) =>
    hasValues(context)
      ? paragraph(words.found(selectedWord(context)))
      : paragraph(words.fetched(selectedWord(context)), words.mustLook),
  formula: (context) => (hasValues(context) ? own.mixed : formula.weightedEmbeddings('A')),
  figure: (context) => [
    table(context, 'weights'),
    '·',
    table(context, hasValues(context) ? 'v' : 'embeddings'),
    '→',
    table(context, 'output'),
  ],
};

/** @type {Record<string, Step>} */
const around = {
  embeddings: {
    ...words.embeddings,
    text: ({ computation: { results } }) =>
      paragraph(words.learned(45, results.embeddings.shape[1])),
    formula: ({ computation }) => formula.embeddings('X', computation.results.embeddings.shape),
    figure: (context) => [table(context, 'embeddings')],
  },
  probabilities: {
    ...words.probabilities,
    shows: ['logits', 'nouns', 'logitMax', 'logitExponentials', 'logitSum'],
    text: (context) => paragraph(words.nearest(selectedWord(context))),
    formula: () => formula.softmax('𝑙', 'p'),
    figure: (context) => [
      answerTable(context, 'logits'),
      '→',
      answerTable(context, 'probabilities'),
    ],
    beside: (context) => mostProbable(context, words.mostProbable),
  },
};

/** Of one layer, and of two. */
const lessons = [1, 2].map((layers) => ({
  ...around,
  ...layerSteps(1, layers === 1, { output }),
  ...(layers > 1 ? layerSteps(2, false, { output }) : {}),
}));

/** @param {Pick<Settings, 'variant'>} settings */
export const pronounSteps = ({ variant }) => lessons[variant.startsWith('two') ? 1 : 0];

/** Mini, step by step: the sentence through two layers to the next word. */

import { selectedWord, table } from '../../../figures/tables.js';
import * as formula from '../../../lessons/formula.js';
import { paragraph } from '../../../text/inline.js';
import * as words from '../text/en/mini.js';
import { answerTable, mostProbable } from './answers.js';
import * as own from './layers.js';
import { layerSteps, normalized } from './layers.js';

/** @import { Step } from '../../../lessons/dot.js' */

/** @type {Record<string, Step>} */
export const miniSteps = {
  embeddings: {
    ...words.embeddings,
    text: ({ computation: { results } }) => {
      const [count, width] = results.embeddingTable.shape;
      return paragraph(words.learned(count, width));
    },
    formula: ({ computation }) => formula.embeddings('X', computation.results.embeddings.shape),
    figure: (context) => [table(context, 'embeddings')],
  },
  ...layerSteps(1, false),
  ...layerSteps(2, false),
  normalized: { ...normalized, ...words.normalized },
  logits: {
    ...words.logits,
    shows: ['embeddingTable'],
    text: ({ computation: { results } }) =>
      paragraph(words.compared(results.embeddingTable.shape[0])),
    formula: () => own.logits,
    figure: (context) => [
      table(context, 'normalized'),
      '·',
      table(context, 'embeddingTable'),
      '→',
      answerTable(context, 'logits'),
    ],
  },
  probabilities: {
    ...words.probabilities,
    shows: ['logitMax', 'logitExponentials', 'logitSum'],
    text: (context) => paragraph(words.foretold(selectedWord(context))),
    formula: () => formula.softmax('𝑙', 'p'),
    figure: (context) => [
      answerTable(context, 'logits'),
      '→',
      answerTable(context, 'probabilities'),
    ],
    beside: (context) => mostProbable(context, words.mostProbable),
  },
};

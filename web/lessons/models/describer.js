/** The describer, step by step. */

import * as words from '../../text/en/models/describer.js';
import { paragraph } from '../../text/inline.js';
import { dotSteps } from '../dot.js';
import * as formula from '../formula.js';
import { selectedWord, table } from '../tables.js';
import { softmaxFormula, softmaxTables } from './layers.js';
import { answerTable, mostProbable } from './most-probable.js';
import { nounsAndFound, queryAndKeys, valuesAndFound } from './planes.js';

/** After so many steps weight decay has shrunk what no answer needs. */
const SHRUNK = 1000;

/** @type {Record<string, import('../dot.js').Step>} */
export const describerSteps = {
  q: {
    ...words.q,
    shows: ['k', 'v'],
    text: ({ state: { training } }) =>
      paragraph(words.learned, (training < 0 || training >= SHRUNK) && words.only),
    formula: () => [],
    figure: (context) => ['q', 'k', 'v'].map((id) => table(context, id)),
    beside: queryAndKeys,
  },
  scores: dotSteps.scores,
  scaledScores: { ...dotSteps.scaledScores, text: () => paragraph(words.scaled) },
  weights: { ...dotSteps.weights, formula: softmaxFormula, figure: softmaxTables },
  heads: {
    ...words.heads,
    text: (context) => paragraph(words.found(selectedWord(context))),
    formula: () => formula.headOutput(1, 'A', false),
    figure: (context) => [
      table(context, 'weights'),
      '·',
      table(context, 'v'),
      '→',
      table(context, 'heads'),
    ],
    beside: valuesAndFound,
  },
  probabilities: {
    ...words.probabilities,
    shows: ['logits', 'nouns', 'logitMax', 'logitExponentials', 'logitSum'],
    text: () => paragraph(words.nearest),
    formula: () => formula.softmax('𝑙', 'p'),
    figure: (context) => [answerTable(context, 'probabilities')],
    beside: (context) => [mostProbable(context, words.mostProbable), nounsAndFound(context)],
  },
};

/** The numbers that an article prints for this sentence, and its three heads; and the coffee cup. */

import { ARTICLE } from '../sources/article.js';
import { headName } from '../text/en/captions.js';
import * as words from '../text/en/steps-article.js';
import { paragraph } from '../text/inline.js';
import { softmaxTables } from './attend.js';
import * as formula from './formula.js';
import { quote } from './quote.js';
import { table } from './tables.js';

/** @param {import('./tables.js').Context} context */
const scored = (context) => [
  table(context, 'query'),
  '·',
  table(context, 'key'),
  '→',
  table(context, 'scores'),
];

/** @type {Record<string, import('./dot.js').Step>} */
export const articleSteps = {
  scores: {
    ...words.scores,
    text: () => paragraph(words.printedScores(ARTICLE.words[ARTICLE.query])),
    formula: () => formula.scores,
    figure: scored,
  },

  scaledScores: {
    ...words.scaledScores,
    text: () => paragraph(words.rootOf64),
    formula: () => formula.dividedBy(ARTICLE.divisor),
    figure: (context) => [table(context, 'scores'), '→', table(context, 'scaledScores')],
  },

  weights: {
    ...words.weights,
    text: ({ computation }) => {
      const [third, fourth] = [2, 3].map((key) => quote(computation, `weights.0.${key}`, 4));
      return paragraph(words.printedWeights(third, fourth));
    },
    formula: () => formula.softmax('𝑠′'),
    figure: (context) => softmaxTables(context, 'scaledScores'),
  },

  concatenated: {
    ...words.concatenated,
    text: () => paragraph(words.threeHeads),
    formula: () => formula.concatenation(ARTICLE.heads.length),
    figure: (context) => {
      const names = ARTICLE.heads.map((_, head) => headName(head + 1));
      return [
        ...names.map((name, head) => table(context, 'heads', { name, head })),
        '→',
        { ...table(context, 'concatenated'), bands: { size: 3, names } },
      ];
    },
  },
};

/** @type {Record<string, import('./dot.js').Step>} */
export const coffeeSteps = {
  scores: {
    ...words.coffeeScores,
    text: () => paragraph(words.cues),
    formula: () => formula.scores,
    figure: scored,
  },

  weights: {
    ...words.coffeeWeights,
    text: () => paragraph(words.story),
    formula: () => formula.softmax('𝑠'),
    figure: (context) => softmaxTables(context, 'scores'),
  },
};

/** The numbers that an article prints for this sentence, and its three heads. */

import { html } from 'lit';
import { ARTICLE } from '../sources/article.js';
import { COFFEE } from '../sources/coffee.js';
import { softmaxTables } from './attend.js';
import * as formula from './formula.js';
import { symbols } from './symbols.js';
import { table } from './tables.js';
import { quoted } from './text.js';

const { H } = symbols;
const eat = ARTICLE.words[ARTICLE.query];

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
    name: 'Scores',
    title: 'Four scores, as printed',
    text: () => html`<p>An article that explains attention with this sentence prints the scores
      32, 88, 56 and 72 of the query of <b>${eat}</b>, without the rows they come from. Here a query of 1 and four keys stand in for them, and all else is calculated from
      there.</p>`,
    formula: () => formula.scores,
    stage: scored,
  },

  scaledScores: {
    name: 'Divide by 8',
    title: 'Every score is divided by 8',
    text: () => html`<p>In the Transformer a query is 64 numbers long, and √64 = 8. The article divides
      by this 8, although its own example rows have 4 numbers.</p>`,
    formula: () => formula.dividedBy(ARTICLE.divisor),
    stage: (context) => [table(context, 'scores'), '→', table(context, 'scaledScores')],
  },

  weights: {
    name: 'Softmax',
    title: 'Two printed weights differ',
    text: ({
      lesson,
    }) => html`<p>The article prints the weights 0.0008, 0.87, 0.015 and 0.011, which add up to about
      0.897 rather than 1. Where it prints 0.011, the weight is ${quoted(lesson.results.weights.data[3], 4)};
      the third is ${quoted(lesson.results.weights.data[2], 4)}, which rounds to 0.016. Before any rounding
      the four weights add up to 1.</p>`,
    formula: () => formula.softmax('𝑠′'),
    stage: (context) => softmaxTables(context, { name: 'scaled scores', letter: 'S′' }),
  },

  concatenated: {
    name: 'Three heads',
    title: 'Three heads, side by side',
    text: () => html`<p>The same article has three heads, each with three numbers for each of three
      words. A row of ${H} is the row of head 1, then that of head 2, then that of head 3. Nothing is
      added or averaged.</p>`,
    formula: () => formula.concatenation(ARTICLE.heads.length),
    stage: (context) => [
      ...ARTICLE.heads.map((_, head) =>
        table(context, 'heads', { name: `head ${head + 1}`, head }),
      ),
      '→',
      {
        ...table(context, 'concatenated'),
        bands: { size: 3, names: ['head 1', 'head 2', 'head 3'] },
      },
    ],
  },
};

/** @type {Record<string, import('./dot.js').Step>} */
export const coffeeSteps = {
  scores: {
    name: 'Scores',
    title: 'What is there, and what is wanted',
    text: () => html`<p>Each thing has two numbers: how much it ${COFFEE.properties[0]}, and how much it
      ${COFFEE.properties[1]}; they are its key, the first is the involuntary cue. The query is the
      voluntary cue: a look around wants nothing and takes the first number alone, a plan to work the
      second. Query times key, number by number, is the score.</p>`,
    formula: () => formula.scores,
    stage: scored,
  },

  weights: {
    name: 'Softmax',
    title: 'The eye follows the larger weight',
    text: () => html`<p>Softmax turns the scores of a row into weights that add up to 1. Without a wish
      the cup wins, because it stands out; with a wish the notebook wins, and by more. These numbers
      were set by hand to tell the article’s story.</p>`,
    formula: () => formula.softmax('𝑠'),
    stage: (context) => softmaxTables(context, { name: 'scores', letter: 'S' }),
  },
};

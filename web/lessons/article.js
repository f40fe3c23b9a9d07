/** The numbers that an article prints for this sentence, and its three heads. */

import { html } from 'lit';
import { ARTICLE } from '../model/lesson.js';
import { quoted } from '../parts/matrix.js';
import * as formula from './formula.js';
import { pairs, symbols, weight } from './tables.js';

const { S, S1, A, H } = symbols;
const eat = ARTICLE.words[ARTICLE.query];

/** @typedef {import('./tables.js').Context} Context */

/**
 * One query asks, so every table of pairs has one row.
 * @param {Context} context
 * @param {string} tensor
 * @param {string} name
 * @param {unknown} symbol
 * @param {import('../parts/matrix.js').Matrix['colours']} [colours]
 */
export function articleRow(context, tensor, name, symbol, colours) {
  return { ...pairs(context, tensor, name, symbol, colours), rowWords: [eat], choose: undefined };
}

/** @type {Record<string, import('./dot.js').Step>} */
export const articleSteps = {
  scores: {
    name: 'Scores',
    title: 'Four scores, as printed',
    text: () => html`<p>An article that explains attention with this sentence lets the word
      <b>${eat}</b> ask all four. It prints the scores 32, 88, 56 and 72, without the rows they come
      from. Here the core takes a query of 1 and four keys to get them, and calculates on from
      there.</p>`,
    formula: () => formula.scores,
    stage: (context) => [articleRow(context, 'scores', 'scores', S)],
  },

  scaledScores: {
    name: 'Divide by 8',
    title: 'Every score is divided by 8',
    text: () => html`<p>In the Transformer a query is 64 numbers long, and √64 = 8. The article divides
      by this 8, although its own example rows have 4 numbers. We follow it.</p>`,
    formula: () => formula.dividedBy(ARTICLE.divisor),
    stage: (context) => [
      articleRow(context, 'scores', 'scores', S),
      '→',
      articleRow(context, 'scaledScores', 'scaled scores', S1),
    ],
  },

  weights: {
    name: 'Softmax',
    title: 'Two printed weights differ',
    text: ({
      results,
    }) => html`<p>The article prints the weights 0.0008, 0.87, 0.015 and 0.011, which add up to about
      0.897 rather than 1. Where it prints 0.011, the core finds ${quoted(results.weights.data[3], 4)};
      the third is ${quoted(results.weights.data[2], 4)}, which rounds to 0.016. Before any rounding
      the core’s four weights add up to 1.</p>`,
    formula: () => formula.softmax('𝑠′'),
    stage: (context) => [
      articleRow(context, 'scaledScores', 'scaled scores', S1),
      '→',
      articleRow(context, 'exponentials', 'exponentials', symbols.E, 'plain'),
      '→',
      articleRow(context, 'weights', 'weights', A, 'weights'),
    ],
  },

  concatenated: {
    name: 'Three heads',
    title: 'Three heads, side by side',
    text: () => html`<p>The same article has three heads, each with three numbers for each of three
      words. A row of ${H} is the row of head 1, then that of head 2, then that of head 3. Nothing is
      added, and nothing is averaged.</p>`,
    formula: () => formula.concatenation(ARTICLE.heads.length),
    stage: (context) => [
      ...ARTICLE.heads.map((_, head) => ({
        ...weight(context, 'heads', `head ${head + 1}`, html`${H}<sub>${head + 1}</sub>`, { head }),
        colours: /** @type {const} */ ('plain'),
      })),
      '→',
      {
        ...weight(context, 'concatenated', 'side by side', H),
        colours: /** @type {const} */ ('plain'),
        bands: { size: 3, names: ['head 1', 'head 2', 'head 3'] },
      },
    ],
  },
};

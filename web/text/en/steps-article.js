/** What the steps of the two scenes say, whose numbers articles print or tell of. */

import { html } from 'lit';
import { bold } from '../inline.js';
import { H } from '../symbols.js';

export const scores = { name: 'Scores', title: 'Four scores, as printed' };

/** @param {string} query */
export const printedScores = (query) => html`An article on this sentence prints the scores of
  ${bold(query)}, 32, 88, 56 and 72, but not the query and the keys behind them. Here a query of 1
  and four keys of one number stand in, and all else is computed from there.`;

export const scaledScores = { name: 'Divide by 8', title: 'Every score is divided by 8' };

export const rootOf64 = `In the Transformer a query is 64 numbers long, and √64 = 8. The article
  divides by this 8, although the rows of its own example have 4 numbers.`;

export const weights = { name: 'Softmax', title: 'Two printed weights differ' };

/** @param {unknown} third @param {unknown} fourth */
export const printedWeights = (third, fourth) => html`The article prints the attention weights
  0.0008, 0.87, 0.015 and 0.011, which add up to about 0.897 rather than 1. Where it prints 0.011,
  the weight is ${fourth}; the third is ${third}, which rounds to 0.016. `;

export const concatenated = { name: 'Three heads', title: 'Three heads, concatenated' };

export const threeHeads = html`The article also prints three heads, each with three numbers for
  each of three words. A row of ${H} is the row of head 1, then of head 2, then of head 3; nothing
  is added or averaged.`;

export const coffeeScores = { name: 'Scores', title: 'What is there, and what is wanted' };

export const cues = `The key of each thing has two numbers: how much it catches the eye, the
  involuntary cue, and how much it is for work. The query is the voluntary cue: a look around wants
  nothing and takes the first number alone, a plan to work the second. Query times key, number by
  number, is the score.`;

export const coffeeWeights = { name: 'Softmax', title: 'The eye follows the larger weight' };

export const story = `Softmax turns the scores of a row into attention weights that add up to 1.
  With nothing wanted the cup wins, because it stands out; with a plan to work the notebook wins,
  and by more. `;

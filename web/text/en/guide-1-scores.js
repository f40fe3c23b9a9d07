/** The guided path, first part: which query meets which key, and how a score comes about. */

import { html } from 'lit';
import { K, Q, S, V, WK, WQ, WV, X } from '../../lessons/symbols.js';
import { sizeOfDotProduct } from './steps-dot.js';
import { dividedByWords, dividedVariance } from './steps-score-variance.js';

const QUERY = 'One query';
const SCALE = 'Score and scale';

/** @type {Record<string, import('../../lessons/guide.js').Words>} */
export const scoreWords = {
  notice: {
    section: 'Notice or choose',
    title: 'The red cup and the notebook',
    question:
      'A look around attends mostly to the red cup: what changes when the query is a plan to work?',
    answers: [
      [
        'Nothing: the cup stands out',
        (at) => html`The plan is another query, and with it the cup scores ${at('scores.1.0')}.`,
      ],
      [
        'The notebook gets the most weight',
        'The keys stay the same; the plan’s query takes their second number, and the notebook has more of that.',
      ],
      [
        'Both get the same: a plan looks at everything',
        (at) => html`Equal weights need equal scores, and with the plan the cup scores
          ${at('scores.1.0')}, the notebook ${at('scores.1.1')}.`,
      ],
    ],
    text: (at) => html`What catches the eye, the involuntary cue, is in the key; what is wanted,
      the voluntary cue, is the query: a plan to work attends to the notebook with weight
      ${at('weights.1.1')}, a look around, which wants nothing, to the red cup with
      ${at('weights.0.0')}. Each weight belongs to a pair of query and key.`,
    tryIt: 'Trace the score of the plan with the notebook.',
    seen: (at) => html`Query times key, number by number: the plan scores ${at('scores.1.1')} with
      the notebook, ${at('scores.1.0')} with the cup. How scores become weights comes in two pages.`,
  },

  asks: {
    section: QUERY,
    title: 'One query, four keys',
    question:
      'In “They eat fried noodles” the query of eat is compared with the keys: how many scores does it get?',
    answers: [
      [
        'Three: a word does not attend to itself',
        (at) => html`It does: <b>eat</b> scores ${at('scores.0.1')} with itself, here the largest
          of all.`,
      ],
      [
        'As many as its query has numbers',
        'A dot product adds those up to one score for each key.',
      ],
      [
        'Four: one for each word, itself included',
        'One query meets the key of every word, its own as well.',
      ],
    ],
    text: (at) => html`An article prints the scores ${at('scores.0.0')}, ${at('scores.0.1')},
      ${at('scores.0.2')} and ${at('scores.0.3')}, but not the query and keys behind them; here a
      query of 1 stands in. The 4 counts words, not the numbers of a row.`,
    tryIt: 'Trace the largest score.',
  },

  divide: {
    section: QUERY,
    title: 'Divide, then take the softmax',
    question:
      'The article divides by 8, the root of a query’s 64 numbers, and prints the softmax as 0.0008, 0.87, 0.015 and 0.011: can all four be right?',
    answers: [
      [
        'No: they do not add up to 1',
        'The weights of a softmax add up to 1, and these to about 0.897.',
      ],
      [
        'Yes: each of them lies between 0 and 1',
        'That is not enough: the weights of a softmax also add up to 1, and these to about 0.897.',
      ],
      [
        'No: the second should be 88 divided by the sum of the scores',
        (at) => html`Softmax shares out not the scores but <i>e</i> raised to each of them, and
          there ${at('scaledScores.0.1')} is far above ${at('scaledScores.0.3')}.`,
      ],
    ],
    text: (at) => html`Softmax raises <i>e</i> to each number and divides by the sum of the row, so
      a score 1 above another gets <i>e</i> times the other’s weight. Where the article prints
      0.011 the weight is ${at('weights.0.3', 4)}, a digit is missing; and its 0.015 is
      ${at('weights.0.2', 4)}, rounded down.`,
    tryIt: 'Trace the fourth weight.',
  },

  project: {
    section: 'Where Q, K and V come from',
    title: 'Three projections of the same words',
    question:
      'One number of the weight matrix that makes the queries is changed: which of Q, K and V change?',
    answers: [
      [
        'All three: they come from the same words',
        html`${X} has not changed, and ${K} and ${V} have weight matrices of their own.`,
      ],
      ['Only Q', html`${Q} is ${X} times ${WQ}; ${K} and ${V} are made with ${WK} and ${WV}.`],
      [
        'Q and K: they are compared with each other',
        html`They meet only in the scores; ${K} depends on ${X} and ${WK} alone.`,
      ],
    ],
    text: html`Three weight matrices project each word to its query, key and value. They are random
      and untrained, as ${X} is, so no number here says anything about grammar.`,
    tryIt: 'Set the first number of that matrix to 2.',
    seen: (at) => html`In head 1 the first column of ${Q} has changed; <b>eat</b> now has
      ${at('q.0.1.0')} there. ${K} and ${V} are as before.`,
  },

  score: {
    section: SCALE,
    title: 'A query meets the keys',
    question:
      'A score is query times key, number by number, added up: with which word does eat have its largest score?',
    answers: [
      [
        'They: all numbers of its key are positive',
        (at) => html`Those of the query are negative, so both products are too: the score is
          ${at('scores.0.1.0')}.`,
      ],
      [
        'fried: its key holds the largest positive number',
        (at) => html`${at('k.0.2.1')} meets ${at('q.0.1.1')}, and their product is negative: the
          score is only ${at('scores.0.1.2')}.`,
      ],
      [
        'eat: its key points the same way as the query, and is long',
        (at) => html`Negative meets negative twice, and both products are positive: the score is
          ${at('scores.0.1.1')}.`,
      ],
    ],
    text: html`${sizeOfDotProduct} The weight matrices are untrained: that <b>eat</b> scores
      highest with itself is chance.`,
    tryIt: 'Show the queries of all four words.',
    seen: html`Every query meets the same four keys. All rows of ${S} come from one product, yet
      each could be computed without the others.`,
  },

  scale: {
    section: SCALE,
    title: 'Divided by the root of d',
    question: 'Every score is divided by the square root of a number d: which number is it?',
    answers: [
      [
        'The length of a query: 2',
        'A dot product has as many terms as a query has numbers, and its size grows with them.',
      ],
      [
        'The number of words: 4',
        'Some texts say so; but a longer sentence makes no dot product larger.',
      ],
      [
        'The length of an embedding: 4',
        'With two heads a query has 2 numbers, not 4, and a score is the sum of 2 products.',
      ],
    ],
    text: (at) => html`The score of <b>eat</b> with itself goes from ${at('scores.0.1.1')} to
      ${at('scaledScores.0.1.1')}. All scores shrink by the same factor, so their order stays.`,
    tryIt: 'Add a fifth word to the sentence.',
    seen: (at) => html`With five words the score of <b>eat</b> with itself is still
      ${at('scores.0.1.1')}, and ${at('scaledScores.0.1.1')} after the division.`,
  },

  root: {
    section: SCALE,
    title: 'Why the root of d',
    question:
      'Queries and keys grow from 4 to 64 numbers, all independent, with mean 0 and variance 1: what happens to the variance of their dot products?',
    answers: [
      [
        'It stays: the numbers still have variance 1',
        'That of each term does, but variances of independent terms add up, and now there are 16 times as many.',
      ],
      [
        'It grows: more terms are added up',
        html`It grows in step with <i>d</i>, and so the typical size of a score with √<i>d</i>.`,
      ],
      [
        'It shrinks: over many numbers chance evens out',
        'In an average it does; a dot product is a sum.',
      ],
    ],
    text: html`Large scores lie far apart: the softmax gives nearly all weight to one word, and
      small changes of a score move almost nothing, which hinders learning. ${dividedVariance}`,
    tryIt: 'Set d to 512.',
    seen: html`Without a division the variance has grown again, and with it the largest weight.
      Divided by √<i>d</i> the scores vary about as much as before. ${dividedByWords}`,
  },
};

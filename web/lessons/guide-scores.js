/** The guided path, first part: who asks whom, and how a score comes about. */

import { html } from 'lit';
import { symbols } from './symbols.js';
import { quote } from './text.js';

const { X, Q, K, V, S, WQ, WK, WV } = symbols;

/** @type {import('./guide.js').Chapter[]} */
export const scoreChapters = [
  {
    id: 'notice',
    section: 'Notice or choose',
    title: 'The red cup and the notebook',
    state: { source: 'coffee', step: 'weights', query: 1 },
    tensors: ['query', 'key', 'weights'],
    question:
      'A look around gives most of its weight to the red cup: what changes when a plan to work asks the same two things?',
    answers: [
      {
        text: 'Nothing: the cup stands out',
        right: false,
        reply: (lesson) => html`The plan has another query, and with it the score of the cup is
          ${quote(lesson, 'scores.1.0')}.`,
      },
      {
        text: 'The notebook gets the most',
        right: true,
        reply:
          'The keys stay as they are; the query of the plan meets their second number, and the notebook has more of that.',
      },
      {
        text: 'Both get the same: a plan looks at everything',
        right: false,
        reply: (lesson) => html`Equal weights need equal scores, and the plan has
          ${quote(lesson, 'scores.1.0')} for the cup and ${quote(lesson, 'scores.1.1')} for the
          notebook.`,
      },
    ],
    text: ({
      lesson,
    }) => html`<p>How much a thing catches the eye, the involuntary cue, is in its key;
      what is wanted, the voluntary cue, is the query: a plan to work gives the notebook
      ${quote(lesson, 'weights.1.1')}, a look around, which wants nothing, the red cup
      ${quote(lesson, 'weights.0.0')}. The numbers of this scene are set by hand, and each weight belongs
      to a pair of query and key.</p>`,
    tryIt: {
      text: 'Trace the score of the plan with the notebook.',
      patch: { cell: 'scores.1.1', step: 'scores' },
      tensors: ['query', 'key', 'scores'],
      seen: (
        lesson,
      ) => html`<p>Query times key, number by number: with the notebook the score of the plan
        is ${quote(lesson, 'scores.1.1')}, with the cup ${quote(lesson, 'scores.1.0')}. How weights are made
        of scores comes in two pages.</p>`,
    },
  },

  {
    id: 'asks',
    section: 'One word asks',
    title: 'One word asks four',
    state: { source: 'article', step: 'scores', rows: 'one' },
    tensors: ['scores'],
    question: 'In “They eat fried noodles” the word eat asks: how many scores does it get?',
    answers: [
      {
        text: 'Three: a word does not ask itself',
        right: false,
        reply: (lesson) => html`Nothing keeps a word from asking itself: <b>eat</b> with
          <b>eat</b> has a score of ${quote(lesson, 'scores.0.1')}, here the largest.`,
      },
      {
        text: 'As many as its query has numbers',
        right: false,
        reply:
          'That is the length of a row; a dot product adds its terms up to one score for each key.',
      },
      {
        text: 'Four: one for each word, itself included',
        right: true,
        reply: 'One query meets the key of every word, its own as well.',
      },
    ],
    text: ({ lesson }) => html`<p>An article prints the scores ${quote(lesson, 'scores.0.0')},
      ${quote(lesson, 'scores.0.1')}, ${quote(lesson, 'scores.0.2')} and
      ${quote(lesson, 'scores.0.3')} without the rows that they come from; here a query of 1 stands in
      for them. The 4 counts words, not the numbers of a row.</p>`,
    tryIt: {
      text: 'Trace the largest score.',
      patch: { cell: 'scores.0.1' },
    },
  },

  {
    id: 'divide',
    section: 'One word asks',
    title: 'Divide, then take the softmax',
    state: { source: 'article', step: 'weights', rows: 'one' },
    tensors: ['scores', 'scaledScores', 'weights'],
    question:
      'That article divides by 8, the root of a query’s 64 numbers, takes the softmax and prints the weights 0.0008, 0.87, 0.015 and 0.011: can all four be right?',
    answers: [
      {
        text: 'No: they do not add up to 1',
        right: true,
        reply:
          'The printed weights add up to about 0.897, and the weights of a softmax add up to 1.',
      },
      {
        text: 'Yes: each of them lies between 0 and 1',
        right: false,
        reply: 'That is not enough: the weights of a softmax add up to 1, these to about 0.897.',
      },
      {
        text: 'No: the second should be 88 divided by the sum of the scores',
        right: false,
        reply: (lesson) => html`Softmax does not share out the scores but <i>e</i> raised to each of
          them, and there ${quote(lesson, 'scaledScores.0.1')} is far above
          ${quote(lesson, 'scaledScores.0.3')}.`,
      },
    ],
    text: ({
      lesson,
    }) => html`<p>Softmax raises <i>e</i> to each number and divides by the sum of the
      row, so where one score is 1 above another, its weight is <i>e</i> times the other. Where the article prints 0.011 the
      weight is ${quote(lesson, 'weights.0.3', 4)}, a digit is missing; and
      its 0.015 is ${quote(lesson, 'weights.0.2', 4)}, rounded down.</p>`,
    tryIt: {
      text: 'Trace the fourth weight.',
      patch: { cell: 'weights.0.3' },
    },
  },

  {
    id: 'project',
    section: 'Where Q, K and V come from',
    title: 'Three matrices, one table of words',
    state: { step: 'q', query: 1, head: 0 },
    tensors: ['embeddings', 'wq', 'q'],
    question:
      'One number of the matrix that makes the queries is changed: which of the tables Q, K and V change?',
    answers: [
      {
        text: 'All three: they come from the same words',
        right: false,
        reply: () => html`They share ${X}, but ${X} has not changed; ${K} and ${V} are made with
          matrices of their own.`,
      },
      {
        text: 'Only Q',
        right: true,
        reply: () => html`${Q} is ${X} times ${WQ}; ${WK} and ${WV} make ${K} and ${V} from the same
          ${X}.`,
      },
      {
        text: 'Q and K: they are compared with each other',
        right: false,
        reply: () => html`They meet only later, in the scores; until then ${K} depends on ${X} and
          ${WK} alone.`,
      },
    ],
    text: () => html`<p>The three matrices make the query, the key and the value of a word. They are
      drawn from a seed and untrained, as the rows of ${X}
      are, so no number here says anything about grammar.</p>`,
    tryIt: {
      text: 'Set the first number of that matrix to 2.',
      patch: { edits: 'q.0.0:2' },
      tensors: ['q', 'k', 'v'],
      seen: (lesson) => html`<p>In head 1 the first column of ${Q} has changed; <b>eat</b> now has
        ${quote(lesson, 'q.0.1.0')} there. ${K} and ${V} are as before.</p>`,
    },
  },

  {
    id: 'score',
    section: 'Score and scale',
    title: 'A query meets the keys',
    state: { step: 'scores', query: 1, head: 0, rows: 'one' },
    tensors: ['q', 'k', 'scores'],
    question:
      'A score is query times key, number by number, added up: which word gets the largest score of eat?',
    answers: [
      {
        text: 'They: all numbers of its key are positive',
        right: false,
        reply: (
          lesson,
        ) => html`Those of the query are negative, so both products are negative too: the
          score is ${quote(lesson, 'scores.0.1.0')}.`,
      },
      {
        text: 'fried: its key holds the largest positive number',
        right: false,
        reply: (
          lesson,
        ) => html`${quote(lesson, 'k.0.2.1')} meets ${quote(lesson, 'q.0.1.1')}, and their product
          is negative: the score is only ${quote(lesson, 'scores.0.1.2')}.`,
      },
      {
        text: 'eat: its key points the same way as the query, and is long',
        right: true,
        reply: (
          lesson,
        ) => html`Negative meets negative twice, and both products are positive: the score
          is ${quote(lesson, 'scores.0.1.1')}.`,
      },
    ],
    text: () => html`<p>A dot product is large when the two rows point the same way and are long, and
      negative when they point opposite ways. The matrices are untrained: that <b>eat</b> scores highest
      with itself is chance.</p>`,
    tryIt: {
      text: 'Let all four words ask.',
      patch: { rows: 'all' },
      seen: () => html`<p>Every query meets the same four keys. All rows of ${S} come from one product,
        yet each could be computed without the others.</p>`,
    },
  },

  {
    id: 'scale',
    section: 'Score and scale',
    title: 'Divided by the root of d',
    state: { step: 'scaledScores', query: 1, head: 0, rows: 'one' },
    tensors: ['scores', 'scaledScores'],
    question: 'Every score is divided by the square root of a number d: which number is it?',
    answers: [
      {
        text: 'The length of a query: 2',
        right: true,
        reply:
          'A dot product has as many terms as a query has numbers, and its size grows with them.',
      },
      {
        text: 'The number of words: 4',
        right: false,
        reply: 'Some texts say so; but a longer sentence makes no dot product larger.',
      },
      {
        text: 'The length of an embedding: 4',
        right: false,
        reply: 'With two heads a query has 2 numbers, not 4, and a score is the sum of 2 products.',
      },
    ],
    text: ({ lesson }) => html`<p>The score of <b>eat</b> with itself goes from
      ${quote(lesson, 'scores.0.1.1')} to ${quote(lesson, 'scaledScores.0.1.1')}. All scores shrink by
      the same factor, so their order stays.</p>`,
    tryIt: {
      text: 'Add a fifth word to the sentence.',
      patch: { sentence: 'They eat fried noodles today' },
      seen: (lesson) => html`<p>There are five words now, and the score of <b>eat</b> with itself is
        still ${quote(lesson, 'scores.0.1.1')}, and
        ${quote(lesson, 'scaledScores.0.1.1')} after the division.</p>`,
    },
  },

  {
    id: 'root',
    section: 'Score and scale',
    title: 'Why the root of d',
    state: { step: 'spread', spread: 64 },
    tensors: [],
    question:
      'Queries and keys grow from 4 numbers to 64, all independent, with mean 0 and variance 1: what happens to the variance of their dot products?',
    answers: [
      {
        text: 'It stays: the numbers still have variance 1',
        right: false,
        reply:
          'That of each term does, but variances of independent terms add up, and now there are sixteen times as many.',
      },
      {
        text: 'It grows: more terms are added up',
        right: true,
        reply: () => html`It grows in step with <i>d</i>, and so the typical size of a score with
          √<i>d</i>.`,
      },
      {
        text: 'It shrinks: over many numbers chance evens out',
        right: false,
        reply: 'In an average it does; a dot product is a sum.',
      },
    ],
    text: () => html`<p>Large scores lie far apart: the softmax then gives nearly all to one word, and a
      small change of a score moves almost nothing, which hinders learning. A division
      by <i>c</i> divides the variance by <i>c</i>², so √<i>d</i> keeps it at 1 whatever the length; the
      root of the number of words does not.</p>`,
    tryIt: {
      text: 'Set d to 512.',
      patch: { spread: 512 },
      seen: () => html`<p>Without a division the variance has grown again, and with it the largest
        weight. Divided by √<i>d</i> the scores vary about as much as before.</p>`,
    },
  },
];

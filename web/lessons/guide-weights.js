/** The guided path, second part: masks, softmax, and the values mixed. */

import { html } from 'lit';
import { symbols } from './symbols.js';
import { quote } from './text.js';

const { WQ, WK } = symbols;

/** @type {import('./guide.js').Chapter[]} */
export const weightChapters = [
  {
    id: 'causal',
    section: 'Masks',
    title: 'No word asks a later one',
    state: { mask: 'causal', step: 'maskedScores', query: 1, head: 0 },
    tensors: ['scaledScores', 'maskedScores'],
    question:
      'A word may not ask those after it: what must become of their scores, so that their weights are 0?',
    answers: [
      {
        text: 'They become 0',
        right: false,
        reply:
          () => html`0 is a score like any other: <i>e</i> to the 0 is 1, so those words would keep
          a share.`,
      },
      {
        text: 'They become the smallest score of the row',
        right: false,
        reply: () =>
          html`<i>e</i> to any number is above 0, so those words would keep a share, if a small one.`,
      },
      {
        text: 'They become −∞',
        right: true,
        reply: () => html`<i>e</i> to the −∞ is 0, and so the weight is exactly 0.`,
      },
    ],
    text: ({ lesson }) => html`<p>Rows ask and columns are asked, so what is closed lies above the
      diagonal; <b>They</b> has only itself left, with a weight of ${quote(lesson, 'weights.0.0.0')}.
      The mask comes before the softmax, so that the rest of each row still adds up to 1.</p>`,
    tryIt: {
      text: 'Make the masked scores 0, a common mistake, and look at the weights.',
      patch: { fill: '0', step: 'weights' },
      tensors: ['maskedScores', 'weights'],
      seen: (
        lesson,
      ) => html`<p><b>They</b> now gives ${quote(lesson, 'weights.0.0.1')} to each word that
        it may not ask, and ${quote(lesson, 'weights.0.0.0')} to itself.</p>`,
    },
  },

  {
    id: 'padding',
    section: 'Masks',
    title: 'Padding is not asked',
    state: {
      sentence: 'They eat noodles [pad]',
      mask: 'padding',
      pad: 1,
      step: 'weights',
      query: 3,
      head: 0,
    },
    tensors: ['scaledScores', 'weights'],
    question:
      'The last word only fills up the sentence and must not be asked: what does its own row of weights look like?',
    answers: [
      {
        text: 'It is 0 throughout',
        right: false,
        reply: 'The mask closes a column, not a row: that of its key.',
      },
      {
        text: 'It adds up to 1 over the other three words',
        right: true,
        reply: 'It is a row like any other, shared out among the other words.',
      },
      {
        text: 'All of it goes to the padding itself',
        right: false,
        reply: (
          lesson,
        ) => html`The column is closed in every row, in its own as well: the weight there
          is ${quote(lesson, 'weights.0.3.3')}.`,
      },
    ],
    text: () => html`<p>Shorter sentences are filled up so that several fit one table. The row of the
      padding is computed all the same, in later layers too: its key is masked there again, and the loss
      ignores its output.</p>`,
    tryIt: {
      text: 'Count the last two words as padding.',
      patch: { pad: 2 },
      seen: (
        lesson,
      ) => html`<p>The column of <b>noodles</b> is closed as well. Each row is shared out
        between <b>They</b> and <b>eat</b>: that of <b>They</b> as
        ${quote(lesson, 'weights.0.0.0')} and ${quote(lesson, 'weights.0.0.1')}.</p>`,
    },
  },

  {
    id: 'empty',
    section: 'Masks',
    title: 'A row with nobody to ask',
    state: {
      mask: 'custom',
      masked: '2.0 2.1 2.2 2.3',
      fill: '-1e9',
      step: 'weights',
      query: 2,
      head: 0,
    },
    tensors: ['maskedScores', 'weights'],
    question:
      'Every word is closed to fried, and its masked scores are −1e9: what are the weights of that row?',
    answers: [
      {
        text: '0.25 each',
        right: true,
        reply: (
          lesson,
        ) => html`Equal scores get equal weights, ${quote(lesson, 'weights.0.2.0')} each,
          however small the scores are.`,
      },
      {
        text: '0 each',
        right: false,
        reply: 'Zeros come with −∞; −1e9 is a number like any other.',
      },
      {
        text: 'NaN, not a number',
        right: false,
        reply:
          'NaN comes with −∞ from the bare formula: the largest score is −∞ as well, and −∞ − (−∞) is not a number.',
      },
    ],
    text: () => html`<p>Where masked scores become −1e9, as in some code, such a row attends evenly to what it
      may not see. With −∞ the formula gives NaN, and PyTorch NaN or zeros, depending on version and path; this page
      gives zeros.</p>`,
    tryIt: {
      text: 'Fill with −∞ instead.',
      patch: { fill: 'inf' },
      seen: (
        lesson,
      ) => html`<p>The row of <b>fried</b> is ${quote(lesson, 'weights.0.2.0')} throughout,
        so nothing is mixed for it. Off this path you can choose NaN for such rows.</p>`,
    },
  },

  {
    id: 'softmax',
    section: 'Softmax and mix',
    title: 'Weights are shares of a row',
    state: { step: 'weights', query: 1, head: 0 },
    tensors: ['maskedScores', 'exponentials', 'weights'],
    question: 'The weights of each row add up to 1: do those of each column, too?',
    answers: [
      {
        text: 'Yes: weights are shares',
        right: false,
        reply: 'What a word gets from all stands in its column, and may be more or less than 1.',
      },
      {
        text: 'No: a word may be asked much or little',
        right: true,
        reply: 'Each row is divided by its own sum, and nothing is done to the columns.',
      },
      {
        text: 'Yes: what eat gives to noodles, noodles gives to eat',
        right: false,
        reply: (lesson) => html`Already their scores differ,
          ${quote(lesson, 'scores.0.1.3')} and ${quote(lesson, 'scores.0.3.1')}, since ${WQ} is not ${WK};
          and each row is divided by a sum of its own.`,
      },
    ],
    text: () => html`<p>From each score the largest of its row is subtracted, <i>e</i> is raised to the
      result, and each is divided by the sum of its row. Along another
      axis, a common slip in code, the rows would not add up to 1.</p>`,
    tryIt: {
      text: 'Divide the scores by a temperature of 0.25.',
      patch: { temperature: 0.25 },
      seen: (
        lesson,
      ) => html`<p>Dividing by less than 1 drives the scores apart, and each row leans more
        to its largest: <b>They</b> now gives <b>noodles</b> ${quote(lesson, 'weights.0.0.3')}.</p>`,
    },
  },

  {
    id: 'mix',
    section: 'Softmax and mix',
    title: 'The values are mixed',
    state: { step: 'heads', query: 1, head: 0, rows: 'one' },
    tensors: ['weights', 'v', 'heads'],
    question:
      'Each value is multiplied by its weight and all are added up: whose value will the new row of eat lie nearest to?',
    answers: [
      {
        text: 'That of They: it holds the number farthest from 0',
        right: false,
        reply: (lesson) => html`${quote(lesson, 'v.0.0.1')} is the farthest, but with a
          weight of ${quote(lesson, 'weights.0.1.0')} little of it is taken.`,
      },
      {
        text: 'None: it is the plain average of the four',
        right: false,
        reply: (lesson) => html`A plain average has equal weights, and here <b>eat</b> alone has
          ${quote(lesson, 'weights.0.1.1')}.`,
      },
      {
        text: 'That of eat: it has by far the largest weight',
        right: true,
        reply: (
          lesson,
        ) => html`With ${quote(lesson, 'weights.0.1.1')} that is enough; but of all rows drawn in this way
          about half lie nearest to a value with a smaller weight.`,
      },
    ],
    text: ({ lesson }) => html`<p>The new row is ${quote(lesson, 'heads.0.1.0')} and
      ${quote(lesson, 'heads.0.1.1')}; the value of <b>eat</b> is ${quote(lesson, 'v.0.1.0')} and
      ${quote(lesson, 'v.0.1.1')}. A weight says how much of a value is taken, not how important a word
      is: other weights could give this same row.</p>`,
    tryIt: {
      text: 'Set the score of eat with itself to −4.',
      patch: { edits: 's.0.1.1:-4' },
      seen: (
        lesson,
      ) => html`<p>Its weight is now ${quote(lesson, 'weights.0.1.1')}. The new row has moved
        away from the value of <b>eat</b>, to ${quote(lesson, 'heads.0.1.0')} and
        ${quote(lesson, 'heads.0.1.1')}.</p>`,
    },
  },
];

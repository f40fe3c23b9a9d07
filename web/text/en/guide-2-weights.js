/** The guided path, second part: masks, softmax, and the weighted sum of the values. */

import { html } from 'lit';
import { WK, WQ } from '../../lessons/symbols.js';
import { weights } from './steps-attend.js';

const MASKS = 'Masks';
const SUM = 'Softmax and weighted sum';

/** @type {Record<string, import('../../lessons/guide.js').Words>} */
export const weightWords = {
  causal: {
    section: MASKS,
    title: 'No word attends to a later one',
    question:
      'A word may not attend to later words: what must become of their scores, so that their weights are 0?',
    answers: [
      [
        'They become 0',
        html`0 is a score like any other: <i>e</i> to the 0 is 1, so some weight would stay.`,
      ],
      [
        'They become the smallest score of the row',
        html`<i>e</i> to any number is above 0, so a little weight would stay.`,
      ],
      ['They become −∞', html`<i>e</i> to the −∞ is 0, and so the weight is exactly 0.`],
    ],
    text: (at) => html`Rows are queries and columns are keys, so what is masked lies above the
      diagonal; <b>They</b> attends to itself alone, with weight ${at('weights.0.0.0')}. The mask
      comes before the softmax, so that each row still adds up to 1.`,
    tryIt: 'Make the masked scores 0, a common mistake, and look at the weights.',
    seen: (at) => html`<b>They</b> now attends to each masked word with weight
      ${at('weights.0.0.1')}, and to itself with ${at('weights.0.0.0')}.`,
  },

  padding: {
    section: MASKS,
    title: 'No word attends to padding',
    question:
      'The last word is only padding, and its key is masked: what does its own row of weights look like?',
    answers: [
      ['It is 0 throughout', 'The mask hides a column, not a row: that of its key.'],
      ['It adds up to 1 over the other three words', 'Its query is one like any other.'],
      [
        'All of it goes to the padding itself',
        (at) =>
          html`Its column is masked in every row: the weight there is ${at('weights.0.3.3')}.`,
      ],
    ],
    text: html`Shorter sentences are padded so that several fit one table. The row of the padding
      is computed all the same, in later layers too: its key is masked there again, and the loss
      ignores its output.`,
    tryIt: 'Count the last two words as padding.',
    seen: (at) => html`The column of <b>noodles</b> is masked as well. <b>They</b> now attends to
      itself with weight ${at('weights.0.0.0')}, to <b>eat</b> with ${at('weights.0.0.1')}.`,
  },

  empty: {
    section: MASKS,
    title: 'A query without any key',
    question:
      'Every key is masked for fried, and its masked scores are −1e9: what are the weights of that row?',
    answers: [
      [
        '0.25 each',
        (at) => html`Equal scores get equal weights, ${at('weights.0.2.0')} each, however small the
          scores are.`,
      ],
      ['0 each', 'Zeros come with −∞; −1e9 is a number like any other.'],
      [
        'NaN, not a number',
        'NaN comes with −∞ from the bare formula: the largest score is −∞ as well, and −∞ − (−∞) is not a number.',
      ],
    ],
    text: html`With −1e9, as in some code, such a query attends evenly to all it may not see. With
      −∞ the formula gives NaN, and PyTorch NaN or zeros, depending on version and path; this page
      gives zeros.`,
    tryIt: 'Fill with −∞ instead.',
    seen: (at) => html`The row of <b>fried</b> is ${at('weights.0.2.0')} throughout, so nothing is
      mixed for it. Off this path you can choose NaN for such rows.`,
  },

  softmax: {
    section: SUM,
    title: 'Weights are shares of a row',
    question: 'The attention weights of each row add up to 1: do those of each column, too?',
    answers: [
      [
        'Yes: weights are shares',
        'A column holds the weights of all words for one, and may add up to more or less than 1.',
      ],
      [
        'No: a word may be attended to much or little',
        'Each row is divided by its own sum, and nothing is done to the columns.',
      ],
      [
        'Yes: eat attends to noodles as noodles attends to eat',
        (at) => html`Their scores differ, ${at('scores.0.1.3')} and ${at('scores.0.3.1')}, since
          ${WQ} is not ${WK}; and each row is divided by its own sum.`,
      ],
    ],
    text: html`${weights.steps} Along another axis, a common slip in code, the rows would not add
      up to 1.`,
    tryIt: 'Divide the scores by a temperature of 0.25.',
    seen: (at) => html`That drives the scores apart, and each row leans more to its largest:
      <b>They</b> now attends to <b>noodles</b> with weight ${at('weights.0.0.3')}.`,
  },

  mix: {
    section: SUM,
    title: 'A weighted sum of the values',
    question:
      'Each value times its attention weight, all added up, is the context vector of eat: whose value does it lie nearest to?',
    answers: [
      [
        'That of They: it holds the number farthest from 0',
        (at) => html`${at('v.0.0.1')} is the farthest, but with a weight of ${at('weights.0.1.0')}
          little of it is taken.`,
      ],
      [
        'None: it is the plain average of the four',
        (at) => html`A plain average has equal weights, and here <b>eat</b> alone has
          ${at('weights.0.1.1')}.`,
      ],
      [
        'That of eat: it has by far the largest weight',
        (at) => html`With ${at('weights.0.1.1')} that is enough; but of all rows drawn in this way
          about half lie nearest to a value with a smaller weight.`,
      ],
    ],
    text: (at) => html`The context vector is ${at('heads.0.1.0')} and ${at('heads.0.1.1')}; the
      value of <b>eat</b> is ${at('v.0.1.0')} and ${at('v.0.1.1')}. A weight says how much of a
      value is taken, not how important a word is: other weights could give this same vector.`,
    tryIt: 'Set the score of eat with itself to −4.',
    seen: (at) => html`Its weight is now ${at('weights.0.1.1')}. The context vector has moved away
      from the value of <b>eat</b>, to ${at('heads.0.1.0')} and ${at('heads.0.1.1')}.`,
  },
};

/** The guided path, last part: heads, the additive score, two sentences, and what remains. */

import { html } from 'lit';
import { A, WK, Wk, WO, WQ, Wq, WV, w, X } from '../../lessons/symbols.js';
import { untrained } from './steps-shared.js';

const HEADS = 'Many heads';

/** @type {Record<string, import('../../lessons/guide.js').Words>} */
export const headWords = {
  heads: {
    section: HEADS,
    title: 'Each head attends in its own way',
    question:
      'Head 2 works on the same four words: why can its weights differ from those of head 1?',
    answers: [
      [
        'It has weight matrices of its own',
        html`Its own columns of ${WQ} and ${WK} make other queries and keys, and so other scores.`,
      ],
      [
        'It reads other columns of the embeddings',
        html`Every head reads the whole of ${X}; what the heads share out are the columns of ${WQ},
          ${WK} and ${WV}.`,
      ],
      [
        'They cannot differ: the words are the same',
        (at) => html`They do: <b>eat</b> attends to itself with weight ${at('weights.0.1.1')} in
          head 1 and ${at('weights.1.1.1')} in head 2.`,
      ],
    ],
    text: (at) => html`In head 2 <b>eat</b> attends most to <b>noodles</b>, with weight
      ${at('weights.1.1.3')}; in head 1 to itself, with ${at('weights.0.1.1')}. Heads can follow
      different relations; these are untrained, and merely differ.`,
    tryIt: 'Look at the same tables of head 1.',
  },

  concatenate: {
    section: HEADS,
    title: 'The heads are concatenated',
    question:
      'The first rows of three heads are 1 2 3, 10 11 12 and 19 20 21: what is the first row of their concatenation?',
    answers: [
      ['10 11 12', 'That is their average; heads are not averaged.'],
      [
        '1 2 3 4 5 6 7 8 9',
        'That is head 1 alone, row after row: what comes of code that forgets to swap the axes.',
      ],
      ['1 2 3 10 11 12 19 20 21', 'Head 1, head 2, head 3, and so for each word.'],
      ['30 33 36', 'That is their sum; nothing is added before the output projection.'],
    ],
    text: (at) => html`An article prints these numbers: three heads of three columns, concatenated
      in bands, from ${at('concatenated.0.0')} to ${at('concatenated.0.8')} in the first row. In
      the Transformer 8 heads of 64 columns make 512.`,
    tryIt: 'Trace the eighth number of the first row to its head.',
  },

  output: {
    section: HEADS,
    title: 'The heads add up',
    question:
      'Each head is multiplied by its own rows of the output matrix, and the results are added up: what comes out?',
    answers: [
      [
        'Twice the output, since there are two heads',
        'Each head meets only its own rows, so no product is counted twice.',
      ],
      [
        'The output: the same as the concatenation times the whole matrix',
        'Both add up the same products, only grouped in another way.',
      ],
      [
        'Something else: a concatenation is not a sum',
        'Multiplied by a matrix it is one, over the columns of all heads.',
      ],
    ],
    text: (at) => html`To the first number of <b>eat</b> head 1 contributes
      ${at('headContributions.0.1.0', 5)} and head 2 ${at('headContributions.1.1.0', 5)}; the
      output has ${at('output.1.0', 5)}. Sum and output can differ in their last digits only, as
      the terms are added in another order.`,
    tryIt: 'Set the first number of the output matrix to 2.',
    seen: (at) => html`Row 1 of ${WO} belongs to head 1, so only its contribution has changed: for
      <b>eat</b> to ${at('headContributions.0.1.0')}. Head 2 still contributes
      ${at('headContributions.1.1.0')}.`,
  },

  additive: {
    section: 'Another way to score',
    title: 'Add instead of multiply',
    question: 'Queries have 4 numbers, keys have 6: which score is defined for them as they are?',
    answers: [
      [
        'The dot product: missing numbers count as 0',
        'A dot product pairs number with number and fills up nothing.',
      ],
      [
        'Neither: such rows cannot be compared',
        html`Not directly, but ${Wq} and ${Wk} can project both to one length first.`,
      ],
      [
        'The additive score: it has a matrix for each side',
        html`${Wq} and ${Wk} project both to 3 numbers; a bare dot product has no such matrices.`,
      ],
    ],
    text: html`The projections are added, tanh squeezes each sum to between −1 and 1, and ${w}
      weighs them up to one score, by custom unscaled. The dot product is faster, and takes two
      lengths as well after a Transformer’s ${WQ} and ${WK}, or with one matrix as in Luong’s score
      <i>qWk</i>ᵀ.`,
    tryIt: 'Give both sides rows of 4 numbers, and score the same words both ways.',
    seen: (at) => html`Now both scores are defined. <b>eat</b> attends to itself with weight
      ${at('otherWeights.0.1.1')} by the dot product of head 1, and ${at('weights.1.1')} by the
      additive score. ${untrained}`,
  },

  two: {
    section: 'Two sentences',
    title: 'One sentence attends to another',
    question:
      'The 8 words “he is not as tall as his father” attend to the 9 words “il n est pas aussi grand que son pere”: what shape has the table of attention weights?',
    answers: [
      ['8 × 9', 'A row for each query, a column for each key.'],
      ['9 × 8', 'Rows stand for queries, those of the second sentence, and columns for keys.'],
      [
        '8 × 8',
        'That is self-attention; here keys and values come from the first sentence, in a Transformer from an encoder over it.',
      ],
    ],
    text: html`A decoder has both tables: masked self-attention, in which no word attends to a
      later one, and cross-attention; the output of row <b>he</b> predicts the word after it. The
      pair of sentences shows shapes only; the weight matrices are untrained, so no weight says
      which words translate each other.`,
    tryIt: 'Compare the two rows of the word as.',
    seen: (at) => html`In the cross-attention both rows are the same: each begins with
      ${at('weights.0.3.0')} and ends with ${at('weights.0.3.8')}. Here the queries come from
      embeddings without positions; in a Transformer positional encoding and the self-attention
      before tell the two apart.`,
  },

  learning: {
    section: 'What is left',
    title: 'Nothing here has learned',
    question: 'In a trained model, which numbers are learned, so that all others follow from them?',
    answers: [
      ['The attention weights', html`${A} is computed anew for every sentence.`],
      [
        'The queries, keys and values',
        html`They are computed too, from ${X} and three weight matrices.`,
      ],
      [
        'The embeddings and the weight matrices',
        'All else is computed from them, in the same steps as here.',
      ],
    ],
    text: html`How training sets them, error by error, this path has not shown. Everything else is
      yours to change: sentence, numbers, masks, heads; and every number can be traced.`,
    tryIt: 'Leave the path and play.',
  },
};

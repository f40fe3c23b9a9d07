/** The guided path, last part: heads, the additive score, two sentences, and what remains. */

import { html } from 'lit';
import { symbols } from './symbols.js';
import { quote } from './text.js';

const { X, A, WQ, WK, WV, WO, Wq, Wk, w } = symbols;

/** @type {import('./guide.js').Chapter[]} */
export const headChapters = [
  {
    id: 'heads',
    section: 'Many heads',
    title: 'Every head asks in its own way',
    state: { step: 'weights', query: 1, head: 1 },
    tensors: ['wq', 'q', 'weights'],
    question:
      'Head 2 works on the same four words: why can its weights differ from those of head 1?',
    answers: [
      {
        text: 'It has matrices of its own',
        right: true,
        reply:
          () => html`Its own columns of ${WQ} and ${WK} make other queries and keys, and so other
          scores.`,
      },
      {
        text: 'It reads other columns of the embeddings',
        right: false,
        reply:
          () => html`Every head reads the whole of ${X}; what the heads share out are the columns of
          ${WQ}, ${WK} and ${WV}.`,
      },
      {
        text: 'They cannot differ: the words are the same',
        right: false,
        reply: (
          lesson,
        ) => html`They do: <b>eat</b> gives itself ${quote(lesson, 'weights.0.1.1')} in head
          1 and ${quote(lesson, 'weights.1.1.1')} in head 2.`,
      },
    ],
    text: ({ lesson }) => html`<p>In head 2 <b>eat</b> gives most to <b>noodles</b>,
      ${quote(lesson, 'weights.1.1.3')}; in head 1 to itself, ${quote(lesson, 'weights.0.1.1')}. Heads can follow different
      relations; these are untrained, and merely differ.</p>`,
    tryIt: {
      text: 'Look at the same tables of head 1.',
      patch: { head: 0 },
    },
  },

  {
    id: 'concatenate',
    section: 'Many heads',
    title: 'Side by side',
    state: { source: 'article', step: 'concatenated', dModel: 9, heads: 3, head: 0 },
    tensors: ['heads', 'concatenated'],
    question:
      'The first rows of three heads are 1 2 3, 10 11 12 and 19 20 21: what is the first row of their concatenation?',
    answers: [
      {
        text: '10 11 12',
        right: false,
        reply: 'That is the average of the three; heads are not averaged.',
      },
      {
        text: '1 2 3 4 5 6 7 8 9',
        right: false,
        reply:
          'That is head 1 alone, row after row: the result of code that joins the heads without swapping the axes first.',
      },
      {
        text: '1 2 3 10 11 12 19 20 21',
        right: true,
        reply: 'Head 1, head 2, head 3, and so for each word.',
      },
      {
        text: '30 33 36',
        right: false,
        reply: 'That is the sum of the three; nothing is added before the output matrix.',
      },
    ],
    text: ({
      lesson,
    }) => html`<p>These numbers are printed in an article: three heads of three columns
      stand side by side in bands, from ${quote(lesson, 'concatenated.0.0')} to
      ${quote(lesson, 'concatenated.0.8')} in the first row. In the Transformer 8 heads of 64 columns
      make 512.</p>`,
    tryIt: {
      text: 'Trace the eighth number of the first row to its head.',
      patch: { cell: 'concatenated.0.7' },
      tensors: ['heads.2', 'concatenated'],
    },
  },

  {
    id: 'output',
    section: 'Many heads',
    title: 'The heads add up',
    state: { step: 'headContributions', query: 1, head: 0 },
    tensors: ['headContributions.0', 'headContributions.1', 'output'],
    question:
      'Each head is multiplied by its own rows of the output matrix, and the results are added up: what comes out?',
    answers: [
      {
        text: 'Twice the output, since there are two heads',
        right: false,
        reply: 'Each head meets only its own rows of the matrix, so no product is counted twice.',
      },
      {
        text: 'The output: the same as side by side times the whole matrix',
        right: true,
        reply: 'Both add up the same products, only grouped in another way.',
      },
      {
        text: 'Something else: side by side is not a sum',
        right: false,
        reply:
          'Side by side is not, but multiplied by a matrix it is: a sum over the columns of all heads.',
      },
    ],
    text: ({ lesson }) => html`<p>To the first number of <b>eat</b> head 1 contributes
      ${quote(lesson, 'headContributions.0.1.0', 5)} and head 2
      ${quote(lesson, 'headContributions.1.1.0', 5)}; the output has
      ${quote(lesson, 'output.1.0', 5)}. The sum and the output can differ in their last digits only, because the
      terms are added in another order.</p>`,
    tryIt: {
      text: 'Set the first number of the output matrix to 2.',
      patch: { edits: 'o.0.0:2' },
      tensors: ['wo', 'headContributions.0', 'output'],
      seen: (
        lesson,
      ) => html`<p>Row 1 of ${WO} belongs to head 1, so only head 1 contributes something
        else: for <b>eat</b> ${quote(lesson, 'headContributions.0.1.0')}. Head 2 still contributes
        ${quote(lesson, 'headContributions.1.1.0')}.</p>`,
    },
  },

  {
    id: 'additive',
    section: 'Another way to score',
    title: 'Add instead of multiply',
    state: { mechanism: 'additive', keyWidth: 6, step: 'features', query: 1, rows: 'one' },
    tensors: ['queryEmbeddings', 'embeddings', 'features'],
    question: 'Queries have 4 numbers, keys have 6: which score is defined for them as they are?',
    answers: [
      {
        text: 'The dot product: missing numbers count as 0',
        right: false,
        reply: 'A dot product pairs number with number and fills up nothing.',
      },
      {
        text: 'Neither: such rows cannot be compared',
        right: false,
        reply: () => html`Not directly, but ${Wq} and ${Wk} can bring both to one length first.`,
      },
      {
        text: 'The additive score: a matrix for each side is part of it',
        right: true,
        reply:
          () => html`${Wq} and ${Wk} make rows of 3 numbers of both, and these are added; a bare dot
          product has no such matrices.`,
      },
    ],
    text: () => html`<p>After the sum tanh squeezes every number to between −1 and 1, and ${w} weighs
      them up to one score, by custom without a division. The dot product is faster, and takes two lengths as
      well after a Transformer’s ${WQ} and ${WK}, or with one matrix as Luong’s score <i>q W k</i>ᵀ.</p>`,
    tryIt: {
      text: 'Give both sides rows of 4 numbers, and score the same words both ways.',
      patch: { keyWidth: 0, step: 'mechanisms' },
      // What the step itself shows.
      tensors: [],
      seen: (lesson) => html`<p>Now both scores are defined. To itself <b>eat</b> gives
        ${quote(lesson, 'otherWeights.0.1.1')} by the dot product of head 1, and
        ${quote(lesson, 'weights.1.1')} by the additive score. The matrices behind both are untrained, so
        neither is shown to be better.</p>`,
    },
  },

  {
    id: 'two',
    section: 'Two sentences',
    title: 'One sentence asks another',
    state: {
      sentence: 'il n est pas aussi grand que son pere',
      target: 'he is not as tall as his father',
      layer: 'cross',
      step: 'decoder',
      query: 0,
      head: 0,
    },
    tensors: ['selfWeights', 'weights'],
    question:
      'The 8 words “he is not as tall as his father” ask the 9 words “il n est pas aussi grand que son pere”: what shape has the table of weights?',
    answers: [
      {
        text: '8 × 9',
        right: true,
        reply: 'A row for each query, a column for each key.',
      },
      {
        text: '9 × 8',
        right: false,
        reply: 'Rows stand for queries, those of the second sentence, and columns for keys.',
      },
      {
        text: '8 × 8',
        right: false,
        reply:
          'That is self-attention; here keys and values come from the first sentence, in a Transformer from an encoder over it.',
      },
    ],
    text: () => html`<p>A decoder has both tables: masked self-attention, in which no word
      attends to a later one, and cross-attention; the output of row <b>he</b> predicts the word after
      it. The pair of sentences shows shapes only; the weight matrices are untrained, so no weight says
      which words translate each other.</p>`,
    tryIt: {
      text: 'Compare the two rows of the word as.',
      patch: { query: 3, pin: 5 },
      seen: (lesson) => html`<p>In the cross-attention both rows are the same: each begins
        with ${quote(lesson, 'weights.0.3.0')} and ends with ${quote(lesson, 'weights.0.3.8')}. Here the
        queries come from embeddings without positions; in a Transformer an encoding of position and
        the self-attention before tell the two apart.</p>`,
    },
  },

  {
    id: 'learning',
    section: 'What is left',
    title: 'Nothing here has learned',
    state: { step: 'weights', query: 1, head: 0 },
    tensors: ['embeddings', 'wq', 'weights'],
    question:
      'If all this were trained, which numbers would training set, so that the others follow from them?',
    answers: [
      {
        text: 'The attention weights',
        right: false,
        reply: () => html`${A} is computed anew for every sentence, and is nowhere stored.`,
      },
      {
        text: 'The queries, keys and values',
        right: false,
        reply: () => html`They are computed too, from ${X} and three matrices.`,
      },
      {
        text: 'The embeddings and the matrices that multiply',
        right: true,
        reply: 'All else is computed from them, in steps that training leaves as they are.',
      },
    ],
    text: () => html`<p>How they come to be set, error by error, this path has not shown. Everything else
      is yours to change: sentence, numbers, masks, heads; and every number can be traced.</p>`,
    tryIt: {
      text: 'Leave the path and play.',
      patch: { guide: 0 },
    },
  },
];

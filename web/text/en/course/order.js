/** Chapter 5: how a word knows its place, and what it may see. */

import { html } from 'lit';
import { bold, quoted } from '../../../lessons/text.js';
import { rounded } from '../../number.js';

export const chapter = {
  title: 'Order and masks',
  question: 'What may a word see, and how does it know where it is?',
};

export const orders = 'The words:';
export const positions = 'Positions:';
export const none = 'none';
export const sinusoidal = 'added';

export const twins = {
  title: 'Equal words',
  setup: html`<p>So far a word has the same embedding wherever it stands. Here <b>the</b> comes twice, before
    <b>dog</b> and before <b>man</b>.</p>`,
  question: 'Can the two “the” have different attention weights?',
  answers: {
    neighbours: 'yes: they stand before different words',
    trained: 'yes, once the matrices are trained',
    same: 'no, their rows are the same',
    itself: 'yes: each attends to itself',
  },
  neighbours: html`Nothing in their embeddings says what stands beside them: scores are made of two words’ numbers,
    not of their places.`,
  trained: html`Training changes the matrices, but both go through them with the same numbers.`,
  same: html`The same query meets the same keys.`,
  itself: html`Their keys are the same, too: each gives the other just as much as itself.`,
  after: html`<p>Change the order: every word takes its weights along, so <b>bites</b> cannot tell who bites whom.
    Add positions, numbers for a place: the two <b>the</b> differ.</p>`,
};

export const places = {
  title: 'Numbers for a place',
  setup: html`<p>Place <i>t</i>, counted from 0, has a row of its own: sin <i>t</i>, cos <i>t</i>. This
    <b>position embedding</b> is added to the embedding of the word that stands there.</p>`,
  question: 'Compute two covered numbers of the first word.',
  labels: ['its position, number 2', 'the sum, number 2'],
  help: html`position: number 1 = sin 0 = 0, number 2 = cos 0`,
  right: html`The sum is what goes on to queries, keys and values.`,
  fromOne: html`That is the cosine of 1. The first word stands at place 0.`,
  swapped: html`Sine and cosine are exchanged: the sine of 0 is 0.`,
  alone: html`That is the position alone. It does not replace the word’s own number, it is added.`,
  word: html`That is the word’s own number alone: add the position to it.`,
  wrong: html`Place 0: sin 0 and cos 0. Then add the word’s own number 2.`,
  after: html`<p>Place 3 gives the second <b>the</b> another sum. Change the order: now a word’s weights depend on its
    place.</p>`,
};

export const causal = {
  title: 'No look ahead',
  setup: html`<p>A program that writes has only the words so far. So a <b>causal mask</b> turns the score of every
    later word into −∞ before softmax; e to the power −∞ is 0.</p>`,
  question: html`The scores of <b>eat</b> are 0, 0.693 (ln 2) and 1.609 (ln 5). Compute two of its masked weights.`,
  help: html`e<sup>0</sup> = 1, e<sup>ln 2</sup> = 2, e<sup>ln 5</sup> = 5`,
  right: html`1 and 2 share out 1 + 2 = 3; <b>noodles</b> comes later and gets nothing.`,
  unmasked: html`That is the row without a mask: <b>noodles</b> comes after <b>eat</b>.`,
  late: html`Masked after softmax, what is left adds up to 3/8. The mask comes before: only 1 and 2 are shared out.`,
  zero: html`A masked score of 0 still counts, for e<sup>0</sup> = 1. Masked scores become −∞.`,
  self: html`A word may see itself and all words before it.`,
  ahead: html`The other way round: masked are the words that come later.`,
  wrong: html`Which words may <b>eat</b> see? Only their exponentials are added up and shared out.`,
  after: html`<p>The first word sees only itself, the last sees all. Short sentences may be filled up with <b>padding</b>; a mask hides it in
    the same way.</p>`,
};

export const append = {
  title: 'One more word',
  setup: html`<p>Under the causal mask a program has written four words. Two things may happen next, each by itself.</p>`,
  question: 'Which of the four rows of attention weights change?',
  items: ['A fifth word is appended', 'The mask is taken away'],
  options: ['none', 'the last', 'all but the last', 'all'],
  /** By what happens, then by option. */
  mistakes: /** @type {Record<number, unknown>[]} */ ([
    {
      1: html`The last of the four comes before the new word, too, and cannot see it.`,
      2: html`Whatever its score is for them, the mask makes it −∞.`,
      3: html`It would take its share of each, if they could see it. Where is the new word, seen from them?`,
    },
    {
      0: html`Then the first word would still see only itself.`,
      1: html`What did the mask hide from the last word? All others come before it.`,
      3: html`What did the mask hide from the last word? All others come before it.`,
    },
  ]),
  open: html`Which words come later, seen from each of the four?`,
  done: html`The new word comes later than all four; the last of the four has seen all of them already.`,
  after: html`<p>So a program that writes keeps the keys and values of earlier words, and computes one row for each new
    word.</p>`,
  choice: 'Try it:',
  masked: 'append “again”',
  unmasked: 'take the mask away',
  back: 'Back',
  /** @param {number} changed @param {number} same */
  changes: (changed, same) =>
    `Of the ${changed + same} weights between the four words ${changed > 0 ? changed : 'none'} changed.`,
};

export const padding = {
  title: 'Sentences of different length',
  setup: html`<p>Sentences are computed together, so short ones are filled up with padding. This one has a
    <b>valid length</b> of 2: what comes after is padding.</p>`,
  question: 'Press cells of the mask until they and eat give padding no weight.',
  /** @param {number} weight */
  open: (weight) =>
    html`<b>they</b> and <b>eat</b> still give padding ${quoted(weight)} of the 2 they have to give.`,
  /** @param {number} weight */
  asQuery: (weight) =>
    html`You have masked what padding attends to. Nobody reads its rows; harm is done where words attend to padding:
      still ${quoted(weight)} of 2.`,
  /** @param {string} query @param {string} key */
  tooMuch: (query, key) =>
    html`${bold(query)} may attend to ${bold(key)}, which is within the valid length.`,
  right: html`Two columns are closed to the words.`,
  after: html`<p>A padding mask closes the columns of padding. Padding as a query may attend to what it
    likes: its rows are computed and thrown away.</p>`,
};

export const leak = {
  title: 'Find the leak',
  setup: html`<p>This program has a causal mask, but not a right one. Each of its rows adds up to 1.</p>`,
  question: 'Press an attention weight that should not be there.',
  /** @param {string} query @param {string} key */
  right: (query, key) =>
    html`${bold(key)} comes after ${bold(query)} and has a weight all the same: the mask has made its score 0, and
      e<sup>0</sup> is 1.`,
  /** @param {string} query */
  self: (query) => html`${bold(query)} may attend to itself.`,
  /** @param {string} query @param {string} key */
  earlier: (query, key) => html`${bold(key)} comes before ${bold(query)}: it may be seen.`,
  after: html`<p>Many programs write −1e9, minus a billion, for −∞. Only a row with
    nothing to see shows it: −1e9 attends to all evenly, −∞ gives 0 ÷ 0, not a number (NaN), here set to 0.</p>`,
  table: 'attention weights',
  /** @param {string} query @param {string} key @param {number} weight */
  press: (query, key, weight) => `${query} to ${key}, ${rounded(weight)}`,
  fill: 'Masked scores become:',
  fills: /** @type {const} */ ([
    ['0', '0'],
    ['inf', '−∞'],
    ['-1e9', '−1e9'],
  ]),
  row: 'The first row:',
  causal: 'causal',
  empty: 'all masked',
};

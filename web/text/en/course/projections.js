/** Chapter 4: where queries, keys and values come from, and why scores are divided. */

import { html } from 'lit';
import { K, Q, V, WK, WQ, WV, X } from '../../../lessons/symbols.js';
import { quoted } from '../../../lessons/text.js';
import { rounded } from '../../number.js';

export const chapter = {
  title: 'Query, key, value; and √d',
  question: 'Why three matrices, and why divide by a root?',
};

export const three = {
  title: 'Three matrices',
  setup: html`<p>A word enters as a row of numbers, its <b>embedding</b>; all rows are ${X}. Three
    learned <b>weight matrices</b>, the same for every sentence, make of it queries ${Q} = ${X} ${WQ}, keys ${K} = ${X} ${WK}, values ${V} = ${X} ${WV}.</p>`,
  question: html`You add 1 to one number of ${WQ}. Which tables hold other numbers then?`,
  answers: {
    alone: 'only Q',
    forward: 'Q, scores, attention weights, output',
    three: 'Q, K and V, for all three are made of X',
  },
  alone: html`${Q} changes, but it is used: scores are made of it, weights of scores, and the output of weights.`,
  forward: html`${K} and ${V} have their own matrices.`,
  three: html`All three are made of ${X}, and ${X} stays as it is. What else goes into ${K}?`,
  after: html`<p>Do it to each: ${WQ} decides what a word looks for, ${WK} what it is found by, ${WV} what it hands over.</p>`,
  add: 'Add 1 to the first number of:',
  back: 'Back',
  /** @param {unknown[]} changed @param {unknown[]} same symbols */
  changes: (changed, same) =>
    html`Changed: ${listed(changed)}. Unchanged: ${listed(same)}. Changed numbers have a marked corner.`,
};

/** @param {unknown[]} symbols */
const listed = (symbols) => symbols.map((one, i) => html`${i > 0 ? ', ' : ''}${one}`);

export const row = {
  title: 'One number of a query',
  setup: html`<p>A number of ${Q} is a row of ${X} times a column of ${WQ}: multiply number by number, and add up.</p>`,
  question: html`Compute two covered numbers of ${Q}: one with help, one without.`,
  labels: ['tired, number 1', 'animal, number 2'],
  help: html`tired, number 1 = 2 × ▢ + 1 × ▢`,
  right: html`Row of ${X} times column of ${WQ}: every number of ${Q}, ${K} and ${V} is made like this.`,
  column: html`That is the other number of this query: it comes from the other column of ${WQ}.`,
  rows: html`That is row times row. The number in column 1 of ${Q} takes column 1 of ${WQ}, from top to bottom.`,
  elementwise: html`That is only one of the products. A number of ${Q} adds up one product for each number of the embedding.`,
  wrong: html`The row of the word in ${X} times one column of ${WQ}: two products, added up.`,
  after: html`<p>For all words at once that is the matrix product ${Q} = ${X} ${WQ}. Press any number to see what it is
    made of.</p>`,
};

export const why = {
  title: 'One matrix for both',
  setup: html`<p>Suppose we do without ${WK}: the key of each word is its query, ${K} = ${Q}.</p>`,
  question: 'Compute two covered scores.',
  labels: ['tired → animal', 'animal → tired'],
  help: html`tired → animal = 4 × ▢ + 1 × ▢`,
  right: html`Both are the dot product of the same two rows, only in another order.`,
  zero: html`That needs a second matrix. Here both words have one row each: what is their dot product, the other way round?`,
  negative: html`Another order does not change the sign: 4 × 2 and 2 × 4 are the same.`,
  own: html`That is the score of a word for itself. Take the rows of both words.`,
  elementwise: html`That is only one of the two products: add up both.`,
  wrong: html`Take the dot product of the rows of <b>tired</b> and <b>animal</b>: two products, added up.`,
  after: html`<p>So looking would always be mutual. With keys of their own <b>tired</b> can look for <b>animal</b>
    without being looked for: switch, and compare the two scores.</p>`,
  choice: 'Keys:',
  shared: html`${K} = ${Q}`,
  separate: html`of their own: ${K} = ${X} ${WK}`,
};

export const root = {
  title: 'Scores grow with d',
  setup: html`<p>Queries and keys of <i>d</i> numbers make scores of <i>d</i> products: the more, the further apart scores lie, until
    one word gets nearly all the weight. They lie around 0; their <b>variance</b>, the mean of their squares, says how far: 1
    for a product here, <i>d</i> for the sum.</p>`,
  /** @param {number} d @param {number} variance */
  measured: (d, variance) => html`Measured at <i>d</i> = ${d}: variance ${quoted(variance)}.`,
  score: html`At <i>d</i> = 4 a score is ${[1, 2, 3, 4].map(
    (i) =>
      html`${i > 1 ? ' + ' : ''}<i class="q">q</i><sub>${i}</sub> <i class="k">k</i><sub>${i}</sub>`,
  )}.`,
  question: html`Scores times <i>c</i> have <i>c</i>² times the variance. Which <i>c</i> brings it back to 1?`,
  labels: [html`at <i>d</i> = 4: <i>c</i> =`, html`at <i>d</i> = 1,024: <i>c</i> =`],
  help: html`<i>c</i>² × (1 + 1 + 1 + 1) = 1`,
  right: html`The variance is <i>d</i>, so <i>c</i> is 1/√<i>d</i>.`,
  byVariance: html`1/<i>d</i> divides too much, for it counts twice: <i>c</i>² × <i>d</i> is 1/<i>d</i>, not 1.`,
  times: html`That factor makes the variance larger. To undo a growth by √<i>d</i>, divide.`,
  wrong: html`The variance is 1 for each of the <i>d</i> products, and <i>c</i>² times it has to be 1.`,
  after: html`<p>So scores are divided by √<i>d</i>, <b>scaled</b>, before softmax. Drag <i>d</i>: undivided, one word gets nearly
    all; divided by <i>d</i>, all get nearly the same.</p>`,
  /** @param {number} d @param {number} largest */
  divided: (d, largest) =>
    html`Divided by <i>d</i> = ${d} in place of √<i>d</i>, the mean largest weight is ${quoted(largest)}. Even shares of
      four words are 0.25.`,
};

export const flat = {
  title: 'Steep and flat',
  setup: html`<p>Training shifts every score a little. How fast a weight <i>a</i> follows its score <i>s</i> is the
    slope of this curve: <i>a</i> (1 − <i>a</i>).</p>`,
  question: 'How large is the slope where the weight is…',
  labels: [html`<i>a</i> = 0.5`, html`<i>a</i> = 0.99`],
  help: html`0.5 × (1 − 0.5) = ▢`,
  right: html`At 0.99 the weight follows its score 25 times more slowly than at 0.5.`,
  weight: html`That is the weight itself. The slope is the weight times what is left to 1.`,
  square: html`That is <i>a</i>². The second factor is 1 − <i>a</i>.`,
  rest: html`That is 1 − <i>a</i> alone: multiply it by <i>a</i>.`,
  wrong: html`Multiply the weight by 1 minus the weight.`,
  after: html`<p>Scores that are far apart put weights on the flat ends: a changed score changes next to nothing there,
    and training hardly moves it. This is what √<i>d</i> prevents.</p>`,
  /** @param {string} word */
  slider: (word) => `score of ${word}, the other being 0`,
  axes: { score: 'score s', weight: 'weight a' },
  /** @param {number} score @param {number} weight @param {number} slope */
  now: (score, weight, slope) =>
    html`<i>s</i> = ${quoted(score)}: <i>a</i> = ${quoted(weight)}, slope <i>a</i> (1 − <i>a</i>) = ${quoted(slope)}`,
  /** @param {number} score @param {number} weight */
  chart: (score, weight) =>
    `The weight of one of two words over its score, an S from 0 to 1, steep in the middle and flat at both
      ends; marked is the score ${rounded(score)}, where the weight is ${rounded(weight)}`,
};

export const eighth = {
  title: 'Too little, too much',
  setup: html`<p>Three programs multiply their scores by a factor. None of them is trained yet.</p>`,
  question: 'What do their rows of attention weights look like?',
  items: ['d = 64, factor 1/8', 'd = 1,024, factor 1/8', 'd = 64, factor 1/64'],
  options: ['one word gets most', 'some more, some less', 'nearly even'],
  /** By program, then by option. */
  mistakes: /** @type {Record<number, unknown>[]} */ ([
    {
      0: html`64 × (1/8)² is the variance of the first program: is that too large?`,
      2: html`64 × (1/8)² is the variance of the first program: is that too small?`,
    },
    {
      1: html`1/8 is right for 64 numbers: 64 × (1/8)² = 1. Now there are 16 times as many.`,
      2: html`The factor is still 1/8, but the scores have grown.`,
    },
    {
      0: html`A smaller factor moves scores together, not apart.`,
      1: html`1/64 divides by √64 twice: what is 64 × (1/64)²?`,
    },
  ]),
  open: html`The variance is the length times the square of the factor: it should be 1.`,
  done: html`The variances are 1, 16 and 1/64.`,
  /** @param {number} far @param {number} near largest weights */
  after: (
    far,
    near,
  ) => html`<p>With a variance of 16 the mean largest weight of four is ${quoted(far, 2)}: the program
    seems to know something. With 1/64 it is ${quoted(near, 2)}, and no word stands out.</p>`,
};

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
  setup: html`<p>A word enters as a row of numbers, its <b>embedding</b>; the rows of all words are ${X}. Three
    <b>weight matrices</b>, learned in training, make of it the queries ${Q} = ${X} ${WQ}, the keys
    ${K} = ${X} ${WK} and the values ${V} = ${X} ${WV}.</p>`,
  question: html`You add 1 to one number of ${WQ}. Which tables hold other numbers then?`,
  answers: {
    alone: 'only Q',
    forward: 'Q, the scores, the attention weights and the output',
    three: 'Q, K and V, for all three are made of X',
    all: 'X, Q, K and V, and all that follows',
  },
  alone: html`${Q} changes, but it is used: scores are made of it, weights of scores, and the output of weights.`,
  forward: html`${K} and ${V} are made of the same ${X}, but by matrices of their own.`,
  three: html`All three are made of ${X}, and ${X} stays as it is. What else goes into ${K}?`,
  all: html`Numbers flow forwards only: ${X} goes into the product with ${WQ}, and nothing comes back.`,
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
  title: 'Why not one matrix for both?',
  setup: html`<p>Suppose we save ${WK}: the key of each word is its query, ${K} = ${Q}. Then <b>tired</b> gives
    <b>animal</b> the score 5.</p>`,
  question: 'Which score does animal give tired?',
  label: 'score animal → tired',
  right: html`Without a key of its own each of the two has one row, and the dot product of two rows is the same in
    either order.`,
  zero: html`That needs a second matrix. Here both words have one row each: what is their dot product, the other way round?`,
  negative: html`Another order does not change the sign: 2 × 1 and 1 × 2 are the same.`,
  own: html`That is the score of a word for itself. Take the rows of both words.`,
  wrong: html`Take the dot product of the rows of <b>animal</b> and <b>tired</b>, and compare it with the one you know.`,
  after: html`<p>So looking would always be mutual. With keys of their own <b>tired</b> can look for <b>animal</b>
    without being looked for: switch, and compare the two scores.</p>`,
  choice: 'Keys:',
  shared: html`${K} = ${Q}`,
  separate: html`of their own: ${K} = ${X} ${WK}`,
};

export const root = {
  title: 'Scores grow with d',
  setup: html`<p>A score adds up <i>d</i> products. Of random queries and keys each product has a <b>variance</b> (mean
    squared distance from the mean) of 1, and their variances add up.</p>`,
  question: html`Which variance do scores have? Multiplied by <i>c</i>, they have <i>c</i>² times that: which <i>c</i> makes it 1?`,
  labels: [
    html`variance at <i>d</i> = 4`,
    html`<i>c</i> at <i>d</i> = 4`,
    html`<i>c</i> at <i>d</i> = 1,024`,
  ],
  help: html`1 + 1 + 1 + 1 = ▢, and <i>c</i>² × ▢ = 1`,
  right: html`The variance is <i>d</i>, so <i>c</i> is 1/√<i>d</i>.`,
  rootOfVariance: html`That is √<i>d</i>, how far scores spread. Their variance is its square: 1 for each product.`,
  byVariance: html`1/<i>d</i> would make the variance 1/<i>d</i>, for it counts twice: <i>c</i>² × <i>d</i>. Weights would
    be nearly even.`,
  times: html`That factor makes the variance larger. To undo a growth by √<i>d</i>, divide.`,
  wrong: html`The variance is 1 for each of the <i>d</i> products, and <i>c</i>² times it has to be 1.`,
  after: html`<p>So scores are divided by √<i>d</i>, <b>scaled</b>, before softmax. Drag <i>d</i>: without it one word gets
    nearly all the weight, with it the largest weight hardly changes.</p>`,
};

export const flat = {
  title: 'A weight near 1 hardly learns',
  setup: html`<p>Training shifts every score a little, in the direction that helps. How fast a weight <i>a</i> follows its
    own score <i>s</i> is the slope of this curve: ∂<i>a</i>/∂<i>s</i> = <i>a</i> (1 − <i>a</i>).</p>`,
  question: 'How large is the slope where the weight is…',
  labels: [html`<i>a</i> = 0.5`, html`<i>a</i> = 0.99`],
  help: html`0.5 × (1 − 0.5) = ▢`,
  right: html`At 0.99 the weight follows its score 25 times more slowly than at 0.5.`,
  weight: html`That is the weight itself. The slope is the weight times what is left to 1.`,
  square: html`That is <i>a</i>². The second factor is 1 − <i>a</i>.`,
  rest: html`That is 1 − <i>a</i> alone: multiply it by <i>a</i>.`,
  wrong: html`Multiply the weight by 1 minus the weight.`,
  after: html`<p>Scores that are far apart put weights on the flat ends of the curve: a changed score changes next to nothing there, and
    training has nothing to go by. This is what √<i>d</i> prevents.</p>`,
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
  title: 'A factor left behind',
  setup: html`<p>A program has queries and keys of 64 numbers and multiplies its scores by 1/8. Somebody makes them
    1,024 numbers long and leaves the factor at 1/8.</p>`,
  question: 'What do the attention weights look like, before any training?',
  answers: {
    usual: 'as before: a factor is a factor',
    one: 'one word gets most of each row',
    even: 'nearly even: longer rows are divided more',
    sum: 'their rows no longer add up to 1',
  },
  usual: html`1/8 is right for 64 numbers: 64 × (1/8)² = 1. Now there are 16 times as many.`,
  one: html`The variance is 1,024 × (1/8)² = 16 in place of 1: scores lie four times as far apart.`,
  even: html`The factor is still 1/8, but the scores have grown.`,
  sum: html`Softmax makes every row add up to 1, whatever the scores are.`,
  /** @param {number} largest */
  after: (
    largest,
  ) => html`<p>Undivided scores have that variance at <i>d</i> = 16: on average the largest weight of four
    is ${quoted(largest, 2)} there. Such rows look as if the program knew something. It knows nothing yet, and learns
    slowly.</p>`,
};

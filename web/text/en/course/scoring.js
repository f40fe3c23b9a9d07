/** Chapter 3: who gets how much. */

import { html } from 'lit';
import { bold } from '../../../lessons/text.js';
import { rounded } from '../../number.js';

export const chapter = {
  title: 'Scoring',
  question: 'Who gets how much?',
};

/** @param {readonly number[]} point */
const point = ([x, y]) => `(${rounded(x)}, ${rounded(y)})`;
/** @param {string} word */
export const queryOf = (word) => `query of ${word}`;
/** @param {string} word @param {readonly number[]} query @param {readonly string[]} words @param {readonly number[][]} keys */
export const arrows = (word, query, words, keys) =>
  `A plane with the query of ${word} ${point(query)} and the keys of ${words
    .map((name, i) => `${name} ${point(keys[i])}`)
    .join(', ')} as arrows`;
/** @param {string} word */
export const arrowsCaption = (word) => html`The query of ${bold(word)} (thick) and all keys.`;
/** @param {string} word */
export const feetCaption = (word) =>
  html`Each key’s dashed line drops it onto the direction in which the query of ${bold(word)} points.`;
export const scores = 'scores';
export const score = 'score';
export const power = html`e<sup>score</sup>`;
export const weight = 'weight';
/** @param {string} word */
export const steps = (word) => `From the scores of ${word} to its weights`;
export const covered = 'covered';

export const dot = {
  title: 'Looking for, and offering',
  setup: html`<p>The <b>query</b> of <b>eat</b> says what it looks for, the <b>key</b> of each word what that word offers. How well
    the two fit is their <b>score</b>, a <b>dot product</b>: first number times first, plus second times second.</p>`,
  question: html`Which scores does <b>eat</b> give to <b>noodles</b> and to <b>They</b>?`,
  labels: ['score of noodles', 'score of They'],
  right: html`Two products, added. The key of <b>They</b> points away: less than 0.`,
  sum: html`That adds the numbers; the first two are to be multiplied, and the second two.`,
  first: html`That is the product of the first numbers alone.`,
  second: html`That is the product of the second numbers alone.`,
  sign: html`A minus sign was lost: 3 times −3 is −9.`,
  crossed: html`That multiplies first with second: it is first with first, and second with second.`,
  length: html`That multiplies too much: two products, then one sum.`,
  after: html`<p>In the picture, a score is how far the key reaches along the query, times the length of the query.</p>`,
};

export const turn = {
  title: 'Turn a query',
  setup: html`<p>The query of <b>eat</b> fits <b>noodles</b> best. Drag its tip<span
    class="by-keys">, or move it with the arrow keys</span>.</p>`,
  question: html`Make <b>fried</b> the word with the largest score.`,
  handle: 'query of eat, its tip',
  how: 'point in the plane, moved with the arrow keys',
  value: point,
  /** @param {string} word @param {number} largest */
  reached: (word, largest) => html`${bold(word)} has the largest score now: ${rounded(largest)}.`,
  /** @param {string} word @param {number} largest */
  other: (word, largest) => html`The largest score, ${rounded(largest)}, goes to ${bold(word)}.`,
  tie: html`Two words share the largest score.`,
  nothing: html`A query of length 0 gives every key the score 0.`,
  /** @param {string} word */
  longer: (word) =>
    html`The query points straight at <b>fried</b>, and still ${bold(word)} has more: its key is longer. Turn on.`,
  after: html`<p>Pointing at a key is not enough where another is longer: a score counts direction and length. A longer
    query only moves all scores further from 0.</p>`,
};

export const share = {
  title: 'From scores to shares',
  setup: html`<p>Scores may be negative and add up to anything; the weights of a query have to be shares of 1. The
    <b>softmax</b> makes them so: it raises e to each score and divides by the sum of all.</p>`,
  question: html`Which weights do <b>They</b> and <b>noodles</b> get?`,
  labels: ['weight of They', 'weight of noodles'],
  /** @param {unknown} own @param {unknown[]} all @param {string} label */
  help: (own, all, label) =>
    html`${label} = ${own} ÷ (${all.map((one, i) => html`${i > 0 ? ' + ' : ''}${one}`)})`,
  right: html`Each power of e, divided by their sum.`,
  linear: html`That divides the scores themselves. A score of 0 would get nothing, and a negative one less than
    nothing.`,
  zero: html`That takes e<sup>0</sup> for 0, but it is 1.`,
  undivided: html`That is the power of e itself. Divided by the sum, it becomes a share.`,
  byLargest: html`That divides by the largest. By the sum of all three, the shares add up to 1.`,
  byCount: html`That divides by the number of words; it has to be the sum of the powers.`,
  middle: html`That is the weight of <b>eat</b>.`,
  wrong: html`The power of e of that word, divided by the sum of all three.`,
  after: html`<p>Every word gets some weight, however low its score. Only the differences between scores count: 3 added to
    all of them changes no weight.</p>`,
};

export const row = {
  title: 'A whole row by hand',
  setup: html`<p>Every word has a query of its own, and so a row of scores. The softmax runs along each row: a query
    shares out 1 over the keys.</p>`,
  question: html`Which weights does <b>They</b> give? As before, e<sup>0.693</sup> is 2.`,
  labels: ['weight of They', 'weight of eat', 'weight of noodles'],
  right: html`1, 1 and 2, divided by their sum, 4.`,
  columns: html`That divides by the sums of the columns: what <b>They</b> gives would add up to 0.681. Divide by the sum of
    its row.`,
  whole: html`That divides by the sum of the whole table: what <b>They</b> gives would add up to 0.2. Divide by the sum of
    its row.`,
  zero: html`A score of 0 is not a weight of 0: e<sup>0</sup> is 1.`,
  undivided: html`Those are the powers of e: their sum is 4, not 1.`,
  byLargest: html`That divides by the largest: together it makes 2.`,
  even: html`Equal weights would need equal scores.`,
  after: html`<p>Columns need not add up to 1: <b>noodles</b> is given 1.375 in all. A softmax along the columns is a common mistake:
    its weights look plausible, and only the sums of the rows show it.</p>
    <p class="note">A misprint to check by this: a tutorial gives the weights 0.0008, 0.87, 0.015 and 0.011 for the scores 4, 11, 7
    and 9. Together they are 0.90: the last is 0.117, a digit is missing.</p>`,
};

export const shift = {
  title: 'Other scores',
  setup: html`<p>The scores and weights of <b>eat</b> once more. Suppose all three scores change in the same way.</p>`,
  question: 'Which change of all scores changes the weights?',
  answers: [
    'adding 3 and multiplying by 3: both',
    'adding 3 only',
    'multiplying by 3 only',
    'neither: all scores change alike',
  ],
  both: html`Add 3, and every power is e<sup>3</sup> times as large, the sum as well: what is left of it after the division?`,
  adding: html`The other way round: adding leaves all differences as they are, multiplying does not.`,
  right: html`Only differences count: adding keeps them, multiplying makes them three times as large.`,
  neither: html`Three times the scores are three times the differences: 1.609 to 0 becomes 4.83 to 0.`,
  choose: 'The scores:',
  names: ['as they were', '3 more', '3 times'],
  after: html`<p>Three times the scores, and nearly all weight goes to the largest. Programs first subtract the largest score:
    that changes no weight and keeps the powers small.</p>`,
};

export const learn = {
  title: 'Learning where to point',
  setup: html`<p>Before training, the program of chapter 1 has random numbers, drawn from a <b>seed</b>: the same seed, the same
    numbers. At each step training changes them a little, so that the <b>loss</b> falls: one number for how wrong the
    answers are.</p>`,
  question: html`Which of them will turn, so that <b>tired</b> gives <b>animal</b> a large weight?`,
  answers: ['only the query of tired', 'only the key of animal', 'both'],
  query: html`Keys are made of trained numbers, too. Press Learn, and watch both arrows.`,
  key: html`Queries are made of trained numbers, too. Press Learn, and watch both arrows.`,
  right: html`Training changes all that lowers the loss. Press Learn, and watch.`,
  /** @param {string} word */
  caption: (word) => html`The query of ${bold(word)} and three keys.`,
  after: html`<p>Both also grow, and the score with them. From another seed they point elsewhere, but again together.</p>`,
};

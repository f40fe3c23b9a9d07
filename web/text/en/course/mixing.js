/** Chapter 2: what comes out of looking. */

import { html } from 'lit';
import { bold } from '../../../lessons/text.js';
import { rounded } from '../../number.js';

export { trained, weights } from './why.js';

export const chapter = {
  title: 'Mixing',
  question: 'What comes out of looking?',
};

export { output } from './figures.js';
export const otherWords = 'the other words';
/** @param {readonly number[]} point */
export const point = ([x, y]) => `(${rounded(x)}, ${rounded(y)})`;
const point2 = (/** @type {readonly number[]} */ [x, y]) => `(${rounded(x, 2)}, ${rounded(y, 2)})`;
/** @param {readonly number[]} at */
export const ring = (at) => `a ring around ${point(at)}`;
/** @param {readonly number[]} at */
export const cross = (at) => `a cross at ${point(at)}`;
/** @param {string} word */
export const press = (word) => `the value of ${word}: choose this point`;
/** @param {readonly string[]} names @param {readonly number[][]} points @param {readonly number[] | undefined} found */
export const plane = (names, points, found) =>
  `A plane with the values of ${names.map((name, i) => `${name} ${point(points[i])}`).join(', ')}${
    found ? `, and the output ${point(found)}` : ''
  }`;
export const valuesAndOutput = 'Larger points have more weight.';
export const sliders = (/** @type {string} */ word) => `Weights of ${word}`;
/** @param {string} word @param {string} other */
export const slider = (word, other) => `weight of ${word} on ${other}`;

export const values = {
  title: 'Something to pass on',
  setup: html`<p><b>Tired</b> gives nearly all its weight to <b>animal</b>. What it gets is numbers: every word has a
    <b>value</b> to pass on, here two numbers, and so a point.</p>`,
  question: 'Where will the point come out that “tired” gets? Press the nearest value.',
  right: html`Nearly 1 times the value of <b>animal</b>, and next to nothing of the others.`,
  /** @param {string} word */
  wrong: (word) =>
    html`Hardly any weight goes to ${bold(word)}, so hardly anything of its value comes out.`,
  others: html`They have values near 0, but hardly any weight: the point is not drawn there.`,
  after: html`<p>This is the <b>output</b> of <b>tired</b>: every value times its weight, all added up. The nearest noun is
    the program’s answer. Change the last word, and the output goes elsewhere.</p>`,
  caption: 'The values as points.',
  flipping: 'The last word:',
};

export const slide = {
  title: 'Three values pull',
  setup: html`<p>Three words with values chosen by hand. The sliders are the weights that <b>eat</b> gives: what one
    takes, the others lose.</p>`,
  question: 'Bring the output of “eat” into the ring.',
  /** @param {readonly number[]} at */
  reached: (at) => html`The output is at ${point2(at)}, within the ring.`,
  /** @param {readonly number[]} at @param {string} way */
  far: (at, way) => html`The output is at ${point2(at)}. The ring is further ${way}.`,
  left: 'left',
  rightward: 'right',
  up: 'up',
  down: 'down',
  and: ' and ',
  after: html`<p>Each value pulls as strongly as its weight: the output is the <b>centre of mass</b> of the values.
    Equal weights give the middle, a weight of 1 the value itself.</p>`,
};

const mistakes = {
  sum: html`That adds the values as they are: each has to be multiplied by its weight first.`,
  mean: html`That is the plain average, as if all weights were equal.`,
  largest: html`That is the value with the largest weight alone; the others pull, too.`,
  product: html`That is only the term with the largest weight: the other terms are to be added.`,
  missing: html`One term is missing: every word has one.`,
  unweighted: html`One value was added without its weight.`,
  sign: html`A minus sign was lost: a negative value pulls down.`,
  other: html`Three products, weight times value, for each number; then add them up, minus signs and all.`,
};

export const row = {
  title: 'By hand: one output',
  setup: html`<p>The same values in a table, a row for each word. Each number of the output is made of one column.</p>`,
  question: html`Work out the output of <b>eat</b>: its first number with help, the second without.`,
  labels: ['first number', 'second number'],
  right: html`Each value times its weight, then added up, column by column.`,
  mistakes,
  after: html`<p>A row of weights times the table of values is a matrix product: output = Σ weight × value. Press any
    number to see its terms and all its digits.</p>`,
};

export const whole = {
  title: 'By hand: other weights',
  setup: html`<p><b>Noodles</b> has weights of its own over the same values.</p>`,
  question: html`Work out the whole output of <b>noodles</b>.`,
  labels: ['first number', 'second number'],
  right: html`Half of its own value, pulled towards <b>eat</b>, and a little towards <b>They</b>.`,
  mistakes,
  after: html`<p>Every word mixes the same values with its own weights. All rows at once are one product: the table of weights
    times the table of values.</p>`,
};

export const inside = {
  title: 'A cross instead of the ring',
  setup: html`<p>The same values, and the same sliders. You may try them first.</p>`,
  question: 'Can any weights bring the output onto the cross?',
  answers: [
    'Yes, if the weights are chosen well.',
    'Yes, with nearly all weight on eat and They.',
    'No, no weights can do that.',
  ],
  well: html`Try: wherever the sliders stand, the output stays within the triangle of the values.`,
  two: html`With those two alone the output lies on the line between their values. The cross is beyond it.`,
  right: html`A mix lies between what is mixed: within the triangle of the values.`,
  after: html`<p>Weights only choose a place between the values; where those come from is in chapter 4. And a <b>weight is
    not importance</b>: where words have equal values, one of them may get 0.4 or 0, and the output is the
    same.</p>`,
};

export const same = {
  title: 'What the output does not tell',
  setup: html`<p><b>They</b> and <b>eat</b> spread their weights differently over four words.</p>`,
  question: html`Whose output is nearer to (1, 0), the value of <b>They</b>?`,
  answers: ['that of They', 'that of eat', 'neither: both are equally near'],
  they: html`It gives 0.4 to the word <b>They</b>, but <b>fried</b> has the same value. Add up what
    goes to the value (1, 0).`,
  eat: html`It gives 0.5 to the word <b>They</b>, but look at <b>fried</b> as well. Add up what goes to the
    value (1, 0) in the other row.`,
  right: html`0.4 + 0.1 and 0.5 + 0: both give half to the value (1, 0) and half to (0, 1).`,
  after: html`<p>Different weights, the same output. So the output does not tell where a word looked, and a weight is not
    importance: <b>They</b> gives <b>noodles</b> 0.4, <b>eat</b> gives it 0, and nothing behind them can tell the
    difference.</p>`,
};

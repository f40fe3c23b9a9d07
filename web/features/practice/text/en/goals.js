/** Texts of the goals: what to reach in each, with how many changes, and the replies. */

import { html } from 'lit';
import { bold, exponent } from '../../../../text/inline.js';
import { rounded } from '../../../../text/number.js';

export const chapter = {
  title: 'Goals to reach',
  question: 'Can I make attention do what I want?',
};

const COUNTS = ['no', 'one', 'two', 'three', 'four'];

/** @param {number} count */
const changes = (count) =>
  `Change at most ${COUNTS[count] ?? count} ${count === 1 ? 'number' : 'numbers'}.`;

/** @param {number} count */
const cells = (count) =>
  `Mask at most ${COUNTS[count] ?? count} ${count === 1 ? 'pair' : 'pairs'}.`;

/** @param {number} count */
const settings = (count) =>
  `Change at most ${COUNTS[count] ?? count} ${count === 1 ? 'setting' : 'settings'}.`;

/**
 * @typedef {object} GoalText
 * @property {string} title
 * @property {unknown} setup
 * @property {(moves: number) => unknown} question the question, given the largest number of changes
 * @property {string[]} measures the name of each meter
 * @property {unknown} after
 */

/** @type {Readonly<Record<string, GoalText>>} */
export const goals = {
  noodles: {
    title: 'Look at one word',
    setup: html`<p>The score of a word is the dot product of the query and that word’s key. The key of ${bold('noodles')} lies
      between the others.</p>`,
    question: (moves) =>
      html`Make ${bold('fried')} attend to ${bold('noodles')} with a weight of at least 0.8. ${changes(moves)}`,
    measures: ['the weight that fried gives noodles'],
    after: html`<p>The key must reach further along the query than all others. One number moves it in one direction only; a
  second turns it, or turns the query towards it.</p>`,
  },
  twice: {
    title: 'Twice as much',
    setup: html`<p>Softmax turns scores into weights. Adding the same number to all scores of a row changes nothing, so only
  their differences count.</p>`,
    question: (moves) =>
      html`Make ${bold('eat')} give ${bold('noodles')} twice the weight of ${bold('fried')}. ${changes(moves)}`,
    measures: ['the weight of noodles divided by that of fried'],
    after: html`<p>The ratio of two weights in a row is e to the difference of their scores. e${exponent('0.69')} is 2,
  so a difference of 0.69 makes one weight twice the other, whatever the other words score.</p>`,
  },
  temperature: {
    title: 'More evenly',
    setup: html`<p>The scores stay as they are. The softmax first divides them by the temperature.</p>`,
    question: (moves) =>
      html`Bring the weight that ${bold('eat')} gives ${bold('noodles')} between 0.45 and 0.5. ${settings(moves)}`,
    measures: ['the weight that eat gives noodles'],
    after: html`<p>A higher temperature brings the scores closer together, so the weights become more even. The order of
      the words stays the same at any temperature.</p>`,
  },
  scale: {
    title: 'Without √d',
    setup: html`<p>A query has four numbers here, but the scores are not divided by √4. The query of ${bold('eat')} can make up
  for that.</p>`,
    question: (moves) =>
      html`Make the weights of ${bold('eat')} what they would be with the division, within 0.01. ${changes(moves)}`,
    measures: ['the largest difference from the weights with the division'],
    after: html`<p>Halving the query halves every score, just as dividing by √4 = 2 does. Half of 0 is still 0, so two changes
  are enough.</p>`,
  },
  additive: {
    title: 'The limit of tanh',
    setup: html`<p>Additive attention adds a query’s and a key’s row, takes tanh of each number, and weights these by the
  vector <i>w</i>. The row of ${bold('eat')} is 0 here.</p>`,
    question: (moves) =>
      html`Make ${bold('eat')} attend to ${bold('noodles')} with a weight of at least 0.8. ${changes(moves)}`,
    measures: ['the weight that eat gives noodles'],
    after: html`<p>tanh never exceeds 1, so a key alone cannot raise a score beyond what <i>w</i> allows. A larger number in
      <i>w</i> raises that limit.</p>`,
  },
  tables: {
    title: 'Two weight tables, one output',
    setup: html`<p>${bold('They')} and ${bold('eat')} start with the same weights and so the same output. You set the weights by hand here:
  nothing makes a row add up to 1.</p>`,
    question: (moves) =>
      html`Let ${bold('eat')} give ${bold('They')} at most 0.1, but keep its output and the sum of its row. ${changes(moves)}`,
    measures: [
      'the weight that eat gives They',
      'the largest difference between both outputs',
      'the sum of the weights of eat',
    ],
    after: html`<p>The values of ${bold('They')} and ${bold('fried')} are equal, so weight can move from one to the other. The output does
  not tell you which weights produced it.</p>`,
  },
  twins: {
    title: 'Two words, one column',
    setup: html`<p>A query knows a word only by its key. Here four queries look at four keys.</p>`,
    question: (moves) =>
      html`Make ${bold('They')} and ${bold('noodles')} get the same weight from each word, within 0.01. ${changes(moves)}`,
    measures: ['the largest difference between the two columns'],
    after: html`<p>No query can tell words with equal keys apart. Because these queries point in different directions, there is no
  other way.</p>`,
  },
  leak: {
    title: 'Close the leak',
    setup: html`<p>A model that writes word by word must not see later words. This mask should hide them, but is off by one;
      press a pair to mask it.</p>`,
    question: (moves) =>
      html`Mask pairs so that no word sees a later one, but every word still sees all earlier ones. ${cells(moves)}`,
    measures: ['the sum of all weights of later words', 'the sum of all weights of earlier words'],
    after: html`<p>Each row sees one word more than the row above it: this is the causal mask. A masked key gets exactly 0,
  and the other weights of the row grow.</p>`,
  },
  padding: {
    title: 'Padding without weight',
    setup: html`<p>The sentence has three words; the two <i>&lt;pad&gt;</i> only fill up its length. No word should look at
      them.</p>`,
    question: (moves) =>
      html`Take all weight from the padding, but leave ${bold('noodles')} at least 0.1. ${settings(moves)}`,
    measures: ['the sum of all weights of the padding', 'the weight that eat gives noodles'],
    after: html`<p>You must mask all of the padding, and a masked score must become −∞, or so low that nothing is left of
  it. With a score of 0, it still counts as e${exponent('0')} = 1.</p>`,
  },
  places: {
    title: 'Tell equal words apart',
    setup: html`<p>${bold('noodles')} appears twice here. A word’s embedding is the same wherever it stands.</p>`,
    question: (moves) =>
      html`Make the two weights that ${bold('eat')} gives ${bold('noodles')} differ by at least 0.1. Make at most ${COUNTS[moves]} change.`,
    measures: ['the difference between the weights that eat gives both'],
    after: html`<p>Equal embeddings make equal keys, whatever the matrices are. With positions the two differ before they are
      multiplied by <i>W</i><sub>K</sub>.</p>`,
  },
  back: {
    title: 'A head that looks back',
    setup: html`<p>The embeddings of the words are 0 here, so a row holds only its position: a point on a circle,
  one radian per word. There is no mask.</p>`,
    question: (moves) =>
      html`Make each word attend to the word before it, with a mean weight of 0.9, and hardly at all to later words. ${changes(moves)}`,
    measures: [
      'the sum of the three weights of the word before',
      'the sum of all weights of later words',
    ],
    after: html`<p>The two numbers beside the diagonal turn each query by about one radian: it then points at the position
      before its own. The first word has none before it, and attends to itself.</p>`,
  },
  cancel: {
    title: 'Heads that cancel',
    setup: html`<p>Each head finds one number per word, and head 2 always finds twice the number of head 1. <i>W</i><sub>O</sub> has a row for
      each head.</p>`,
    question: (moves) =>
      html`Make the heads cancel, so that the output of all words is 0. ${changes(moves)}`,
    measures: ['the sum of all outputs, each without its sign'],
    after: html`<p>Each head still contributes something; only the sum is 0. One head’s weights do not tell you what the
  layer does.</p>`,
  },
};

export const canChange = 'What you may change';

export const comes = 'Result';

export const hint = 'Hint';

export const again = 'Start again';

export const takeBack = 'Take back';

export const temperature = 'temperature';

export const theTemperature = 'the temperature';

/** Formats a short number with all its digits. @param {number} value */
const formatShort = (value) => String(value).replace('-', '−');

/** @param {number} low @param {number} high */
const range = (low, high) => `between ${formatShort(low)} and ${formatShort(high)}`;

/** @param {number} low @param {number} high */
export const press = (low, high) => `press a number; ${range(low, high)}`;

/**
 * Settings that the reader chooses with buttons.
 * @type {Record<string, { name: string, values: Record<string, string> }>}
 */
export const choices = {
  pad: {
    name: 'words at the end that are masked',
    values: { 0: 'none', 1: 'one', 2: 'two', 3: 'three' },
  },
  fill: {
    name: 'masked scores become',
    values: { 0: '0', '-1e9': '−1,000,000,000', inf: '−∞' },
  },
  positions: { name: 'positions', values: { none: 'none', sinusoidal: 'added' } },
};

/** @param {{ least?: number, most?: number }} target */
export function aim({ least, most }) {
  if (least !== undefined && most !== undefined) return range(least, most);
  if (least !== undefined) return `at least ${formatShort(least)}`;
  return most === 0 ? '0' : `at most ${formatShort(most ?? 0)}`;
}

/** @param {string} now @param {string} wanted */
export const meter = (now, wanted) => html`<b>${now}</b> <span class="note">goal: ${wanted}</span>`;

export const met = 'reached';

/** @param {number} count @param {number} most @param {number} fewest */
export const moves = (count, most, fewest) =>
  `Changes made: ${count} of ${most}.${Number.isFinite(fewest) ? ` Your fewest so far to reach the goal: ${fewest}.` : ''}`;

/** @param {unknown} was @param {unknown} is */
export const became = (was, is) => html`${was} → ${is}`;

export const reply = {
  /** @param {string} name @param {string} now @param {string} wanted */
  far: (name, now, wanted) =>
    `${name[0].toUpperCase()}${name.slice(1)} is ${now}; the goal is ${wanted}.`,
  foreign:
    'Something else was changed too. You may change only what is listed under “What you may change”. Start again.',
  /** @param {number} low @param {number} high */
  beyond: (low, high) => `Numbers must stay ${range(low, high)} here.`,
  /** @param {number} count @param {number} most */
  tooMany: (count, most) =>
    `You made ${count} changes, but at most ${most} are allowed. Take one back, or start again.`,
  /** @param {number} count @param {number} fewest */
  reached: (count, fewest) =>
    `Reached with ${count} ${count === 1 ? 'change' : 'changes'}.${fewest < count ? ` It can be done with ${fewest}.` : ''}`,
};

/** @param {string} name @param {-1 | 1} way @param {number} by */
const moved = (name, way, by) =>
  html`${way > 0 ? 'raises' : 'lowers'} ${name} by about ${rounded(by, 2)}`;

export const hints = {
  /** @param {unknown} label @param {-1 | 1} direction @param {string} name @param {-1 | 1} way @param {number} by */
  number: (label, direction, name, way, by) =>
    html`${direction > 0 ? 'Raising' : 'Lowering'} ${label} by 0.1 ${moved(name, way, by)}. No other number that you may change does
  more.`,
  /** @param {string} query @param {string} key @param {string} name @param {-1 | 1} way @param {number} by */
  pair: (query, key, name, way, by) =>
    html`Masking ${bold(key)} for ${bold(query)} ${moved(name, way, by)}.`,
  /** @param {string} setting @param {string} value @param {string} name @param {-1 | 1} way @param {number} by */
  choice: (setting, value, name, way, by) =>
    html`Choosing “${value}” for “${setting}” ${moved(name, way, by)}. No other change does more.`,
  used: 'A small change to the numbers that you changed does not bring the goal nearer. Take one back, or start again.',
  there: 'Every goal is reached.',
  none: 'No small change to a single number brings the goal nearer.',
};

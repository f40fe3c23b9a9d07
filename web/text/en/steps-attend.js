/** Texts of the steps of mask, softmax and dropout. */

import { html, svg } from 'lit';
import { rounded } from '../number.js';

export const maskedScores = {
  name: 'Mask',
  title: 'Who may attend to whom',
  press: html`<span class="gesture">Press a cell of the mask <i>M</i> to set one.</span>`,
  adds: html`The mask <i>M</i> adds −∞ to each masked score, which becomes −∞ whatever it was, and 0 to
    every other score.`,
  /** @param {string} fill */
  becomes: (fill) => `A masked score becomes ${fill}, whatever it was.`,
  inf: 'The softmax will turn −∞ into a weight of exactly 0.',
  '-1e9': 'Its exponential is 0 as long as one word of the row is not masked.',
  0: 'That is a common mistake: 0 is an ordinary score, so masked keys keep some weight.',
  /** @param {number} keys */
  even: (keys) =>
    `If a whole row is masked, all its scores are the same, so the softmax gives each word
      1/${keys}.`,
  zeros: `If a whole row is masked, −∞ − (−∞) is not a number: the formula gives NaN. Here such a row gets zeros, so that nothing is mixed.`,
  nan: `If a whole row is masked, −∞ − (−∞) is not a number: the formula gives NaN. PyTorch gives NaN or zeros, depending on version and code path.`,
};

export const weights = {
  name: 'Softmax',
  title: 'Scores become attention weights',
  steps: html`Subtract from each score the largest of its row, raise <i>e</i> to the
    result, written exp, and divide by the sum of the row, ∑.`,
  subtraction: 'The subtraction keeps the numbers small and changes no weight.',
  masked: html`Where a score is masked, <i>e</i> to the power −∞ is 0.`,
  shares: 'The attention weights of a row lie between 0 and 1 and, before rounding, add up to 1.',
  sharesElsewhere:
    'The attention weights of a row lie between 0 and 1 and, before rounding, add up to 1, except where you set them.',
  zeros:
    'If a whole row is masked, its weights are 0; before rounding, every other row adds up to 1.',
  nan: 'If a whole row is masked, −∞ − (−∞) is not a number: NaN.',
};

export const dropped = { name: 'Dropout', title: 'Some weights are dropped' };

/** @param {string} p */
export const dropChance = (p) => html`Dropout, which is off at inference, sets each attention
  weight to 0 with probability <i>p</i> = ${p}.`;

export const allDropped = 'Here that is all of them.';

export const kept = html`Those that stay are divided by 1 − <i>p</i>, which keeps the expected sum
  of a row the same.`;

export const otherSeed = 'A different dropout seed drops different weights.';

// Texts about scaling and temperature.

export const scaledScores = { name: 'Scale', title: 'The scores are scaled down' };

export const unchanged = 'The scores stay as they are';
export const multiplied = 'Every score is multiplied';
export const apart = 'The scores move apart';
export const together = 'The scores move together';

export const unscaled = `Scaling is switched off. Long queries and keys can then make scores so
  large that the softmax gives nearly all weight to one word.`;

/** @param {number} words @param {number} length */
export const scaledByWords = (words, length) =>
  `Here every score is divided by √${words}, the root of the number of words. That is a common
    misreading: how large dot products grow depends on the length of a query, ${length}.`;

/** @param {string} factor @param {number} length */
export const scaledByNumber = (factor, length) => html`Here every score is multiplied by ${factor}.
  The usual choice is to divide by √<i>d</i>, where <i>d</i> = ${length} is the length of a query.`;

export const scaledByOne = html`Every score is divided by √<i>d</i>, where <i>d</i> is the length
  of a query. Here √1 = 1: with queries of one number, nothing changes.`;

export const fewerHeads = 'With fewer heads, queries are longer.';

/** @param {number} length */
export const scaledByRoot = (length) => html`Every score is divided by √<i>d</i>, where
  <i>d</i> = ${length} is the length of a query. Without that, long queries and keys can make
  scores so large that the softmax gives nearly all weight to one word.`;

export const temperature = {
  name: 'Temperature',
  title: 'The scores are divided by a temperature',
};

/** @param {string} number */
export const divided = (number) => `Every score is divided by a temperature of ${number}.`;

/** @param {string} number */
export const dividedBesides = (number) =>
  `After the scaling every score is divided by a temperature of ${number}.`;

export const low =
  'A temperature lower than 1 drives the scores apart, and the largest weight grows: some call that colder.';

export const high = `A temperature higher than 1 brings the scores together, and the weights become more even:
  some call that hotter.`;

// The step that measures why scores are divided by √d.

export const scoreVariance = { name: 'Why √d', title: 'Longer rows, larger scores' };

export const variance = html`The dot product of a query and a key has <i>d</i> terms. If their
  numbers are independent, with mean 0 and variance 1, its variance is <i>d</i>.`;

export const dividedVariance = html`Dividing by <i>c</i> divides the variance by <i>c</i>², so
  √<i>d</i> makes it 1, and <i>d</i> would make it 1/<i>d</i>.`;

export const dividedByWords = html`Dividing by the root of the number of words does not help: this
  number stays the same when <i>d</i> grows.`;

/** @param {number} widest */
export const scaledByWidth = (widest) => `Random weight matrices up to a width of ${widest} hold
  numbers of the same size, so queries, keys and scaled scores grow with the width.`;

/** In the table, at the end of a line, and for screen readers. @param {number} words */
export const scales = (words) => [
  { name: 'no scale', label: 'no scale', spoken: 'no scale' },
  { name: html`√<i>d</i>`, label: svg`√<tspan class="d">d</tspan>`, spoken: 'root of d' },
  { name: html`<i>d</i>`, label: svg`<tspan class="d">d</tspan>`, spoken: 'd' },
  {
    name: `√${words}, number of words`,
    label: `√${words} words`,
    spoken: `root of ${words}, the number of words`,
  },
];

export const lengthLabel = html`Numbers in each query and key, <i>d</i>`;

/** @param {number} d */
export const measuredAt = (d) => html`measured at <i>d</i> = ${d}`;

/** @param {number} sentences @param {number} words @param {number} seed */
export const measuredOn = (sentences, words, seed) =>
  `${sentences} sentences of ${words} words, with queries and keys drawn from seed ${seed}`;

export const scaleColumn = 'scale';
export const columns = ['variance of the scores', 'mean largest weight'];

/** @param {number} share */
const percent = (share) => `${Math.round(share * 100)}%`;

export const histogram = {
  names: { none: 'scores', sqrt: 'scores divided by √d' },

  /**
   * @param {string} name
   * @param {number} within the share of the scores within the spread of 0
   * @param {number} spread the expected standard deviation
   */
  text: (name, within, spread) =>
    `A histogram of ${name}: ${percent(within)} lie within ${rounded(spread)} of 0, which the line below it marks.`,

  /** @param {string} name */
  named: (name) => `A histogram of ${name}`,

  ranges: {
    /** @param {number} within @param {number} spread √d */
    none: (within, spread) =>
      `${percent(within)} of scores: −√d to √d, here −${rounded(spread)} to ${rounded(spread)}`,

    /** @param {number} within */
    sqrt: (within) => `${percent(within)} of scores: −1 to 1`,
  },
};

export const chartCaption = html`mean largest weight against the length <i>d</i>`;

/** @param {number} d @param {{ spoken: string, value: string }[]} lines */
export const chartAloud = (d, lines) =>
  `Mean largest weight against the length of queries and keys. Where d is ${d},
    ${lines.map(({ spoken, value }) => `${spoken}: ${value}`).join(', ')}.`;

export const usesAllDigits =
  'The sum is computed with all digits. Rounded numbers may add up to another last digit.';

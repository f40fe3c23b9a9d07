/** Why √d: the words of the step that measures it. */

import { html, svg } from 'lit';

export const scoreVariance = {
  name: 'Why √d',
  title: 'Longer rows, larger scores',
};

export const variance = html`The dot product of a query and a key of <i>d</i> numbers has <i>d</i>
  terms: with independent numbers of mean 0 and variance 1 its variance is <i>d</i>, and for a
  large <i>d</i> the softmax gives nearly all weight to one word.`;

export const dividedVariance = html`Dividing by <i>c</i> divides the variance by <i>c</i>², so
  √<i>d</i> makes it 1, and <i>d</i> would make it 1/<i>d</i>.`;

export const dividedByWords = html`The number of words does not grow with <i>d</i>, so dividing by
  its root only puts this off.`;

/**
 * What scores are divided by: in the table, at the end of a line, and aloud.
 * @param {number} words
 */
export const scales = (words) => [
  { name: 'no scale', label: 'no scale', spoken: 'no scale' },
  { name: html`√<i>d</i>`, label: svg`√<tspan class="d">d</tspan>`, spoken: 'root of d' },
  {
    name: `√${words}, number of words`,
    label: `√${words} words`,
    spoken: `root of ${words}, the number of words`,
  },
];

export const lengthLabel = html`Length of queries and keys, <i>d</i>`;

/** @param {number} d */
export const measuredAt = (d) => html`measured at <i>d</i> = ${d}`;

/** @param {number} sentences @param {number} words @param {number} seed */
export const measuredOn = (sentences, words, seed) =>
  `${sentences} times ${words} words, queries and keys drawn from seed ${seed}`;

export const scaleColumn = 'scale';

export const columns = ['variance of the scores', 'mean largest weight'];

export const chartCaption = html`mean largest weight, over the length <i>d</i>`;

/** @param {number} d @param {{ spoken: string, value: string }[]} lines */
export const chartAloud = (d, lines) =>
  `Mean largest weight over the length of queries and keys. Where d is ${d},
    ${lines.map(({ spoken, value }) => `${spoken}: ${value}`).join(', ')}.`;

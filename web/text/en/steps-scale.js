/** What is said about scaling and temperature. */

import { html } from 'lit';

export const scaledScores = {
  name: 'Scale',
  title: 'The scores are scaled down',
};

export const unchanged = 'The scores stay as they are';

export const multiplied = 'Every score is multiplied';

export const apart = 'The scores move apart';

export const together = 'The scores move together';

export const unscaled = `Scaling is switched off. Long queries and keys can then make scores so
  large that the softmax gives nearly all weight to one word.`;

/** @param {number} words @param {number} length */
export const scaledByWords = (words, length) =>
  `Here every score is divided by √${words}, the root of the number of words. That is a common
    misreading: how large a dot product grows depends on the length of a query, ${length}.`;

/** @param {string} factor @param {number} length */
export const scaledByNumber = (factor, length) => html`Here every score is multiplied by ${factor}.
  The usual choice is to divide by √<i>d</i>, where <i>d</i> = ${length} is the length of a query.`;

export const scaledByOne = html`Every score is divided by √<i>d</i>, where <i>d</i> is the length
  of a query. Here √1 = 1: with one-number queries nothing changes.`;

export const fewerHeads = 'With fewer heads, queries are longer.';

/** @param {number} length @param {number} widest */
export const scaledByRoot = (length, widest) => html`Every score is divided by √<i>d</i>, where
  <i>d</i> = ${length} is the length of a query. Without that, long queries and keys can make
  scores so large that the softmax gives nearly all weight to one word. It makes up for <i>d</i> alone: up
  to a width of ${widest} scores here still grow with the width, as the weight matrices are not
  drawn with variance 1/width.`;

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
  'Below 1 that drives the scores apart, and the largest weight grows: some call that colder.';

export const high = `Above 1 that brings the scores together, and the weights become more even:
  some call that hotter.`;

/** Mask, softmax and dropout: what their steps say. */

import { html } from 'lit';
import { counted } from './plural.js';

export const maskedScores = {
  name: 'Mask',
  title: 'Who may attend to whom',
  none: `A mask keeps queries from attending to some keys. None is set, so every score passes
    unchanged.`,
  press: html`Press a cell of the mask <i>M</i> to set one.`,
  causal:
    'With the causal mask a query may attend to the key at its own place and to those before.',
  /** @param {number} words */
  padding: (words) =>
    `Shorter sentences of a batch are filled up with padding, here ${counted(words, 'word')}, to
      which no query may attend.`,
  custom: 'This mask is painted by hand.',
  /** @param {string} fill */
  becomes: (fill) => `A masked score becomes ${fill}, whatever it was.`,
  inf: 'The softmax will turn −∞ into a weight of exactly 0.',
  '-1e9': 'Its exponential is 0 while another word of the row is left.',
  0: 'That is a common mistake: 0 is a score like any other, so masked keys keep some weight.',
  /** @param {number} keys */
  even: (keys) =>
    `Where a whole row is masked, all its scores are the same, so the softmax gives each word
      1/${keys}.`,
  zeros: `Where a whole row is masked, −∞ − (−∞) is no number: the formula gives NaN, but here such
    a row gets zeros, so that nothing is mixed.`,
  nan: `Where a whole row is masked, −∞ − (−∞) is no number: the formula gives NaN, and PyTorch NaN
    or zeros, depending on version and path.`,
};

export const weights = {
  name: 'Softmax',
  title: 'Scores become attention weights',
  steps: html`From each score the largest of its row is subtracted, <i>e</i> is raised to the
    result, and each is divided by the sum of its row.`,
  subtraction: 'The subtraction keeps the numbers small and changes no weight.',
  masked: html`Where a score is masked, <i>e</i> to the −∞ is 0.`,
  shares: 'The attention weights of a row lie between 0 and 1 and add up to 1.',
  sharesElsewhere:
    'The attention weights of a row lie between 0 and 1 and add up to 1, except where you set them.',
  zeros: 'Where a whole row is masked its weights are 0; every other row adds up to 1.',
  nan: 'Where a whole row is masked, −∞ − (−∞) is no number: NaN.',
};

export const dropped = {
  name: 'Dropout',
  title: 'Some weights are dropped',
};

/** @param {string} p */
export const dropChance = (p) => html`Dropout, which is off at inference, sets each attention
  weight to 0 with probability <i>p</i> = ${p}.`;

export const allDropped = 'Here that is all of them.';

export const kept = html`Those that stay are divided by 1 − <i>p</i>, which keeps the expected sum
  of a row the same.`;

export const otherSeed = 'Another dropout seed drops others.';

/** Remarks beside single lines of an exported program. */

export const noMask = 'no mask';

/** @type {Readonly<Record<string, string>>} by the fill */
export const fills = {
  '-Infinity': 'Masked scores become -inf, whose exponential is 0.',
  '-1000000000': 'Masked scores become -1e9; in a row of nothing else all weights are the same.',
  0: 'Masked scores become 0, a common mistake: a score of 0 still gets a weight.',
};

/** @type {Readonly<Record<string, string>>} */
export const scales = {
  sqrt: 'd: length of a query',
  words: 'a common misreading: the number of words',
  none: 'no scaling',
  number: 'chosen by you',
  divisor: 'as the article has it',
  temperature: 'a temperature',
};
/** @param {string} note @param {string} temperature */
export const heated = (note, temperature) => `${note}; and a temperature of ${temperature}`;

export const emptyNote = 'rows of which all is masked';
export const emptyZeros = 'rows of which all is masked are zeros';
export const emptyNan = 'a row of which all is masked is NaN';
export const sumsToOne = 'every row sums to 1';

export const softmaxByCore = 'maximum, exponentials, sum and division in one';
export const featuresByCore = 'already projected, so both weight matrices are the identity';

/** What is seen in the figures of the course, for those who do not see it. */

import { rounded } from '../../number.js';

/** What a word finds. */
export const output = 'output';

/** @param {string} word */
export const sentence = (word) => `The sentence; its word ${word} is marked`;

/** Smaller weights are not read out. */
const LEAST = 0.05;

/** @param {string} from @param {readonly string[]} words @param {number[]} weights */
export const arcs = (from, words, weights) => {
  const said = words.flatMap((word, i) =>
    weights[i] >= LEAST ? [`${word} ${rounded(weights[i], 2)}`] : [],
  );
  return `Arcs from ${from}, as strong as its attention weights: ${said.join(', ') || 'none above 0.05'}`;
};

/** Chapter 7: what its figures say. The rest is in translation.json. */

import { rounded } from '../../number.js';

/** @param {string} word */
export const press = (word) => `${word}: choose this word`;
/** @param {string} word */
export const look = (word) => `${word}: show where it looks`;
/** @param {readonly string[]} french @param {readonly string[]} english */
export const sentences = (french, english) =>
  `French: ${french.join(' ')}. English: ${english.join(' ')}`;

/** Smaller weights are not read out. */
const LEAST = 0.05;

/** @param {string} from @param {readonly string[]} words @param {readonly number[]} weights */
export const lines = (from, words, weights) => {
  const said = words.flatMap((word, i) =>
    weights[i] >= LEAST ? [`${word} ${rounded(weights[i], 2)}`] : [],
  );
  return `Lines from ${from}, as strong as its attention weights: ${said.join(', ') || 'none above 0.05'}`;
};
export const training = `It starts from random numbers; in each of 1,500 steps it sees 32 pairs of sentences. Meanwhile,
  find for each English word the French one that it needs.`;
export const ends = '■ marks both ends of a sentence.';

export const scoring = 'Scores:';
export const ways = { additive: 'additive', dot: 'dot product' };

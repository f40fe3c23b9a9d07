/** Chapter 2: what its figures say. The rest is in mixing.json. */

import { rounded } from '../../number.js';

export { output } from './figures.js';
export const weights = 'attention weights';
export const otherWords = 'the other words';
/** @param {readonly number[]} point */
const point = ([x, y]) => `(${rounded(x)}, ${rounded(y)})`;
/** @param {readonly number[]} point */
export const point2 = ([x, y]) => `(${rounded(x, 2)}, ${rounded(y, 2)})`;
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
export const values = 'The values as points.';
export const valuesAndOutput = 'Larger points have more weight.';
export const sliders = (/** @type {string} */ word) => `Weights of ${word}`;
/** @param {string} word @param {string} other */
export const slider = (word, other) => `weight of ${word} on ${other}`;
export const flipping = 'The last word:';
export const left = 'left';
export const rightward = 'right';
export const up = 'up';
export const down = 'down';
export const and = ' and ';

/** Texts in exported pictures and numbers, and reasons for refusing to write them. */

import { counted } from './language.js';

export const tooLargeToDraw = 'The image is too large for this browser.';

/** @param {number} count */
export const tooManyToWrite = (count) =>
  `These tensors hold ${counted(count, 'number')}, too many for one text. Choose fewer words or heads.`;

/** @param {string} size the size of a map of colours @param {string} limit */
export const mapSize = (size, limit) => `${size}, colours end at ${limit}`;

/** Names of the axes of a tensor, by their letters. @type {Readonly<Record<string, string>>} */
export const axes = {
  h: 'head',
  j: 'head of the keys',
  q: 'query',
  k: 'key',
  p: 'key',
  f: 'feature',
  g: 'feature',
  a: 'hidden unit',
  m: 'hidden unit',
  c: 'column within the head',
  C: 'column of all heads',
  o: 'column of the output',
  s: 'column of the state',
  b: 'column of the state before',
  r: 'row',
  y: 'row',
  x: 'column',
  n: 'answer',
  u: 'output',
};

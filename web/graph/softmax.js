/** From scores to weights: the same in every kind of attention. */

import { node } from './graph.js';
import { divide } from './ops/divide.js';
import { dropout } from './ops/dropout.js';
import { exp } from './ops/exp.js';
import { mask } from './ops/mask.js';
import { max } from './ops/max.js';
import { scale } from './ops/scale.js';
import { sum } from './ops/sum.js';

/**
 * @typedef {object} Weighing
 * @property {number} [factor] what scores are multiplied by; without, there is no such node
 * @property {Uint8Array} allowed (queries, keys), 1 = may attend
 * @property {number} fill what a masked score becomes
 * @property {readonly boolean[]} [emptyRows] queries that see no key and get weights of 0
 * @property {{ p: number, seed: number }} [dropout]
 */

const PLAIN = /** @type {const} */ ({ colours: 'plain' });
const WEIGHTS = /** @type {const} */ ({ colours: 'weights' });

/**
 * @param {string} pairs axes of the scores: 'hqk'
 * @param {Weighing} options
 * @returns {import('./graph.js').Node[]} from `scores`, which they read
 */
export function softmaxNodes(pairs, { factor, allowed, fill, emptyRows, dropout: dropped }) {
  const rows = pairs.slice(0, -1);
  const scaled = factor === undefined ? 'scores' : 'scaledScores';
  const empty = { options: { emptyRows } };
  return [
    ...(factor === undefined
      ? []
      : [node('scaledScores', scale, pairs, { scores: pairs }, 'S′', { options: { factor } })]),
    node('maskedScores', mask, pairs, { [scaled]: pairs }, 'S″', { options: { allowed, fill } }),
    node('rowMax', max, rows, { maskedScores: pairs }, 'm', PLAIN),
    node('exponentials', exp, pairs, { maskedScores: pairs, rowMax: rows }, 'E', {
      ...PLAIN,
      ...empty,
    }),
    node('rowSum', sum, rows, { exponentials: pairs }, 'r', PLAIN),
    node('weights', divide, pairs, { exponentials: pairs, rowSum: rows }, 'A', {
      ...WEIGHTS,
      ...empty,
    }),
    ...(dropped
      ? [
          node('dropped', dropout, pairs, { weights: pairs }, 'A′', {
            ...WEIGHTS,
            options: dropped,
          }),
        ]
      : []),
  ];
}

/** The weights that values are mixed by. @param {Weighing} options */
export const mixing = (options) => (options.dropout ? 'dropped' : 'weights');

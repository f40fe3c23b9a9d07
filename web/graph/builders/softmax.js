/** Makes the nodes from scores to weights, which every kind of attention shares. */

import { makeNode } from '../graph.js';
import { divide, dropout, exp, mask, max, scale, sum } from '../ops/index.js';

/** @import { Weighing } from '../types.js' */

/** The nodes after `scores`. @param {string} pairs their axes: 'hqk' @param {Weighing} options */
export function makeSoftmaxNodes(pairs, options) {
  const { scale: scaling, allowed, isPerHead, fill, kind = 'none', pad } = options;
  const { emptyRows, makesNan } = options;
  const rows = pairs.slice(0, -1);
  const scaled = scaling ? 'scaledScores' : 'scores';
  const masked = allowed ? 'maskedScores' : scaled;
  const empty = { options: { emptyRows, makesNan, ...(isPerHead && { isPerHead }) } };
  return [
    ...(scaling
      ? [makeNode('scaledScores', scale, pairs, { scores: pairs }, 'S′', { options: scaling })]
      : []),
    ...(allowed
      ? [
          makeNode('maskedScores', mask, pairs, { [scaled]: pairs }, 'S″', {
            options: { allowed, ...(isPerHead && { isPerHead }), fill, kind, pad },
          }),
        ]
      : []),
    makeNode('rowMax', max, rows, { [masked]: pairs }, 'm', { colours: 'plain' }),
    makeNode('exponentials', exp, pairs, { [masked]: pairs, rowMax: rows }, 'E', {
      colours: 'plain',
      ...empty,
    }),
    makeNode('rowSum', sum, rows, { exponentials: pairs }, 'r', { colours: 'plain' }),
    makeNode('weights', divide, pairs, { exponentials: pairs, rowSum: rows }, 'A', {
      colours: 'weights',
      ...empty,
    }),
    ...(options.dropout
      ? [
          makeNode('dropped', dropout, pairs, { weights: pairs }, 'A′', {
            colours: 'weights',
            options: options.dropout,
          }),
        ]
      : []),
  ];
}

/** The id of the weights that multiply the values. @param {{ dropout?: unknown }} options */
export const findAppliedWeights = (options) => (options.dropout ? 'dropped' : 'weights');

// The softmax of an answer: from logits to probabilities.

/** The nodes after `logits`. @param {string} axes their axes, with the answers last */
export function makeAnswerNodes(axes) {
  const rows = axes.slice(0, -1);
  return [
    makeNode('logitMax', max, rows, { logits: axes }, 'm', { colours: 'plain' }),
    makeNode('logitExponentials', exp, axes, { logits: axes, logitMax: rows }, 'E', {
      colours: 'plain',
    }),
    makeNode('logitSum', sum, rows, { logitExponentials: axes }, 'r', { colours: 'plain' }),
    makeNode('probabilities', divide, axes, { logitExponentials: axes, logitSum: rows }, 'p', {
      colours: 'weights',
    }),
  ];
}

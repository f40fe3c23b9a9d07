/** Makes the nodes from scores to weights, which every kind of attention shares. */

import { makeNode, startNodes } from '../graph.js';
import { divide, dropout, exp, mask, max, scale, sum } from '../ops/index.js';

/** @import { Weighing } from '../types.js' */

/** The colours of numbers without a scale, and of weights. */
const PLAIN = /** @type {const} */ ({ colours: 'plain' });
const WEIGHTS = /** @type {const} */ ({ colours: 'weights' });

/** The nodes after `scores`. @param {string} pairs their axes: 'hqk' @param {Weighing} weighing */
export function makeSoftmaxNodes(pairs, weighing) {
  const { scale: scaling, allowed, fill, kind = 'none', pad, dropout: dropping } = weighing;
  const { emptyRows, makesNan, isPerHead } = weighing;
  const perHead = isPerHead && { isPerHead };
  const options = { emptyRows, makesNan, ...perHead };
  const rows = pairs.slice(0, -1);
  const { nodes, append } = startNodes();
  let scores = 'scores';
  if (scaling) {
    const more = { options: scaling };
    scores = append(makeNode('scaledScores', scale, pairs, { scores: pairs }, 'S′', more));
  }
  if (allowed) {
    const more = { options: { allowed, ...perHead, fill, kind, pad } };
    scores = append(makeNode('maskedScores', mask, pairs, { [scores]: pairs }, 'S″', more));
  }
  const [exponentials, quotients] = [PLAIN, WEIGHTS].map((colours) => ({ ...colours, options }));
  append(
    makeNode('rowMax', max, rows, { [scores]: pairs }, 'm', PLAIN),
    makeNode('exponentials', exp, pairs, { [scores]: pairs, rowMax: rows }, 'E', exponentials),
    makeNode('rowSum', sum, rows, { exponentials: pairs }, 'r', PLAIN),
    makeNode('weights', divide, pairs, { exponentials: pairs, rowSum: rows }, 'A', quotients),
  );
  if (dropping) {
    const more = { ...WEIGHTS, options: dropping };
    append(makeNode('dropped', dropout, pairs, { weights: pairs }, 'A′', more));
  }
  return nodes;
}

/** The id of the weights that multiply the values. @param {{ dropout?: unknown }} options */
export const findAppliedWeights = (options) => (options.dropout ? 'dropped' : 'weights');

// The softmax of an answer: from logits to probabilities.

/** The nodes after `logits`. @param {string} axes their axes, with the answers last */
export function makeAnswerNodes(axes) {
  const rows = axes.slice(0, -1);
  const quotient = { logitExponentials: axes, logitSum: rows };
  return [
    makeNode('logitMax', max, rows, { logits: axes }, 'm', PLAIN),
    makeNode('logitExponentials', exp, axes, { logits: axes, logitMax: rows }, 'E', PLAIN),
    makeNode('logitSum', sum, rows, { logitExponentials: axes }, 'r', PLAIN),
    makeNode('probabilities', divide, axes, quotient, 'p', WEIGHTS),
  ];
}

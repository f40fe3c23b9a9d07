/** From logits to probabilities: the softmax of an answer. */

import { node } from './graph.js';
import { divide } from './ops/divide.js';
import { exp } from './ops/exp.js';
import { max } from './ops/max.js';
import { sum } from './ops/sum.js';

const PLAIN = /** @type {const} */ ({ colours: 'plain' });

/**
 * @param {string} axes of the logits, the answers last
 * @returns {import('./graph.js').Node[]} those after `logits`
 */
export function answerNodes(axes) {
  const rows = axes.slice(0, -1);
  return [
    node('logitMax', max, rows, { logits: axes }, 'm', PLAIN),
    node('logitExponentials', exp, axes, { logits: axes, logitMax: rows }, 'E', PLAIN),
    node('logitSum', sum, rows, { logitExponentials: axes }, 'r', PLAIN),
    node('probabilities', divide, axes, { logitExponentials: axes, logitSum: rows }, 'p', {
      colours: 'weights',
    }),
  ];
}

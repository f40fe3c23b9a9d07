/** A layer of one head, whose output is not projected: its values have the width of the rows. */

import { node } from './graph.js';
import { add } from './ops/add.js';
import { constant } from './ops/constant.js';
import { product } from './ops/product.js';
import { softmaxNodes } from './softmax.js';
import { within } from './within.js';

const Q = /** @type {const} */ ({ role: 'q' });
const K = /** @type {const} */ ({ role: 'k' });
const V = /** @type {const} */ ({ role: 'v' });

/**
 * @param {object} options
 * @param {string} options.layer such as 'layer1'
 * @param {string} options.rows id of the rows that enter it
 * @param {string} [options.fetched] id of rows that are the values as they are; without, the layer projects
 *   values of its own
 * @param {string} [options.symbol] of the rows that leave it; without, nothing is added to those that came
 * @param {import('./softmax.js').Weighing} options.weighing
 * @returns {import('./graph.js').Node[]}
 */
export function singleHead({ layer, rows, fetched, symbol, weighing }) {
  const values = fetched ? 'fetched' : 'v';
  const nodes = [
    node('wq', constant, 'fc', {}, 'W_Q', Q),
    node('wk', constant, 'gc', {}, 'W_K', K),
    ...(fetched ? [] : [node('wv', constant, 'go', {}, 'W_V', V)]),
    node('q', product, 'qc', { rows: 'qf', wq: 'fc' }, 'Q', Q),
    node('k', product, 'kc', { rows: 'kg', wk: 'gc' }, 'K', K),
    ...(fetched ? [] : [node('v', product, 'ko', { rows: 'kg', wv: 'go' }, 'V', V)]),
    node('scores', product, 'qk', { q: 'qc', k: 'kc' }, 'S'),
    ...softmaxNodes('qk', weighing),
    node('output', product, 'qo', { weights: 'qk', [values]: 'ko' }, 'Y'),
  ];
  return [
    ...within(layer, nodes, { rows, ...(fetched && { fetched }) }),
    ...(symbol
      ? [node(`${layer}/sum`, add, 'qf', { [rows]: 'qf', [`${layer}/output`]: 'qf' }, symbol)]
      : []),
  ];
}

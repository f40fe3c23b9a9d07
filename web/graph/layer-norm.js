/** Layer normalization: every row gets the mean 0 and the variance 1, then a learned gain and bias. */

import { node } from './graph.js';
import { constant } from './ops/constant.js';
import { mean } from './ops/mean.js';
import { normalize } from './ops/normalize.js';
import { variance } from './ops/variance.js';

/**
 * @param {string} rows the id of what is normalized
 * @returns {import('./graph.js').Node[]}
 */
export const layerNorm = (rows) => [
  node('mean', mean, 'q', { [rows]: 'qf' }, 'μ'),
  node('variance', variance, 'q', { [rows]: 'qf', mean: 'q' }, 'σ²', { colours: 'plain' }),
  node('gain', constant, 'f', {}, 'γ'),
  node('bias', constant, 'f', {}, 'β'),
  node(
    'normalized',
    normalize,
    'qf',
    { [rows]: 'qf', mean: 'q', variance: 'q', gain: 'f', bias: 'f' },
    'N',
  ),
];

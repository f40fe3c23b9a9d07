/** Additive (Bahdanau) attention: keys and values are the embeddings, as an encoder's states are. */

import { node } from './graph.js';
import { embeddingNodes } from './multi-head.js';
import { constant } from './ops/constant.js';
import { product } from './ops/product.js';
import { tanh } from './ops/tanh.js';
import { mixing, softmaxNodes } from './softmax.js';

const Q = /** @type {const} */ ({ role: 'q' });
const K = /** @type {const} */ ({ role: 'k' });

/**
 * @param {object} options
 * @param {boolean} options.separate whether the queries have embeddings of their own
 * @param {boolean} [options.hasPositions] whether embeddings are the sum of a word's and a place's
 * @param {import('./softmax.js').Weighing} options.weighing
 * @returns {import('./graph.js').Node[]}
 */
export function additive({ separate, hasPositions, weighing }) {
  const queries = separate ? 'queryEmbeddings' : 'embeddings';
  return [
    ...embeddingNodes(separate, hasPositions),
    node('wq', constant, 'fa', {}, 'W_q', Q),
    node('wk', constant, 'ga', {}, 'W_k', K),
    node('wv', constant, 'a', {}, 'w'),
    node('projectedQueries', product, 'qa', { [queries]: 'qf', wq: 'fa' }, 'Q′', Q),
    node('projectedKeys', product, 'ka', { embeddings: 'kg', wk: 'ga' }, 'K′', K),
    node('features', tanh, 'qka', { projectedQueries: 'qa', projectedKeys: 'ka' }, 'F'),
    node('scores', product, 'qk', { features: 'qka', wv: 'a' }, 'S'),
    ...softmaxNodes('qk', weighing),
    node('output', product, 'qg', { [mixing(weighing)]: 'qk', embeddings: 'kg' }, 'Y'),
  ];
}

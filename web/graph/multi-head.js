/** Scaled dot-product attention with heads. */

import { node } from './graph.js';
import { concatenate } from './ops/concatenate.js';
import { constant } from './ops/constant.js';
import { product } from './ops/product.js';
import { sum } from './ops/sum.js';
import { mixing, softmaxNodes } from './softmax.js';

const Q = /** @type {const} */ ({ role: 'q' });
const K = /** @type {const} */ ({ role: 'k' });
const V = /** @type {const} */ ({ role: 'v' });

/**
 * @param {object} options
 * @param {boolean} options.separate whether the queries have embeddings of their own
 * @param {boolean} options.sharedKeys whether W_Q projects the keys as well
 * @param {import('./softmax.js').Weighing} options.weighing
 * @returns {import('./graph.js').Node[]}
 */
export function multiHead({ separate, sharedKeys, weighing }) {
  const queries = separate ? 'queryEmbeddings' : 'embeddings';
  return [
    ...embeddingNodes(separate),
    node('wq', constant, 'hfc', {}, 'W_Q', Q),
    ...(sharedKeys ? [] : [node('wk', constant, 'hgc', {}, 'W_K', K)]),
    node('wv', constant, 'hgc', {}, 'W_V', V),
    node('wo', constant, 'Co', {}, 'W_O'),
    node('q', product, 'hqc', { [queries]: 'qf', wq: 'hfc' }, 'Q', Q),
    sharedKeys
      ? node('k', product, 'hkc', { embeddings: 'kf', wq: 'hfc' }, 'K', K)
      : node('k', product, 'hkc', { embeddings: 'kg', wk: 'hgc' }, 'K', K),
    node('v', product, 'hkc', { embeddings: 'kg', wv: 'hgc' }, 'V', V),
    node('scores', product, 'hqk', { q: 'hqc', k: 'hkc' }, 'S'),
    ...softmaxNodes('hqk', weighing),
    node('heads', product, 'hqc', { [mixing(weighing)]: 'hqk', v: 'hkc' }, 'H_h'),
    node('concatenated', concatenate, 'qC', { heads: 'hqc' }, 'H'),
    node('output', product, 'qo', { concatenated: 'qC', wo: 'Co' }, 'Y'),
    node('headContributions', product, 'hqo', { heads: 'hqc', wo: 'Co' }, 'Y_h'),
    node('contributionSum', sum, 'qo', { headContributions: 'hqo' }, 'Σ', {
      options: { sequential: true },
    }),
  ];
}

/**
 * @param {boolean} separate
 * @returns {import('./graph.js').Node[]}
 */
export const embeddingNodes = (separate) => [
  ...(separate ? [node('queryEmbeddings', constant, 'qf', {}, 'Z')] : []),
  node('embeddings', constant, separate ? 'kg' : 'qf', {}, 'X'),
];

/** Builders of both mechanisms: scaled dot-product attention with heads, and additive attention. */

import { K, makeNode, Q, V } from '../graph.js';
import { add, concatenate, constant, product, sum, tanh } from '../ops/index.js';
import { findAppliedWeights, makeSoftmaxNodes } from './softmax.js';

/** @import { GraphNode, Weighing } from '../types.js' */

/**
 * @param {object} options
 * @param {boolean} options.separate whether the queries have their own embeddings
 * @param {boolean} [options.hasPositions] whether embeddings are sums of word and position
 * embeddings
 * @param {boolean} options.sharedKeys whether W_Q projects the keys as well
 * @param {Weighing} options.weighing
 * @returns {GraphNode[]}
 */
export const makeMultiHeadNodes = ({ separate, hasPositions, ...rest }) => [
  ...makeEmbeddingNodes(separate, hasPositions),
  ...makeProjectedNodes({ queries: separate ? 'queryEmbeddings' : 'embeddings', ...rest }),
  makeNode('headContributions', product, 'hqo', { heads: 'hqc', wo: 'Co' }, 'Y_h'),
  makeNode('contributionSum', sum, 'qo', { headContributions: 'hqo' }, 'Σ', {
    options: { sequential: true },
  }),
];

/**
 * Makes the nodes from given rows to the output of the heads.
 * @param {object} options
 * @param {string} options.queries the id of the rows of the queries; those of the keys are `embeddings`
 * @param {boolean} [options.sharedKeys] whether W_Q projects the keys as well
 * @param {Weighing} options.weighing
 * @returns {GraphNode[]}
 */
export const makeProjectedNodes = ({ queries, sharedKeys = false, weighing }) => [
  makeNode('wq', constant, 'hfc', {}, 'W_Q', Q),
  ...(sharedKeys ? [] : [makeNode('wk', constant, 'hgc', {}, 'W_K', K)]),
  makeNode('wv', constant, 'hgc', {}, 'W_V', V),
  makeNode('wo', constant, 'Co', {}, 'W_O'),
  makeNode('q', product, 'hqc', { [queries]: 'qf', wq: 'hfc' }, 'Q', Q),
  sharedKeys
    ? makeNode('k', product, 'hkc', { embeddings: 'kf', wq: 'hfc' }, 'K', K)
    : makeNode('k', product, 'hkc', { embeddings: 'kg', wk: 'hgc' }, 'K', K),
  makeNode('v', product, 'hkc', { embeddings: 'kg', wv: 'hgc' }, 'V', V),
  ...makeHeadNodes('c', weighing),
  makeNode('output', product, 'qo', { concatenated: 'qC', wo: 'Co' }, 'Y'),
];

/**
 * Makes the nodes from queries, keys and values to the heads side by side.
 * @param {string} width the axis of the features of queries and keys
 * @param {Weighing} weighing
 */
const makeHeadNodes = (width, weighing) => [
  makeNode('scores', product, 'hqk', { q: `hq${width}`, k: `hk${width}` }, 'S'),
  ...makeSoftmaxNodes('hqk', weighing),
  makeNode('heads', product, 'hqc', { [findAppliedWeights(weighing)]: 'hqk', v: 'hkc' }, 'H_h'),
  makeNode('concatenated', concatenate, 'qC', { heads: 'hqc' }, 'H'),
];

/** @param {boolean} separate @param {boolean} [hasPositions] @returns {GraphNode[]} */
const makeEmbeddingNodes = (separate, hasPositions = false) => [
  ...(separate ? makeRowNodes('queryEmbeddings', 'qf', 'Z', hasPositions) : []),
  ...makeRowNodes('embeddings', separate ? 'kg' : 'qf', 'X', hasPositions),
];

/** The names of word and position embeddings, by the embedding that is their sum. */
export const EMBEDDING_PARTS = {
  embeddings: { word: 'wordEmbeddings', position: 'positionEmbeddings' },
  queryEmbeddings: { word: 'queryWordEmbeddings', position: 'queryPositionEmbeddings' },
};

/**
 * Makes embeddings, either given or as sums of word and position embeddings.
 * @param {keyof typeof EMBEDDING_PARTS} id
 * @param {string} axes
 * @param {string} symbol
 * @param {boolean} hasPositions
 */
export function makeRowNodes(id, axes, symbol, hasPositions) {
  if (!hasPositions) return [makeNode(id, constant, axes, {}, symbol)];
  const { word, position } = EMBEDDING_PARTS[id];
  return [
    makeNode(word, constant, axes, {}, `${symbol}_w`),
    makeNode(position, constant, axes, {}, id === 'embeddings' ? 'P' : 'P_Z'),
    makeNode(id, add, axes, { [word]: axes, [position]: axes }, symbol),
  ];
}

/** The attention on given queries, keys and values; values may differ in width. @param {Weighing} weighing */
export const makeDotProductNodes = (weighing) => [
  makeNode('q', constant, 'hqf', {}, 'Q', Q),
  makeNode('k', constant, 'hkf', {}, 'K', K),
  makeNode('v', constant, 'hkc', {}, 'V', V),
  ...makeHeadNodes('f', weighing),
];

// Additive (Bahdanau) attention. Keys and values are the embeddings, like the states of an encoder.

/**
 * @param {object} options
 * @param {boolean} options.separate whether the queries have their own embeddings
 * @param {boolean} [options.hasPositions] whether embeddings are sums of word and position
 * embeddings
 * @param {Weighing} options.weighing
 * @returns {GraphNode[]}
 */
export function makeAdditiveNodes({ separate, hasPositions, weighing }) {
  const queries = separate ? 'queryEmbeddings' : 'embeddings';
  return [
    ...makeEmbeddingNodes(separate, hasPositions),
    makeNode('wq', constant, 'fa', {}, 'W_q', Q),
    makeNode('wk', constant, 'ga', {}, 'W_k', K),
    makeNode('wv', constant, 'a', {}, 'w'),
    makeNode('projectedQueries', product, 'qa', { [queries]: 'qf', wq: 'fa' }, 'Q′', Q),
    makeNode('projectedKeys', product, 'ka', { embeddings: 'kg', wk: 'ga' }, 'K′', K),
    makeNode('features', tanh, 'qka', { projectedQueries: 'qa', projectedKeys: 'ka' }, 'F'),
    makeNode('scores', product, 'qk', { features: 'qka', wv: 'a' }, 'S'),
    ...makeSoftmaxNodes('qk', weighing),
    makeNode(
      'output',
      product,
      'qg',
      { [findAppliedWeights(weighing)]: 'qk', embeddings: 'kg' },
      'Y',
    ),
  ];
}

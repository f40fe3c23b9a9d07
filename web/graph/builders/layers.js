/** A layer of a Transformer without its feed-forward network: the output of the heads is added to each row. */

import { K, makeNode, prefixNodes, Q, V } from '../graph.js';
import { add, constant, layerNorm, mean, product, variance } from '../ops/index.js';
import { makeProjectedNodes } from './attention.js';
import { makeSoftmaxNodes } from './softmax.js';

/** @import { GraphNode, NormOptions, Weighing } from '../types.js' */

/**
 * Makes the nodes of layer normalization, which gives every row mean 0 and variance 1, then applies
 * a learned gain and bias.
 * @param {string} rows the id of the rows to normalize
 * @param {{ options?: NormOptions, hasBias?: boolean, symbol?: string }} [norm]
 */
export function makeNormNodes(
  rows,
  { options = { epsilon: 1e-5 }, hasBias = true, symbol = 'N' } = {},
) {
  const bias = hasBias ? { bias: 'f' } : undefined;
  const inputs = { [rows]: 'qf', mean: 'q', variance: 'q', gain: 'f', ...bias };
  return [
    makeNode('mean', mean, 'q', { [rows]: 'qf' }, 'μ'),
    makeNode('variance', variance, 'q', { [rows]: 'qf', mean: 'q' }, 'σ²', { colours: 'plain' }),
    makeNode('gain', constant, 'f', {}, 'γ'),
    ...(hasBias ? [makeNode('bias', constant, 'f', {}, 'β')] : []),
    makeNode('normalized', layerNorm, 'qf', inputs, symbol, { options }),
  ];
}

/** @param {number} index the index of the layer, from 0 */
const nameLayer = (index) => ({
  layer: `layer${index + 1}`,
  rows: index > 0 ? `layer${index}/sum` : 'embeddings',
  symbol: `X_${index + 1}`,
});

/** Adds the input of a layer to the layer's output. @param {ReturnType<typeof nameLayer>} names */
const makeSumNode = ({ layer, rows, symbol }) =>
  makeNode(`${layer}/sum`, add, 'qf', { [rows]: 'qf', [`${layer}/output`]: 'qf' }, symbol);

/**
 * @param {number} index the index of the layer, from 0
 * @param {object} options
 * @param {boolean} [options.hasNorm] whether the heads read normalized rows
 * @param {boolean} [options.hasBias] whether a number for each distance is added to the scaled scores
 * @param {Weighing} options.weighing
 * @returns {GraphNode[]}
 */
export function makeSelfAttention(index, { hasNorm, hasBias, weighing }) {
  const names = nameLayer(index);
  const { layer, rows } = names;
  const attention = makeProjectedNodes({ queries: 'embeddings', weighing });
  const read = hasNorm ? `${layer}/normalized` : rows;
  return [
    ...(hasNorm ? prefixNodes(layer, makeNormNodes(rows), { [rows]: rows }) : []),
    ...prefixNodes(layer, hasBias ? addDistanceBias(attention) : attention, { embeddings: read }),
    makeSumNode(names),
  ];
}

/** @param {GraphNode[]} nodes */
const addDistanceBias = (nodes) =>
  nodes.flatMap((layerNode) => {
    if (layerNode.id !== 'maskedScores') return layerNode;
    const scores = { scaledScores: 'hqk', distanceBias: 'hqk' };
    return [
      makeNode('distanceBias', constant, 'hqk', {}, 'B'),
      makeNode('biasedScores', add, 'hqk', scores, 'S_B'),
      { ...layerNode, inputs: [{ id: 'biasedScores', axes: 'hqk' }] },
    ];
  });

// A layer of one head without an output projection: its values are as wide as the rows.

/**
 * @param {number} index the index of the layer, from 0
 * @param {object} options
 * @param {string} [options.fetched] the id of rows that are used as values; by default, the layer
 * projects its own values
 * @param {boolean} options.isAdded whether the output is added to the input rows
 * @param {Weighing} options.weighing
 * @returns {GraphNode[]}
 */
export function makeSingleHead(index, { fetched, isAdded, weighing }) {
  const names = nameLayer(index);
  const { layer, rows } = names;
  const values = fetched ? 'fetched' : 'v';
  const nodes = [
    makeNode('wq', constant, 'fc', {}, 'W_Q', Q),
    makeNode('wk', constant, 'gc', {}, 'W_K', K),
    ...(fetched ? [] : [makeNode('wv', constant, 'go', {}, 'W_V', V)]),
    makeNode('q', product, 'qc', { rows: 'qf', wq: 'fc' }, 'Q', Q),
    makeNode('k', product, 'kc', { rows: 'kg', wk: 'gc' }, 'K', K),
    ...(fetched ? [] : [makeNode('v', product, 'ko', { rows: 'kg', wv: 'go' }, 'V', V)]),
    makeNode('scores', product, 'qk', { q: 'qc', k: 'kc' }, 'S'),
    ...makeSoftmaxNodes('qk', weighing),
    makeNode('output', product, 'qo', { weights: 'qk', [values]: 'ko' }, 'Y'),
  ];
  return [
    ...prefixNodes(layer, nodes, { rows, ...(fetched && { fetched }) }),
    ...(isAdded ? [makeSumNode(names)] : []),
  ];
}

/** A layer of a Transformer without its feed-forward network: what the heads find is added to each row. */

import { K, makeNode, prefixNodes, Q, V } from '../graph.js';
import { add, constant, mean, normalize, product, variance } from '../ops/index.js';
import { makeMultiHeadNodes } from './attention.js';
import { makeSoftmaxNodes } from './softmax.js';

/** @import { Node as GraphNode, Weighing } from '../types.js' */

// Layer normalization: every row gets the mean 0 and the variance 1, then a learned gain and bias.

/** @param {string} rows the id of what is normalized @returns {GraphNode[]} */
export const makeNormNodes = (rows) => [
  makeNode('mean', mean, 'q', { [rows]: 'qf' }, 'μ'),
  makeNode('variance', variance, 'q', { [rows]: 'qf', mean: 'q' }, 'σ²', { colours: 'plain' }),
  makeNode('gain', constant, 'f', {}, 'γ'),
  makeNode('bias', constant, 'f', {}, 'β'),
  makeNode(
    'normalized',
    normalize,
    'qf',
    { [rows]: 'qf', mean: 'q', variance: 'q', gain: 'f', bias: 'f' },
    'N',
  ),
];

/** Not of a layer: rows that come from elsewhere, and the same output once more. */
const LEFT_OUT = ['embeddings', 'headContributions', 'contributionSum'];

/**
 * @param {object} options
 * @param {string} options.layer such as 'layer1'
 * @param {string} options.rows id of the rows that enter it
 * @param {string} options.symbol of the rows that leave it
 * @param {boolean} [options.hasNorm] whether the heads read the rows normalized
 * @param {boolean} [options.hasBias] whether a number for each distance is added to the scaled scores
 * @param {Weighing} options.weighing
 * @returns {GraphNode[]}
 */
export function makeSelfAttention({ layer, rows, symbol, hasNorm, hasBias, weighing }) {
  const attention = makeMultiHeadNodes({ separate: false, sharedKeys: false, weighing }).filter(
    ({ id }) => !LEFT_OUT.includes(id),
  );
  const read = hasNorm ? `${layer}/normalized` : rows;
  return [
    ...(hasNorm ? prefixNodes(layer, makeNormNodes(rows), { [rows]: rows }) : []),
    ...prefixNodes(layer, hasBias ? biased(attention) : attention, { embeddings: read }),
    makeNode(`${layer}/sum`, add, 'qf', { [rows]: 'qf', [`${layer}/output`]: 'qf' }, symbol),
  ];
}

/** @param {GraphNode[]} nodes */
const biased = (nodes) =>
  nodes.flatMap((layerNode) => {
    if (layerNode.id !== 'maskedScores') return layerNode;
    const scores = { scaledScores: 'hqk', distanceBias: 'hqk' };
    return [
      makeNode('distanceBias', constant, 'hqk', {}, 'B'),
      makeNode('biasedScores', add, 'hqk', scores, 'S_B'),
      { ...layerNode, inputs: [{ id: 'biasedScores', axes: 'hqk' }] },
    ];
  });

// A layer of one head, whose output is not projected: its values have the width of the rows.

/**
 * @param {object} options
 * @param {string} options.layer such as 'layer1'
 * @param {string} options.rows id of the rows that enter it
 * @param {string} [options.fetched] id of rows that are the values as they are; without, the layer projects
 *   values of its own
 * @param {string} [options.symbol] of the rows that leave it; without, nothing is added to those that came
 * @param {Weighing} options.weighing
 * @returns {GraphNode[]}
 */
export function makeSingleHead({ layer, rows, fetched, symbol, weighing }) {
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
    ...(symbol
      ? [makeNode(`${layer}/sum`, add, 'qf', { [rows]: 'qf', [`${layer}/output`]: 'qf' }, symbol)]
      : []),
  ];
}

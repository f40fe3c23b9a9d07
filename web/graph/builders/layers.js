/** A layer of a Transformer without its feed-forward network: what the heads find is added to each row. */

import { K, makeNode, prefixNodes, Q, V } from '../graph.js';
import { add, constant, mean, normalize, product, variance } from '../ops/index.js';
import { makeMultiHeadNodes } from './attention.js';
import { makeSoftmaxNodes } from './softmax.js';

/** @import { GraphNode, Weighing } from '../types.js' */

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

/** The names of a layer, from 0, and the rows that enter and leave it. @param {number} index */
const nameLayer = (index) => ({
  layer: `layer${index + 1}`,
  rows: index > 0 ? `layer${index}/sum` : 'embeddings',
  symbol: `X_${index + 1}`,
});

/** What leaves a layer: the rows that entered it, and what it has found. @param {ReturnType<typeof nameLayer>} names */
const makeSumNode = ({ layer, rows, symbol }) =>
  makeNode(`${layer}/sum`, add, 'qf', { [rows]: 'qf', [`${layer}/output`]: 'qf' }, symbol);

/**
 * @param {number} index of the layer, from 0
 * @param {object} options
 * @param {boolean} [options.hasNorm] whether the heads read the rows normalized
 * @param {boolean} [options.hasBias] whether a number for each distance is added to the scaled scores
 * @param {Weighing} options.weighing
 * @returns {GraphNode[]}
 */
export function makeSelfAttention(index, { hasNorm, hasBias, weighing }) {
  const names = nameLayer(index);
  const { layer, rows } = names;
  const attention = makeMultiHeadNodes({ separate: false, sharedKeys: false, weighing }).filter(
    ({ id }) => !LEFT_OUT.includes(id),
  );
  const read = hasNorm ? `${layer}/normalized` : rows;
  return [
    ...(hasNorm ? prefixNodes(layer, makeNormNodes(rows), { [rows]: rows }) : []),
    ...prefixNodes(layer, hasBias ? biased(attention) : attention, { embeddings: read }),
    makeSumNode(names),
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
 * @param {number} index of the layer, from 0
 * @param {object} options
 * @param {string} [options.fetched] id of rows that are the values as they are; without, the layer projects
 *   values of its own
 * @param {boolean} options.isAdded whether what it has found is added to the rows that came
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

/** Bugs of softmax and dropout. */

import { tensor } from '../../../../src/js/index.js';
import { countElements } from '../../../../src/js/shapes.js';
import { getNode, makeNode } from '../../../graph/graph.js';
import { constant, dropout } from '../../../graph/ops/index.js';
import { findAxisLengths } from '../../../sources/layout.js';

/**
 * @import { Graph } from '../../../graph/types.js'
 * @import { Source } from '../../../sources/types.js'
 * @import { Bug } from '../types.js'
 */

/** @param {Graph} graph */
export const hasSoftmax = (graph) => graph.get('weights')?.op.name === 'divide';

/** @param {Graph} graph */
export const hasHeads = (graph) => hasSoftmax(graph) && getNode(graph, 'weights').axes === 'hqk';

/**
 * Makes the softmax normalise along axes other than the keys'.
 * @param {Graph} graph
 * @param {string} rows the axes that the sums keep
 */
export function changeSoftmaxAxes(graph, rows) {
  const listInputs = (/** @type {string} */ id) => {
    const [pairs, rowInput] = getNode(graph, id).inputs;
    return [pairs, { ...rowInput, axes: rows }];
  };
  return {
    nodes: {
      rowMax: { axes: rows },
      exponentials: { inputs: listInputs('exponentials'), options: {} },
      rowSum: { axes: rows },
      weights: { inputs: listInputs('weights'), options: {} },
    },
  };
}

/**
 * Applies dropout to a tensor, although the settings have no dropout.
 * @param {string} id
 * @param {string} before the id of the tensor before dropout
 * @returns {Bug['wrong']}
 */
const applyDropout =
  (id, before) =>
  ({ graph }) => {
    const node = getNode(graph, id);
    const { axes, symbol, colours } = node;
    const options = { p: 0.25, seed: 3 };
    const dropped = makeNode(id, dropout, axes, { [before]: axes }, symbol, { colours, options });
    return { nodes: { [id]: [{ ...node, id: before }, dropped] } };
  };

/** @type {readonly Bug[]} */
export const softmaxBugs = [
  {
    id: 'softmax-queries',
    table: 'weights',
    settings: { dModel: 4, heads: 1 },
    fits: hasSoftmax,
    wrong: ({ graph }) => changeSoftmaxAxes(graph, getNode(graph, 'scores').axes.replace('q', '')),
  },
  {
    id: 'softmax-heads',
    table: 'weights',
    settings: { dModel: 4, heads: 2 },
    fits: hasHeads,
    wrong: ({ graph }) => changeSoftmaxAxes(graph, 'qk'),
  },
  {
    id: 'maximum-left-out',
    table: 'weights',
    // The exponentials of these scores exceed the range of float32.
    settings: { dModel: 4, heads: 1, temperature: 0.01 },
    fits: hasSoftmax,
    shows: ({ temperature }) => temperature <= 0.01,
    wrong: (source) => ({
      nodes: { rowMax: { op: constant, inputs: [] } },
      given: { rowMax: () => makeZeros(source) },
    }),
  },
  {
    id: 'dropout-at-inference',
    isBeyondCourse: true,
    table: 'weights',
    settings: { dModel: 4, heads: 1, sentence: 'he drank tea before she came' },
    fits: (graph) => hasSoftmax(graph) && !graph.has('dropped'),
    wrong: applyDropout('weights', 'weightsBefore'),
  },
  {
    id: 'dropout-before-softmax',
    isBeyondCourse: true,
    table: 'scaledScores',
    settings: { dModel: 4, heads: 1, sentence: 'he drank tea before she came' },
    fits: (graph) => hasSoftmax(graph) && graph.has('scaledScores') && !graph.has('dropped'),
    wrong: applyDropout('scaledScores', 'scoresBefore'),
  },
];

/** Returns zeros for the largest scores, to subtract nothing. @param {Source} source */
function makeZeros(source) {
  const { heads, queries } = findAxisLengths(source);
  const shape = getNode(source.graph, 'rowMax').axes === 'hq' ? [heads, queries] : [queries];
  return tensor(shape, new Float32Array(countElements(shape)));
}

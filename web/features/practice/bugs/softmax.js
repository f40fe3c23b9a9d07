/** Bugs of softmax and dropout. */

import { tensor } from '../../../../src/js/index.js';
import { node, nodeOf } from '../../../graph/graph.js';
import { constant, dropout } from '../../../graph/ops/index.js';
import { axisLengths } from '../../../sources/layout.js';

/**
 * @import { Graph } from '../../../graph/types.js'
 * @import { Source } from '../../../sources/types.js'
 * @import { Bug } from '../types.js'
 */

/** @param {Graph} graph */
export const hasSoftmax = (graph) => graph.get('weights')?.op.name === 'divide';

/** @param {Graph} graph */
export const hasHeads = (graph) => hasSoftmax(graph) && nodeOf(graph, 'weights').axes === 'hqk';

/**
 * Softmax that shares out along other axes than the keys'.
 * @param {Graph} graph
 * @param {string} rows axes that each have a sum of their own
 */
export function softmaxAlong(graph, rows) {
  const inputsOf = (/** @type {string} */ id) => {
    const [pairs, rowInput] = nodeOf(graph, id).inputs;
    return [pairs, { ...rowInput, axes: rows }];
  };
  return {
    nodes: {
      rowMax: { axes: rows },
      exponentials: { inputs: inputsOf('exponentials'), options: {} },
      rowSum: { axes: rows },
      weights: { inputs: inputsOf('weights'), options: {} },
    },
  };
}

/** The dropout that a bug applies although the settings have none. */
const DROPOUT = { p: 0.25, seed: 3 };

/** @type {readonly Bug[]} */
export const softmaxBugs = [
  {
    id: 'softmax-queries',
    isGeneral: true,
    table: 'weights',
    settings: { dModel: 4, heads: 1 },
    fits: hasSoftmax,
    wrong: ({ graph }) => softmaxAlong(graph, nodeOf(graph, 'scores').axes.replace('q', '')),
  },
  {
    id: 'softmax-heads',
    table: 'weights',
    settings: { dModel: 4, heads: 2 },
    fits: hasHeads,
    wrong: ({ graph }) => softmaxAlong(graph, 'qk'),
  },
  {
    id: 'maximum-left-out',
    isGeneral: true,
    table: 'weights',
    // Scores that the exponential of a float32 cannot hold.
    settings: { dModel: 4, heads: 1, temperature: 0.01 },
    fits: hasSoftmax,
    shows: ({ temperature }) => temperature <= 0.01,
    wrong: (source) => ({
      nodes: { rowMax: { op: constant, inputs: [] } },
      given: { rowMax: () => zerosFor(source) },
    }),
  },
  {
    id: 'dropout-at-inference',
    isGeneral: true,
    isBeyondCourse: true,
    table: 'weights',
    settings: { dModel: 4, heads: 1, sentence: 'he drank tea before she came' },
    fits: (graph) => hasSoftmax(graph) && !graph.has('dropped'),
    wrong: ({ graph }) => {
      const weights = nodeOf(graph, 'weights');
      return {
        nodes: {
          weights: [
            { ...weights, id: 'weightsBefore' },
            node('weights', dropout, weights.axes, { weightsBefore: weights.axes }, 'A', {
              colours: 'weights',
              options: DROPOUT,
            }),
          ],
        },
      };
    },
  },
  {
    id: 'dropout-before-softmax',
    isBeyondCourse: true,
    table: 'scaledScores',
    settings: { dModel: 4, heads: 1, sentence: 'he drank tea before she came' },
    fits: (graph) => hasSoftmax(graph) && graph.has('scaledScores') && !graph.has('dropped'),
    wrong: ({ graph }) => {
      const scaled = nodeOf(graph, 'scaledScores');
      return {
        nodes: {
          scaledScores: [
            { ...scaled, id: 'scoresBefore' },
            node('scaledScores', dropout, scaled.axes, { scoresBefore: scaled.axes }, 'S′', {
              options: DROPOUT,
            }),
          ],
        },
      };
    },
  },
];

/** Nothing to be subtracted from any row. @param {Source} source */
function zerosFor(source) {
  const { heads, queries } = axisLengths(source);
  const shape = nodeOf(source.graph, 'rowMax').axes === 'hq' ? [heads, queries] : [queries];
  return tensor(shape, new Float32Array(shape.reduce((size, length) => size * length, 1)));
}

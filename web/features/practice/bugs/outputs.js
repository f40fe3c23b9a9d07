/** Bugs of the values, the heads and the output. */

import { tensor } from '../../../../src/js/index.js';
import { node, nodeOf, optionsOf } from '../../../graph/graph.js';
import { add, constant, mask, product, regroup } from '../../../graph/ops/index.js';
import { axisLengths, joinHeads, splitHeads, stackRows } from '../../../sources/layout.js';
import { changeInputs, replaceInput } from './scores.js';

/**
 * @import { Graph } from '../../../graph/types.js'
 * @import { Source } from '../../../sources/types.js'
 * @import { Settings } from '../../../state/types.js'
 * @import { Bug } from '../types.js'
 */

/** @param {Graph} graph */
export const hasOutput = (graph) => graph.has('wo') && nodeOf(graph, 'output').axes === 'qo';

/** @param {Graph} graph @param {Settings} settings */
export const hasSeveralHeads = (graph, { heads }) => hasOutput(graph) && heads > 1;

/** @type {readonly Bug[]} */
export const outputBugs = [
  {
    id: 'heads-untransposed',
    table: 'concatenated',
    settings: { dModel: 4, heads: 2 },
    fits: hasSeveralHeads,
    wrong: () => ({ nodes: { concatenated: { op: regroup } } }),
  },
  {
    id: 'split-layout',
    table: 'q',
    settings: { dModel: 4, heads: 2 },
    fits: (graph, settings) => hasSeveralHeads(graph, settings) && graph.has('wk'),
    wrong: ({ given }) => ({ given: splitPerHead(given) }),
  },
  {
    id: 'output-left-out',
    table: 'output',
    settings: { dModel: 4, heads: 2 },
    fits: hasOutput,
    wrong: () => ({
      nodes: { output: { op: add, inputs: [{ id: 'concatenated', axes: 'qo' }] } },
    }),
  },
  {
    id: 'output-transposed',
    table: 'output',
    settings: { dModel: 4, heads: 2 },
    fits: hasOutput,
    wrong: changeInputs('output', { concatenated: 'qC', wo: 'oC' }),
  },
  {
    id: 'values-of-queries',
    table: 'v',
    settings: { sentence: 'they eat noodles', target: 'ils mangent vite', dModel: 4, heads: 2 },
    fits: (graph) => hasOutput(graph) && graph.has('queryEmbeddings'),
    wrong: ({ graph }) => ({
      nodes: { v: { inputs: replaceInput(nodeOf(graph, 'v'), 'embeddings', 'queryEmbeddings') } },
    }),
  },
  {
    id: 'padding-averaged',
    table: 'pooled',
    settings: {
      sentence: 'they eat noodles pad pad',
      dModel: 4,
      heads: 1,
      mask: 'padding',
      pad: 2,
    },
    fits: (graph, settings) => hasOutput(graph) && settings.mask === 'padding' && !settings.target,
    right: (source) => {
      const output = nodeOf(source.graph, 'output');
      const inputs = { shares: 'q', output: 'qo' };
      return {
        nodes: {
          output: [
            output,
            node('shares', constant, 'q', {}, 'u', { colours: 'weights' }),
            node('pooled', product, 'o', inputs, 'ȳ'),
          ],
        },
        given: { shares: () => shares(source, wordsBeforePadding(source)) },
      };
    },
    wrong: (source) => ({ given: { shares: () => shares(source, axisLengths(source).queries) } }),
  },
];

/** @param {Source} source */
export function wordsBeforePadding(source) {
  const pad = optionsOf(source.graph.get('maskedScores'), mask)?.pad ?? 0;
  return axisLengths(source).queries - pad;
}

/** The same share for each of the first words. @param {Source} source @param {number} count */
function shares(source, count) {
  const { queries } = axisLengths(source);
  const data = Float32Array.from({ length: queries }, (_, i) => (i < count ? 1 / count : 0));
  return tensor([queries], data);
}

/**
 * The stacked matrix of all projections, read as (heads, 3 · columns) where it holds (3, heads · columns).
 * @param {Source['given']} given
 */
function splitPerHead(given) {
  const joined = stackRows(['wq', 'wk', 'wv'].map((id) => joinHeads(given[id]())));
  const [heads, width, columns] = given.wq().shape;
  /** @param {number} part */
  const rowsOf = (part) => {
    const rows = Array.from({ length: heads }, (_, head) => (3 * head + part) * columns);
    const data = rows.flatMap((row) => [
      ...joined.data.subarray(row * width, (row + columns) * width),
    ]);
    return splitHeads(tensor([heads * columns, width], new Float32Array(data)), heads);
  };
  return { wq: () => rowsOf(0), wk: () => rowsOf(1), wv: () => rowsOf(2) };
}

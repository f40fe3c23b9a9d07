/** Bugs of the values, the heads and the output. */

import { tensor } from '../../../../src/js/index.js';
import { getNode, getOptions, makeNode } from '../../../graph/graph.js';
import { add, constant, mask, product, regroup } from '../../../graph/ops/index.js';
import { findAxisLengths, joinHeads, splitHeads, stackRows } from '../../../sources/layout.js';
import { splitWords } from '../../../state/words.js';
import { changeInputs, replaceInputs } from './scores.js';

/**
 * @import { Graph } from '../../../graph/types.js'
 * @import { Source } from '../../../sources/types.js'
 * @import { Settings } from '../../../state/types.js'
 * @import { Bug } from '../types.js'
 */

/** @param {Graph} graph */
export const hasOutput = (graph) => graph.has('wo') && getNode(graph, 'output').axes === 'qo';

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
    // Each key needs a value, so both sentences have the same number of words.
    fits: (graph, { sentence, target }) =>
      hasOutput(graph) &&
      graph.has('queryEmbeddings') &&
      splitWords(sentence).words.length === splitWords(target).words.length,
    wrong: replaceInputs({ v: ['embeddings', 'queryEmbeddings'] }),
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
      const output = getNode(source.graph, 'output');
      const inputs = { shares: 'q', output: 'qo' };
      return {
        nodes: {
          output: [
            output,
            makeNode('shares', constant, 'q', {}, 'u', { colours: 'weights' }),
            makeNode('pooled', product, 'o', inputs, 'ȳ'),
          ],
        },
        given: { shares: () => shareEvenly(source, countWordsBeforePadding(source)) },
      };
    },
    wrong: (source) => ({
      given: { shares: () => shareEvenly(source, findAxisLengths(source).queries) },
    }),
  },
];

/** @param {Source} source */
export function countWordsBeforePadding(source) {
  const pad = getOptions(source.graph.get('maskedScores'), mask)?.pad ?? 0;
  return findAxisLengths(source).queries - pad;
}

/** Gives each of the first words the same share. @param {Source} source @param {number} count */
function shareEvenly(source, count) {
  const { queries } = findAxisLengths(source);
  const data = Float32Array.from({ length: queries }, (_, i) => (i < count ? 1 / count : 0));
  return tensor([queries], data);
}

/**
 * Reads the stacked matrix of all projections as (heads, 3 · columns), although it holds (3, heads
 * · columns).
 * @param {Source['given']} given
 */
function splitPerHead(given) {
  const joined = stackRows(['wq', 'wk', 'wv'].map((id) => joinHeads(given[id]())));
  const [heads, width, columns] = given.wq().shape;
  /** @param {number} part */
  const selectPart = (part) => {
    const rows = Array.from({ length: heads }, (_, head) => (3 * head + part) * columns);
    const data = rows.flatMap((row) => [
      ...joined.data.subarray(row * width, (row + columns) * width),
    ]);
    return splitHeads(tensor([heads * columns, width], new Float32Array(data)), heads);
  };
  return { wq: () => selectPart(0), wk: () => selectPart(1), wv: () => selectPart(2) };
}

/** Mistakes that no puzzle contains, offered as wrong answers about the table of the bug. */

import { tensor } from '../../../../src/js/index.js';
import { computeIndex } from '../../../../src/js/shapes.js';
import { computeOffset } from '../../../graph/cell.js';
import { getNode, makeNode } from '../../../graph/graph.js';
import { add, constant, product } from '../../../graph/ops/index.js';
import { findAxisLengths } from '../../../sources/layout.js';
import { countWordsBeforePadding, hasOutput, hasSeveralHeads } from './outputs.js';
import { changeInputs, hasAdditiveScores, isScaledDot, replaceInputs } from './scores.js';
import { changeSoftmaxAxes, hasHeads, hasSoftmax } from './softmax.js';

/**
 * @import { Graph } from '../../../graph/types.js'
 * @import { Mistake } from '../types.js'
 */

/**
 * Replaces a given tensor with another one of the same shape.
 * @param {string} id
 * @param {(number: (...index: number[]) => number, sizes: ReturnType<typeof findAxisLengths>,
 *   index: number[]) => number} at returns the new number at an index; `number` reads the right
 *   tensor
 * @param {string} [from] the tensor that `number` reads
 * @returns {Mistake['wrong']}
 */
const replaceGiven =
  (id, at, from = id) =>
  (source) => ({
    given: {
      [id]: () => {
        const { shape } = source.given[id]();
        const read = source.given[from]();
        const sizes = findAxisLengths(source);
        const number = (/** @type {number[]} */ ...index) =>
          read.data[/** @type {number} */ (computeOffset(read.shape, index))];
        const data = source.given[id]().data.map((_, i) =>
          at(number, sizes, computeIndex(shape, i)),
        );
        return tensor(shape, data);
      },
    },
  });

/** @param {string} table @param {string} matrix @returns {Mistake[]} */
function listProjectionMistakes(table, matrix) {
  const fits = (/** @type {Graph} */ graph) => hasOutput(graph) && graph.has('wk');
  return [
    {
      id: `${matrix}-transposed`,
      table,
      fits,
      wrong: replaceGiven(matrix, (number, { columns }, [h, row, column]) => {
        const index = h * columns + column;
        return number(Math.floor(row / columns), index, row % columns);
      }),
    },
    {
      id: `${matrix}-is-wk`,
      table,
      fits,
      wrong: replaceGiven(matrix, (number, _, index) => number(...index), 'wk'),
    },
    {
      id: `${matrix}-left-out`,
      table,
      fits,
      wrong: replaceGiven(matrix, (_, { columns }, [h, row, column]) =>
        Number(row === h * columns + column),
      ),
    },
  ];
}

/**
 * Returns a mistake that reorders or mixes the columns of the concatenated heads.
 * @param {string} id
 * @param {(from: number, to: number, heads: number, columns: number) => number} share
 * @returns {Mistake}
 */
const makeColumnMistake = (id, share) => ({
  id,
  table: 'concatenated',
  fits: hasSeveralHeads,
  wrong: (source) => {
    const right = getNode(source.graph, 'concatenated');
    const { heads, columns } = findAxisLengths(source);
    const all = heads * columns;
    const data = Float32Array.from({ length: all * all }, (_, i) =>
      share(Math.floor(i / all), i % all, heads, columns),
    );
    return {
      nodes: {
        concatenated: [
          { ...right, id: 'concatenatedBefore' },
          makeNode('columnShares', constant, 'DC', {}, 'u'),
          makeNode(
            'concatenated',
            product,
            'qC',
            { concatenatedBefore: 'qD', columnShares: 'DC' },
            'H',
          ),
        ],
      },
      given: { columnShares: () => tensor([all, all], data) },
    };
  },
});

/**
 * Returns a mistake that computes the mean with other shares of the words.
 * @param {string} id
 * @param {(place: number, words: number, all: number) => number} share
 * @returns {Mistake}
 */
const makePoolingMistake = (id, share) => ({
  id,
  table: 'pooled',
  fits: (graph) => graph.has('pooled'),
  wrong: (source) =>
    replaceGiven('shares', (_, { queries }, [place]) =>
      share(place, countWordsBeforePadding(source), queries),
    )(source),
});

/** @type {Mistake['fits']} */
const attendsToItself = (graph) => isScaledDot(graph) && !graph.has('queryEmbeddings');

/** @type {readonly Mistake[]} */
export const decoys = [
  ...listProjectionMistakes('q', 'wq'),
  ...listProjectionMistakes('v', 'wv'),
  {
    id: 'positions-left-out',
    table: 'q',
    fits: (graph) =>
      hasOutput(graph) && graph.has('wordEmbeddings') && !graph.has('queryEmbeddings'),
    wrong: replaceInputs({
      q: ['embeddings', 'wordEmbeddings'],
      k: ['embeddings', 'wordEmbeddings'],
      v: ['embeddings', 'wordEmbeddings'],
    }),
  },
  {
    id: 'queries-twice',
    table: 'scores',
    fits: attendsToItself,
    wrong: replaceInputs({ scores: ['k', 'q'] }),
  },
  {
    id: 'scores-turned',
    table: 'scores',
    fits: attendsToItself,
    wrong: changeInputs('scores', { k: 'hqc', q: 'hkc' }),
  },
  {
    id: 'features-multiplied',
    table: 'features',
    fits: hasAdditiveScores,
    wrong: () => ({ nodes: { features: { op: product } } }),
  },
  {
    id: 'additive-as-dot',
    table: 'scores',
    fits: hasAdditiveScores,
    wrong: changeInputs('scores', { projectedQueries: 'qa', projectedKeys: 'ka' }),
  },
  {
    id: 'sum-left-out',
    table: 'weights',
    fits: hasSoftmax,
    // At so low a temperature, one exponential is 1 and the others are 0.
    shows: ({ temperature }) => temperature > 0.01,
    wrong: ({ graph }) => ({
      nodes: {
        weights: {
          op: add,
          inputs: [{ id: 'exponentials', axes: getNode(graph, 'weights').axes }],
          options: {},
        },
      },
    }),
  },
  makeColumnMistake('heads-reversed', (from, to, heads, columns) =>
    Number(from === (heads - 1 - Math.floor(to / columns)) * columns + (to % columns)),
  ),
  makeColumnMistake('heads-interleaved', (from, to, heads, columns) =>
    Number(from === (to % heads) * columns + Math.floor(to / heads)),
  ),
  makeColumnMistake('heads-averaged', (from, to, heads, columns) =>
    from % columns === to % columns ? 1 / heads : 0,
  ),
  {
    id: 'head-left-out',
    table: 'output',
    fits: hasSeveralHeads,
    wrong: replaceGiven('wo', (number, { heads, columns }, [row, column]) =>
      row < (heads - 1) * columns ? number(row, column) : 0,
    ),
  },
  {
    id: 'wo-is-wv',
    table: 'output',
    fits: hasOutput,
    wrong: replaceGiven(
      'wo',
      (number, { columns }, [row, column]) =>
        number(Math.floor(column / columns), row, column % columns),
      'wv',
    ),
  },
  makePoolingMistake('pooled-sum', (place, words) => Number(place < words)),
  makePoolingMistake('pooled-over-all', (place, words, all) => (place < words ? 1 / all : 0)),
  makePoolingMistake('pooled-last', (place, words) => Number(place === words - 1)),
  {
    id: 'softmax-table',
    table: 'weights',
    fits: hasHeads,
    wrong: ({ graph }) => changeSoftmaxAxes(graph, 'h'),
  },
];

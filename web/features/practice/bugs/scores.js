/** Bugs between the embeddings and the scaled scores. */

import { getNode, makeNode } from '../../../graph/graph.js';
import { add, product, sum } from '../../../graph/ops/index.js';
import { findAxisLengths } from '../../../sources/layout.js';
import { findWords } from '../../../state/derived.js';

/**
 * @import { Graph, GraphNode } from '../../../graph/types.js'
 * @import { Settings } from '../../../state/types.js'
 * @import { Bug, Mistake } from '../types.js'
 */

/** @param {Graph} graph */
export const isScaledDot = (graph) =>
  graph.has('scaledScores') && getNode(graph, 'scores').axes === 'hqk';

/** @param {Graph} graph */
export const hasAdditiveScores = (graph) => graph.has('features');

/** @param {Settings} settings */
const countKeys = (settings) => findWords(settings).keyWords.length;

/** Whether the right scores are divided by √d. @param {Graph} graph */
const isScaledByRoot = (graph) =>
  isScaledDot(graph) && getNode(graph, 'scaledScores').options.rule === 'sqrt';

/** @param {Graph} graph */
const isScaledOtherwise = (graph) => isScaledDot(graph) && !isScaledByRoot(graph);

/**
 * @typedef {(sizes: ReturnType<typeof findAxisLengths>) => { rule: string, amount: number, factor:
 *   number }} Scaling
 */

/** @type {Scaling} */
const scaleByNothing = () => ({ rule: 'none', amount: 1, factor: 1 });

/** @type {Scaling} */
const divideByD = ({ columns }) => ({ rule: 'divisor', amount: columns, factor: 1 / columns });

/**
 * Returns a mistake that scales scores by another factor.
 * @param {string} id
 * @param {Mistake['fits']} fits
 * @param {Scaling} scaling
 * @returns {Mistake}
 */
const makeRescaling = (id, fits, scaling) => ({
  id,
  table: 'scaledScores',
  fits,
  wrong: (source) => ({
    nodes: {
      scaledScores: {
        options: {
          ...getNode(source.graph, 'scaledScores').options,
          ...scaling(findAxisLengths(source)),
        },
      },
    },
  }),
});

/** Settings in which a wrong scale shows. */
const SCALE_SETTINGS = { sentence: 'he drank tea before she came', dModel: 8, heads: 2 };

/**
 * Mistakes about scores that are not divided by √d, such as those of `scale="none"`. They are no
 * bugs of a program.
 */
export const rescalings = [
  makeRescaling('root-added', isScaledOtherwise, ({ columns }) => ({
    rule: 'sqrt',
    amount: columns,
    factor: 1 / Math.sqrt(columns),
  })),
  makeRescaling('d-added', isScaledOtherwise, divideByD),
  makeRescaling('scale-missing', isScaledOtherwise, scaleByNothing),
];

/** @type {readonly Bug[]} */
export const scoreBugs = [
  { ...makeRescaling('scale-none', isScaledByRoot, scaleByNothing), settings: SCALE_SETTINGS },
  { ...makeRescaling('scale-d', isScaledByRoot, divideByD), settings: SCALE_SETTINGS },
  {
    ...makeRescaling('scale-words', isScaledDot, ({ keys }) => ({
      rule: 'words',
      amount: keys,
      factor: 1 / Math.sqrt(keys),
    })),
    settings: SCALE_SETTINGS,
    shows: (settings) => countKeys(settings) !== settings.dModel / settings.heads,
  },
  {
    id: 'scale-twice',
    table: 'scores',
    settings: { dModel: 8, heads: 2 },
    fits: isScaledDot,
    wrong: ({ graph }) => ({
      nodes: {
        scores: [
          { ...getNode(graph, 'scores'), id: 'unscaledScores' },
          {
            ...getNode(graph, 'scaledScores'),
            id: 'scores',
            symbol: 'S',
            inputs: [{ id: 'unscaledScores', axes: 'hqk' }],
          },
        ],
      },
    }),
  },
  {
    id: 'key-untransposed',
    table: 'scores',
    // The number of words equals the number of columns of a key. Otherwise the shapes would not
    // match.
    settings: { dModel: 4, heads: 1, sentence: 'They eat fried noodles' },
    fits: (graph, settings) =>
      isScaledDot(graph) && countKeys(settings) === settings.dModel / settings.heads,
    wrong: changeInputs('scores', { q: 'hqc', k: 'hck' }),
  },
  {
    id: 'key-value-swapped',
    table: 'scores',
    settings: { dModel: 4, heads: 2 },
    fits: isScaledDot,
    wrong: replaceInputs({ scores: ['k', 'v'], heads: ['v', 'k'] }),
  },
  {
    id: 'position-after',
    table: 'q',
    settings: { dModel: 4, heads: 1, positions: 'sinusoidal', sentence: 'the dog saw the cat' },
    fits: (graph, { heads }) =>
      heads === 1 &&
      isScaledDot(graph) &&
      graph.has('wordEmbeddings') &&
      !graph.has('queryEmbeddings'),
    wrong: ({ graph }) => ({
      nodes: {
        q: projectWordsFirst(getNode(graph, 'q')),
        k: projectWordsFirst(getNode(graph, 'k')),
        v: projectWordsFirst(getNode(graph, 'v')),
      },
    }),
  },
  {
    id: 'tanh-left-out',
    table: 'features',
    settings: { mechanism: 'additive' },
    fits: hasAdditiveScores,
    wrong: () => ({ nodes: { features: { op: add } } }),
  },
  {
    id: 'vector-left-out',
    table: 'scores',
    settings: { mechanism: 'additive' },
    fits: hasAdditiveScores,
    wrong: changeInputs('scores', { features: 'qka' }, { op: sum, options: { sequential: true } }),
  },
];

/** @param {GraphNode} node @param {string} from @param {string} to */
const replaceInput = ({ inputs }, from, to) =>
  inputs.map((input) => (input.id === from ? { ...input, id: to } : input));

/**
 * Returns a bug in which nodes read another tensor in place of the right one.
 * @param {Record<string, [from: string, to: string]>} replaced by the id of the node
 * @returns {Bug['wrong']}
 */
export function replaceInputs(replaced) {
  const all = Object.entries(replaced);
  return ({ graph }) => ({
    nodes: Object.fromEntries(
      all.map(([id, pair]) => [id, { inputs: replaceInput(getNode(graph, id), ...pair) }]),
    ),
  });
}

/**
 * Returns nodes that project the words alone and then add their positions.
 * @param {GraphNode} projection
 * @returns {GraphNode[]}
 */
function projectWordsFirst(projection) {
  const { id, axes, symbol, role } = projection;
  const words = `${id}Words`;
  return [
    {
      ...projection,
      id: words,
      op: product,
      inputs: replaceInput(projection, 'embeddings', 'wordEmbeddings'),
    },
    makeNode(id, add, axes, { [words]: axes, positionEmbeddings: axes.slice(1) }, symbol, { role }),
  ];
}

/**
 * Returns a bug in which a node reads other inputs.
 * @param {string} id the id of the node
 * @param {Record<string, string>} inputs the axes of each input, by its id
 * @param {Partial<GraphNode>} [more] other properties of the node that are wrong
 * @returns {Bug['wrong']}
 */
export function changeInputs(id, inputs, more) {
  const all = Object.entries(inputs).map(([from, axes]) => ({ id: from, axes }));
  return () => ({ nodes: { [id]: { ...more, inputs: all } } });
}

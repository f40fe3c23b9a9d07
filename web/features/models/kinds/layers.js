/**
 * Parts that models with layers share: their sources, and the steps of a layer of self-attention.
 */

import { nothing } from 'lit';
import { tensor } from '../../../../src/js/index.js';
import { findTensorId, getSelectedWord, makeEquationParts } from '../../../figures/tables.js';
import { makeGraph } from '../../../graph/graph.js';
import { isLaterKey } from '../../../graph/masks/causal.js';
import { makeHeadParts, makeOutputParts } from '../../../lessons/dot.js';
import * as formula from '../../../lessons/formula.js';
import { splitHeads, transposeMatrix } from '../../../sources/layout.js';
import { isRandom } from '../../../state/source-kinds.js';
import { paragraph, symbolOf } from '../../../text/inline.js';
import { mathLines } from '../../../text/math.js';
import * as words from '../text/en/layers.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { GraphNode, Weighing } from '../../../graph/types.js'
 * @import { Step } from '../../../lessons/types.js'
 * @import { Source, StepContext } from '../../../sources/types.js'
 * @import { State } from '../../../state/types.js'
 * @import { Reply } from '../types.js'
 */

// The given tensors of a trained layer, as the page shows them.

/**
 * Makes the source of a model in which one sentence attends to itself.
 * @param {Pick<Reply, 'parameters' | 'reading'>} reply
 * @param {object} parts
 * @param {GraphNode[]} parts.nodes
 * @param {Source['given']} parts.given
 * @param {Record<string, string[]>} parts.names
 * @param {string[]} [parts.inputs] ids of the input tensors
 * @returns {Omit<Source, 'words'>}
 */
export const makeSelfSource = (
  { parameters, reading: { words } },
  { nodes, given, names, inputs = ['embeddings'] },
) => ({
  queryWords: words,
  keyWords: words,
  isSelf: true,
  isEditable: true,
  names,
  given,
  graph: makeGraph(nodes),
  inputs,
  parameters: () => parameters,
});

/**
 * Lists the indexes of a model's layers.
 * @param {Parameters} parameters
 * @param {string} name the name of a parameter that each layer has
 */
export const listLayers = (parameters, name) =>
  Object.keys(parameters)
    .filter((id) => id.endsWith(`.${name}`))
    .map((_, layer) => layer);

/** @typedef {Readonly<Record<string, Tensor>>} Parameters */

/**
 * Returns one of several tensors whose rows are stacked.
 * @param {Tensor} tensor
 * @param {number} part
 * @param {number} count the number of tensors
 */
export function unstackRows({ shape: [rows, ...rest], data }, part, count) {
  const size = data.length / count;
  return tensor([rows / count, ...rest], data.slice(part * size, (part + 1) * size));
}

/**
 * @param {Parameters} parameters
 * @param {number} layer counted from 0
 * @param {number} heads
 * @returns {Record<string, () => Tensor>} tensors by the ids of their nodes
 */
export function listLayerTensors(parameters, layer, heads) {
  const { [`layers.${layer}.qkv`]: qkv, [`layers.${layer}.output`]: output } = parameters;
  // `qkv` stacks queries, keys and values.
  return {
    [`layer${layer + 1}/wq`]: () => splitHeads(unstackRows(qkv, 0, 3), heads),
    [`layer${layer + 1}/wk`]: () => splitHeads(unstackRows(qkv, 1, 3), heads),
    [`layer${layer + 1}/wv`]: () => splitHeads(unstackRows(qkv, 2, 3), heads),
    [`layer${layer + 1}/wo`]: () => transposeMatrix(output),
  };
}

/**
 * Returns how a layer computes weights from scores.
 * @param {number} count the number of words
 * @param {number} length the length of a query
 * @param {boolean} isCausal
 * @returns {Weighing}
 */
export const makeLayerWeighing = (count, length, isCausal) => ({
  scale: { factor: 1 / Math.sqrt(length), rule: 'sqrt', amount: length, temperature: 1 },
  ...(isCausal && {
    allowed: Uint8Array.from({ length: count * count }, (_, i) =>
      Number(!isLaterKey(Math.floor(i / count), i % count)),
    ),
  }),
  fill: -Infinity,
  kind: isCausal ? 'causal' : 'none',
});

const normFormula = mathLines`
  n = {x − μ}/√{σ² + ε} · γ + β
  ε = 0.00001`;

/**
 * Returns the first input of a node: the rows that a layer projects or adds its output to.
 * @param {StepContext} context
 * @param {string} name
 */
const rowsBefore = (context, name) => findNode(context, name).inputs[0].id;

/** @param {StepContext} context @param {string} name */
const findNode = (context, name) => context.computation.nodes[findTensorId(context, name)];

/** @param {StepContext} context @param {string} id */
const symbol = ({ computation }, id) => symbolOf(computation.nodes[id]);

/** Whether the layer has a causal mask. @param {StepContext} context */
const isMasked = (context) => findNode(context, 'maskedScores') !== undefined;

/** @param {StepContext} context */
const countWords = (context) =>
  Number(context.computation.results[findTensorId(context, 'q')].shape.at(-1));

/** The selected head, counted from 1; undefined if the layer has no heads. @param {StepContext} context */
const numberSelectedHead = (context) =>
  findNode(context, 'q').axes.startsWith('h') ? context.state.head + 1 : undefined;

/** @param {StepContext} context */
const hasBias = (context) => findNode(context, 'biasedScores') !== undefined;

/** @param {StepContext} context */
export const makeLayerSoftmaxTables = (context) => {
  const scores = isMasked(context) ? 'maskedScores' : 'scaledScores';
  return makeEquationParts(context, `${scores} → exponentials | rowSum → weights`);
};

/** @param {StepContext} context */
export const layerSoftmaxFormula = (context) =>
  formula.softmaxFormula(isMasked(context) ? 's″' : 's′');

/**
 * Makes the first step of a lesson: a row of numbers for each word.
 * @param {Pick<Step, 'name' | 'title'>} called
 * @param {(context: StepContext) => unknown} text
 * @returns {Step}
 */
export const makeEmbeddingsStep = (called, text) => ({
  ...called,
  text: (context) => paragraph(text(context)),
  formula: ({ computation }) =>
    formula.embeddingsFormula('X', computation.results.embeddings.shape),
  figure: (context) => makeEquationParts(context, 'embeddings'),
});

/** @type {Step} */
export const normalized = {
  ...words.normalized,
  shows: ['mean', 'variance', 'gain', 'bias'],
  text: (context) =>
    paragraph(words.normalizing(symbol(context, rowsBefore(context, 'normalized'))), words.oneSize),
  formula: () => normFormula,
  figure: (context) =>
    makeEquationParts(
      context,
      `${rowsBefore(context, 'normalized')} → mean | variance · gain + bias → normalized`,
    ),
};

/**
 * @param {'q' | 'k' | 'v'} name
 * @param {Pick<Step, 'name' | 'title'>} called
 * @param {(context: StepContext, rows: unknown) => unknown} text
 * @returns {Step}
 */
const projectionStep = (name, called, text) => ({
  ...called,
  shows: [`w${name}`],
  text: (context) => paragraph(text(context, symbol(context, rowsBefore(context, name)))),
  formula: (context) => formula.writeFormulas(context, [name], context.state.head + 1),
  figure: (context) =>
    makeEquationParts(context, `${rowsBefore(context, name)} · w${name} → ${name}`),
});

/** @type {Record<string, Step>} */
const steps = {
  normalized,
  q: projectionStep('q', words.q, (context, rows) =>
    words.queries(rows, numberSelectedHead(context), countWords(context), !isRandom(context.state)),
  ),
  k: projectionStep('k', words.k, (_, rows) => words.keys(rows)),
  v: projectionStep('v', words.v, (_, rows) => words.values(rows)),

  scores: {
    ...words.scores,
    text: (context) => paragraph(words.met(getSelectedWord(context))),
    formula: () => formula.scores,
    figure: (context) => makeEquationParts(context, 'q · k → scores'),
  },

  scaledScores: {
    ...words.scaledScores,
    title: ({ source }) => (source === 'mini' ? words.withDistance : words.scaledScores.title),
    shows: ['distanceBias', 'biasedScores'],
    text: (context) =>
      paragraph(words.scaled(countWords(context)), hasBias(context) && words.distance),
    formula: (context) => [
      formula.rootScalingFormula('d', countWords(context)),
      formula.writeFormulas(context, ['biasedScores']),
    ],
    figure: (context) =>
      makeEquationParts(context, 'scores → scaledScores + distanceBias → biasedScores'),
  },

  weights: {
    ...words.weights,
    shows: ['maskedScores', 'exponentials', 'rowMax', 'rowSum'],
    text: (context) => paragraph(isMasked(context) ? words.causal : words.seesAll, words.softmax),
    formula: layerSoftmaxFormula,
    figure: makeLayerSoftmaxTables,
  },

  heads: {
    ...words.heads,
    text: (context) => paragraph(words.mixed(getSelectedWord(context), context.state.head + 1)),
    formula: ({ state }) => formula.headOutputFormula(state.head + 1, 'A', false),
    figure: (context) => makeHeadParts(context, 'weights · v → heads'),
  },

  output: {
    ...words.output,
    shows: ['concatenated', 'wo'],
    text: () => paragraph(words.projected),
    formula: (context) => formula.writeFormulas(context, ['output']),
    figure: makeOutputParts,
  },

  sum: {
    ...words.sum,
    text: (context) => paragraph(words.added(getSelectedWord(context))),
    formula: (context) => formula.writeFormulas(context, ['sum']),
    figure: (context) => makeEquationParts(context, `${rowsBefore(context, 'sum')} + output → sum`),
  },
};

/**
 * Makes the steps of a layer, by their ids.
 * @param {number} number counted from 1
 * @param {boolean} isOnly whether the model has only this layer
 * @param {Record<string, Step>} [others] steps that this model's layers replace
 * @returns {Record<string, Step>}
 */
export function makeLayerSteps(number, isOnly, others = {}) {
  const layer = `layer${number}/`;
  /** @template Result @param {(context: any) => Result} show */
  const inside = (show) => (/** @type {StepContext} */ context) => show({ ...context, layer });
  return Object.fromEntries(
    Object.entries({ ...steps, ...others }).map(
      ([id, { name, title, text, formula: lines = () => nothing, figure = () => [], shows }]) => [
        layer + id,
        {
          name: isOnly ? name : words.stepName(number, name),
          title: (/** @type {State} */ state) =>
            words.stepTitle(
              isOnly ? undefined : number,
              typeof title === 'string' ? title : title(state),
            ),
          text: inside(text),
          formula: inside(lines),
          figure: inside(figure),
          shows: shows?.map((tensor) => layer + tensor),
        },
      ],
    ),
  );
}

/**
 * Makes the lessons of the models with one layer and with two layers.
 * @param {Record<string, Step>} around the steps before and after the layers
 * @param {Record<string, Step>} [others] steps that this model's layers replace
 */
export const makeLessons = (around, others) =>
  [1, 2].map((layers) => ({
    ...around,
    ...makeLayerSteps(1, layers === 1, others),
    ...(layers > 1 && makeLayerSteps(2, false, others)),
  }));

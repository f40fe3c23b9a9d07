/** The lesson of a layer of a pretrained model, and of the model around it. */

import { html } from 'lit';
import { getSelectedWord, makeEquationParts } from '../../figures/tables.js';
import { OUTPUT_NORMS } from '../../graph/builders/transformer.js';
import * as formula from '../../lessons/formula.js';
import { headName } from '../../text/en/tables.js';
import { paragraph } from '../../text/inline.js';
import { getReplies } from './run/source.js';
import { findTextPart, hasOwnScales } from './run/stack-layers.js';
import * as words from './text/en/steps.js';
import { allHeadsView } from './views/all-heads.js';
import { modelAnswer } from './views/answer.js';
import { drawAllHeads, drawAnswers, listAnswerCells } from './views/drawings.js';
import { drawHeadLines, headLinesView } from './views/head-lines.js';
import { headNoteView, weightsChangeView } from './views/head-note.js';
import { listPictureCells, modelPictureView } from './views/model-picture.js';
import { drawModelPicture } from './views/model-picture-marks.js';
import { queryKeysView } from './views/query-keys.js';
import { drawStream, listStreamCells, streamView } from './views/stream.js';

/**
 * @import { ActivationKind } from '../../text/en/operations.js'
 * @import { RotateOptions } from '../../graph/ops/rotate.js'
 * @import { ScaleOptions } from '../../graph/ops/scale.js'
 * @import { StepContext } from '../../sources/types.js'
 * @import { Step } from '../../lessons/types.js'
 */

/** @param {StepContext} context @param {string} id */
const hasNode = ({ computation: { nodes } }, id) => id in nodes;

/** @param {string} part */
const writeNormEquation = (part) =>
  `→ ${part}/mean | ${part}/variance → ${part}/meanSquare · ${part}/gain + ${part}/bias → ${part}/normalized`;

/**
 * Returns the id of the rows that this layer projects.
 * @param {StepContext} context
 * @param {'q' | 'k' | 'v'} [id]
 */
const findProjectedId = ({ computation: { nodes } }, id = 'q') =>
  (nodes[`${id}Products`] ?? nodes[id]).inputs[0].id;

/** Returns the width of a query. @param {StepContext} context */
const getQueryWidth = ({ computation }) => Number(computation.results.q.shape.at(-1));

/** Returns the number by whose square root scores are divided. @param {StepContext} context */
const getDivisorSquare = ({ computation: { nodes } }) =>
  /** @type {Required<ScaleOptions>} */ (nodes.scaledScores.options).amount;

/** Returns the id of the rows that a sum adds. @param {StepContext} context @param {keyof typeof OUTPUT_NORMS} id */
function findSummand(context, id) {
  const normalized = `${OUTPUT_NORMS[id]}/normalized`;
  return hasNode(context, normalized) ? normalized : id;
}

/** Whether norms come before attention and the feed-forward layer. @param {StepContext} context */
const isNormBefore = (context) => findProjectedId(context) !== 'input';

/**
 * @param {'q' | 'k' | 'v'} id
 * @param {Pick<Step, 'name' | 'title'>} called
 * @param {(context: StepContext) => unknown[]} text
 * @returns {Step}
 */
const projectionStep = (id, called, text) => ({
  ...called,
  shows: [`w${id}`, `${id}Products`, `${id}Bias`, `${id}Norm/`, `${id}Rotated`],
  text: (context) =>
    paragraph(
      ...text(context),
      id !== 'v' && hasNode(context, 'qNorm/gain') && words.normalized,
      id !== 'v' && hasNode(context, 'qRotated') && words.rotated,
      id !== 'v' && explainScaling(context),
    ),
  formula: (context) =>
    formula.writeFormulas(context, [id, `${id}Norm/normalized`, `${id}Rotated`]),
  figure: (context) =>
    makeEquationParts(
      context,
      `${findProjectedId(context, id)} · w${id} + ${id}Bias → ${id} → ${id}Norm/meanSquare · ${id}Norm/gain → ${id}Norm/normalized → ${id}Rotated`,
    ),
});

/** @param {StepContext} context */
function explainScaling({ computation: { nodes } }) {
  const { scaling } = /** @type {RotateOptions} */ (nodes.qRotated?.options ?? {});
  return scaling && words.slowed(scaling.factor, scaling.length !== undefined);
}

/** Returns the id of the queries or keys that meet, or of the values. @param {StepContext} context @param {'q' | 'k' | 'v'} id */
const findLastId = (context, id) =>
  [`${id}Rotated`, `${id}Norm/normalized`].find((last) => hasNode(context, last)) ?? id;

/**
 * Returns the id of the keys or values that queries meet.
 * @param {StepContext} context
 * @param {'k' | 'v'} id
 */
const findKeysOrValuesId = (context, id) => {
  const shared = id === 'k' ? 'sharedKeys' : 'sharedValues';
  if (hasNode(context, shared)) return shared;
  return findLastId(context, id);
};

/** Returns the ids of the factors of a score. @param {StepContext} context */
export const findScoreInputs = (context) => ({
  query: findLastId(context, 'q'),
  key: findKeysOrValuesId(context, 'k'),
});

/** The symbols of a score before the softmax. @type {Record<string, string>} */
const SCORE_SYMBOLS = { maskedScores: '𝑠″', scaledScores: '𝑠′', scores: 's' };

/** Returns the id of the scores before the softmax. @param {StepContext} context */
const findWeighedScores = (context) =>
  ['maskedScores', 'scaledScores'].find((id) => hasNode(context, id)) ?? 'scores';

/** The tensors of the feed-forward layer before its output. */
const HIDDEN = ['gateSums', 'gate', 'hiddenSums', 'hidden'];
const HIDDEN_EQUATION =
  'feedForward/w1 + feedForward/hiddenSumsBias → feedForward/hiddenSums → feedForward/hidden';
const GATED_EQUATION =
  'feedForward/wGate , feedForward/w1 + feedForward/gateSumsBias , feedForward/hiddenSumsBias → ' +
  'feedForward/gateSums → feedForward/gate · feedForward/hiddenSums → feedForward/hidden';
/** @param {StepContext} context */
const isGated = (context) => hasNode(context, 'feedForward/gate');

/** Writes the sums at the end of the layer, each with what it adds to the sum before. @param {StepContext} context */
function writeLastSums(context) {
  const { nodes } = context.computation;
  /** @type {string} */
  let last = findSummand(context, 'feedForward/output');
  return ['layerOutput', 'layerSum']
    .filter((sum) => sum in nodes)
    .map((sum) => {
      const added = nodes[sum].inputs.filter(({ id }) => id !== last).map(({ id }) => id);
      last = sum;
      return ` + ${added} → ${sum}`;
    })
    .join('');
}

/** Writes the rows to which the output of attention is added. @param {StepContext} context */
const writeResidual = (context) =>
  hasNode(context, 'residual') ? 'input · wResidual + residualBias → residual' : 'input';

/** Says which tokens may attend to which. @param {StepContext} context */
function maskText({ state, computation }) {
  const { isCausal, window } = getReplies(computation).description;
  const isWindowed = window !== undefined && window < computation.queryWords.length;
  const rule = isWindowed ? words.windowed(window) : isCausal ? words.causal : words.seesAll;
  return state.block === '' ? rule : html`${rule} ${words.blocked}`;
}

/** @type {Record<string, Step>} */
export const steps = {
  allHeads: {
    ...words.allHeads,
    text: ({ state, computation }) => {
      const { after, stackLayers } = getReplies(computation);
      const part = findTextPart(after, stackLayers[state.modelLayer], state.texts);
      return paragraph(words.press(hasOwnScales(part)));
    },
    headNote: headNoteView,
    aside: allHeadsView,
    draw: drawAllHeads,
  },

  headLines: {
    ...words.headLines,
    text: () => paragraph(words.manyLines),
    aside: headLinesView,
    draw: drawHeadLines,
  },

  modelPicture: {
    ...words.modelPicture,
    text: () => paragraph(words.pressPart),
    aside: modelPictureView,
    draw: drawModelPicture,
    listCells: listPictureCells,
  },

  input: {
    ...words.input,
    shows: ['attention/', 'memory'],
    text: (context) => {
      const [, width] = context.computation.results.input.shape;
      const { stackLayers, after } = getReplies(context.computation);
      const stackLayer = stackLayers[context.state.modelLayer];
      return paragraph(words.reads(stackLayer, width, isNormBefore(context), after.embeddings));
    },
    formula: (context) => {
      const { nodes, results } = context.computation;
      const given = ['input', 'memory'].filter((id) => id in nodes);
      return [
        given.map((id) => formula.embeddingsFormula(nodes[id].symbol, results[id].shape)),
        formula.writeFormulas(context, ['attention/normalized']),
      ];
    },
    figure: (context) =>
      makeEquationParts(
        context,
        isNormBefore(context) ? `input ${writeNormEquation('attention')}` : 'input | memory',
      ),
  },

  q: projectionStep('q', words.q, (context) => [
    words.queries(context.state.head + 1, getQueryWidth(context)),
  ]),

  k: projectionStep('k', words.k, (context) => [
    words.keys,
    hasNode(context, 'memory') && words.ofEncoder,
    hasNode(context, 'sharedKeys') && words.sharedKeys,
  ]),

  v: projectionStep('v', words.v, (context) => [
    words.values,
    hasNode(context, 'memory') && words.ofEncoder,
  ]),

  scores: {
    ...words.scores,
    shows: ['scaledScores', 'sharedKeys'],
    text: (context) =>
      paragraph(
        words.met(getSelectedWord(context)),
        hasNode(context, 'scaledScores')
          ? words.scaled(getQueryWidth(context), getDivisorSquare(context))
          : words.unscaled,
      ),
    formula: (context) => [
      formula.writeFormulas(context, ['scores']),
      hasNode(context, 'scaledScores')
        ? formula.rootScalingFormula('d', getDivisorSquare(context))
        : '',
    ],
    figure: (context) => {
      const { query, key } = findScoreInputs(context);
      return makeEquationParts(context, `${query} · ${key} → scores → scaledScores`);
    },
    aside: (context) => queryKeysView(context, findScoreInputs(context)),
  },

  weights: {
    ...words.weights,
    shows: ['maskedScores', 'exponentials', 'rowMax', 'rowSum'],
    text: (context) => paragraph(maskText(context), words.softmax),
    formula: (context) => formula.softmaxFormula(SCORE_SYMBOLS[findWeighedScores(context)]),
    figure: (context) =>
      makeEquationParts(context, `${findWeighedScores(context)} → exponentials | rowSum → weights`),
    headNote: headNoteView,
    aside: weightsChangeView,
  },

  heads: {
    ...words.heads,
    shows: ['sharedValues', 'activeHeads'],
    text: (context) => paragraph(words.mixed(getSelectedWord(context), context.state.head + 1)),
    formula: ({ state }) => formula.headOutputFormula(state.head + 1, 'A', false),
    figure: (context) =>
      makeEquationParts(
        context,
        `weights · ${findKeysOrValuesId(context, 'v')} → heads → activeHeads`,
        {
          heads: { name: headName(context.state.head + 1) },
        },
      ),
  },

  output: {
    ...words.output,
    shows: ['concatenated', 'wo', 'outputBias', 'outputProducts', 'outputNorm/'],
    text: (context) =>
      paragraph(words.projected, hasNode(context, 'outputNorm/gain') && words.normalizedOutput),
    formula: (context) => formula.writeFormulas(context, ['output', 'outputNorm/normalized']),
    figure: (context) =>
      makeEquationParts(
        context,
        `concatenated · wo + outputBias → output ${writeNormEquation('outputNorm')}`,
      ),
  },

  sum: {
    ...words.sum,
    shows: ['wResidual', 'residualBias', 'residualProducts', 'residual', 'sumNorm/'],
    text: (context) => {
      const { input, residual } = context.computation.results;
      if (residual)
        return paragraph(
          words.projectedRows(input.shape[1], residual.shape[1]),
          words.addedToProjected(getSelectedWord(context)),
        );
      return paragraph(
        hasNode(context, 'sum') ? words.added(getSelectedWord(context)) : words.parallel,
      );
    },
    figure: (context) => {
      const after = isNormBefore(context) ? '' : ` ${writeNormEquation('sumNorm')}`;
      return hasNode(context, 'sum')
        ? makeEquationParts(
            context,
            `${writeResidual(context)} + ${findSummand(context, 'output')} → sum${after}`,
          )
        : makeEquationParts(context, 'input + output');
    },
    formula: (context) => formula.writeFormulas(context, ['residual', 'sum', 'sumNorm/normalized']),
  },

  hidden: {
    ...words.hidden,
    shows: ['feedForward/'],
    text: (context) => {
      if (!hasNode(context, 'feedForward/hidden')) return paragraph(words.crossNext);
      const { nodes, results } = context.computation;
      const { shape } = results['feedForward/hidden'];
      const { options } = nodes['feedForward/gate'] ?? nodes['feedForward/hidden'];
      const { kind } = /** @type {{ kind: ActivationKind }} */ (options);
      const write = isGated(context) ? words.gated : words.widened;
      return paragraph(write(Number(shape.at(-1)), kind));
    },
    figure: (context) =>
      hasNode(context, 'feedForward/hidden')
        ? makeEquationParts(
            context,
            `${isNormBefore(context) ? 'feedForward' : 'sumNorm'}/normalized · ${isGated(context) ? GATED_EQUATION : HIDDEN_EQUATION}`,
          )
        : [],
    formula: (context) =>
      formula.writeFormulas(
        context,
        HIDDEN.map((id) => `feedForward/${id}`),
      ),
  },

  layerSum: {
    ...words.layerSum,
    shows: [
      'layerOutput',
      'feedForward/w2',
      'feedForward/outputBias',
      'feedForward/output',
      'feedForwardOutputNorm/',
      'layerSumNorm/',
    ],
    text: (context) =>
      paragraph(
        hasNode(context, 'feedForward/hidden') ? words.left : words.crossNext,
        hasNode(context, 'feedForwardOutputNorm/gain') && words.normalizedOutput,
      ),
    figure: (context) =>
      hasNode(context, 'layerSum')
        ? makeEquationParts(
            context,
            'feedForward/hidden · feedForward/w2 + feedForward/outputBias → feedForward/output ' +
              writeNormEquation('feedForwardOutputNorm') +
              writeLastSums(context) +
              (isNormBefore(context) ? '' : ` ${writeNormEquation('layerSumNorm')}`),
          )
        : [],
    formula: (context) =>
      formula.writeFormulas(context, [
        ...['feedForward/output', 'feedForwardOutputNorm/normalized'],
        ...['layerOutput', 'layerSum', 'layerSumNorm/normalized'],
      ]),
  },

  stream: {
    ...words.stream,
    text: (context) => paragraph(words.followed(getSelectedWord(context))),
    aside: streamView,
    draw: drawStream,
    listCells: listStreamCells,
  },

  next: {
    ...words.next,
    shows: ['answer/'],
    text: (context) => {
      const { after, info } = getReplies(context.computation);
      if (!after.next) return '';
      if (after.translation) return paragraph(words.translated);
      return paragraph(info.sizes.isCausal ? words.foretold : words.filled);
    },
    aside: modelAnswer,
    draw: drawAnswers,
    listCells: listAnswerCells,
  },
};

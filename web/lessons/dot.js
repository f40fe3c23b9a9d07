/** The steps of scaled dot-product attention with heads: the words, tables and formula of each step. */

import { html } from 'lit';
import { findTensorId, getSelectedWord, makeEquationParts, makeTable } from '../figures/tables.js';
import { EMBEDDING_PARTS } from '../graph/builders/attention.js';
import { findAppliedWeights } from '../graph/builders/softmax.js';
import { listIndices } from '../graph/cell.js';
import { getMask, isCrossing } from '../state/derived.js';
import { usesSetting } from '../state/fields.js';
import * as shared from '../text/en/steps.js';
import { usesAllDigits } from '../text/en/steps-attend.js';
import * as words from '../text/en/steps-dot.js';
import { contributionName, headName } from '../text/en/tables.js';
import { paragraph, X, Z } from '../text/inline.js';
import { attendSteps, scaledScores } from './attend.js';
import * as formula from './formula.js';
import { decoder, mechanisms } from './mechanisms.js';
import { scoreVarianceFigure, scoreVarianceStep } from './score-variance.js';

/** @import { Computation, StepContext } from '../sources/types.js' */
/** @import { State } from '../state/types.js' */
/** @import { Step } from './types.js' */

/** Returns the name of the rows from which the queries are projected. @param {StepContext} context */
export const nameQueryRows = ({ computation }) =>
  computation.nodes.queryEmbeddings ? 'queryEmbeddings' : 'embeddings';

/** The step of the embeddings, except its text, which differs between the mechanisms. */
export const embeddingStep = {
  ...shared.embeddings,
  shows: [
    'queryEmbeddings',
    'wordEmbeddings',
    'positionEmbeddings',
    'queryWordEmbeddings',
    'queryPositionEmbeddings',
  ],
  formula: embeddingFormula,
  figure: makeEmbeddingTables,
};

/** @type {Record<string, Step>} */
export const dotSteps = {
  embeddings: {
    ...embeddingStep,
    text: ({ state }) =>
      paragraph(
        (isCrossing(state) ? words.embeddingMatrices : shared.embeddingMatrix)(state.dModel),
        placeText(state),
      ),
  },

  q: {
    ...words.q,
    shows: ['wq'],
    text: ({ state, computation }) =>
      paragraph(
        words.projectedQuery(isCrossing(state) ? Z : X),
        state.heads > 1 && words.queriesOfHead(state.head + 1, computation.results.q.shape[2]),
      ),
    formula: (context) => formula.writeFormulas(context, ['q']),
    figure: (context) => makeEquationParts(context, `${nameQueryRows(context)} · wq → q`),
  },

  k: {
    ...words.k,
    shows: ['wk'],
    text: ({ state }) =>
      state.keys === 'queries'
        ? paragraph(words.sharedKeys, isCrossing(state) ? words.notSymmetric : words.symmetric)
        : paragraph(words.projectedKey),
    formula: (context) => formula.writeFormulas(context, ['k']),
    figure: (context) =>
      makeEquationParts(
        context,
        `embeddings · ${context.state.keys === 'queries' ? 'wq' : 'wk'} → k`,
      ),
  },

  v: {
    ...words.v,
    shows: ['wv'],
    text: () => paragraph(words.projectedValue),
    formula: (context) => formula.writeFormulas(context, ['v']),
    figure: (context) => makeEquationParts(context, 'embeddings · wv → v'),
  },

  scores: {
    ...words.scores,
    shows: ['query', 'key'],
    text: (context) =>
      paragraph(
        words.dotProduct,
        words.sizeOfDotProduct,
        words.rowOfScores(getSelectedWord(context)),
      ),
    formula: () => formula.scores,
    // Kᵀ stands above the scores: its columns are the rows of K.
    figure: (context) =>
      makeEquationParts(context, 'q · k → scores', { k: { note: words.transposed } }),
  },

  scaledScores,

  spread: { ...scoreVarianceStep, aside: scoreVarianceFigure },

  ...attendSteps(() => 'scaledScores'),

  heads: {
    ...words.heads,
    text: (context) =>
      paragraph(words.weightedSum(getSelectedWord(context), context.state.head + 1), usesAllDigits),
    formula: (context) =>
      formula.headOutputFormula(
        context.state.head + 1,
        writeMixingSymbol(context),
        isPlain(context),
      ),
    figure: (context) => makeHeadParts(context, `${findAppliedWeights(context.state)} · v → heads`),
  },

  concatenated: {
    ...words.concatenated,
    shows: ['heads'],
    title: ({ heads }) => (heads === 1 ? words.oneHead : words.concatenated.title),
    text: ({ state }) =>
      paragraph(
        state.heads === 1 ? words.oneConcatenated : words.manyConcatenated,
        state.heads > 1 && usesSetting(state, 'dModel') && words.asWide,
      ),
    formula: ({ state }) => formula.concatenationFormula(state.heads),
    figure: (context) => {
      const { heads, head, dModel } = context.state;
      // Show all heads if there is space, otherwise the selected one.
      const roomy = heads <= 2 || (dModel <= 4 && context.computation.queryWords.length <= 6);
      const shown = roomy ? listIndices(heads) : [head];
      return [
        ...shown.map((i) => makeTable(context, 'heads', { name: headName(i + 1), head: i })),
        heads > shown.length ? '… →' : '→',
        makeConcatenatedTable(context),
      ];
    },
  },

  output: {
    ...words.output,
    shows: ['wo'],
    text: ({ state }) =>
      paragraph(state.heads === 1 ? words.oneProjected : words.manyProjected, words.outputRows),
    formula: (context) => formula.writeFormulas(context, ['output']),
    figure: makeOutputParts,
  },

  headContributions: {
    ...words.headContributions,
    shows: ['contributionSum'],
    text: ({ state, computation }) =>
      paragraph(readHeadRows(computation, state), words.sumOfHeads, agreementNote(computation)),
    formula: ({ state }) => formula.contributionsFormula(state.heads),
    figure: (context) => {
      const { heads, head, dModel } = context.state;
      const shown = heads <= 2 && dModel <= 8 ? listIndices(heads) : [head];
      return [
        ...shown.flatMap((i) => [
          ...(i > shown[0] ? ['+'] : []),
          makeTable(context, 'headContributions', { name: contributionName(i + 1), head: i }),
        ]),
        heads > shown.length ? '+ … →' : '→',
        makeTable(context, 'contributionSum'),
        findDifference(context.computation) < 0 ? '=' : '≈',
        makeTable(context, 'output'),
      ];
    },
  },

  mechanisms,
  decoder,
};

/** Makes one table of embeddings, or one for each side. @param {StepContext} context */
function makeEmbeddingTables(context) {
  return /** @type {const} */ (['queryEmbeddings', 'embeddings']).flatMap((id) =>
    makeEquationParts(
      context,
      `${EMBEDDING_PARTS[id].word} + ${EMBEDDING_PARTS[id].position} = ${id}`,
    ),
  );
}

/** Returns the note about the positions of words. @param {State} state */
const placeText = ({ positions }) => (positions === 'none' ? words.noPositions : words.positions);

/** @param {StepContext} context */
function embeddingFormula({ computation: { results } }) {
  const keys = formula.embeddingsFormula('X', results.embeddings.shape);
  if (results.wordEmbeddings) return formula.positions;
  return results.queryEmbeddings
    ? html`${formula.embeddingsFormula('Z', results.queryEmbeddings.shape)} ${keys}`
    : keys;
}

/** Whether the computation is exactly softmax(QKᵀ/√d)V. @param {StepContext} context */
const isPlain = ({ state, computation: { numbersSet } }) =>
  `${state.scale} ${state.temperature} ${state.dropout} ${getMask(state)}` === 'sqrt 1 0 none' &&
  // Numbers that are set between the queries and the output follow no formula.
  !numbersSet.some(({ id }) => /^(\w*[sS]cores|exponentials|row\w+|weights|heads)$/.test(id));

/** @param {StepContext} context */
const writeMixingSymbol = (context) =>
  context.computation.nodes[findTensorId(context, findAppliedWeights(context.state))].symbol;

/** @param {Computation} computation @param {State} state */
function readHeadRows({ results }, { head }) {
  const length = results.heads.shape[2];
  return length === 1
    ? words.rowOfHead(head + 1)
    : words.rowsOfHead(head + 1, head * length + 1, (head + 1) * length);
}

/** Sums may round differently in another order. @param {Computation} computation */
function agreementNote(computation) {
  const place = findDifference(computation);
  const { contributionSum, output } = computation.results;
  return place < 0
    ? words.sameDigits
    : words.otherDigits(contributionSum.data[place], output.data[place]);
}

/** @param {Computation} computation @returns {number} −1 if the two agree */
const findDifference = ({ results: { output, contributionSum } }) =>
  output.data.findIndex((value, i) => value !== contributionSum.data[i] && !Number.isNaN(value));

/** Makes the tables of an equation with the selected head. @param {StepContext} context @param {string} equation */
export const makeHeadParts = (context, equation) =>
  makeEquationParts(context, equation, { heads: { name: headName(context.state.head + 1) } });

/** @param {StepContext} context */
export function makeOutputParts(context) {
  return [makeConcatenatedTable(context), ...makeEquationParts(context, '· wo → output')];
}

/** @param {StepContext} context */
export function makeConcatenatedTable(context) {
  const [heads, , size] = context.computation.results[findTensorId(context, 'heads')].shape;
  const names = listIndices(heads).map((i) => headName(i + 1));
  return { ...makeTable(context, 'concatenated'), bands: { size, names } };
}

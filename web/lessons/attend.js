/** The steps of mask, softmax and dropout, which every kind of attention shares. */

import { findTensorId, makeEquationParts } from '../figures/tables.js';
import { getMaskKind, getMaskWords } from '../graph/masks/index.js';
import { getMask, isDecoderSelf } from '../state/derived.js';
import { usesSetting } from '../state/fields.js';
import { MAX_DIGITS } from '../state/limits.js';
import { makeMaskedTest } from '../state/mask.js';
import * as words from '../text/en/steps-attend.js';
import { paragraph } from '../text/inline.js';
import { rounded } from '../text/number.js';
import * as formula from './formula.js';

/** @import { StepContext } from '../sources/types.js' */
/** @import { State } from '../state/types.js' */
/** @import { ViewContext } from './context.js' */
/** @import { Step } from './types.js' */

/** Tensors between scores and weights, which the step of the weights shows. */
export const SOFTMAX_TENSORS = ['maskedScores', 'rowMax', 'exponentials', 'rowSum'];

/** @typedef {(state: State) => 'scores' | 'scaledScores'} Before returns the tensor that is masked */

/**
 * @param {Before} before
 * @returns {Record<'maskedScores' | 'weights' | 'dropped', Step>}
 */
export function attendSteps(before) {
  return {
    maskedScores: {
      ...words.maskedScores,
      text: maskText,
      formula: ({ state }) => maskFormula(state, before(state) === 'scores' ? 'S' : 'S′'),
      figure: (context) => makeEquationParts(context, `${before(context.state)} → maskedScores`),
    },

    weights: {
      ...words.weights,
      shows: SOFTMAX_TENSORS,
      text: (context) => paragraph(words.weights.steps, ...softmaxRemarks(context)),
      formula: (context) => formula.softmaxFormula(SCORE_SYMBOLS[findShownScores(context, before)]),
      figure: (context) => makeSoftmaxTables(context, findShownScores(context, before)),
    },

    dropped: {
      ...words.dropped,
      text: ({ state: { dropout } }) =>
        paragraph(
          words.dropChance(rounded(dropout)),
          ...(dropout === 1 ? [words.allDropped] : [words.kept, words.otherSeed]),
        ),
      formula: () => formula.dropoutFormula,
      figure: (context) => makeEquationParts(context, 'weights → dropped'),
    },
  };
}

const SCORE_SYMBOLS = { scores: 's', scaledScores: 's′', maskedScores: 's″' };

/**
 * Returns the tensor whose name the softmax shows. Without a mask, the masked scores are the scores
 * before it, unless the reader has set one.
 * @param {StepContext} context
 * @param {Before} before
 */
function findShownScores(context, before) {
  const start = `${findTensorId(context, 'maskedScores')}.`;
  const isSet = [...context.computation.originals.keys()].some((edit) => edit.startsWith(start));
  return getMask(context.state) === 'none' && !isSet ? before(context.state) : 'maskedScores';
}

/** @param {StepContext} context @param {string} scores the tensor whose name is shown */
export function makeSoftmaxTables(context, scores) {
  return makeEquationParts(context, 'maskedScores → exponentials | rowSum → weights', {
    maskedScores: { namedAfter: findTensorId(context, scores) },
  });
}

/** Whether there is a table in which the reader can mask pairs. @param {StepContext} context */
export const canMask = (context) => !context.readonly && canPaint(context);

/** @param {StepContext} context */
function maskText(context) {
  const { state, computation } = context;
  const mask = getMask(state);
  const { step } = getMaskWords(mask);
  if (mask === 'none') return paragraph(step(state), canMask(context) && words.maskedScores.press);
  const inEmptyRow =
    state.fill === 'inf'
      ? words.maskedScores[state.emptyRow]
      : words.maskedScores.even(computation.keyWords.length);
  return paragraph(
    step(state),
    state.fill === 'inf'
      ? words.maskedScores.adds
      : words.maskedScores.becomes(writeFill(state, '−1e9')),
    hasEmptyRow(context) ? inEmptyRow : words.maskedScores[state.fill],
  );
}

/** Whether there is a fully masked row. @param {StepContext} context */
export function hasEmptyRow({ state, computation: { queryWords, keyWords } }) {
  const isMasked = makeMaskedTest(state, keyWords.length);
  return queryWords.some((_, query) => keyWords.every((__, key) => isMasked(query, key)));
}

/**
 * Whether the reader has set a number within the softmax, so that a row need not sum to 1.
 * @param {Pick<StepContext, 'computation' | 'layer'>} context
 */
export const hasEditedSoftmax = ({ computation: { originals }, layer = '' }) =>
  [...originals.keys()].some(
    (edit) =>
      edit.startsWith(layer) && /^(exponentials|row\w+|weights)\./.test(edit.slice(layer.length)),
  );

/** @param {StepContext} context */
function softmaxRemarks(context) {
  const { state } = context;
  const isInf = state.fill === 'inf';
  if (isInf && hasEmptyRow(context)) return [words.weights[state.emptyRow]];
  return [
    isInf && getMask(state) !== 'none' ? words.weights.masked : words.weights.subtraction,
    hasEditedSoftmax(context) ? words.weights.sharesElsewhere : words.weights.shares,
  ];
}

/** @param {State} state @param {string} small the notation of −1e9 */
const writeFill = ({ fill }, small) => ({ inf: '−∞', 0: '0', '-1e9': small })[fill];

/** @param {State} state @param {string} symbol */
function maskFormula(state, symbol) {
  const mask = getMask(state);
  if (mask === 'none') return formula.unmaskedFormula(symbol);
  const { condition } = getMaskKind(mask);
  if (state.fill === 'inf') return formula.addedMask(symbol, condition);
  return formula.replacedByMask(symbol.toLowerCase(), writeFill(state, '−10⁹'), condition);
}

// The step that scales the scores.

/** @type {Step} */
export const scaledScores = {
  ...words.scaledScores,
  title: scaleTitle,
  text: scaleText,
  formula: scaleFormula,
  figure: (context) => makeEquationParts(context, 'scores → scaledScores'),
};

/** @param {StepContext} context @returns {number} */
const getQueryLength = ({ computation }) => computation.results.q.shape[2];

/** @param {State} state */
function scaleTitle({ scale, dModel, heads, temperature }) {
  if (temperature !== 1) return temperature < 1 ? words.apart : words.together;
  if (scale === 'none' || (scale === 'sqrt' && dModel === heads)) return words.unchanged;
  return typeof scale === 'number' ? words.multiplied : words.scaledScores.title;
}

/** @param {StepContext} context */
function scaleText(context) {
  const { state, computation } = context;
  const { scale, heads, temperature } = state;
  const length = getQueryLength(context);
  if (temperature !== 1)
    return temperatureText(state, scale === 'none' ? words.divided : words.dividedBesides);
  if (scale === 'none') return paragraph(words.unscaled);
  if (scale === 'words') return paragraph(words.scaledByWords(computation.keyWords.length, length));
  if (typeof scale === 'number') return paragraph(words.scaledByNumber(rounded(scale), length));
  if (length === 1) return paragraph(words.scaledByOne, heads > 1 && words.fewerHeads);
  return paragraph(words.scaledByRoot(length));
}

/** @param {State} state @param {(number: string) => string} divided */
export const temperatureText = ({ temperature }, divided) =>
  paragraph(divided(rounded(temperature)), temperature < 1 ? words.low : words.high);

/** @param {StepContext} context */
function scaleFormula(context) {
  const { state, computation } = context;
  const { scale, temperature } = state;
  const heat = temperature === 1 ? undefined : rounded(temperature);
  if (scale === 'sqrt') return formula.rootScalingFormula('d', getQueryLength(context), heat);
  if (scale === 'words') return formula.rootScalingFormula('n', computation.keyWords.length, heat);
  return formula.scalingFormula(rounded(scale === 'none' ? 1 : scale), heat);
}

/**
 * Whether single pairs can be masked. They cannot if the mask is fixed, as in a scene or in a
 * decoder's self-attention, or if there are too many words for an address.
 * @param {Pick<ViewContext, 'state' | 'computation'>} context
 */
export const canPaint = ({ state, computation: { queryWords, keyWords } }) =>
  usesSetting(state, 'masked') &&
  !isDecoderSelf(state) &&
  Math.max(queryWords.length, keyWords.length) <= MAX_DIGITS;

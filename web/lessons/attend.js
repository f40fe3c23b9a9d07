/** Mask and softmax: the same in every kind of attention. */

import { maskedPairs } from '../session/mask.js';
import { maskOf } from '../session/settings.js';
import * as words from '../text/en/steps-attend.js';
import { paragraph } from '../text/inline.js';
import { rounded } from '../text/number.js';
import { canPaint } from '../views/mask-painter.js';
import * as formula from './formula.js';
import { idOf, table } from './tables.js';

/** @typedef {import('./tables.js').Context} Context */

/**
 * @param {(state: import('../session/state.js').State) => 'scores' | 'scaledScores'} before the tensor
 *   that is masked
 * @returns {Record<'maskedScores' | 'weights' | 'dropped', import('./dot.js').Step>}
 */
export function attend(before) {
  return {
    maskedScores: {
      ...words.maskedScores,
      text: maskText,
      formula: ({ state }) => maskFormula(state, before(state) === 'scores' ? '𝑆' : '𝑆′'),
      figure: (context) => [
        table(context, before(context.state)),
        '→',
        table(context, 'maskedScores'),
      ],
    },

    weights: {
      ...words.weights,
      text: (context) => paragraph(words.weights.steps, ...softmaxRemarks(context)),
      formula: () => formula.softmax('𝑠″'),
      figure: (context) => softmaxTables(context),
    },

    dropped: {
      ...words.dropped,
      text: ({ state: { dropout } }) =>
        paragraph(
          words.dropChance(rounded(dropout)),
          ...(dropout === 1 ? [words.allDropped] : [words.kept, words.otherSeed]),
        ),
      formula: () => formula.dropout,
      figure: (context) => [table(context, 'weights'), '→', table(context, 'dropped')],
    },
  };
}

/**
 * From scores to weights.
 * @param {Context} context
 * @param {string} [scores] the tensor of the scores, if there is no mask
 */
export function softmaxTables(context, scores = 'maskedScores') {
  const { name, symbol } = context.computation.nodes[idOf(context, scores)];
  return [
    table(context, 'maskedScores', { name, symbol }),
    '→',
    table(context, 'exponentials'),
    table(context, 'rowSum', { beside: true }),
    '→',
    table(context, 'weights'),
  ];
}

/** Is there a table in which pairs can be masked? @param {Context} context */
export const canMask = (context) => !context.readonly && canPaint(context);

/** @param {Context} context */
function maskText(context) {
  const { state, computation } = context;
  const mask = maskOf(state);
  if (mask === 'none')
    return paragraph(words.maskedScores.none, canMask(context) && words.maskedScores.press);
  const inEmptyRow =
    state.fill === 'inf'
      ? words.maskedScores[state.emptyRow]
      : words.maskedScores.even(computation.keyWords.length);
  return paragraph(
    mask === 'padding' ? words.maskedScores.padding(state.pad) : words.maskedScores[mask],
    words.maskedScores.becomes(fillOf(state, '−1e9')),
    hasEmptyRow(context) ? inEmptyRow : words.maskedScores[state.fill],
  );
}

/**
 * Is there a fully masked row?
 * @param {Context} context
 */
function hasEmptyRow({ state, computation: { queryWords, keyWords } }) {
  const masked = maskedPairs(state, keyWords.length);
  return queryWords.some((_, query) => keyWords.every((__, key) => masked(query, key)));
}

/**
 * Has the reader set a number within the softmax, so that a row need not sum to 1?
 * @param {Pick<Context, 'computation' | 'layer'>} context
 */
export const isSet = ({ computation: { originals }, layer = '' }) =>
  [...originals.keys()].some(
    (edit) =>
      edit.startsWith(layer) && /^(exponentials|row\w+|weights)\./.test(edit.slice(layer.length)),
  );

/** @param {Context} context */
function softmaxRemarks(context) {
  const { state } = context;
  const isInf = state.fill === 'inf';
  if (isInf && hasEmptyRow(context)) return [words.weights[state.emptyRow]];
  return [
    isInf && maskOf(state) !== 'none' ? words.weights.masked : words.weights.subtraction,
    isSet(context) ? words.weights.sharesElsewhere : words.weights.shares,
  ];
}

/**
 * @param {import('../session/state.js').State} state
 * @param {string} small how −1e9 is written
 */
const fillOf = ({ fill }, small) => ({ inf: '−∞', 0: '0', '-1e9': small })[fill];

/**
 * @param {import('../session/state.js').State} state
 * @param {string} symbol
 */
function maskFormula(state, symbol) {
  const mask = maskOf(state);
  if (mask === 'none') return formula.unmasked(symbol);
  return formula.masked(symbol.replace('𝑆', '𝑠'), fillOf(state, '−10⁹'), mask === 'causal');
}

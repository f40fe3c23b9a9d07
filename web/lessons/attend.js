/** Mask and softmax: the same in every kind of attention. */

import { html } from 'lit';
import { maskedPairs } from '../model/mask.js';
import { counted, rounded } from '../model/number.js';
import { maskOf } from '../model/state.js';
import * as formula from './formula.js';
import { table } from './tables.js';
import { word } from './text.js';

/** @typedef {import('./tables.js').Context} Context */

/**
 * @param {(state: import('../model/state.js').State) => 'scores' | 'scaledScores'} before the tensor
 *   that is masked
 * @returns {Record<'maskedScores' | 'weights' | 'dropped', import('./dot.js').Step>}
 */
export function attend(before) {
  return {
    maskedScores: {
      name: 'Mask',
      title: 'Some words may not be asked',
      text: maskText,
      formula: ({ state }) => maskFormula(state, before(state) === 'scores' ? '𝑆' : '𝑆′'),
      stage: (context) => [
        table(context, before(context.state)),
        '→',
        table(context, 'maskedScores'),
      ],
    },

    weights: {
      name: 'Softmax',
      title: 'Scores become weights',
      text: (context) => html`<p>From each score the largest of its row is subtracted; then
        <i>e</i> is raised to the result; each is divided by their sum. ${softmaxRemark(context)}</p>`,
      formula: () => formula.softmax('𝑠″'),
      stage: softmaxTables,
    },

    dropped: {
      name: 'Dropout',
      title: 'Some weights are dropped',
      text: ({
        state,
      }) => html`<p>Dropout, which is off at inference, sets each weight to 0 with probability
        <i>p</i> = ${rounded(state.dropout)}. ${
          state.dropout === 1
            ? 'Here that is all of them.'
            : html`Those that stay are divided by 1 − <i>p</i>, which keeps the expected sum of a row at
                1. Another dropout seed drops others.`
        }</p>`,
      formula: () => formula.dropout,
      stage: (context) => [table(context, 'weights'), '→', table(context, 'dropped')],
    },
  };
}

/**
 * From scores to weights.
 * @param {Context} context
 * @param {{ name?: string, letter?: string }} [scores] what they are called, where nothing is masked
 */
export const softmaxTables = (context, scores) => [
  table(context, 'maskedScores', scores),
  '→',
  table(context, 'exponentials'),
  table(context, 'rowSum', { name: 'sum', beside: true }),
  '→',
  table(context, 'weights'),
];

/** @param {Context} context */
function maskText(context) {
  const { state } = context;
  const mask = maskOf(state);
  if (mask === 'none') {
    return html`<p>A mask takes words away from those that may be asked. None is set: every score
      passes unchanged. Press a cell of the mask, or choose one above.</p>`;
  }
  const fill = state.fill === 'inf' ? '−∞' : state.fill === '0' ? '0' : '−1e9';
  const what = {
    causal: html`With the causal mask a word attends to itself and those before it.`,
    padding: html`A sentence that is shorter than the others of its batch is filled up with padding;
      here that is ${counted(state.pad, 'word')}, and no word attends to it.`,
    custom: html`This mask is painted by hand.`,
  }[mask];
  const empty = emptyRows(context);
  return html`<p>${what} A masked score becomes ${fill}, whatever it was. ${
    empty.length > 0
      ? emptyText(context, empty)
      : state.fill === '0'
        ? html`That is a common mistake: 0 is a score like any other, so the masked words keep a
            share.`
        : state.fill === '-1e9'
          ? html`Its exponential is 0 while another word of the row is left.`
          : html`The softmax will turn −∞ into a weight of exactly 0.`
  }</p>`;
}

/**
 * Words of whose row nothing is left.
 * @param {Context} context
 */
function emptyRows({ state, lesson }) {
  const { queryWords, keyWords } = lesson;
  const masked = maskedPairs(state, keyWords.length);
  return queryWords.filter((_, query) => keyWords.every((__, key) => masked(query, key)));
}

/**
 * @param {Context} context
 * @param {string[]} empty
 */
function emptyText({ state, lesson }, empty) {
  const row =
    empty.length === 1
      ? html`The row of <b>${word(empty[0])}</b> is masked as a whole.`
      : `${empty.length} rows are masked as a whole.`;
  if (state.fill !== 'inf') {
    return html`${row} All its scores are the same then, so the softmax gives each word
      1/${lesson.keyWords.length}.`;
  }
  return html`${row} There −∞ − (−∞) is no number: the formula gives NaN, ${
    state.emptyRow === 'nan'
      ? 'and PyTorch NaN or zeros, depending on version and path'
      : 'but here such a row gets zeros, so that nothing is mixed'
  }.`;
}

/** @param {Context} context */
function softmaxRemark(context) {
  const { state } = context;
  if (emptyRows(context).length > 0 && state.fill === 'inf') {
    return state.emptyRow === 'nan'
      ? 'In a row of which all is masked, −∞ − (−∞) is no number: NaN.'
      : 'A row of which all is masked gets weights of 0; every other row adds up to 1.';
  }
  if (maskOf(state) !== 'none' && state.fill === 'inf') {
    return html`Where a score is masked, <i>e</i> to the −∞ is 0. The weights of a row lie between 0
      and 1 and add up to 1.`;
  }
  return `The subtraction keeps the numbers small and changes no weight. The weights of a row lie
    between 0 and 1 and add up to 1.`;
}

/**
 * @param {import('../model/state.js').State} state
 * @param {string} letter
 */
function maskFormula(state, letter) {
  const mask = maskOf(state);
  if (mask === 'none') return formula.unmasked(letter);
  const fill = state.fill === 'inf' ? '−∞' : state.fill === '0' ? '0' : '−10⁹';
  return formula.masked(letter.replace('𝑆', '𝑠'), fill, mask === 'causal');
}

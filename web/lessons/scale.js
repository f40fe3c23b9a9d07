/** The step that scales the scores. */

import { html } from 'lit';
import { MAX_DIGITS } from '../model/limits.js';
import { rounded } from '../model/number.js';
import * as formula from './formula.js';
import { table } from './tables.js';

/** @type {import('./dot.js').Step} */
export const scaledScores = {
  name: 'Scale',
  title: scaleTitle,
  text: (context) => scaleText(context.state, lengthOf(context), context.lesson.keyWords.length),
  formula: (context) =>
    scaleFormula(context.state, lengthOf(context), context.lesson.keyWords.length),
  stage: (context) => [table(context, 'scores'), '→', table(context, 'scaledScores')],
};

/** @param {import('./tables.js').Context} context @returns {number} of a query */
const lengthOf = ({ lesson }) => lesson.results.q.shape[2];

/** @param {import('../model/state.js').State} state */
function scaleTitle({ scale, dModel, heads, temperature }) {
  if (temperature !== 1)
    return temperature < 1 ? 'The scores are spread' : 'The scores are drawn together';
  if (scale === 'none' || (scale === 'sqrt' && dModel === heads)) {
    return 'The scores stay as they are';
  }
  return typeof scale === 'number' ? 'Every score is multiplied' : 'The scores are scaled down';
}

/**
 * @param {import('../model/state.js').State} state
 * @param {number} length of a query
 * @param {number} words
 */
function scaleText(state, length, words) {
  const { scale, heads, temperature } = state;
  if (temperature !== 1) {
    return html`<p>${scale === 'none' ? 'Every' : 'Besides the scaling every'} score is divided by a
      temperature, ${rounded(temperature)}. ${
        temperature < 1
          ? 'Below 1 that drives the scores apart, and the largest weight grows: some call that colder.'
          : 'Above 1 that brings the scores together, and the weights become more even: some call that hotter.'
      }</p>`;
  }
  if (scale === 'none') {
    return html`<p>Scaling is switched off, so the scores pass unchanged. Long rows then make large
      scores, and the softmax gives nearly all to one word.</p>`;
  }
  if (scale === 'words') {
    return html`<p>Here the scores are divided by the root of the number of words, ${words}. That is a
      common misreading: how large a dot product grows depends on the length of a query,
      ${length}.</p>`;
  }
  if (typeof scale === 'number') {
    return html`<p>Here every score is multiplied by ${rounded(scale)}. The usual choice is to divide
      by √<i>d</i>, with <i>d</i> = ${length}, the length of a query.</p>`;
  }
  if (length === 1) {
    return html`<p>Every score is divided by √<i>d</i>, where <i>d</i> is the length of a query. Here
      √1 = 1: with one-number queries nothing changes.${
        heads > 1 ? ' Choose fewer heads above, and queries become longer.' : ''
      }</p>`;
  }
  return html`<p>Every score is divided by √<i>d</i>; <i>d</i> = ${length} is the length of a query.
    Long rows make large scores, and the softmax gives nearly all to one word. This makes up for <i>d</i> alone: up to a width of ${MAX_DIGITS} scores
    here grow with the width, as the matrices are not drawn with variance 1/width.</p>`;
}

/**
 * @param {import('../model/state.js').State} state
 * @param {number} length
 * @param {number} words
 */
function scaleFormula({ scale, temperature }, length, words) {
  const heat = temperature === 1 ? undefined : rounded(temperature);
  if (scale === 'sqrt') return formula.scaledByRoot('d', length, heat);
  if (scale === 'words') return formula.scaledByRoot('n', words, heat);
  return formula.scaledBy(rounded(scale === 'none' ? 1 : scale), heat);
}

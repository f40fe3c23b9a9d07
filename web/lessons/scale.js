/** The step that scales the scores. */

import { MAX_DIGITS } from '../session/limits.js';
import * as words from '../text/en/steps-scale.js';
import { paragraph } from '../text/inline.js';
import { rounded } from '../text/number.js';
import * as formula from './formula.js';
import { table } from './tables.js';

/** @typedef {import('../session/state.js').State} State */

/** @type {import('./dot.js').Step} */
export const scaledScores = {
  ...words.scaledScores,
  title: scaleTitle,
  text: (context) =>
    scaleText(context.state, lengthOf(context), context.computation.keyWords.length),
  formula: (context) =>
    scaleFormula(context.state, lengthOf(context), context.computation.keyWords.length),
  figure: (context) => [table(context, 'scores'), '→', table(context, 'scaledScores')],
};

/** @param {import('./tables.js').Context} context @returns {number} of a query */
const lengthOf = ({ computation }) => computation.results.q.shape[2];

/** @param {State} state */
function scaleTitle({ scale, dModel, heads, temperature }) {
  if (temperature !== 1) return temperature < 1 ? words.apart : words.together;
  if (scale === 'none' || (scale === 'sqrt' && dModel === heads)) return words.unchanged;
  return typeof scale === 'number' ? words.multiplied : words.scaledScores.title;
}

/**
 * @param {State} state
 * @param {number} length of a query
 * @param {number} keys
 */
function scaleText(state, length, keys) {
  const { scale, heads, temperature } = state;
  if (temperature !== 1)
    return heat(state, scale === 'none' ? words.divided : words.dividedBesides);
  if (scale === 'none') return paragraph(words.unscaled);
  if (scale === 'words') return paragraph(words.scaledByWords(keys, length));
  if (typeof scale === 'number') return paragraph(words.scaledByNumber(rounded(scale), length));
  if (length === 1) return paragraph(words.scaledByOne, heads > 1 && words.fewerHeads);
  return paragraph(words.scaledByRoot(length, MAX_DIGITS));
}

/**
 * @param {State} state
 * @param {(number: string) => string} divided
 */
export const heat = ({ temperature }, divided) =>
  paragraph(divided(rounded(temperature)), temperature < 1 ? words.low : words.high);

/**
 * @param {State} state
 * @param {number} length
 * @param {number} keys
 */
function scaleFormula({ scale, temperature }, length, keys) {
  const heat = temperature === 1 ? undefined : rounded(temperature);
  if (scale === 'sqrt') return formula.scaledByRoot('d', length, heat);
  if (scale === 'words') return formula.scaledByRoot('n', keys, heat);
  return formula.scaledBy(rounded(scale === 'none' ? 1 : scale), heat);
}

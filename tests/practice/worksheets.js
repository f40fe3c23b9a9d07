import { worksheetPage as page } from '../../web/features/practice/worksheet/page.js';
import { makeComputation } from '../../web/session/computation.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { contextOf } from '../course/pages.js';
import { attention } from '../support/computations.js';
import { markup } from '../support/markup.js';

/** @import { State } from '../../web/state/types.js' */

/**
 * Returns the context of the worksheet page.
 * @param {Partial<State>} change
 * @param {string} [chosen]
 */
export const showWorksheet = (change, chosen = '') =>
  contextOf(page, { ...change, answers: chosen && `${page.id}_${chosen}*` });

/** @param {ReturnType<typeof showWorksheet>} context */
export function papersOf(context) {
  const all = markup(page.figure(context))
    .split('<section class="paper')
    .slice(1)
    .map((paper) => ({ isKey: paper.startsWith(' key'), paper }));
  return {
    sheets: all.filter(({ isKey }) => !isKey).map(({ paper }) => paper),
    keys: all.filter(({ isKey }) => isKey).map(({ paper }) => paper),
  };
}

/** Returns cells and their numbers. @param {string} paper */
export const cellsOf = (paper) =>
  [...paper.matchAll(/data-place=(\S+) data-value=(\S+)/g)].map(([, place, value]) => ({
    place,
    value: Number(value),
  }));

/** @param {Record<string, any>} results @param {string} place */
export function numberIn(results, place) {
  const [id, ...index] = place.split('.');
  const { shape, data } = results[id];
  return data[
    index.reduce((offset, coordinate, axis) => offset * shape[axis] + Number(coordinate), 0)
  ];
}

/** @param {Partial<State>} change */
export const resultsOf = (change) =>
  makeComputation(attention, getSettings(normaliseState(change))).results;

/** @type {[string, Partial<State>, string][]} */
export const STATES = [
  ['plain', {}, 'scores-weights-heads.row.1.same.key'],
  ['a causal mask', { mask: 'causal', query: 1 }, 'maskedScores-weights.half.1.same.key'],
  ['whole tables', { query: 2 }, 'q-k-v.all.1.same.key'],
  ['additive', { mechanism: 'additive', query: 1 }, 'features-scores-output.half.1.same.key'],
  ['two sentences', { target: 'Ils mangent' }, 'scores-weights.row.1.same.key'],
  ['another head', { head: 1, query: 3 }, 'heads-output.row.1.same.key'],
  ['an article', { source: 'article' }, 'weights.row.1.same.key'],
];

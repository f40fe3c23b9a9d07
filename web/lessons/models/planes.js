/** The describer's queries, keys and values as arrows and points. */

import { plane } from '../../figures/plane.js';
import * as words from '../../text/en/models/describer.js';
import { selectedRow, selectedWord } from '../tables.js';

/** @typedef {import('../tables.js').Context} Context */
/** @typedef {import('../../figures/plane.js').Mark} Mark */

/** Row `row` of a tensor (1, words, 2). @param {Context} context @param {string} id @param {number} row @returns {[number, number]} */
function point({ computation }, id, row) {
  const { data } = computation.results[id];
  return [data[2 * row], data[2 * row + 1]];
}

/** Each word once, those first that the selected one attends to. @param {Context} context */
function rows(context) {
  const { keyWords, results } = context.computation;
  const first = selectedRow(context) * keyWords.length;
  const weights = keyWords.map((_, key) => results.weights.data[first + key]);
  const all = keyWords.map((name, row) => ({ name, row, weight: weights[row] }));
  return all
    .filter(({ name, row }) => keyWords.indexOf(name) === row)
    .toSorted((one, other) => other.weight - one.weight);
}

/** The query of the selected word among the keys. @param {Context} context */
export function queryAndKeys(context) {
  const query = selectedWord(context);
  /** @type {Mark[]} */
  const marks = [
    { name: query, at: point(context, 'q', selectedRow(context)), role: 'q', isArrow: true },
    ...rows(context).map(({ name, row }) => ({
      ...{ name, at: point(context, 'k', row) },
      ...{ role: /** @type {const} */ ('k'), isArrow: true },
    })),
  ];
  return plane(marks, words.planeOfKeys(query));
}

/** What the selected word has found, among the values of all nouns. @param {Context} context */
export function nounsAndFound(context) {
  const { names, results } = context.computation;
  const row = selectedRow(context);
  const nouns = (names?.n ?? []).map((name, i, { length }) => ({
    ...{ name, at: point(context, 'nouns', i), role: /** @type {const} */ ('v') },
    weight: results.probabilities.data[row * length + i],
  }));
  /** @type {Mark[]} */
  const marks = [
    { name: words.foundPoint, at: point(context, 'heads', row), role: 'plain' },
    ...nouns.toSorted((one, other) => other.weight - one.weight),
  ];
  return plane(marks, words.planeOfNouns(selectedWord(context)));
}

/** What the selected word finds among the values. @param {Context} context */
export function valuesAndFound(context) {
  const query = selectedWord(context);
  /** @type {Mark[]} */
  const marks = [
    { name: words.foundPoint, at: point(context, 'heads', selectedRow(context)), role: 'plain' },
    ...rows(context).map(({ name, row, weight }) => ({
      ...{ name, at: point(context, 'v', row), weight },
      role: /** @type {const} */ ('v'),
    })),
  ];
  return plane(marks, words.planeOfValues(query));
}

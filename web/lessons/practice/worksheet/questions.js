/** Questions that fit a sheet's tables, with answers from its run. */

import * as text from '../../../text/en/practice/worksheet.js';
import { arithmetic } from '../../../views/arithmetic.js';
import { indexOf, selectedRow, table } from '../../tables.js';
import { written } from './digits.js';
import { matricesOf } from './exercises.js';

/**
 * @typedef {import('../../../views/context.js').ViewContext} ViewContext
 * @typedef {import('./exercises.js').Exercise} Exercise
 *
 * @typedef {object} Question
 * @property {unknown} asked
 * @property {unknown} answer
 */

/** With the digits of the sheet. */
const WRITTEN = { operand: written, result: written };
const MOST_QUESTIONS = 5;
/** Rounding leaves a sum of weights nearer to 1 than this. */
const ROUNDING = 2 ** -16;

/**
 * @param {ViewContext} context of a sheet
 * @param {Exercise[]} exercises
 * @returns {Question[]}
 */
export const questionsOf = (context, exercises) =>
  [
    writtenOut(context, exercises),
    mostAttended(context),
    sumOfRow(context),
    mayNot(context),
    changedValue(context),
    // The root is asked for first where it has been used.
    ...(exercises.some(({ step }) => step.id === 'scaledScores')
      ? [divisor(context), otherOrder(context)]
      : [otherOrder(context), divisor(context)]),
  ]
    .flatMap((question) => question ?? [])
    .slice(0, MOST_QUESTIONS);

/** The row of weights that is asked about. @param {ViewContext} context */
function rowOfWeights(context) {
  const { computation, overview, state } = context;
  if (!computation.nodes[overview]) return undefined;
  const { view, masked, axes } = table(context, overview);
  if (!axes.endsWith('qk')) return undefined;
  const { queryWords, keyWords } = computation;
  const selected = selectedRow(context);
  return {
    query: named(queryWords, selected),
    keys: keyWords.map((_, key) => named(keyWords, key)),
    weights: keyWords.map((_, key) => view.at(selected, key)),
    masked: keyWords.map((_, key) => masked(selected, key)),
    column: (/** @type {number} */ key) => queryWords.map((_, query) => view.at(query, key)),
    head: axes.startsWith('h') && state.heads > 1 ? state.head + 1 : undefined,
  };
}

/** A word that occurs twice is told apart by its place. @param {readonly string[]} words @param {number} index */
const named = (words, index) =>
  words.filter((word) => word === words[index]).length > 1
    ? text.placed(words[index], index + 1)
    : words[index];

/** @param {ViewContext} context @returns {Question | undefined} */
function mostAttended(context) {
  const row = rowOfWeights(context);
  if (!row) return undefined;
  const { query, keys, weights, head } = row;
  const most = Math.max(...weights);
  if (!(most > 0) || keys.length < 2) return undefined;
  const words = keys.filter((_, key) => weights[key] === most);
  return { asked: text.most.asked(query, head), answer: text.most.answer(words, written(most)) };
}

/** @param {ViewContext} context @returns {Question | undefined} */
function sumOfRow(context) {
  const row = rowOfWeights(context);
  if (!row) return undefined;
  // Added up by the core.
  const [sum] = context.attention.linear([row.weights], [row.weights.map(() => 1)]).data;
  return {
    asked: text.sum.asked(row.query, row.head),
    answer: Math.abs(sum - 1) <= ROUNDING ? text.sum.one : text.sum.other(written(sum)),
  };
}

/** @param {ViewContext} context @returns {Question | undefined} */
function mayNot(context) {
  const row = rowOfWeights(context);
  if (!row || context.state.mask === 'none') return undefined;
  const words = row.keys.filter((_, key) => row.masked[key]);
  return { asked: text.mask.asked(row.query), answer: text.mask.answer(words) };
}

/** @param {ViewContext} context @returns {Question | undefined} */
function changedValue(context) {
  const { computation } = context;
  const row = rowOfWeights(context);
  if (!row || !computation.nodes.v) return undefined;
  const key = computation.keyWords.length - 1;
  const weights = row.column(key);
  const words = computation.queryWords.flatMap((_, query) =>
    weights[query] > 0 ? [named(computation.queryWords, query)] : [],
  );
  return {
    asked: text.change.asked(row.keys[key], row.head),
    answer: text.change.answer(words, words.length === weights.length),
  };
}

/** @param {ViewContext} context @returns {Question | undefined} */
function divisor({ state, computation: { nodes, results } }) {
  if (state.scale !== 'sqrt' || state.temperature !== 1 || !nodes.scaledScores || !nodes.q)
    return undefined;
  const { shape } = results.q;
  return { asked: text.divisor.asked, answer: text.divisor.answer(shape[shape.length - 1]) };
}

/** @param {ViewContext} context @returns {Question | undefined} */
function otherOrder({ state }) {
  const { source, positions, mask, target, edits } = state;
  const isPlain = source === 'seed' && `${positions} ${mask} ${target}${edits}` === 'none none ';
  return isPlain ? { asked: text.order.asked, answer: text.order.answer } : undefined;
}

/**
 * The last table's first blank number, to be written out with its terms.
 * @param {ViewContext} context
 * @param {Exercise[]} exercises
 * @returns {Question | undefined}
 */
function writtenOut(context, exercises) {
  const exercise = exercises.at(-1);
  const matrix = exercise && matricesOf(exercise.parts).at(-1);
  if (!exercise || !matrix) return undefined;
  const { view, rowWords, columnWords, tensor, name } = matrix;
  const place = [...Array(view.rows * view.columns).keys()]
    .map((i) => ({ row: Math.floor(i / view.columns), column: i % view.columns }))
    .find(({ row, column }) => exercise.isBlank(matrix, row, column));
  if (!place) return undefined;
  const { row, column } = place;
  /** @param {string[] | undefined} words @param {number} index */
  const of = (words, index) => (words ? named(words, index) : String(index + 1));
  return {
    asked: text.terms.asked(name, of(rowWords, row), of(columnWords, column)),
    answer:
      context.computation.nodes[tensor].op.name === 'mask'
        ? text.terms.masked(written(view.at(row, column)), matrix.masked(row, column))
        : arithmetic(context, { id: tensor, index: indexOf(matrix, row, column) }, WRITTEN),
  };
}

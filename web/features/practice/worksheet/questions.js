/** Makes questions about a sheet's tables, with answers from the sheet's run. */

import { getSelectedRow, listMatrices, makeTable, makeTableCell } from '../../../figures/tables.js';
import { formatCell, listIndices } from '../../../graph/cell.js';
import { getLocalName } from '../../../graph/graph.js';
import { findOperands } from '../../../graph/trace.js';
import { getMask } from '../../../state/derived.js';
import * as text from '../text/en/worksheet.js';
import { formatDecimals, printArithmetic } from './digits.js';
import { isComputedFrom, listBlanks } from './exercises.js';

/**
 * @import { Matrix } from '../../../figures/types.js'
 * @import { Cell } from '../../../graph/types.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { Exercise } from '../types.js'
 */

/**
 * @typedef {object} Question
 * @property {unknown} question
 * @property {unknown} answer
 *
 * @typedef {ReturnType<typeof readQueryRow>} Row
 */

const MOST_QUESTIONS = 5;

/** The largest distance from 1 that rounding gives a sum of weights. */
const ROUNDING = 2 ** -16;

/**
 * @param {ViewContext} context the context of a sheet
 * @param {Exercise[]} exercises
 * @returns {Question[]}
 */
export function makeQuestions(context, exercises) {
  const tensors = exercises.flatMap(({ parts }) => listMatrices(parts).map(({ tensor }) => tensor));
  const last = (/** @type {string} */ name) => tensors.findLast((id) => getLocalName(id) === name);
  const weights = last('weights');
  const masked = weights ?? last('maskedScores');
  const row = weights === undefined ? undefined : readQueryRow(context, weights);
  return [
    askForTerms(context, exercises),
    row && askForLargestWeight(row),
    row && askForSum(context, row),
    masked && askForMaskedKeys(context, readQueryRow(context, masked)),
    row && tensors.includes('v') && askWhoReadsValue(context, row),
    // Ask for the divisor only if the sheet scales the scores.
    exercises.some(({ step }) => step.id === 'scaledScores') && askForDivisor(context),
    row && askAboutOrder(context),
    askForChangedRows(context, exercises),
  ]
    .flatMap((question) => question || [])
    .slice(0, MOST_QUESTIONS);
}

/** @param {ViewContext} context @param {string} id the id of a table of weights */
function readQueryRow(context, id) {
  const { computation, state } = context;
  const { view, masked, axes } = makeTable(context, id);
  const { queryWords, keyWords } = computation;
  const selected = getSelectedRow(context);
  return {
    query: nameWord(queryWords, selected),
    keys: keyWords.map((_, key) => nameWord(keyWords, key)),
    weights: keyWords.map((_, key) => view.at(selected, key)),
    masked: keyWords.map((_, key) => masked(selected, key)),
    column: (/** @type {number} */ key) => queryWords.map((_, query) => view.at(query, key)),
    head: axes.startsWith('h') && state.heads > 1 ? state.head + 1 : undefined,
  };
}

/**
 * Adds the position of a word that occurs twice.
 * @param {readonly string[]} words
 * @param {number} index
 */
const nameWord = (words, index) =>
  words.filter((word) => word === words[index]).length > 1
    ? text.placed(words[index], index + 1)
    : words[index];

/** @param {Row} row @returns {Question | undefined} */
function askForLargestWeight({ query, keys, weights, head }) {
  const most = Math.max(...weights);
  if (!(most > 0) || keys.length < 2) return undefined;
  const words = keys.filter((_, key) => weights[key] === most);
  return {
    question: text.most.question(query, head),
    answer: text.most.answer(words, formatDecimals(most)),
  };
}

/** @param {ViewContext} context @param {Row} row @returns {Question} */
function askForSum(context, row) {
  // The core adds the weights up.
  const [sum] = context.attention.linear([row.weights], [row.weights.map(() => 1)]).data;
  return {
    question: text.sum.question(row.query, row.head),
    answer: Math.abs(sum - 1) <= ROUNDING ? text.sum.expected : text.sum.other(formatDecimals(sum)),
  };
}

/** @param {ViewContext} context @param {Row} row @returns {Question | undefined} */
function askForMaskedKeys({ state }, row) {
  if (getMask(state) === 'none') return undefined;
  const words = row.keys.filter((_, key) => row.masked[key]);
  return { question: text.mask.question(row.query), answer: text.mask.answer(words) };
}

/** @param {ViewContext} context @param {Row} row @returns {Question} */
function askWhoReadsValue({ computation }, row) {
  const key = computation.keyWords.length - 1;
  const weights = row.column(key);
  const words = computation.queryWords.flatMap((_, query) =>
    weights[query] > 0 ? [nameWord(computation.queryWords, query)] : [],
  );
  return {
    question: text.change.question(row.keys[key], row.head),
    answer: text.change.answer(words, words.length === weights.length),
  };
}

/** @param {ViewContext} context @returns {Question | undefined} */
function askForDivisor({ state, computation: { nodes, results } }) {
  if (state.scale !== 'sqrt' || state.temperature !== 1 || !nodes.scaledScores || !nodes.q)
    return undefined;
  const { shape } = results.q;
  return { question: text.divisor.question, answer: text.divisor.answer(shape[shape.length - 1]) };
}

/** @param {ViewContext} context @returns {Question | undefined} */
function askAboutOrder({ state }) {
  const { source, positions, mask, target, edits } = state;
  const isPlain = source === 'seed' && `${positions} ${mask} ${target}${edits}` === 'none none ';
  return isPlain ? { question: text.order.question, answer: text.order.answer } : undefined;
}

/**
 * Asks for a blank of the last table to be computed term by term.
 * @param {ViewContext} context
 * @param {Exercise[]} exercises
 * @returns {Question | undefined}
 */
function askForTerms(context, exercises) {
  const exercise = exercises.at(-1);
  const matrix = exercise && listMatrices(exercise.parts).at(-1);
  if (!exercise || !matrix) return undefined;
  const { view, rowWords, columnWords, tensor, name } = matrix;
  const blanks = listBlanks(exercise, matrix);
  // Prefer the selected row: under a causal mask, the first weight is 1 for any scores.
  const place = blanks.find(({ row }) => row === getSelectedRow(context)) ?? blanks[0];
  if (!place) return undefined;
  const { row, column } = place;
  return {
    question: text.terms.question(
      name,
      nameRowOrColumn(rowWords, row),
      nameRowOrColumn(columnWords, column),
    ),
    answer:
      context.computation.nodes[tensor].op.name === 'mask'
        ? text.terms.masked(formatDecimals(view.at(row, column)), matrix.masked(row, column))
        : printArithmetic(context, makeTableCell(matrix, row, column)),
  };
}

/** @param {string[] | undefined} words @param {number} index */
const nameRowOrColumn = (words, index) => (words ? nameWord(words, index) : String(index + 1));

/**
 * Asks which rows of the last table depend on one row of the first table that it is computed from.
 * @param {ViewContext} context
 * @param {Exercise[]} exercises
 * @returns {Question | undefined}
 */
function askForChangedRows(context, exercises) {
  const matrices = listMatrices(exercises.at(-1)?.parts ?? []);
  const [from, to] = [matrices[0], matrices.at(-1)];
  if (!from || !to || from === to) return undefined;
  const { nodes, run } = context.computation;
  const changed = Math.min(getSelectedRow(context), from.view.rows - 1);
  /** Returns the cells of a row. @param {Matrix} matrix @param {number} row */
  const listRow = (matrix, row) =>
    listIndices(matrix.view.columns).map((column) => makeTableCell(matrix, row, column));
  const known = new Map(listRow(from, changed).map((cell) => [formatCell(cell), true]));
  /** @param {Cell} cell @returns {boolean} */
  const reaches = (cell) => {
    const key = formatCell(cell);
    const before = known.get(key);
    if (before !== undefined) return before;
    const isReached =
      isComputedFrom(nodes, cell.id, from.tensor) && findOperands(run, cell).flat().some(reaches);
    known.set(key, isReached);
    return isReached;
  };
  const all = listIndices(to.view.rows);
  const rows = all.filter((row) => listRow(to, row).some(reaches));
  return {
    question: text.rows.question(from.name, nameRowOrColumn(from.rowWords, changed), to.name),
    answer: text.rows.answer(
      rows.map((row) => nameRowOrColumn(to.rowWords, row)),
      rows.length === all.length,
    ),
  };
}

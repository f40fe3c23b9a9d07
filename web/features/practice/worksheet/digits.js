/** Writes the numbers of a sheet and of its key. */

import { tensor } from '../../../../src/js/index.js';
import { listMatrices, makeTableCell } from '../../../figures/tables.js';
import { computeOffset } from '../../../graph/cell.js';
import { findComputedCell, readNumber } from '../../../graph/trace.js';
import { rounded, roundedWeight } from '../../../text/number.js';
import { arithmeticView } from '../../../views/arithmetic.js';
import { listBlanks, listMatrixCells } from './exercises.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { Matrix } from '../../../figures/types.js'
 * @import { Cell } from '../../../graph/types.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { Exercise } from '../types.js'
 */

const DECIMALS = 3;

/** @param {number} value @param {number} decimals */
const roundTo = (value, decimals) =>
  Number.isFinite(value) ? Number(value.toFixed(decimals)) : value;

/**
 * Writes a number with the given decimals. Integers, such as the 0 of a masked weight, have no
 * decimals.
 * @param {number} value
 * @param {number} decimals
 */
function writeDecimals(value, decimals) {
  const size = Math.abs(value);
  if (!(size < 1e5) || Number.isInteger(value)) return rounded(value);
  return `${roundTo(value, decimals) < 0 ? '−' : ''}${size.toFixed(decimals)}`;
}

/** Rounds a number to its printed decimals. @param {number} value */
const roundPrinted = (value) => roundTo(value, DECIMALS);

/** Writes a number with three decimals and without powers of ten. @param {number} value */
export const formatDecimals = (value) => writeDecimals(value, DECIMALS);

/** Writes a weight in the same way, but none above 0 as 0.000. @param {number} value */
export const formatWeight = (value) =>
  value > 0 && value < 1 ? roundedWeight(value, DECIMALS) : formatDecimals(value);

/** Returns how the numbers of a table are printed. @param {Matrix} matrix */
export const chooseFormat = ({ colours }) =>
  colours === 'weights' ? formatWeight : formatDecimals;

// Writes the arithmetic of a number with enough decimals for the printed equation to hold.

/** The most decimals that a float32 below 1 can need. */
const MOST_DECIMALS = 9;

/** @param {ViewContext} context @param {Cell} cell */
export function printArithmetic(context, cell) {
  const decimals = findOperandDecimals(context, findComputedCell(context.computation.run, cell));
  const operand = (/** @type {number} */ value) => writeDecimals(value, decimals);
  return arithmeticView(context, cell, { operand, result: formatDecimals, about: '≈' });
}

/**
 * Finds the fewest decimals with which the printed operands give the printed result.
 * @param {ViewContext} context
 * @param {Cell} cell
 */
function findOperandDecimals({ attention, computation: { nodes, results, run } }, cell) {
  const node = nodes[cell.id];
  const value = formatDecimals(readNumber(run, cell));
  const offset = Number(computeOffset(results[cell.id].shape, cell.index));
  let decimals = DECIMALS;
  for (; decimals < MOST_DECIMALS; decimals++) {
    const inputs = node.inputs.map(({ id }) => {
      const { shape, data } = results[id];
      return tensor(
        [...shape],
        data.map((number) => roundTo(number, decimals)),
      );
    });
    if (formatDecimals(node.op.evaluate(attention, inputs, node).data[offset]) === value) break;
  }
  return decimals;
}

// Computes how far results from the digits on the sheet can differ from its numbers and from the key,
// which are computed at full precision.

/**
 * Returns the largest difference between a number of a table with blanks and its result from the
 * printed numbers, with or without rounding between the steps. A reader may try the method on a given
 * number first.
 * @param {ViewContext} context the context of a sheet
 * @param {Exercise[]} exercises
 */
export const computeLargestDeviation = (context, exercises) =>
  Math.max(
    computeDeviation(context, exercises, roundPrinted),
    computeDeviation(context, exercises, (value) => value),
  );

/**
 * @param {ViewContext} context
 * @param {Exercise[]} exercises
 * @param {(value: number) => number} kept returns the value of a result that the next steps use
 */
function computeDeviation(context, exercises, kept) {
  const { results } = context.computation;
  /** The numbers on the sheet, either printed or filled in. @type {Map<string, Tensor>} */
  const onSheet = new Map();
  let most = 0;
  for (const exercise of exercises) {
    for (const matrix of listMatrices(exercise.parts)) {
      const id = matrix.tensor;
      if (onSheet.has(id)) continue;
      const { shape, data } = results[id];
      const numbers = data.map(roundPrinted);
      /** @param {{ row: number, column: number }[]} cells */
      const findOffsets = (cells) =>
        cells.map(({ row, column }) =>
          Number(computeOffset(shape, makeTableCell(matrix, row, column).index)),
        );
      const blanks = findOffsets(listBlanks(exercise, matrix));
      if (blanks.length > 0) {
        const computed = evaluateFromSheet(context, id, onSheet).data;
        for (const offset of findOffsets(listMatrixCells(matrix))) {
          const difference = Math.abs(roundPrinted(computed[offset]) - roundPrinted(data[offset]));
          if (difference > most) most = difference;
        }
        for (const offset of blanks) numbers[offset] = kept(computed[offset]);
      }
      onSheet.set(id, tensor([...shape], numbers));
    }
  }
  return most;
}

/**
 * Computes a tensor from the tables on the sheet. Tables that are not on the sheet come from the
 * run.
 * @param {ViewContext} context
 * @param {string} id
 * @param {ReadonlyMap<string, Tensor>} onSheet
 * @returns {Tensor}
 */
function evaluateFromSheet(context, id, onSheet) {
  const { attention, computation } = context;
  const node = computation.nodes[id];
  if (node.inputs.length === 0 || node.op.name === 'fromOtherRun') return computation.results[id];
  const inputs = node.inputs.map(
    (input) => onSheet.get(input.id) ?? evaluateFromSheet(context, input.id, onSheet),
  );
  return node.op.evaluate(attention, inputs, node);
}

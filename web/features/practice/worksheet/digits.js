/** How all numbers of a sheet and its key are written. */

import { tensor } from '../../../../src/js/index.js';
import { makeCellIndex } from '../../../figures/tables.js';
import { computeOffset } from '../../../graph/cell.js';
import { findComputedCell, readNumber } from '../../../graph/trace.js';
import { rounded } from '../../../text/number.js';
import { arithmeticView } from '../../../views/arithmetic.js';
import { listMatrices } from './exercises.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { Matrix } from '../../../figures/types.js'
 * @import { Cell } from '../../../graph/types.js'
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { Exercise } from '../types.js'
 */

const DECIMALS = 3;

/** @param {number} value @param {number} decimals */
const printedTo = (value, decimals) =>
  Number.isFinite(value) ? Number(value.toFixed(decimals)) : value;

/**
 * Whole numbers, such as the 0 of what is masked, stay whole.
 * @param {number} value
 * @param {number} decimals
 */
function writtenTo(value, decimals) {
  const size = Math.abs(value);
  if (!(size < 1e5) || Number.isInteger(value)) return rounded(value);
  return `${printedTo(value, decimals) < 0 ? '−' : ''}${size.toFixed(decimals)}`;
}

/** A number as it is printed. @param {number} value */
const printed = (value) => printedTo(value, DECIMALS);

/** Three decimals, so that nobody meets powers of ten. @param {number} value */
export const formatDecimals = (value) => writtenTo(value, DECIMALS);

// The arithmetic of a number, with as many decimals as make it true as it is printed.

/** The decimals that a float32 below 1 can need. */
const MOST_DECIMALS = 9;

/** @param {ViewContext} context @param {Cell} cell */
export function printArithmetic(context, cell) {
  const decimals = decimalsOf(context, findComputedCell(context.computation.run, cell));
  const operand = (/** @type {number} */ value) => writtenTo(value, decimals);
  return arithmeticView(context, cell, { operand, result: formatDecimals, about: '≈' });
}

/**
 * The fewest with which the operands give the printed result.
 * @param {ViewContext} context
 * @param {Cell} cell
 */
function decimalsOf({ attention, computation: { nodes, results, run } }, cell) {
  const node = nodes[cell.id];
  const value = formatDecimals(readNumber(run, cell));
  const offset = Number(computeOffset(results[cell.id].shape, cell.index));
  let decimals = DECIMALS;
  for (; decimals < MOST_DECIMALS; decimals++) {
    const inputs = node.inputs.map(({ id }) => {
      const { shape, data } = results[id];
      return tensor(
        [...shape],
        data.map((number) => printedTo(number, decimals)),
      );
    });
    if (formatDecimals(node.op.evaluate(attention, inputs, node).data[offset]) === value) break;
  }
  return decimals;
}

// How far off is who computes with the digits on the sheet: the key has been computed with all of them.

/**
 * The largest difference between a printed result and that of the printed numbers, whether or not each result is
 * rounded before it is used.
 * @param {ViewContext} context of a sheet
 * @param {Exercise[]} exercises
 */
export const computeTolerance = (context, exercises) =>
  Math.max(
    off(context, exercises, printed),
    off(context, exercises, (value) => value),
  );

/**
 * @param {ViewContext} context
 * @param {Exercise[]} exercises
 * @param {(value: number) => number} kept of a result
 */
function off(context, exercises, kept) {
  const { results } = context.computation;
  /** The numbers on the sheet, printed or filled in. @type {Map<string, Tensor>} */
  const onSheet = new Map();
  let most = 0;
  for (const { parts, isBlank } of exercises) {
    for (const matrix of listMatrices(parts)) {
      const id = matrix.tensor;
      if (onSheet.has(id)) continue;
      const { shape, data } = results[id];
      const numbers = data.map(printed);
      const blanks = blanksOf(matrix, shape, isBlank);
      if (blanks.length > 0) {
        const computed = evaluated(context, id, onSheet).data;
        for (const offset of blanks) {
          const difference = Math.abs(printed(computed[offset]) - printed(data[offset]));
          if (difference > most) most = difference;
          numbers[offset] = kept(computed[offset]);
        }
      }
      onSheet.set(id, tensor([...shape], numbers));
    }
  }
  return most;
}

/**
 * The positions of a table's blanks in its tensor.
 * @param {Matrix} matrix
 * @param {readonly number[]} shape
 * @param {Exercise['isBlank']} isBlank
 */
function blanksOf(matrix, shape, isBlank) {
  const { rows, columns } = matrix.view;
  return Array.from({ length: rows * columns }, (_, i) => [Math.floor(i / columns), i % columns])
    .filter(([row, column]) => isBlank(matrix, row, column))
    .map(([row, column]) => Number(computeOffset(shape, makeCellIndex(matrix, row, column))));
}

/**
 * A tensor from what is on the sheet; what is not there is taken from the run.
 * @param {ViewContext} context
 * @param {string} id
 * @param {ReadonlyMap<string, Tensor>} onSheet
 * @returns {Tensor}
 */
function evaluated(context, id, onSheet) {
  const { attention, computation } = context;
  const node = computation.nodes[id];
  if (node.inputs.length === 0 || node.op.name === 'fromOtherRun') return computation.results[id];
  const inputs = node.inputs.map(
    (input) => onSheet.get(input.id) ?? evaluated(context, input.id, onSheet),
  );
  return node.op.evaluate(attention, inputs, node);
}

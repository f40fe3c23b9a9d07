/** The arithmetic of a number, with as many decimals as make it true as it is printed. */

import { tensor } from '../../../src/js/index.js';
import { offsetOf } from '../../graph/cell.js';
import { computedCell, numberAt } from '../../graph/trace.js';
import { arithmetic } from '../../views/arithmetic.js';
import { DECIMALS, printedTo, written, writtenTo } from './digits.js';

/**
 * @typedef {import('../../views/context.js').ViewContext} ViewContext
 * @typedef {import('../../graph/cell.js').Cell} Cell
 */

/** Those of a float32 below 1. */
const MOST_DECIMALS = 9;

/** @param {ViewContext} context @param {Cell} cell */
export function equation(context, cell) {
  const decimals = decimalsOf(context, computedCell(context.computation.run, cell));
  const operand = (/** @type {number} */ value) => writtenTo(value, decimals);
  return arithmetic(context, cell, { operand, result: written, about: '≈' });
}

/**
 * The fewest with which the operands give the printed result.
 * @param {ViewContext} context
 * @param {Cell} cell
 */
function decimalsOf({ attention, computation: { nodes, results, run } }, cell) {
  const node = nodes[cell.id];
  const value = written(numberAt(run, cell));
  const offset = Number(offsetOf(results[cell.id].shape, cell.index));
  let decimals = DECIMALS;
  for (; decimals < MOST_DECIMALS; decimals++) {
    const inputs = node.inputs.map(({ id }) => {
      const { shape, data } = results[id];
      return tensor(
        [...shape],
        data.map((one) => printedTo(one, decimals)),
      );
    });
    if (written(node.op.evaluate(attention, inputs, node).data[offset]) === value) break;
  }
  return decimals;
}

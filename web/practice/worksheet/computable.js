/** Whether a number follows from what is on a sheet. */

import { formatCell, offsetOf } from '../../graph/cell.js';
import { operandsOf } from '../../graph/trace.js';

/**
 * @typedef {import('../../graph/cell.js').Cell} Cell
 * @typedef {import('../../graph/run.js').Run} Run
 */

/**
 * The cell whose number it has, where nothing is computed between them.
 * @param {Run} run
 * @param {Cell} cell
 * @param {readonly string[]} tables that are asked for themselves
 * @returns {Cell}
 */
export function sourceOf(run, cell, tables) {
  const node = run.graph.get(cell.id);
  if (!node || tables.includes(cell.id) || !isCopy(run, cell, node)) return cell;
  const [from] = operandsOf(run, cell).flat();
  return from ? sourceOf(run, from, tables) : cell;
}

/** @param {Run} run @param {Cell} cell @param {import('../../graph/graph.js').Node} node */
function isCopy(run, { index }, { id, op, options }) {
  if (op.name === 'scale') return options.factor === 1;
  if (op.name !== 'mask') return ['concatenate', 'regroup'].includes(op.name);
  const { allowed } = options;
  const offset = Number(offsetOf(run.tensor(id).shape, index));
  return allowed[offset % allowed.length] !== 0;
}

/**
 * Is all that a number is computed from on the sheet? What has no step of its own, as the largest score of a row, is
 * computed on the way.
 * @param {import('../../views/context.js').ViewContext} context
 * @param {Cell} cell
 * @param {{ onSheet: ReadonlyMap<string, unknown>, isStep: (id: string) => boolean, tables: readonly string[] }} sheet
 * @returns {boolean}
 */
export function computable({ computation }, cell, { onSheet, isStep, tables }) {
  const { run, originals } = computation;
  const key = (/** @type {Cell} */ one) => formatCell(sourceOf(run, one, tables));
  /** @param {Cell} one @returns {boolean} */
  const follows = (one) => {
    const operands = operandsOf(run, one).flat();
    // What somebody has set follows from nothing.
    return (
      operands.length > 0 &&
      !originals.has(formatCell(one)) &&
      operands.every(
        (operand) => onSheet.has(key(operand)) || (!isStep(operand.id) && follows(operand)),
      )
    );
  };
  return follows(cell);
}

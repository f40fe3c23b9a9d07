/** How far off is who computes with the digits on the sheet: the key has been computed with all of them. */

import { tensor } from '../../../src/js/index.js';
import { offsetOf } from '../../graph/cell.js';
import { indexOf } from '../../lessons/tables.js';
import { printed } from './digits.js';
import { matricesOf } from './exercises.js';

/**
 * @typedef {import('../../views/context.js').ViewContext} ViewContext
 * @typedef {import('../../../src/js/index.js').Tensor} Tensor
 * @typedef {import('../../lessons/tables.js').Matrix} Matrix
 */

/**
 * The largest difference between a printed result and that of the printed numbers, whether or not each result is
 * rounded before it is used.
 * @param {ViewContext} context of a sheet
 * @param {import('./exercises.js').Exercise[]} exercises
 */
export const tolerance = (context, exercises) =>
  Math.max(
    off(context, exercises, printed),
    off(context, exercises, (value) => value),
  );

/**
 * @param {ViewContext} context
 * @param {import('./exercises.js').Exercise[]} exercises
 * @param {(value: number) => number} kept of a result
 */
function off(context, exercises, kept) {
  const { results } = context.computation;
  /** What stands on the sheet, or is written there. @type {Map<string, Tensor>} */
  const onSheet = new Map();
  let most = 0;
  for (const { parts, isBlank } of exercises) {
    for (const matrix of matricesOf(parts)) {
      const id = matrix.tensor;
      if (onSheet.has(id)) continue;
      const { shape, data } = results[id];
      const written = data.map(printed);
      const blanks = blanksOf(matrix, shape, isBlank);
      if (blanks.length > 0) {
        const computed = evaluated(context, id, onSheet).data;
        for (const offset of blanks) {
          const difference = Math.abs(printed(computed[offset]) - printed(data[offset]));
          if (difference > most) most = difference;
          written[offset] = kept(computed[offset]);
        }
      }
      onSheet.set(id, tensor([...shape], written));
    }
  }
  return most;
}

/**
 * Where the blanks of a table are in its tensor.
 * @param {Matrix} matrix
 * @param {readonly number[]} shape
 * @param {import('./exercises.js').Exercise['isBlank']} isBlank
 */
function blanksOf(matrix, shape, isBlank) {
  const { rows, columns } = matrix.view;
  return Array.from({ length: rows * columns }, (_, i) => [Math.floor(i / columns), i % columns])
    .filter(([row, column]) => isBlank(matrix, row, column))
    .map(([row, column]) => Number(offsetOf(shape, indexOf(matrix, row, column))));
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
  if (node.inputs.length === 0 || node.op.name === 'elsewhere') return computation.results[id];
  const inputs = node.inputs.map(
    (input) => onSheet.get(input.id) ?? evaluated(context, input.id, onSheet),
  );
  return node.op.evaluate(attention, inputs, node);
}

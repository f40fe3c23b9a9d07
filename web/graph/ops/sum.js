/**
 * A sum along the axes that the result lacks. Options: `sequential`: one term after the other; without it
 * in the order of softmax, which adds eight partial sums.
 */

import { tensor } from '../../../src/js/index.js';
import { byRows } from '../op.js';

/** Number i of a row belongs to partial sum i % 8. */
const PARTS = 8;

/** @type {import('../op.js').Op} */
export const sum = {
  name: 'sum',
  evaluate(core, tensors, node) {
    const { numbers, count, width, finish } = byRows(node, tensors, node.axes);
    if (node.options.sequential) return finish(added(core, numbers, count, width));
    const terms = Math.ceil(width / PARTS);
    const parts = picked(count, PARTS, terms, (row, part, term) =>
      term * PARTS + part < width ? numbers[row * width + term * PARTS + part] : 0,
    );
    // Sum p and sum p + 4, then the neighbours of these four, then the last two.
    const eight = added(core, parts, count * PARTS, terms);
    const four = picked(count, 4, 2, (row, part, term) => eight[row * PARTS + part + 4 * term]);
    const two = added(core, four, count * 4, 2);
    return finish(added(core, added(core, two, count * 2, 2), count, 2));
  },

  terms: ([numbers]) => numbers.map((one) => [one]),

  python: ({ axes, inputs: [input] }, { name, axis, axisOf }) => ({
    value: `${name(input.id)}.sum(${axis}=${axisOf(input.axes, axes)})`,
  }),

  javascript({ inputs: [input], options }, { name, use }) {
    if (!options.sequential) return undefined;
    return { value: `${use('total')}(${name(input.id)})` };
  },
};

/**
 * The sums of rows, each number added in turn.
 * @param {import('../op.js').Evaluator} core
 * @param {Float32Array} numbers
 * @param {number} rows
 * @param {number} columns
 */
const added = (core, numbers, rows, columns) =>
  core.linear(
    tensor([rows, columns], numbers),
    tensor([1, columns], new Float32Array(columns).fill(1)),
  ).data;

/**
 * @param {number} rows
 * @param {number} parts
 * @param {number} terms
 * @param {(row: number, part: number, term: number) => number} at
 */
function picked(rows, parts, terms, at) {
  const numbers = new Float32Array(rows * parts * terms);
  let i = 0;
  for (let row = 0; row < rows; row++) {
    for (let part = 0; part < parts; part++) {
      for (let term = 0; term < terms; term++) numbers[i++] = at(row, part, term);
    }
  }
  return numbers;
}

/**
 * A quotient: exponential / row sum.
 * Options: `emptyRows`, the queries that see no key and get weights of 0. There 0 / 0 would be NaN; it
 * is divided by 1 instead.
 */

import { byRows, replaced } from '../op.js';

/**
 * The quotient of two float32, rounded to float32: the bits of the core's own division, which it
 * offers only within softmax.
 * @param {number} left
 * @param {number} right
 */
export const quotient = (left, right) => Math.fround(left / right);

/** @type {import('../op.js').Op} */
export const divide = {
  name: 'divide',
  evaluate(_, tensors, node) {
    const { numbers, width, finish } = byRows(node, tensors, node.inputs[1].axes);
    const sums = replaced(tensors[1].data, node.options.emptyRows, 0, 1);
    return finish(numbers.map((number, i) => quotient(number, sums[Math.floor(i / width)])));
  },
};

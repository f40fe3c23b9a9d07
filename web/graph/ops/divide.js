/**
 * A quotient: exponential / row sum.
 * Options: `emptyRows`, the queries that may attend to no key and have weights of 0. Their quotient
 * 0 / 0 would be NaN, so they are divided by 1 instead. `makesNan`, whether some row may attend to
 * no key and is NaN.
 */

import { emptyRow, softmaxStep } from '../../text/en/operations.js';
import { emptyNan, emptyZeros, softmaxByCore, sumsToOne } from '../../text/en/tensors.js';
import { readRows, replaceInEmptyRows } from '../op.js';

/** @import { Op, SoftmaxOptions } from '../types.js' */

/** Rounds to float32, like the softmax of the core. @param {number} left @param {number} right */
export const divideFloats = (left, right) => Math.fround(left / right);

/** @type {Op<SoftmaxOptions>} */
export const divide = {
  name: 'divide',
  evaluate(_, tensors, node) {
    const { numbers, width, finish } = readRows(node, tensors, node.inputs[1].axes);
    const sums = replaceInEmptyRows(tensors[1].data, node.options.emptyRows, 0, 1);
    const quotients = new Float32Array(numbers.length);
    for (let i = 0, row = 0; i < numbers.length; row++) {
      // A float32 array rounds like `divideFloats`.
      for (const end = i + width; i < end; i++) quotients[i] = numbers[i] / sums[row];
    }
    return finish(quotients);
  },

  unfolds: true,

  // 0 ÷ 0 is 0 only in an empty row. Not only an empty row has a sum of NaN, but also a score of ∞.
  remark: ([, [sum]], value, { inner }) =>
    sum === 0 && value === 0 ? emptyRow(value) : Number.isNaN(sum) && inner,

  terms: ([[dividend], [divisor]]) => [[dividend, ' ÷ ', divisor]],

  step: (_, language) => (language === 'javascript' ? softmaxStep : undefined),

  python({ inputs: [left, right], options }, { name, fill, alongAxes, inputsOf, isSet }) {
    const hasZeros = options.emptyRows?.includes(true);
    const isFilled = [left, right, ...inputsOf(left.id)].some(({ id }) => isSet(id));
    const empty = isFilled ? `empty & (${name(right.id)} == 0)` : 'empty';
    return {
      before: hasZeros ? [`divisor = ${fill(name(right.id), empty, 1)}`] : [],
      value: `${name(left.id)} / ${alongAxes(hasZeros ? 'divisor' : name(right.id), right.axes, left.axes)}`,
      note: hasZeros ? emptyZeros : options.makesNan ? emptyNan : sumsToOne,
    };
  },

  // The line reads the input of the exponentials, because softmax is one call of the core.
  javascript({ axes, inputs: [exponentials], options }, { name, inputsOf, isSet, use }) {
    const [scores] = inputsOf(exponentials.id);
    const hasZeros = options.emptyRows?.includes(true);
    // A set score fills a row that may attend to no key.
    const isFilled = hasZeros && isSet(scores.id);
    const mask = hasZeros ? `, { attnMask: ${isFilled ? 'filled' : 'allowed'} }` : '';
    return {
      before: isFilled
        ? [
            `const filled = ${use('each')}(${name(scores.id)}, (score, ${[...axes].join(', ')}) => score > -Infinity || allowed${options.isPerHead ? '[h]' : ''}[q].includes(true));`,
          ]
        : [],
      value: `${use('toNested')}(attention.softmax(${name(scores.id)}${mask}))`,
      note: softmaxByCore,
    };
  },
};

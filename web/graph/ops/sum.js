/**
 * A sum along the axes that the result lacks. Options: `sequential`: one term after the other; without it
 * in the order of softmax, which adds eight partial sums.
 */

import { byRows } from '../op.js';

/** Number i of a row belongs to partial sum i % 8, which is i & 7. */
const PARTS = 8;

/** @type {import('../op.js').Op} */
export const sum = {
  name: 'sum',
  evaluate(_, tensors, node) {
    const rows = byRows(node, tensors, node.axes);
    const { count, width } = rows;
    // Where the summed axes come first, nothing has to be put in another order.
    const isFirst = node.inputs[0].axes.endsWith(node.axes);
    const numbers = isFirst ? tensors[0].data : rows.numbers;
    const [down, right] = isFirst ? [1, count] : [width, 1];
    const last = node.options.sequential ? 0 : PARTS - 1;
    const sums = new Float32Array(count);
    // A float32 array rounds each sum once, as the core does.
    const some = new Float32Array(PARTS);
    for (let row = 0; row < count; row++) {
      for (let i = 0; i < PARTS; i++) some[i] = 0;
      for (let i = 0; i < width; i++) some[i & last] += numbers[row * down + i * right];
      // Sum p and sum p + 4, then the neighbours of these four, then the last two.
      for (let i = 0; i < 4; i++) some[i] += some[i + 4];
      sums[row] = Math.fround(some[0] + some[1]) + Math.fround(some[2] + some[3]);
    }
    return rows.finish(sums);
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

/** The largest number along the axes that the result lacks. A NaN is passed over, as in the core. */

import { byRows } from '../op.js';

/** @type {import('../op.js').Op} */
export const max = {
  name: 'max',
  evaluate(_, tensors, node) {
    const { numbers, count, width, finish } = byRows(node, tensors, node.axes);
    return finish(
      Float32Array.from({ length: count }, (_row, row) =>
        numbers
          .subarray(row * width, (row + 1) * width)
          .reduce((most, number) => (most < number ? number : most), -Infinity),
      ),
    );
  },

  terms: ([numbers]) => [['max(', ...numbers.flatMap((one, i) => (i ? [', ', one] : [one])), ')']],

  python: ({ axes, inputs: [input] }, { name, largest, axisOf }) => ({
    value: largest(name(input.id), axisOf(input.axes, axes)),
  }),

  javascript: () => undefined,
};

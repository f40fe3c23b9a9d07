/** The maximum along the axes that the result lacks. NaN is skipped, as in the core. */

import { readRows } from '../op.js';

/** @import { Op } from '../types.js' */

/** @type {Op} */
export const max = {
  name: 'max',
  isMeasuredByInput: true,
  evaluate(_, tensors, node) {
    const { numbers, count, width, finish } = readRows(node, tensors, node.axes);
    const largest = new Float32Array(count).fill(-Infinity);
    for (let i = 0, row = 0; row < count; row++) {
      for (const end = i + width; i < end; i++) {
        if (largest[row] < numbers[i]) largest[row] = numbers[i];
      }
    }
    return finish(largest);
  },

  terms: ([numbers]) => [
    ['max(', ...numbers.flatMap((number, i) => (i ? [', ', number] : [number])), ')'],
  ],

  python: ({ axes, inputs: [input] }, { name, largest, axisOf }) => ({
    value: largest(name(input.id), axisOf(input.axes, axes)),
  }),

  javascript: () => undefined,
};

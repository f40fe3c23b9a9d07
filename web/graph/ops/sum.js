/**
 * A sum along the axes that the result lacks. Option: `sequential`, whether to add one term after
 * the other. Otherwise terms are added in the order of the softmax of the core, with eight partial
 * sums.
 */

import { readRows } from '../op.js';

/** @import { Op } from '../types.js' */

/** Number i of a row belongs to partial sum i % 8. */
const PARTIAL_SUMS = 8;

/** Adds two float32 numbers with one rounding, as the core does. @param {number} x @param {number} y */
const addFloats = (x, y) => Math.fround(x + y);

/** Adds sums p and p + 4, then pairs of neighbours, then the last two. @param {Float32Array} parts */
const addPartialSums = ([a, b, c, d, e, f, g, h]) =>
  addFloats(
    addFloats(addFloats(a, e), addFloats(b, f)),
    addFloats(addFloats(c, g), addFloats(d, h)),
  );

/** @type {Op<{ sequential?: boolean }>} */
export const sum = {
  name: 'sum',
  evaluate(_, tensors, node) {
    const { numbers, count, width, finish } = readRows(node, tensors, node.axes);
    const sums = new Float32Array(count);
    const parts = new Float32Array(node.options.sequential ? 1 : PARTIAL_SUMS);
    for (let row = 0; row < count; row++) {
      parts.fill(0);
      // A float32 array also rounds each sum once.
      for (let i = 0; i < width; i++) parts[i % parts.length] += numbers[row * width + i];
      sums[row] = node.options.sequential ? parts[0] : addPartialSums(parts);
    }
    return finish(sums);
  },

  terms: ([numbers]) => numbers.map((number) => [number]),

  python: ({ axes, inputs: [input] }, { name, axis, axisOf }) => ({
    value: `${name(input.id)}.sum(${axis}=${axisOf(input.axes, axes)})`,
  }),

  javascript({ inputs: [input], options }, { name, use }) {
    if (!options.sequential) return undefined;
    return { value: `${use('total')}(${name(input.id)})` };
  },
};

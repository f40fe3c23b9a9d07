/** The mean of each row: a sum by the core, divided. */

import { tensor } from '../../../src/js/index.js';
import { FROUND, readRows } from '../op.js';
import { divideFloats } from './divide.js';

/** @import { Op } from '../types.js' */

/** @type {Op} */
export const mean = {
  name: 'mean',

  evaluate(attention, tensors, node) {
    const { numbers, count, width, finish } = readRows(node, tensors, node.axes);
    const ones = tensor([1, width], new Float32Array(width).fill(1));
    const sums = attention.linear(tensor([count, width], numbers), ones).data;
    return finish(sums.map((sum) => divideFloats(sum, width)));
  },

  terms: ([numbers]) => numbers.map((number) => [number, ` ÷ ${numbers.length}`]),

  python: ({ inputs: [{ id, axes }] }, { name, size, axis }) => ({
    value: `${name(id)}.sum(${axis}=-1) / ${size(axes.slice(-1))}`,
  }),

  javascript: ({ inputs: [{ id }] }, { name, use }) => ({
    before: [
      FROUND,
      `const meanOf = (row) => fround(${use('multiply')}([row], row.map(() => [1]))[0][0] / row.length);`,
    ],
    value: `${name(id)}.map((row) => meanOf(row))`,
  }),
};

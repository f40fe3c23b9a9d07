/** The mean square of each row. */

import { FROUND, readRows, sumSquares } from '../op.js';
import { divideFloats } from './divide.js';

/** @import { Op } from '../types.js' */

/** @type {Op} */
export const meanSquare = {
  name: 'meanSquare',

  evaluate(attention, tensors, node) {
    const { numbers, count, width, finish } = readRows(node, tensors, node.axes);
    const sums = sumSquares(attention, numbers, count);
    return finish(sums.map((sum) => divideFloats(sum, width)));
  },

  terms: ([numbers]) => numbers.map((number) => [number, `² ÷ ${numbers.length}`]),

  python: ({ inputs: [{ id, axes }] }, { name, size, axis }) => ({
    value: `(${name(id)} ** 2).sum(${axis}=-1) / ${size(axes.slice(-1))}`,
  }),

  javascript: ({ axes, inputs: [{ id }] }, { name, use }) => ({
    before: [
      FROUND,
      `const meanSquareOf = (row) => fround(${use('multiply')}([row], ${use('transpose')}([row]))[0][0] / row.length);`,
    ],
    value:
      axes.length === 1
        ? `${name(id)}.map((row) => meanSquareOf(row))`
        : `${name(id)}.map((rows) => rows.map((row) => meanSquareOf(row)))`,
  }),
};

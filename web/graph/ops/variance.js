/** The variance of each row: the mean square of the differences from the mean. */

import { FROUND, readRows, sumSquares } from '../op.js';
import { divideFloats } from './divide.js';

/** @import { Op } from '../types.js' */

/** @type {Op} */
export const variance = {
  name: 'variance',

  evaluate(attention, tensors, node) {
    const { numbers, count, width, finish } = readRows(node, tensors, node.axes);
    const differences = numbers.map((value, i) => value - tensors[1].data[Math.floor(i / width)]);
    const sums = sumSquares(attention, differences, count);
    return finish(sums.map((sum) => divideFloats(sum, width)));
  },

  terms: ([numbers, [mean]]) =>
    numbers.map((number) => ['(', number, ' − ', mean, `)² ÷ ${numbers.length}`]),

  python: ({ inputs: [rows, mean] }, { name, size, axis, alongAxes }) => ({
    value: `((${name(rows.id)} - ${alongAxes(name(mean.id), mean.axes, rows.axes)}) ** 2).sum(${axis}=-1) / ${size(rows.axes.slice(-1))}`,
  }),

  javascript: ({ inputs: [rows, mean] }, { name, use }) => ({
    before: [
      FROUND,
      `const varianceOf = (row, mean) => {
  const differences = row.map((x) => fround(fround(x) - mean));
  return fround(${use('multiply')}([differences], ${use('transpose')}([differences]))[0][0] / row.length);
};`,
    ],
    value: `${name(rows.id)}.map((row, q) => varianceOf(row, ${name(mean.id)}[q]))`,
  }),
};

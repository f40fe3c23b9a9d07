/** Means over each row: of its numbers, of their squares, of their squared differences from a mean. */

import { tensor } from '../../../src/js/index.js';
import { FROUND, readRows, sumSquares } from '../op.js';
import { divideFloats } from './divide.js';

/** @import { Operations } from '../../../src/js/attention.js' */
/** @import { Code, Op } from '../types.js' */

/**
 * Makes an operation that divides a sum by the core by the length of the row.
 * @param {Pick<Op, 'name' | 'terms'> & {
 *   addUp(attention: Operations, rows: ReturnType<typeof readRows>, means: Float32Array): Float32Array,
 *   summand(row: string, mean: string): string,
 *   define(use: Code['use']): string,
 *   call(mean: string): string,
 * }} operation `summand` in Python; `define` writes a function of a row in JavaScript, and `call`,
 *   how it is called for each row
 * @returns {Op}
 */
const makeRowMean = ({ name, terms, addUp, summand, define, call }) => ({
  name,
  terms,

  evaluate(attention, tensors, node) {
    const rows = readRows(node, tensors, node.axes);
    const sums = addUp(attention, rows, tensors[1]?.data);
    return rows.finish(sums.map((sum) => divideFloats(sum, rows.width)));
  },

  python: ({ inputs: [rows, mean] }, { name, size, axis, alongAxes }) => ({
    value: `${summand(name(rows.id), mean && alongAxes(name(mean.id), mean.axes, rows.axes))}.sum(${axis}=-1) / ${size(rows.axes.slice(-1))}`,
  }),

  javascript: ({ axes, inputs: [rows, mean] }, { name, use }) => {
    const each = call(mean && name(mean.id));
    return {
      before: [FROUND, define(use)],
      value: `${name(rows.id)}.map(${axes.length === 1 ? each : `(rows) => rows.map(${each})`})`,
    };
  },
});

export const mean = makeRowMean({
  name: 'mean',
  terms: ([numbers]) => numbers.map((number) => [number, ` ÷ ${numbers.length}`]),
  addUp(attention, { numbers, count, width }) {
    const ones = tensor([1, width], new Float32Array(width).fill(1));
    return attention.linear(tensor([count, width], numbers), ones).data;
  },
  summand: (row) => row,
  define: (use) =>
    `const meanOf = (row) => fround(${use('multiply')}([row], row.map(() => [1]))[0][0] / row.length);`,
  call: () => '(row) => meanOf(row)',
});

export const meanSquare = makeRowMean({
  name: 'meanSquare',
  terms: ([numbers]) => numbers.map((number) => [number, `² ÷ ${numbers.length}`]),
  addUp: (attention, { numbers, count }) => sumSquares(attention, numbers, count),
  summand: (row) => `(${row} ** 2)`,
  define: (use) =>
    `const meanSquareOf = (row) => fround(${use('multiply')}([row], ${use('transpose')}([row]))[0][0] / row.length);`,
  call: () => '(row) => meanSquareOf(row)',
});

export const variance = makeRowMean({
  name: 'variance',
  terms: ([numbers, [mean]]) =>
    numbers.map((number) => ['(', number, ' − ', mean, `)² ÷ ${numbers.length}`]),
  addUp(attention, { numbers, count, width }, means) {
    const differences = numbers.map((value, i) => value - means[Math.floor(i / width)]);
    return sumSquares(attention, differences, count);
  },
  summand: (row, mean) => `((${row} - ${mean}) ** 2)`,
  define: (use) => `const varianceOf = (row, mean) => {
  const differences = row.map((x) => fround(fround(x) - mean));
  return fround(${use('multiply')}([differences], ${use('transpose')}([differences]))[0][0] / row.length);
};`,
  call: (mean) => `(row, q) => varianceOf(row, ${mean}[q])`,
});

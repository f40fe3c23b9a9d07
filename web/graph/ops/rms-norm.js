/** RMS norm by the core: number / √(mean square + ε) · gain. Inputs: rows, mean squares, gain. */

import { evaluateByNumber, readRows } from '../op.js';
import { hasOtherBits } from './layer-norm.js';
import { meanSquare as meanSquareOp } from './mean-square.js';

/** @import { NormOptions, Op } from '../types.js' */

const { fround, sqrt } = Math;

/** @type {Op<NormOptions>} */
export const rmsNorm = {
  name: 'rmsNorm',

  evaluate(attention, tensors, node) {
    const { epsilon } = node.options;
    const [rows, squares, gain] = tensors;
    const [read, square] = node.inputs;
    const computed = meanSquareOp.evaluate(attention, [rows], {
      ...node,
      axes: square.axes,
      inputs: [read],
    });
    // The core computes mean squares itself, so edited ones are applied number by number.
    if (hasOtherBits(computed, squares))
      return normalizeByNumber(epsilon)(attention, tensors, node);
    const { numbers, count, width, finish } = readRows(node, tensors, node.axes.slice(0, 1));
    return finish(
      attention.rmsNorm({ shape: [count, width], data: numbers }, gain, { eps: epsilon }).data,
    );
  },

  terms: ([[x], [square], [gain]], { epsilon }) => [
    [x, ' ÷ √(', square, ` + ${epsilon}) × `, gain],
  ],

  python({ axes, inputs: [rows, square, gain], options: { epsilon } }, { name, alongAxes }) {
    const mean = alongAxes(name(square.id), square.axes, axes);
    return { value: `${name(rows.id)} / (${mean} + ${epsilon}) ** 0.5 * ${name(gain.id)}` };
  },

  javascript: ({ inputs: [rows, , gain], options: { epsilon } }, { name, use }) => ({
    value: `${use('toNested')}(attention.rmsNorm(${name(rows.id)}, ${name(gain.id)}, { eps: ${epsilon} }))`,
  }),
};

/** @param {number} epsilon */
const normalizeByNumber = (epsilon) =>
  evaluateByNumber((x, i, [square, gain]) => {
    const inverse = fround(1 / fround(sqrt(fround(square[i] + fround(epsilon)))));
    return fround(x * inverse) * gain[i];
  });

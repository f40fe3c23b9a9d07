/** RMS norm by the core: number / √(mean square + ε) · gain. Inputs: rows, mean squares, gain. */

import { math } from '../../text/math.js';
import { readRows } from '../op.js';
import { hasOtherBits, normalizeByNumber, writeEpsilon, writeNormByNumber } from './layer-norm.js';
import { meanSquare as meanSquareOp } from './row-means.js';

/** @import { NormOptions, Op } from '../types.js' */

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
      return normalizeByNumber([epsilon, 0])(attention, tensors, node);
    const { numbers, count, width, finish } = readRows(node, tensors, node.axes.slice(0, -1));
    return finish(
      attention.rmsNorm({ shape: [count, width], data: numbers }, gain, { eps: epsilon }).data,
    );
  },

  formula: ([rows, square, gain], { options: { epsilon } }) =>
    math`${rows}/√{${square} + ${writeEpsilon(epsilon)}} · ${gain}`,

  terms: ([[x], [square], [gain]], { epsilon }) => [
    [x, ' ÷ √(', square, ` + ${epsilon}) × `, gain],
  ],

  python({ axes, inputs: [rows, square, gain], options: { epsilon } }, { name, alongAxes }) {
    const mean = alongAxes(name(square.id), square.axes, axes);
    return { value: `${name(rows.id)} / (${mean} + ${epsilon}) ** 0.5 * ${name(gain.id)}` };
  },

  javascript(node, code) {
    const [rows, square, gain] = node.inputs;
    const { epsilon } = node.options;
    const { name, use, isSet } = code;
    if (isSet(square.id)) return writeNormByNumber([epsilon, 0])(node, code);
    return {
      value: `${use('toNested')}(attention.rmsNorm(${name(rows.id)}, ${name(gain.id)}, { eps: ${epsilon} }))`,
    };
  },
};

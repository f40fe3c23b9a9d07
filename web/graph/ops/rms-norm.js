/** RMS norm by the core: number / √(mean square + ε) · gain. Inputs: rows, mean squares, gain. */

import { evaluateByNumber, readRows, writeEachNumber } from '../op.js';
import { hasOtherBits, NORMALIZE, normalizeNumber } from './layer-norm.js';
import { meanSquare as meanSquareOp } from './mean-square.js';

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
      return evaluateByNumber(
        (x, i, [square, gain]) => normalizeNumber(x, 0, square[i], epsilon) * gain[i],
      )(attention, tensors, node);
    const { numbers, count, width, finish } = readRows(node, tensors, node.axes.slice(0, -1));
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

  javascript(node, code) {
    const { inputs, options } = node;
    const { name, use, isSet } = code;
    const [rows, square, gain] = inputs;
    const { epsilon } = options;
    if (isSet(square.id))
      return writeEachNumber(
        'x',
        (x, ...places) =>
          `fround(normalize(${x}, 0, ${places[0]}, ${epsilon}) * fround(${places[1]}))`,
        NORMALIZE,
      )(node, code);
    return {
      value: `${use('toNested')}(attention.rmsNorm(${name(rows.id)}, ${name(gain.id)}, { eps: ${epsilon} }))`,
    };
  },
};

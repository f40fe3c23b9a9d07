// Exports of the core that have one output, with the order of their arguments. In small calls, naming each size is faster
// than spread syntax.

import { ACTIVATIONS } from './abi.js';

/**
 * @import { Rotary } from './abi.js'
 * @import { Arena } from './arena.js'
 * @import { Argument } from './types.js'
 */

/**
 * An argument before the output: a tensor to put into memory, a number, undefined for 0, or a function that puts
 * something into memory and returns its address.
 * @typedef {Argument<any> | number | undefined | ((arena: Arena) => number)} Input
 *
 * @typedef {object} Others
 * @property {readonly number[]} [trailing] the arguments after the output
 * @property {[name: string, sizes: number[]]} [space] the export that returns the size of the workspace
 * @property {number} [rowsAt] the index of the number of rows in `inputs`, if the rows of the first input are independent
 * @property {number} [shares] the largest number of shares for threads
 * @property {number} [work] multiplications of all shares
 *
 * @typedef {ReturnType<typeof makeKernel>} Kernel
 */

/** @param {string} name @param {Input[]} inputs @param {Others} [others] */
const makeKernel = (name, inputs, { trailing, space, rowsAt, shares, work } = {}) =>
  // Engines read objects with the same members faster.
  ({ name, inputs, trailing, space, rowsAt, shares, work });

/** The number of rows of a share. Fewer rows would take longer to start than to compute. */
const ROWS_OF_SHARE = 32;

export const kernels = {
  /** @param {Input} table @param {Input} ids @param {number[]} sizes count, V, D */
  embed: (table, ids, sizes) =>
    makeKernel('attn_embedding', [table, ids, sizes[0], sizes[1], sizes[2]]),

  /** @param {Input} weight @param {number[]} sizes out, width @param {number} dtype @param {boolean} [isTransposed] */
  pack: (weight, sizes, dtype, isTransposed = false) => {
    const name = isTransposed ? 'attn_pack_transposed_weight' : 'attn_pack_weight';
    return makeKernel(name, [weight, sizes[0], sizes[1]], { trailing: [dtype] });
  },

  /** @param {Input} x @param {Input} packed @param {Input} bias @param {number[]} sizes rows, out, width @param {number} dtype */
  linear: (x, packed, bias, sizes, dtype) =>
    makeKernel('attn_linear', [x, packed, bias, sizes[0], sizes[1], sizes[2]], {
      trailing: [dtype],
      shares: Math.ceil(sizes[0] / ROWS_OF_SHARE),
      work: sizes[0] * sizes[1] * sizes[2],
    }),

  /** @param {Input} x @param {Input} weight @param {Input} bias @param {number[]} sizes rows, out, width */
  linearUnpacked: (x, weight, bias, sizes) =>
    makeKernel('attn_linear_unpacked', [x, weight, bias, sizes[0], sizes[1], sizes[2]], {
      space: ['attn_linear_unpacked_workspace', sizes],
    }),

  /**
   * @param {Input} x @param {Input} weight @param {Input} bias @param {number[]} sizes rows, D
   * @param {number} eps @param {number[]} [trailing] the addresses of the means and inverse deviations of the rows
   */
  layerNorm: (x, weight, bias, sizes, eps, trailing = [0, 0]) =>
    makeKernel('attn_layer_norm', [x, weight, bias, sizes[0], sizes[1], eps], {
      trailing,
      rowsAt: 3,
    }),

  /** @param {Input} x @param {Input} weight @param {number[]} sizes rows, D @param {number} eps */
  rmsNorm: (x, weight, sizes, eps) =>
    makeKernel('attn_rms_norm', [x, weight, sizes[0], sizes[1], eps], { rowsAt: 2 }),

  /** @param {Input} x @param {number} count @param {(typeof ACTIVATIONS)[number]} kind */
  activate: (x, count, kind) =>
    makeKernel('attn_activation', [x, count, ACTIVATIONS.indexOf(kind)], { rowsAt: 1 }),

  /** @param {Input} x @param {Input} positions @param {number[]} sizes rows, L, E @param {Rotary} rotary */
  rotate(x, positions, sizes, { theta, width, pairs, scaling: { factor, low, high } }) {
    const inputs = [x, positions, ...sizes, width, theta, pairs, factor, low, high];
    return makeKernel('attn_rotary', inputs, {
      space: ['attn_rotary_workspace', [sizes[1], width]],
    });
  },

  /**
   * @param {Input} x @param {number[]} sizes N, H, L, S, inner
   * @param {Input} options @param {number} [rowsAt] absent if masks differ between rows
   */
  softmax: (x, sizes, options, rowsAt) =>
    makeKernel('attn_softmax', [x, sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], options], {
      space: ['attn_softmax_workspace', [sizes[3], sizes[4]]],
      rowsAt,
    }),

  /** @param {Input} x @param {number[]} sizes N, L, parts, H, d */
  splitHeads: (x, sizes) =>
    makeKernel('attn_split_heads', [x, sizes[0], sizes[1], sizes[2], sizes[3], sizes[4]]),

  /** @param {Input} x @param {number[]} sizes N, L, H, d */
  mergeHeads: (x, sizes) =>
    makeKernel('attn_merge_heads', [x, sizes[0], sizes[1], sizes[2], sizes[3]]),

  /** @param {'attn_add' | 'attn_multiply'} name @param {Input} first @param {Input} second @param {number} count */
  combine: (name, first, second, count) => makeKernel(name, [first, second, count]),
};

/**
 * Puts an argument into memory if necessary, and returns its address or number.
 * @param {Arena} arena
 * @param {Input} input
 */
export function putInput(arena, input) {
  if (typeof input === 'object') return arena.put(input);
  return typeof input === 'function' ? input(arena) : (input ?? 0);
}

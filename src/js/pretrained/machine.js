// The operations of the core on addresses. Their results are on the arena's stack until the call ends.

import { CAUSAL, FLOAT32, PAIRS, SCALED_DOT_PRODUCT } from '../abi.js';
import { fitScaling, putOptions } from '../call-options.js';
import { runKernel } from '../kernel-calls.js';
import { kernels } from '../kernels.js';
import { computePackedSize } from '../linear.js';
import { countElements } from '../shapes.js';
import { makeTensor } from '../tensor.js';

/** @import { ACTIVATIONS } from '../abi.js' */
/** @import { Core } from '../core.js' */
/** @import { Layout } from './layout.js' */
/** @import { Linear, Norm, Rotary } from './parts.js' */

/** Operations on a model in memory. Use them inside `arena.run`. */
export class Machine {
  #layout;
  #base;

  /** @param {Core} core @param {Layout} layout @param {number} base the address of the model */
  constructor(core, layout, base) {
    this.core = core;
    this.arena = core.arena;
    this.#layout = layout;
    this.#base = base;
  }

  /**
   * Returns the addresses of a part and its bias, and its dtype. Without a bias, its address is 0.
   * @param {object} part
   */
  addressOf(part) {
    const { at, bias, dtype } = this.#layout.place(part);
    return { at: this.#base + at, bias: bias === 0 ? 0 : this.#base + bias, dtype };
  }

  /** Takes space for floats. @param {number} count @returns {number} the address */
  take(count) {
    return this.arena.take(4 * count);
  }

  /** Puts a typed array into memory. @param {ArrayBufferView} array @param {number} [to] @returns {number} the address */
  put(array, to = this.arena.take(array.byteLength)) {
    this.arena.write(array, to);
    return to;
  }

  /** Copies a tensor from memory. @param {number} address @param {readonly number[]} shape */
  read(address, shape) {
    return makeTensor(shape, this.arena.read(address, countElements(shape)));
  }

  /** Looks up rows of a table or of a weight. @param {Linear} part @param {readonly number[]} ids */
  embed(part, ids) {
    const { width, out } = part;
    const output = this.take(ids.length * width);
    const { at, dtype } = this.addressOf(part);
    const args = [at, this.put(Int32Array.from(ids)), ids.length, out, width, output, dtype];
    this.core.call('attn_packed_embedding', args);
    return output;
  }

  /**
   * Computes a projection.
   * @param {Linear} part @param {number} input @param {number} rows
   * @param {number} [bias] the address of the bias; by default that of the part
   */
  project(part, input, rows, bias = this.addressOf(part).bias) {
    const { at, dtype } = this.addressOf(part);
    const output = this.take(rows * part.out);
    const kernel = kernels.linear(input, at, bias, [rows, part.out, part.width], dtype);
    return runKernel(this.core, kernel, output);
  }

  /**
   * @param {Norm} part @param {{ norm: 'layer' | 'rms', eps: number }} model @param {number} input
   * @param {number} rows @param {number} [output]
   */
  applyNorm(part, { norm, eps }, input, rows, output = this.take(rows * part.width)) {
    const { at, bias } = this.addressOf(part);
    const kernel =
      norm === 'rms'
        ? kernels.rmsNorm(input, at, [rows, part.width], eps)
        : kernels.layerNorm(input, at, bias, [rows, part.width], eps);
    return runKernel(this.core, kernel, output);
  }

  /** Scales a row to length 1, by an RMS norm with weights of 1/√width. @param {number} input @param {number} width */
  scaleToLengthOne(input, width) {
    const output = this.take(width);
    const weight = this.put(new Float32Array(width).fill(1 / Math.sqrt(width)));
    return runKernel(this.core, kernels.rmsNorm(input, weight, [1, width], 1e-12 / width), output);
  }

  /** @param {(typeof ACTIVATIONS)[number]} kind @param {number} input @param {number} count */
  activate(kind, input, count) {
    return runKernel(this.core, kernels.activate(input, count, kind), this.take(count));
  }

  /**
   * @param {'attn_add' | 'attn_multiply'} name @param {number} first @param {number} second
   * @param {number} count @param {number} [output]
   */
  combine(name, first, second, count, output = this.take(count)) {
    return runKernel(this.core, kernels.combine(name, first, second, count), output);
  }

  /** Rearranges (L, H · d) to (H, L, d). @param {number} input @param {number} L @param {number} H @param {number} d */
  splitHeads(input, L, H, d) {
    return runKernel(this.core, kernels.splitHeads(input, [1, L, 1, H, d]), this.take(L * H * d));
  }

  /** Rearranges (H, L, d) to (L, H · d). @param {number} input @param {number} L @param {number} H @param {number} d */
  mergeHeads(input, L, H, d) {
    return runKernel(this.core, kernels.mergeHeads(input, [1, L, H, d]), this.take(L * H * d));
  }

  /**
   * Rotates the first `width` features of (rows, L, E). Features i and i + width / 2 are a pair.
   * @param {Rotary} rotary @param {number} input
   * @param {number} positions @param {[rows: number, L: number, E: number]} sizes
   */
  rotate({ width, theta, scaling }, input, positions, sizes) {
    const pairs = PAIRS.indexOf('half');
    const rotary = { width, theta, pairs, scaling: fitScaling(scaling) };
    const kernel = kernels.rotate(input, positions, sizes, rotary);
    return runKernel(this.core, kernel, this.take(countElements(sizes)));
  }

  /**
   * Computes sinusoidal positions (L, D): sines in the first half, cosines in the second. They are the rotations of (1, 0)
   * by rotary positions.
   *
   * @param {number} positions @param {number} L @param {number} D
   */
  waves(positions, L, D) {
    const ones = new Float32Array(L * D);
    for (let i = 0; i < L; i++) ones.fill(1, i * D, i * D + D / 2);
    const from = this.put(ones);
    const rotated = this.rotate({ width: D, theta: 10000, scaling: undefined }, from, positions, [
      1,
      L,
      D,
    ]);
    const output = this.take(L * D);
    const half = 2 * D; // bytes
    for (let i = 0; i < L; i++) {
      this.arena.copy(output + 2 * i * half, rotated + (2 * i + 1) * half, half);
      this.arena.copy(output + (2 * i + 1) * half, rotated + 2 * i * half, half);
    }
    return output;
  }

  /**
   * Computes attention of the query heads that share one key head.
   * @param {object} call
   * @param {number} call.query (H, L, d)
   * @param {number} call.key (S, d)
   * @param {number} call.value (S, d)
   * @param {number} call.H
   * @param {number} call.L
   * @param {number} call.S
   * @param {number} call.d
   * @param {number} call.scale
   * @param {boolean} call.isCausal
   * @param {{ at: number, stride: number }} call.allowed the address of the bytes (L, S) of each head, 1 = may attend, and
   *   the stride from head to head; the address is 0 without a mask
   * @param {number} call.output (H, L, d)
   * @param {number} call.weights (H, L, S); 0 if not wanted
   * @param {number} call.scores masked scores (H, L, S); 0 if not wanted
   */
  attend({ query, key, value, H, L, S, d, scale, isCausal, allowed, output, weights, scores }) {
    const { core, arena } = this;
    const { attention, workspace, listSizes, listTrace } = SCALED_DOT_PRODUCT;
    arena.run(() => {
      const sizes = arena.putStruct(listSizes({ N: 1, H, Hkv: 1, L, S, E: d, Ev: d }));
      const options = putOptions(arena, {
        allowed: allowed.at,
        maskStrides: [0, allowed.stride, S, 1],
        causal: CAUSAL.indexOf(isCausal && 'lower-right'),
        scale,
      });
      const trace = scores === 0 ? 0 : arena.putStruct(listTrace({ maskedScores: scores }));
      const space = core.sizeFrom(workspace, [sizes]);
      const args = [query, key, value, sizes, options, output, weights, trace];
      core.call(attention, [...args, arena.take(space), space]);
    });
  }

  /**
   * Computes softmax of rows.
   * @param {number} input (rows, S)
   * @param {number} rows @param {number} S @param {Parameters<typeof putOptions>[1]} [options]
   * @param {number} [output]
   */
  softmax(input, rows, S, options = {}, output = this.take(rows * S)) {
    const { core, arena } = this;
    arena.run(() => {
      const settings = putOptions(arena, options);
      runKernel(core, kernels.softmax(input, [1, 1, rows, S, 1], settings), output);
    });
    return output;
  }

  /**
   * Computes the weights of masked scores. A row without any key, whose scores are all -Infinity, gets zeros, as in
   * `attend`.
   *
   * @param {number} scores (rows, S)
   * @param {number} rows @param {number} S
   * @param {number} output (rows, S)
   */
  weighScores(scores, rows, S, output) {
    this.arena.run(() => {
      // Pass the scores as an additive mask, because only a mask can leave a row without any key.
      const zeros = this.put(new Float32Array(rows * S));
      this.softmax(zeros, rows, S, { added: scores, maskStrides: [0, 0, S, 1] }, output);
    });
  }

  /**
   * Multiplies weights (L, S) by values (S, d), summed in the order of the keys.
   * @param {number} weights @param {number} value @param {[L: number, S: number, d: number]} sizes
   * @param {number} output
   */
  mix(weights, value, [L, S, d], output) {
    const { core, arena } = this;
    arena.run(() => {
      const space = arena.take(computePackedSize(core, [d, S]));
      const packed = runKernel(core, kernels.pack(value, [d, S], FLOAT32, true), space);
      runKernel(core, kernels.linear(weights, packed, 0, [L, d, S], FLOAT32), output);
    });
  }
}

/**
 * The tape of automatic differentiation. Each operation runs forward at once and records its backward. `backward()` runs
 * the recorded functions in reverse order.
 *
 *     const tape = new Tape(await loadLearning());
 *     const weight = tape.parameter('weight', [2, 3], () => random.normal());
 *     tape.prepare();
 *     tape.start();
 *     const { loss } = tape.crossEntropy(tape.linear(tape.input([4, 3], x), weight), tape.ids(y));
 *     tape.backward();
 *     tape.update({ learningRate: 0.01 });
 */

import { ADDITIVE, CAUSAL, FLOAT32, listOptionWords, SCALED_DOT_PRODUCT } from '../abi.js';
import { kernels } from '../kernels.js';
import { countElements } from '../shapes.js';
import { TrainingMemory } from './training-memory.js';

/** @import { AttentionAbi, Rotary } from '../abi.js' */
/** @import { Kernel } from '../kernels.js' */
/** @import { Name, Space, TapeTensor } from './types.js' */

/**
 * Options of an attention.
 * @typedef {object} AttendOptions
 * @property {TapeTensor} [validLens] (N)
 * @property {TapeTensor} [bias] (H, L, S) or (L, S), added to the scaled scores
 * @property {number} [settings] the address of the core's options, in place of those above
 * @property {TapeTensor} [sinks] (H) the sinks of these options, which want a gradient
 * @property {boolean} [wantsScoreGradients] whether to return the gradients of weights, scaled scores and scores, and the
 *   weights before dropout
 * @property {TapeTensor} [output] (…, L, Ev), the destination of the output
 * @property {Name} [name] names the scores and weights and, if there are masks, the steps between them
 */

export const NO_TARGET = 0xffffffff;

export class Tape extends TrainingMemory {
  /**
   * Runs a kernel that makes a tensor, and records its backward, whose first argument is the gradient of the tensor.
   * @param {Pick<Kernel, 'name' | 'inputs'> & Partial<Kernel>} kernel @param {number[]} shape
   * @param {number[]} args the other arguments of the backward @param {Space} [space] its workspace
   */
  #runOperation(kernel, shape, args, space) {
    const output = this.tensor(shape);
    this.runKernel(kernel, output);
    this.recordBackward(`${kernel.name}_backward`, output, args, space);
    return output;
  }

  /** Returns a tensor with the same numbers in another shape. @param {TapeTensor} tensor @param {number[]} shape */
  reshape(tensor, shape) {
    return { ...tensor, shape };
  }

  /**
   * Returns the element `index` of the first axis, without a copy.
   * @param {TapeTensor} tensor @param {number} index
   * @returns {TapeTensor}
   */
  slice({ shape: [, ...shape], address, gradient }, index) {
    const offset = 4 * index * countElements(shape);
    return { shape, address: address + offset, gradient: gradient && gradient + offset };
  }

  /** Repeats the only item of a batch. @param {TapeTensor} input (1, …) @param {number} copies */
  repeat(input, copies) {
    if (copies === 1) return input;
    const count = countElements(input.shape);
    const output = this.tensor([copies, ...input.shape.slice(1)]);
    for (let i = 0; i < copies; i++) {
      this.copy(input, this.slice(output, i));
      this.recordBackward('attn_accumulate', this.slice(output, i), [count, input.gradient]);
    }
    return output;
  }

  /** @param {TapeTensor} table (V, D) @param {TapeTensor} ids @param {number[]} [shape] the shape of the ids */
  embedding(table, ids, shape = ids.shape) {
    const [V, D] = table.shape;
    const output = this.tensor([...shape, D], table.gradient !== 0);
    const sizes = [countElements(shape), V, D];
    this.runKernel(kernels.embed(table.address, ids.address, sizes), output);
    this.recordBackward('attn_embedding_backward', output, [ids.address, ...sizes, table.gradient]);
    return output;
  }

  /**
   * Computes input · weightᵀ + bias.
   * @param {TapeTensor} input @param {TapeTensor} weight @param {TapeTensor} [bias]
   * @param {boolean} [clearsUnseen] whether `clearUnseen` runs before the backward, so that unseen rows of NaN add
   *   nothing to gradients
   */
  linear(input, weight, bias, clearsUnseen = false) {
    const [out, width] = weight.shape;
    const lead = input.shape.slice(0, -1);
    const sizes = [countElements(lead), out, width];
    const [packed, biasAddress] = [this.pack(weight), bias?.address ?? 0];
    const kernel = kernels.linear(input.address, packed, biasAddress, sizes, FLOAT32);
    const gradients = [input.gradient, weight.gradient, bias?.gradient ?? 0];
    const args = [input.address, weight.address, ...sizes, ...gradients];
    /** @type {Space} */
    const space = ['attn_linear_backward_workspace', [out, width]];
    const output = this.#runOperation(kernel, [...lead, out], args, space);
    if (clearsUnseen) this.record(() => this.clearUnseen(output, input));
    return output;
  }

  /** @param {TapeTensor} input @param {TapeTensor} gain @param {TapeTensor} bias */
  layerNorm(input, gain, bias) {
    const D = gain.shape[0];
    const sizes = [countElements(input.shape) / D, D];
    const meanAndInverse = [0, 1].map(() => this.tensor([sizes[0]], false).address);
    const [x, weight] = [input.address, gain.address];
    const kernel = kernels.layerNorm(x, weight, bias.address, sizes, 1e-5, meanAndInverse);
    const gradients = [input.gradient, gain.gradient, bias.gradient];
    const args = [x, weight, ...meanAndInverse, ...sizes, ...gradients];
    return this.#runOperation(kernel, input.shape, args);
  }

  /** @param {TapeTensor} first @param {TapeTensor} second */
  add(first, second) {
    const count = countElements(first.shape);
    const output = this.tensor(first.shape);
    this.runKernel(kernels.combine('attn_add', first.address, second.address, count), output);
    for (const { gradient } of [first, second]) {
      if (gradient) this.recordBackward('attn_accumulate', output, [count, gradient]);
    }
    return output;
  }

  /** @param {TapeTensor} input */
  tanh(input) {
    const count = countElements(input.shape);
    const output = this.tensor(input.shape);
    this.runKernel(kernels.activate(input.address, count, 'tanh'), output);
    this.recordBackward('attn_tanh_backward', output, [output.address, count, input.gradient]);
    return output;
  }

  /** Concatenates two tensors along the last axis. @param {TapeTensor} first @param {TapeTensor} second */
  concatenate(first, second) {
    const [A, B] = [first.shape.at(-1) ?? 1, second.shape.at(-1) ?? 1];
    const sizes = [countElements(first.shape) / A, A, B];
    const kernel = { name: 'attn_concatenate', inputs: [first.address, second.address, ...sizes] };
    const shape = [...first.shape.slice(0, -1), A + B];
    return this.#runOperation(kernel, shape, [...sizes, first.gradient, second.gradient]);
  }

  /**
   * Rotates vectors (N, H, L, d) by their positions.
   * @param {TapeTensor} input
   * @param {number} first the position of the first of L vectors
   * @param {Rotary} rotary
   */
  rotary(input, first, rotary) {
    const [N, H, L, d] = input.shape;
    const positions = this.ids(Array.from({ length: L }, (_, i) => first + i)).address;
    const kernel = kernels.rotate(input.address, positions, [N * H, L, d], rotary);
    const [, ...options] = /** @type {number[]} */ (kernel.inputs);
    /** @type {Space} */
    const space = ['attn_rotary_backward_workspace', [L, rotary.width]];
    return this.#runOperation(kernel, input.shape, [...options, input.gradient], space);
  }

  /**
   * Rearranges (N, L, parts · H · d) to (parts, N, H, L, d).
   * @param {TapeTensor} input @param {number} parts @param {number} H
   */
  splitHeads(input, parts, H) {
    const [N, L, width] = input.shape;
    const d = width / parts / H;
    const sizes = [N, L, parts, H, d];
    const kernel = kernels.splitHeads(input.address, sizes);
    return this.#runOperation(kernel, [parts, N, H, L, d], [...sizes, input.gradient]);
  }

  /** Rearranges (N, H, L, d) to (N, L, H · d). @param {TapeTensor} input */
  mergeHeads(input) {
    const [N, H, L, d] = input.shape;
    const sizes = [N, L, H, d];
    const kernel = kernels.mergeHeads(input.address, sizes);
    return this.#runOperation(kernel, [N, L, H * d], [...sizes, input.gradient]);
  }

  /**
   * Expands a table (H, reach) of biases by distance to (H, L, S), to be added to scores.
   * @param {TapeTensor} table @param {number} L @param {number} S
   */
  distanceBias(table, L, S) {
    const [H, reach] = table.shape;
    const sizes = [H, L, S, reach];
    const kernel = { name: 'attn_distance_bias', inputs: [table.address, ...sizes] };
    return this.#runOperation(kernel, [H, L, S], [...sizes, table.gradient]);
  }

  /**
   * Computes scaled dot-product attention of (N, H, L, E) over (N, H, S, E).
   * @param {TapeTensor} query @param {TapeTensor} key @param {TapeTensor} value
   * @param {AttendOptions & { isCausal?: boolean, scale?: number }} [options]
   */
  attention(query, key, value, { isCausal = false, validLens, bias, scale, ...rest } = {}) {
    const [N, H, L, E] = query.shape;
    const [Hkv, S, Ev] = [key.shape[1], key.shape[2], value.shape[3]];
    const settings =
      rest.settings ??
      this.#options([0, L * S, S, 1], scale ?? 1 / Math.sqrt(E), { isCausal, validLens, bias });
    return this.#attend(SCALED_DOT_PRODUCT, [query, key, value], {
      sizes: { N, H, Hkv, L, S, E, Ev },
      outputShape: [N, H, L, Ev],
      weightsShape: [N, H, L, S],
      steps: ['scores', 'scaledScores', ...(isCausal || bias ? ['maskedScores'] : [])],
      ...rest,
      bias,
      settings,
    });
  }

  /**
   * Computes additive attention of projected queries (N, L, A) over projected keys (N, S, A).
   * @param {TapeTensor} query @param {TapeTensor} key
   * @param {TapeTensor} value (N, S, Ev) @param {TapeTensor} wv (A) @param {AttendOptions} [options]
   */
  additiveAttention(query, key, value, wv, { validLens, bias, ...rest } = {}) {
    const [N, L, A] = query.shape;
    const [, S, Ev] = value.shape;
    const settings = rest.settings ?? this.#options([0, 0, S, 1], 1, { validLens, bias });
    return this.#attend(ADDITIVE, [query, key, value, wv], {
      sizes: { N, L, S, Ev, A },
      outputShape: [N, L, Ev],
      weightsShape: [N, L, S],
      steps: ['scores', ...(bias ? ['scaledScores', 'maskedScores'] : [])],
      ...rest,
      bias,
      settings,
    });
  }

  /**
   * Runs an attention of either kind.
   * @param {AttentionAbi} abi
   * @param {TapeTensor[]} inputs
   * @param {AttendOptions & { sizes: Record<string, number>, outputShape: number[], weightsShape: number[], steps: string[], settings: number }} call
   *   `steps` are the names of the steps that are watched
   */
  #attend(
    abi,
    inputs,
    { outputShape, weightsShape, steps, settings, wantsScoreGradients, bias, sinks, ...rest },
  ) {
    const sizes = this.struct(abi.listSizes(rest.sizes));
    const output = rest.output ?? this.tensor(outputShape);
    const weights = this.tensor(weightsShape, false);
    /** The address of each traced step. @type {Record<string, number>} */
    const trace = wantsScoreGradients ? { weights: weights.address } : {};
    for (const step of sinks ? ['rowMax', 'rowSum'] : []) {
      trace[step] = this.tensor(weightsShape.slice(0, -1), false).address;
    }
    if (rest.name && this.isWatched) {
      for (const step of steps) {
        const tensor = this.tensor(weightsShape, false);
        trace[step] = tensor.address;
        rest.name(step, tensor);
      }
      rest.name('weights', weights);
    }
    const addresses = inputs.map(({ address }) => address);
    const weightsAddress = wantsScoreGradients ? 0 : weights.address;
    const traceAddress = Object.keys(trace).length > 0 ? this.struct(abi.listTrace(trace)) : 0;
    this.call(
      abi.attention,
      [...addresses, sizes, settings, output.address, weightsAddress, traceAddress],
      [abi.workspace, [sizes]],
    );
    const scoreGradients = wantsScoreGradients
      ? [0, 1, 2].map(() => this.tensor(weightsShape, false))
      : [];
    const gradients = this.struct([
      ...inputs.map(({ gradient }) => gradient),
      bias?.gradient ?? 0,
      ...[0, 1, 2].map((i) => scoreGradients[i]?.address ?? 0),
    ]);
    this.recordBackward(
      `${abi.prefix}_backward`,
      output,
      [...addresses, weights.address, sizes, settings, gradients],
      [`${abi.prefix}_backward_workspace`, [sizes]],
    );
    if (sinks) {
      const given = [output.address, sinks.address, trace.rowMax, trace.rowSum];
      const counts = [outputShape[0], countElements(sinks.shape), ...outputShape.slice(-2)];
      this.recordBackward('attn_sinks_backward', output, [...given, ...counts, sinks.gradient]);
    }
    return { output, weights, scoreGradients };
  }

  /** Computes 2 input · point − |point|². @param {TapeTensor} input (rows, D) @param {TapeTensor} points (C, D) */
  nearestPoint(input, points) {
    const [C, D] = points.shape;
    const rows = countElements(input.shape) / D;
    /** @type {Space} */
    const space = ['attn_nearest_point_workspace', [C, D]];
    const inputs = [input.address, points.address, rows, C, D];
    const gradients = [input.gradient, points.gradient];
    const kernel = { name: 'attn_nearest_point', inputs, space };
    return this.#runOperation(kernel, [rows, C], [...inputs, ...gradients], space);
  }

  /**
   * Computes the loss: the mean of −log probability of the targets.
   * @param {TapeTensor} logits (…, C)
   * @param {TapeTensor} targets ids of the targets; a row with NO_TARGET does not count
   */
  crossEntropy(logits, targets) {
    const C = logits.shape.at(-1) ?? 1;
    const sizes = [countElements(logits.shape) / C, C];
    const probabilities = this.tensor(logits.shape, false);
    const loss = this.tensor([1], false);
    const outputs = [probabilities.address, loss.address];
    this.call('attn_cross_entropy', [logits.address, targets.address, ...sizes, ...outputs]);
    const args = [probabilities.address, targets.address, ...sizes, logits.gradient];
    this.record(() => this.call('attn_cross_entropy_backward', args));
    return { loss, probabilities };
  }

  /**
   * Runs gated recurrent units over an input (N, T, 3U) that was multiplied by the input weight.
   * @param {TapeTensor} input @param {TapeTensor} weight (3U, U) @param {TapeTensor} bias (3U)
   * @param {object} [options]
   * @param {TapeTensor} [options.initial] (N, U)
   * @param {boolean} [options.isReverse]
   * @param {TapeTensor} [options.output] (N, T, at least U), in which U columns are written
   * @param {number} [options.column] the first of these columns
   * @param {Name} [options.name] names the gates: r, z, n, and the hidden part of n
   */
  gru(input, weight, bias, { initial, isReverse = false, output: given, column = 0, name } = {}) {
    const [N, T] = input.shape;
    const U = weight.shape[1];
    const output = given ?? this.tensor([N, T, U]);
    const stride = output.shape.at(-1) ?? U;
    const gates = this.tensor([N, T, 4 * U], false);
    name?.('gates', gates);
    const sizes = this.struct([N, T, U, stride, Number(isReverse)]);
    /** @type {Space} */
    const space = ['attn_gru_workspace', [sizes]];
    const [state, gradient] = [output.address + 4 * column, output.gradient + 4 * column];
    const before = initial?.address ?? 0;
    const inputs = [input.address, weight.address, bias.address, before, sizes];
    this.call('attn_gru', [...inputs, state, gates.address], space);
    const args = [
      gradient,
      state,
      gates.address,
      weight.address,
      before,
      sizes,
      input.gradient,
      weight.gradient,
      bias.gradient,
      initial?.gradient ?? 0,
    ];
    this.record(() => this.call('attn_gru_backward', args, space));
    return output;
  }

  /**
   * Writes the core's options.
   * @param {number[]} strides the strides of the bias
   * @param {number} scale
   * @param {{ isCausal?: boolean, validLens?: TapeTensor, bias?: TapeTensor }} options
   */
  #options(strides, scale, { isCausal = false, validLens, bias }) {
    return this.struct(
      listOptionWords({
        added: bias?.address,
        maskStrides: strides,
        validLens: validLens?.address,
        causal: CAUSAL.indexOf(isCausal),
        scale,
      }),
    );
  }
}

/**
 * The tape: each operation runs forward at once and notes its backward; `backward()` runs what is
 * noted in reverse order. Parameters, their gradients, the optimizer's means, and the tensors of one
 * step lie in a memory that is sized once, by a run of the largest step that computes nothing.
 *
 *     const tape = new Tape(await loadLearning());
 *     const weight = tape.parameter('weight', [2, 3], () => random.normal());
 *     const run = (x, y) => tape.crossEntropy(tape.linear(tape.input([4, 3], x), weight), tape.ids(y));
 *     tape.prepare(() => run(zeros, targets));
 *     tape.start();
 *     const { loss } = run(x, y);
 *     tape.backward();
 *     tape.update({ learningRate: 0.01 });
 */

import { floatBits } from '../arena.js';
import { makeTensor } from '../tensor.js';

/** @typedef {import('./module.js').LearningModule} LearningModule */
/**
 * @typedef {object} TapeTensor
 * @property {number[]} shape
 * @property {number} address
 * @property {number} gradient its address; 0 where none is wanted
 *
 * @typedef {TapeTensor & { name: string, packed: number, packedAt: number }} Parameter
 *
 * @typedef {Map<string, { shape: number[], rows: TapeTensor[] }>} Watched what is watched, by id
 * @typedef {(id: string, tensor: TapeTensor) => void} Name names a tensor of an operation for `watch()`
 *
 * @typedef {object} UpdateOptions
 * @property {number} learningRate
 * @property {number} [beta1]
 * @property {number} [beta2]
 * @property {number} [epsilon]
 * @property {number} [weightDecay]
 * @property {number} [maxNorm] of all gradients; 0: no limit
 */

/** Room for a struct, and for those of one call. */
const STRUCT_BYTES = 64;
const SCRATCH_BYTES = 4 * STRUCT_BYTES;
/** Of `attn_trace`. */
const TRACE_MEMBERS = 8;
export const NO_TARGET = 0xffffffff;

const align = (/** @type {number} */ address) => Math.ceil(address / 16) * 16;
const sizeOf = (/** @type {readonly number[]} */ shape) => shape.reduce((n, size) => n * size, 1);

/** Space that is handed out from its start; while the step is measured, it has no end. */
class Region {
  base = 0;
  top = 0;
  end = Infinity;
  most = 0;

  /** @param {number} bytes */
  take(bytes) {
    const address = this.top;
    this.top = align(address + bytes);
    if (this.top > this.end)
      throw new RangeError('The step is larger than the one it was sized for');
    this.most = Math.max(this.most, this.top);
    return address;
  }

  /** @param {number} base @returns {number} its end */
  place(base) {
    [this.base, this.end] = [base, base + this.most];
    this.top = base;
    return this.end;
  }
}

export class Tape {
  #module;
  /** @type {(Parameter & { draw: () => number })[]} */
  #parameters = [];
  #count = 0;
  #isMeasured = false;
  /** Tensors of a step, and their gradients. */
  #values = new Region();
  #gradients = new Region();
  /** Weights as products read them. */
  #packed = new Region();
  #workspace = { address: 0, bytes: 0 };
  /** Structs while the step is measured. */
  #structs = 0;
  /** @type {[name: string, args: number[]][]} */
  #backwards = [];
  #step = 0;
  #version = 0;
  /** @type {Watched | undefined} */
  #watched;

  /** @param {LearningModule} module */
  constructor(module) {
    this.#module = module;
  }

  /**
   * Declares a parameter.
   *
   * @param {string} name
   * @param {number[]} shape
   * @param {() => number} draw its initial values, in order
   * @returns {Parameter}
   */
  parameter(name, shape, draw) {
    const address = this.#count;
    const parameter = { name, shape, address, gradient: 0, packed: 0, packedAt: -1, draw };
    this.#count = align(this.#count + 4 * sizeOf(shape));
    this.#parameters.push(parameter);
    return parameter;
  }

  /** @returns {readonly Parameter[]} */
  get parameters() {
    return this.#parameters;
  }

  /** Steps of the optimizer so far. */
  get step() {
    return this.#step;
  }

  /** Another number whenever parameters may have changed. */
  get version() {
    return this.#version;
  }

  /**
   * Sizes the memory for steps that are no larger than this one, and draws the parameters.
   *
   * @param {() => unknown} run
   */
  prepare(run) {
    const scratch = this.#module.base;
    const first = scratch + SCRATCH_BYTES;
    for (const parameter of this.#parameters) {
      parameter.address += first;
      parameter.gradient = parameter.address + this.#count;
    }
    // Addresses of a step that is only measured are not used; but 0 would say that none is wanted.
    this.#values.take(16);
    this.#gradients.take(16);
    this.#packed.take(16);
    run();
    let end = first + 4 * this.#count;
    const packed = end;
    end = this.#packed.place(end);
    for (const parameter of this.#parameters) parameter.packed += packed;
    this.#workspace.address = end;
    end = align(end + this.#workspace.bytes);
    end = this.#values.place(end);
    end = this.#gradients.place(end);
    this.#module.reach(end);
    this.#isMeasured = true;
    for (const { address, shape, draw } of this.#parameters) {
      const [from, to] = [address / 4, address / 4 + sizeOf(shape)];
      for (let i = from; i < to; i++) this.#module.floats[i] = draw();
    }
    this.start();
  }

  /** Forgets the tensors of the step before. */
  start() {
    this.#values.top = this.#values.base;
    this.#gradients.top = this.#gradients.base;
    this.#backwards.length = 0;
  }

  /** Computes the gradients of all parameters. */
  backward() {
    const { floats } = this.#module;
    const [first] = this.#parameters;
    if (first) floats.fill(0, first.gradient / 4, (first.gradient + this.#count) / 4);
    floats.fill(0, this.#gradients.base / 4, this.#gradients.top / 4);
    for (let i = this.#backwards.length - 1; i >= 0; i--) {
      this.#module.call(this.#backwards[i][0], this.#backwards[i][1]);
    }
  }

  /** One step of AdamW. @param {UpdateOptions} options */
  update({
    learningRate,
    beta1 = 0.9,
    beta2 = 0.999,
    epsilon = 1e-8,
    weightDecay = 0,
    maxNorm = 0,
  }) {
    this.#step++;
    this.#version++;
    const { base } = this.#module;
    const numbers = [learningRate, beta1, beta2, epsilon, weightDecay, maxNorm].map(floatBits);
    this.#module.words.set([...numbers, this.#step], base / 4);
    const parameters = base + SCRATCH_BYTES;
    const [gradients, mean, variance] = [1, 2, 3].map((i) => parameters + i * this.#count);
    const count = this.#count / 4;
    this.#module.call('attn_adamw', [gradients, count, base, parameters, mean, variance]);
  }

  /**
   * Runs a step, and gives what it has named on the way.
   *
   * @param {() => unknown} run
   * @returns {Record<string, import('../tensor.js').Tensor>}
   */
  watch(run) {
    /** @type {Watched} */
    const watched = new Map();
    this.#watched = watched;
    try {
      this.start();
      run();
    } finally {
      this.#watched = undefined;
    }
    const entries = [...watched].map(([id, { shape, rows }]) => {
      const data = new Float32Array(sizeOf(shape));
      rows.forEach((row, i) => {
        data.set(this.read(row), (i * data.length) / rows.length);
      });
      return [id, makeTensor(shape, data)];
    });
    return Object.fromEntries(entries);
  }

  get isWatched() {
    return this.#watched !== undefined;
  }

  /** Names a tensor, by default without the first axis, the batch of one. @param {string} id @param {TapeTensor} tensor @param {number[]} [shape] */
  name(id, tensor, shape = tensor.shape.slice(1)) {
    this.#watched?.set(id, { shape, rows: [tensor] });
  }

  /** Names the next row of a tensor. @param {string} id @param {TapeTensor} tensor */
  nameRow(id, tensor) {
    const rows = [...(this.#watched?.get(id)?.rows ?? []), tensor];
    const shape = tensor.shape.filter((size, axis) => axis > 0 || size > 1);
    this.#watched?.set(id, { shape: [rows.length, ...shape], rows });
  }

  /** A copy of the numbers of a tensor. @param {TapeTensor} tensor */
  read({ address, shape }) {
    return this.#module.floats.slice(address / 4, address / 4 + sizeOf(shape));
  }

  /** Sets a tensor to zeros on the way; its gradient does not know. @param {TapeTensor} tensor */
  silence({ address, shape }) {
    if (this.#isMeasured) this.#module.floats.fill(0, address / 4, address / 4 + sizeOf(shape));
  }

  /** A copy of its gradient, after `backward()`. @param {TapeTensor} tensor */
  readGradient({ gradient, shape }) {
    return this.#module.floats.slice(gradient / 4, gradient / 4 + sizeOf(shape));
  }

  /** Sets a tensor. @param {TapeTensor} tensor @param {ArrayLike<number>} numbers */
  write({ address }, numbers) {
    this.#module.floats.set(numbers, address / 4);
    this.#version++;
  }

  /** All that training changes, to go on from there: parameters and the optimizer's means. */
  getState() {
    const first = (this.#module.base + SCRATCH_BYTES) / 4;
    const block = this.count;
    const { floats } = this.#module;
    return {
      step: this.#step,
      parameters: floats.slice(first, first + block),
      means: floats.slice(first + 2 * block, first + 4 * block),
    };
  }

  /** Numbers of all parameters, with what aligns them. */
  get count() {
    return this.#count / 4;
  }

  /** @param {{ step: number, parameters: Float32Array, means: Float32Array }} state that has been checked */
  setState({ step, parameters, means }) {
    const first = (this.#module.base + SCRATCH_BYTES) / 4;
    this.#module.floats.set(parameters, first);
    this.#module.floats.set(means, first + 2 * this.count);
    this.#step = step;
    this.#version++;
  }

  /** Integers: ids of words, targets, lengths. @param {ArrayLike<number>} list */
  ids(list) {
    const address = this.#values.take(4 * list.length);
    if (this.#isMeasured) this.#module.words.set(list, address / 4);
    return { shape: [list.length], address, gradient: 0 };
  }

  /**
   * Numbers that are given; zeros unless it says which.
   *
   * @param {number[]} shape
   * @param {ArrayLike<number>} [numbers]
   * @param {boolean} [wantsGradient]
   * @returns {TapeTensor}
   */
  input(shape, numbers, wantsGradient = false) {
    const tensor = this.tensor(shape, wantsGradient);
    const { floats } = this.#module;
    const first = tensor.address / 4;
    if (this.#isMeasured && numbers) floats.set(numbers, first);
    if (this.#isMeasured && !numbers) floats.fill(0, first, first + sizeOf(shape));
    return tensor;
  }

  /**
   * A tensor that operations will write.
   *
   * @param {number[]} shape
   * @param {boolean} [wantsGradient]
   * @returns {TapeTensor}
   */
  tensor(shape, wantsGradient = true) {
    const bytes = 4 * sizeOf(shape);
    const address = this.#values.take(bytes);
    return { shape, address, gradient: wantsGradient ? this.#gradients.take(bytes) : 0 };
  }

  /** The same numbers in another shape. @param {TapeTensor} tensor @param {number[]} shape */
  reshape(tensor, shape) {
    return { ...tensor, shape };
  }

  /**
   * Element `index` of the first axis, in place.
   *
   * @param {TapeTensor} tensor
   * @param {number} index
   * @returns {TapeTensor}
   */
  slice({ shape: [, ...shape], address, gradient }, index) {
    const offset = 4 * index * sizeOf(shape);
    return { shape, address: address + offset, gradient: gradient && gradient + offset };
  }

  /** @param {TapeTensor} table (V, D) @param {TapeTensor} ids @param {number[]} [shape] of the ids */
  embedding(table, ids, shape = ids.shape) {
    const [V, D] = table.shape;
    const output = this.tensor([...shape, D], table.gradient !== 0);
    const sizes = [sizeOf(shape), V, D];
    this.#call('attn_embedding', [table.address, ids.address, ...sizes, output.address]);
    this.#note('attn_embedding_backward', output, [ids.address, ...sizes, table.gradient]);
    return output;
  }

  /** input · weightᵀ + bias. @param {TapeTensor} input @param {Parameter} weight @param {TapeTensor} [bias] */
  linear(input, weight, bias) {
    const [out, width] = weight.shape;
    const rows = sizeOf(input.shape) / width;
    const output = this.tensor([...input.shape.slice(0, -1), out]);
    const sizes = [rows, out, width];
    const packed = this.#pack(weight);
    const biasAddress = bias?.address ?? 0;
    this.#call('attn_linear', [input.address, packed, biasAddress, ...sizes, output.address]);
    this.#note('attn_linear_backward', output, [
      ...[input.address, weight.address, ...sizes],
      ...[input.gradient, weight.gradient, bias?.gradient ?? 0],
      ...this.#workspaceFor('attn_linear_backward_workspace', out, width),
    ]);
    return output;
  }

  /** @param {TapeTensor} input @param {TapeTensor} gain @param {TapeTensor} bias */
  layerNorm(input, gain, bias) {
    const D = gain.shape[0];
    const rows = sizeOf(input.shape) / D;
    const output = this.tensor(input.shape);
    const mean = this.tensor([rows], false).address;
    const inverse = this.tensor([rows], false).address;
    const { address } = input;
    this.#call('attn_layer_norm', [
      ...[address, gain.address, bias.address, rows, D, 1e-5],
      ...[output.address, mean, inverse],
    ]);
    this.#note('attn_layer_norm_backward', output, [
      ...[address, gain.address, mean, inverse, rows, D],
      ...[input.gradient, gain.gradient, bias.gradient],
    ]);
    return output;
  }

  /** @param {TapeTensor} first @param {TapeTensor} second */
  add(first, second) {
    const count = sizeOf(first.shape);
    const output = this.tensor(first.shape);
    this.#call('attn_add', [first.address, second.address, count, output.address]);
    for (const { gradient } of [first, second]) {
      if (gradient) this.#note('attn_accumulate', output, [count, gradient]);
    }
    return output;
  }

  /** @param {TapeTensor} input */
  tanh(input) {
    const count = sizeOf(input.shape);
    const output = this.tensor(input.shape);
    this.#call('attn_tanh', [input.address, count, output.address]);
    this.#note('attn_tanh_backward', output, [output.address, count, input.gradient]);
    return output;
  }

  /** Side by side along the last axis. @param {TapeTensor} first @param {TapeTensor} second */
  concatenate(first, second) {
    const [A, B] = [first.shape.at(-1) ?? 1, second.shape.at(-1) ?? 1];
    const rows = sizeOf(first.shape) / A;
    const output = this.tensor([...first.shape.slice(0, -1), A + B]);
    const sizes = [rows, A, B];
    this.#call('attn_concatenate', [first.address, second.address, ...sizes, output.address]);
    const gradients = [first.gradient, second.gradient];
    this.#note('attn_concatenate_backward', output, [...sizes, ...gradients]);
    return output;
  }

  /** (N, L, parts · H · d) to (parts, N, H, L, d). @param {TapeTensor} input @param {number} parts @param {number} H */
  splitHeads(input, parts, H) {
    const [N, L, width] = input.shape;
    const d = width / parts / H;
    const output = this.tensor([parts, N, H, L, d]);
    const sizes = [N, L, parts, H, d];
    this.#call('attn_split_heads', [input.address, ...sizes, output.address]);
    this.#note('attn_split_heads_backward', output, [...sizes, input.gradient]);
    return output;
  }

  /** (N, H, L, d) to (N, L, H · d). @param {TapeTensor} input */
  mergeHeads(input) {
    const [N, H, L, d] = input.shape;
    const output = this.tensor([N, L, H * d]);
    const sizes = [N, L, H, d];
    this.#call('attn_merge_heads', [input.address, ...sizes, output.address]);
    this.#note('attn_merge_heads_backward', output, [...sizes, input.gradient]);
    return output;
  }

  /** (H, reach) to (H, L, S), to be added to scores. @param {TapeTensor} table @param {number} L @param {number} S */
  distanceBias(table, L, S) {
    const [H, reach] = table.shape;
    const output = this.tensor([H, L, S]);
    const sizes = [H, L, S, reach];
    this.#call('attn_distance_bias', [table.address, ...sizes, output.address]);
    this.#note('attn_distance_bias_backward', output, [...sizes, table.gradient]);
    return output;
  }

  /**
   * Scaled dot-product attention of (N, H, L, E) over (N, H, S, E).
   *
   * @param {TapeTensor} query
   * @param {TapeTensor} key
   * @param {TapeTensor} value
   * @param {object} [options]
   * @param {boolean} [options.isCausal]
   * @param {TapeTensor} [options.validLens] (N)
   * @param {TapeTensor} [options.bias] (H, L, S), added to the scaled scores
   * @param {number} [options.scale]
   * @param {TapeTensor} [options.output] (N, H, L, Ev), to be written
   * @param {Name} [options.name] of scores, scaledScores, with masks maskedScores, and weights
   */
  attention(query, key, value, { isCausal = false, validLens, bias, scale, ...rest } = {}) {
    const [N, H, L, E] = query.shape;
    const S = key.shape[2];
    const Ev = value.shape[3];
    const sizes = this.#struct([N, H, key.shape[1], L, S, E, Ev]);
    const options = this.#options([0, L * S, S, 1], scale ?? 1 / Math.sqrt(E), {
      ...{ isCausal, validLens, bias },
    });
    const output = rest.output ?? this.tensor([N, H, L, Ev]);
    const weights = this.tensor([N, H, L, S], false);
    const inputs = [query.address, key.address, value.address];
    const steps = ['scores', 'scaledScores', ...(isCausal || bias ? ['maskedScores'] : [])];
    const trace = this.#trace(rest.name, steps, weights);
    this.#call('attn_scaled_dot_product_attention', [
      ...[...inputs, sizes, options, output.address, weights.address, trace],
      ...this.#workspaceFor('attn_scaled_dot_product_workspace', sizes),
    ]);
    const gradients = this.#struct([
      ...[query.gradient, key.gradient, value.gradient],
      ...[bias?.gradient ?? 0, 0, 0, 0],
    ]);
    this.#note('attn_scaled_dot_product_backward', output, [
      ...[...inputs, weights.address, sizes, options, gradients],
      ...this.#workspaceFor('attn_scaled_dot_product_backward_workspace', sizes),
    ]);
    return { output, weights };
  }

  /**
   * Additive attention of projected queries (N, L, A) over projected keys (N, S, A).
   *
   * @param {TapeTensor} query
   * @param {TapeTensor} key
   * @param {TapeTensor} value (N, S, Ev)
   * @param {TapeTensor} wv (A)
   * @param {object} [options]
   * @param {TapeTensor} [options.validLens] (N)
   * @param {TapeTensor} [options.bias] (L, S), added to the scores
   * @param {TapeTensor} [options.output] (N, L, Ev), to be written
   * @param {Name} [options.name] of scores and weights, with a bias also of maskedScores
   */
  additiveAttention(query, key, value, wv, { validLens, bias, output: given, name } = {}) {
    const [N, L, A] = query.shape;
    const [, S, Ev] = value.shape;
    const sizes = this.#struct([N, L, S, 0, 0, Ev, A]);
    const options = this.#options([0, 0, S, 1], 1, { validLens, bias });
    const output = given ?? this.tensor([N, L, Ev]);
    const weights = this.tensor([N, L, S], false);
    const inputs = [query.address, key.address, value.address, wv.address];
    const steps = ['scores', ...(bias ? ['scaledScores', 'maskedScores'] : [])];
    const trace = this.#trace(name, steps, weights);
    this.#call('attn_projected_additive_attention', [
      ...[...inputs, sizes, options, output.address, weights.address, trace],
      ...this.#workspaceFor('attn_projected_additive_workspace', sizes),
    ]);
    const gradients = this.#struct([
      ...[query.gradient, key.gradient, value.gradient, wv.gradient],
      ...[bias?.gradient ?? 0, 0, 0, 0],
    ]);
    this.#note('attn_projected_additive_backward', output, [
      ...[...inputs, weights.address, sizes, options, gradients],
      ...this.#workspaceFor('attn_projected_additive_backward_workspace', sizes),
    ]);
    return { output, weights };
  }

  /** 2 input · point − |point|². @param {TapeTensor} input (rows, D) @param {TapeTensor} points (C, D) */
  nearestPoint(input, points) {
    const [C, D] = points.shape;
    const rows = sizeOf(input.shape) / D;
    const logits = this.tensor([rows, C]);
    const workspace = this.#workspaceFor('attn_nearest_point_workspace', C, D);
    const given = [input.address, points.address, rows, C, D];
    this.#call('attn_nearest_point', [...given, logits.address, ...workspace]);
    this.#note('attn_nearest_point_backward', logits, [
      ...[...given, input.gradient, points.gradient, ...workspace],
    ]);
    return logits;
  }

  /**
   * The loss: mean of −log probability of the targets.
   *
   * @param {TapeTensor} logits (…, C)
   * @param {TapeTensor} targets ids; NO_TARGET: the row does not count
   */
  crossEntropy(logits, targets) {
    const C = logits.shape.at(-1) ?? 1;
    const sizes = [sizeOf(logits.shape) / C, C];
    const probabilities = this.tensor(logits.shape, false);
    const loss = this.tensor([1], false);
    this.#call('attn_cross_entropy', [
      ...[logits.address, targets.address, ...sizes],
      ...[probabilities.address, loss.address],
    ]);
    this.#backwards.push([
      'attn_cross_entropy_backward',
      [probabilities.address, targets.address, ...sizes, logits.gradient],
    ]);
    return { loss, probabilities };
  }

  /**
   * Gated recurrent units over (N, T, 3U), which the input's weight has made.
   *
   * @param {TapeTensor} input
   * @param {TapeTensor} weight (3U, U)
   * @param {TapeTensor} bias (3U)
   * @param {object} [options]
   * @param {TapeTensor} [options.initial] (N, U)
   * @param {boolean} [options.isReverse]
   * @param {TapeTensor} [options.output] (N, T, at least U), of which it writes U columns
   * @param {number} [options.column] the first of them
   * @param {Name} [options.name] of gates: r, z, n, and what r lets into n
   */
  gru(input, weight, bias, { initial, isReverse = false, output: given, column = 0, name } = {}) {
    const [N, T] = input.shape;
    const U = weight.shape[1];
    const output = given ?? this.tensor([N, T, U]);
    const stride = output.shape.at(-1) ?? U;
    const gates = this.tensor([N, T, 4 * U], false);
    name?.('gates', gates);
    const sizes = this.#struct([N, T, U, stride, Number(isReverse)]);
    const workspace = this.#workspaceFor('attn_gru_workspace', sizes);
    const [state, gradient] = [output.address + 4 * column, output.gradient + 4 * column];
    const before = initial?.address ?? 0;
    this.#call('attn_gru', [
      ...[input.address, weight.address, bias.address, before, sizes, state, gates.address],
      ...workspace,
    ]);
    this.#backwards.push([
      'attn_gru_backward',
      [
        ...[gradient, state, gates.address, weight.address, before, sizes],
        ...[input.gradient, weight.gradient, bias.gradient, initial?.gradient ?? 0],
        ...workspace,
      ],
    ]);
    return output;
  }

  /**
   * The address of a struct for what is watched of an attention; 0 where nothing is.
   *
   * @param {Name | undefined} name
   * @param {string[]} steps the first members of `attn_trace`
   * @param {TapeTensor} weights
   */
  #trace(name, steps, weights) {
    if (!name || !this.isWatched) return 0;
    const tensors = steps.map(() => this.tensor(weights.shape, false));
    steps.forEach((step, i) => {
      name(step, tensors[i]);
    });
    name('weights', weights);
    const addresses = tensors.map(({ address }) => address);
    return this.#struct([...addresses, ...new Array(TRACE_MEMBERS - steps.length).fill(0)]);
  }

  /** @param {string} name @param {number[]} args */
  #call(name, args) {
    if (this.#isMeasured) this.#module.call(name, args);
  }

  /** Notes a backward, whose first argument is the gradient of an output. @param {string} name @param {TapeTensor} output @param {number[]} args */
  #note(name, output, args) {
    if (output.gradient) this.#backwards.push([name, [output.gradient, ...args]]);
  }

  /** A struct of 32-bit members. @param {number[]} words */
  #struct(words) {
    const taken = this.#values.take(4 * words.length);
    const scratch = this.#module.base + ((STRUCT_BYTES * this.#structs++) % SCRATCH_BYTES);
    const address = this.#isMeasured ? taken : scratch;
    this.#module.words.set(words, address / 4);
    return address;
  }

  /**
   * @param {number[]} strides of the bias
   * @param {number} scale
   * @param {{ isCausal?: boolean, validLens?: TapeTensor, bias?: TapeTensor }} options
   */
  #options(strides, scale, { isCausal = false, validLens, bias }) {
    return this.#struct([
      ...[0, bias?.address ?? 0, ...strides, 0, validLens?.address ?? 0, 0],
      ...[Number(isCausal), floatBits(scale), floatBits(-Infinity), 0, 0, 0],
    ]);
  }

  /**
   * Address and bytes of the workspace, as large as any operation needs.
   *
   * @param {string} name
   * @param {number[]} args
   * @returns {[number, number]}
   */
  #workspaceFor(name, ...args) {
    const bytes = this.#module.size(name, ...args);
    if (!this.#isMeasured) this.#workspace.bytes = Math.max(this.#workspace.bytes, bytes);
    return [this.#workspace.address, this.#workspace.bytes];
  }

  /** Packs a weight, unless that was done since it last changed. @param {Parameter} weight */
  #pack(weight) {
    const [out, width] = weight.shape;
    if (!this.#isMeasured) {
      if (weight.packed === 0) {
        weight.packed = this.#packed.take(this.#module.size('attn_packed_size', out, width));
      }
    } else if (weight.packedAt !== this.#version) {
      this.#call('attn_pack_weight', [weight.address, out, width, weight.packed]);
      weight.packedAt = this.#version;
    }
    return weight.packed;
  }
}

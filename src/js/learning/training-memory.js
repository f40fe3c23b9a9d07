/**
 * The memory that training runs on: the parameters with their gradients and the optimizer's means, and the record
 * of one step, which holds its tensors and what its backward has to do. Parameters lie at the start of
 * the memory, the step lies behind them and is forgotten when the next one starts.
 */

import { toFloatBits } from '../arena.js';
import { FLOAT32 } from '../half.js';
import { countElements } from '../shapes.js';
import { makeTensor } from '../tensor.js';

/**
 * @import { Tensor } from '../types.js'
 * @import { LearningModule } from './module.js'
 * @import { Parameter, Space, TapeTensor, UpdateOptions } from './types.js'
 */

/** @typedef {Map<string, { shape: number[], rows: TapeTensor[] }>} Watched what is watched, by id */

const align = (/** @type {number} */ address) => Math.ceil(address / 16) * 16;

export class TrainingMemory {
  #module;
  /** @type {(Parameter & { draw: () => number })[]} */
  #parameters = [];
  /** Bytes of all parameters. */
  #size = 0;
  #step = 0;
  #version = 0;
  /** The address where the step begins, and the address of its next tensor. */
  #start;
  #top;
  /** Bytes of the workspace, with which the step begins, and of the largest that a call has needed. */
  #workspace = 0;
  #largest = 0;
  /** Gradients of the step: the first float of each, and the one after its last. @type {[number, number][]} */
  #gradients = [];
  /** @type {(() => void)[]} */
  #backwards = [];
  /** Weights as products read them, by the address of the parameter. @type {Map<number, { address: number, version: number }>} */
  #packed = new Map();
  /** @type {Watched | undefined} */
  #watched;

  /** @param {LearningModule} module */
  constructor(module) {
    this.#module = module;
    this.#start = module.base;
    this.#top = module.base;
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
    const address = this.#module.base + this.#size;
    const parameter = { name, shape, address, gradient: 0, draw };
    this.#size = align(this.#size + 4 * countElements(shape));
    this.#parameters.push(parameter);
    return parameter;
  }

  /** @returns {readonly Parameter[]} */
  get parameters() {
    return this.#parameters;
  }

  /** Numbers of all parameters, with what aligns them. */
  get count() {
    return this.#size / 4;
  }

  /** Steps of the optimizer so far. */
  get step() {
    return this.#step;
  }

  /** Another number whenever parameters may have changed. */
  get version() {
    return this.#version;
  }

  /** Draws all parameters that have been declared. No others can follow. */
  prepare() {
    this.#top = this.#blocks[4];
    this.#module.reach(this.#top);
    for (const parameter of this.#parameters) {
      const { address, shape, draw } = parameter;
      parameter.gradient = address + this.#size;
      const [from, to] = [address / 4, address / 4 + countElements(shape)];
      for (let i = from; i < to; i++) this.#module.floats[i] = draw();
    }
    for (const { address, shape } of this.#parameters) {
      if (shape.length !== 2) continue;
      const packed = this.take(this.#module.sizeFrom('attn_packed_size', [...shape, FLOAT32]));
      this.#packed.set(address, { address: packed, version: -1 });
    }
    this.#start = this.#top;
    this.start();
  }

  /** Addresses of parameters, gradients and the optimizer's two means of each, and of what follows. */
  get #blocks() {
    return [0, 1, 2, 3, 4].map((i) => this.#module.base + i * this.#size);
  }

  /** Forgets the tensors of the step before. */
  start() {
    this.#workspace = this.#largest;
    this.#top = align(this.#start + this.#workspace);
    this.#gradients.length = 0;
    this.#backwards.length = 0;
  }

  /**
   * Computes the gradients of all parameters and of what wants one.
   *
   * @param {TapeTensor} [output] what the gradients are of; by default the losses of the step
   * @param {ArrayLike<number>} [gradOutput] its gradient
   */
  backward(output, gradOutput) {
    const { floats } = this.#module;
    const [, gradients, means] = this.#blocks;
    floats.fill(0, gradients / 4, means / 4);
    for (const [first, end] of this.#gradients) floats.fill(0, first, end);
    if (output && gradOutput) floats.set(gradOutput, output.gradient / 4);
    for (const backward of this.#backwards.reverse()) backward();
    this.#backwards.reverse();
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
    const numbers = [learningRate, beta1, beta2, epsilon, weightDecay, maxNorm].map(toFloatBits);
    const options = this.struct([...numbers, this.#step]);
    const [parameters, gradients, mean, variance] = this.#blocks;
    this.call('attn_adamw', [gradients, this.count, options, parameters, mean, variance]);
  }

  /** All that training changes, to go on from there: parameters and the optimizer's means. */
  getState() {
    const [parameters, gradients, means, , end] = this.#blocks.map((address) => address / 4);
    const { floats } = this.#module;
    return {
      step: this.#step,
      parameters: floats.slice(parameters, gradients),
      means: floats.slice(means, end),
    };
  }

  /** @param {{ step: number, parameters: Float32Array, means: Float32Array }} state that has been checked */
  setState({ step, parameters, means }) {
    const blocks = this.#blocks;
    this.#module.floats.set(parameters, blocks[0] / 4);
    this.#module.floats.set(means, blocks[2] / 4);
    this.#step = step;
    this.#version++;
  }

  /** A copy of the numbers of a tensor. @param {TapeTensor} tensor */
  read({ address, shape }) {
    return this.#module.floats.slice(address / 4, address / 4 + countElements(shape));
  }

  /** A copy of its gradient, after `backward()`. @param {TapeTensor} tensor */
  readGradient({ gradient, shape }) {
    return this.read({ address: gradient, shape, gradient: 0 });
  }

  /** Sets a tensor. @param {TapeTensor} tensor @param {ArrayLike<number>} numbers */
  write({ address }, numbers) {
    this.#module.floats.set(numbers, address / 4);
    this.#version++;
  }

  /** Copies the numbers of a tensor to another one. @param {TapeTensor} from @param {TapeTensor} to */
  copy({ address, shape }, to) {
    const first = address / 4;
    this.#module.floats.copyWithin(to.address / 4, first, first + countElements(shape));
  }

  /** Sets a tensor to zeros on the way. The gradient is not cleared. @param {TapeTensor} tensor */
  silence({ address, shape }) {
    this.#module.floats.fill(0, address / 4, address / 4 + countElements(shape));
  }

  /**
   * Runs a step, and gives what it has named on the way.
   *
   * @param {() => unknown} run
   * @returns {Record<string, Tensor>}
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
      const data = new Float32Array(countElements(shape));
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

  /** Space of the step. @param {number} bytes @returns {number} its address */
  take(bytes) {
    const address = this.#top;
    this.#top = align(address + bytes);
    if (this.#top > this.#module.floats.byteLength) this.#module.reach(this.#top);
    return address;
  }

  /**
   * A tensor that operations will write.
   *
   * @param {number[]} shape
   * @param {boolean} [wantsGradient]
   * @returns {TapeTensor}
   */
  tensor(shape, wantsGradient = true) {
    const count = countElements(shape);
    const address = this.take(4 * count);
    if (!wantsGradient) return { shape, address, gradient: 0 };
    const gradient = this.take(4 * count);
    this.#gradients.push([gradient / 4, gradient / 4 + count]);
    return { shape, address, gradient };
  }

  /** A struct of 32-bit members. @param {ArrayLike<number>} words @returns {number} its address */
  struct(words) {
    const address = this.take(4 * words.length);
    this.#module.words.set(words, address / 4);
    return address;
  }

  /** Integers: ids of words, targets, lengths. @param {ArrayLike<number>} list @returns {TapeTensor} */
  ids(list) {
    return { shape: [list.length], address: this.struct(list), gradient: 0 };
  }

  /** A copy of an array of any kind. @param {ArrayBufferView} array @returns {number} its address */
  put({ buffer, byteOffset, byteLength }) {
    const address = this.take(byteLength);
    const bytes = new Uint8Array(this.#module.memory.buffer);
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), address);
    return address;
  }

  /**
   * Numbers that are given; zeros unless it says which.
   *
   * @param {number[]} shape
   * @param {ArrayLike<number>} [numbers]
   * @param {boolean} [wantsGradient]
   */
  input(shape, numbers, wantsGradient = false) {
    const tensor = this.tensor(shape, wantsGradient);
    if (numbers) this.#module.floats.set(numbers, tensor.address / 4);
    else this.silence(tensor);
    return tensor;
  }

  /** The address of a packed weight: a parameter is packed once while it does not change. @param {TapeTensor} weight */
  pack({ address, shape: [out, width] }) {
    const place = this.#packed.get(address);
    if (place?.version === this.#version) return place.address;
    const packed =
      place?.address ?? this.take(this.#module.sizeFrom('attn_packed_size', [out, width, FLOAT32]));
    this.call('attn_pack_weight', [address, out, width, packed, FLOAT32]);
    if (place) place.version = this.#version;
    return packed;
  }

  /** Calls an export. @param {string} name @param {number[]} args @param {Space} [space] workspace at the end */
  call(name, args, space) {
    if (space === undefined) return this.#module.call(name, args);
    const bytes = this.#module.sizeFrom(...space);
    this.#largest = Math.max(this.#largest, bytes);
    if (bytes <= this.#workspace) return this.#module.call(name, [...args, this.#start, bytes]);
    const top = this.#top;
    this.#module.call(name, [...args, this.take(bytes), bytes]);
    this.#top = top;
  }

  /**
   * Notes a backward, unless nobody wants the gradient of the output, which is its first argument.
   *
   * @param {string} name
   * @param {TapeTensor} output
   * @param {number[]} args
   * @param {Space} [space]
   */
  note(name, { gradient }, args, space) {
    if (gradient) this.noteRun(() => this.call(name, [gradient, ...args], space));
  }

  /** @param {() => void} backward */
  noteRun(backward) {
    this.#backwards.push(backward);
  }

  /**
   * Sets rows to zeros that nothing has seen: their gradients are all 0. They add nothing then, even
   * where they were NaN.
   *
   * @param {TapeTensor} output
   * @param {TapeTensor} input with as many rows
   */
  clearUnseen({ gradient, shape }, { address, shape: inputShape }) {
    const { floats } = this.#module;
    const [out, width] = [shape.at(-1) ?? 1, inputShape.at(-1) ?? 1];
    for (let row = 0; row < countElements(shape) / out; row++) {
      const first = gradient / 4 + row * out;
      if (floats.subarray(first, first + out).some((number) => number !== 0)) continue;
      floats.fill(0, address / 4 + row * width, address / 4 + (row + 1) * width);
    }
  }
}

/**
 * The memory of training: the parameters with their gradients and the optimizer's moving averages, and the record of one
 * step with its tensors and backward functions. The parameters are at the start of the memory. The step follows, and is
 * discarded when the next step starts.
 */

import { FLOAT32, toFloatBits } from '../abi.js';
import { align } from '../arena.js';
import { kernels } from '../kernels.js';
import { countElements } from '../shapes.js';
import { makeTensor } from '../tensor.js';

/** @import { Tensor } from '../types.js' */
/** @import { Kernel } from '../kernels.js' */
/** @import { LearningModule } from './module.js' */
/** @import { Parameter, Space, TapeTensor, UpdateOptions } from './types.js' */

/** @typedef {Map<string, { shape: number[], rows: TapeTensor[] }>} Watched the watched tensors, by id */

/** Settings of AdamW that all models share. */
const BETA1 = 0.9;
const EPSILON = 1e-8;

export class TrainingMemory {
  #module;
  /** @type {(Parameter & { draw: () => number })[]} */
  #parameters = [];
  /** The bytes of all parameters. */
  #size = 0;
  #step = 0;
  #version = 0;
  /** The address where the step begins, and that of its next tensor. */
  #start;
  #top;
  /** The bytes of the workspace at the start of the step, and of the largest workspace of any call so far. */
  #workspace = 0;
  #largest = 0;
  /**
   * The gradients of the step: the index of the first float of each, and the index after its last.
   * @type {[number, number][]}
   */
  #gradients = [];
  /** @type {(() => void)[]} */
  #backwards = [];
  /** The packed weights, by the address of the parameter. @type {Map<number, { address: number, version: number }>} */
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
   * @param {string} name @param {number[]} shape
   * @param {() => number} draw returns the initial values, in order
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

  /** The number of floats of all parameters, including padding. */
  get count() {
    return this.#size / 4;
  }

  /** The number of optimizer steps so far. */
  get step() {
    return this.#step;
  }

  /** A number that changes whenever parameters may have changed. */
  get version() {
    return this.#version;
  }

  /** Draws the initial values of all declared parameters. No parameters can be declared afterwards. */
  prepare() {
    this.#top = this.#places.end;
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

  /** The addresses of what the parameters take, one after the other. */
  get #places() {
    const [parameters, gradients, means, squares, end] = [0, 1, 2, 3, 4].map(
      (i) => this.#module.base + i * this.#size,
    );
    return { parameters, gradients, means, squares, end };
  }

  /** Starts a step, and discards the tensors of the previous one. */
  start() {
    this.#workspace = this.#largest;
    this.#top = align(this.#start + this.#workspace);
    this.#gradients.length = 0;
    this.#backwards.length = 0;
  }

  /**
   * Computes the gradients of all parameters, and of all tensors that want one.
   * @param {TapeTensor} [output] the tensor from which gradients flow back; by default the losses of the step
   * @param {ArrayLike<number>} [gradOutput] the gradient of `output`
   */
  backward(output, gradOutput) {
    const { floats } = this.#module;
    const { gradients, means } = this.#places;
    floats.fill(0, gradients / 4, means / 4);
    for (const [first, end] of this.#gradients) floats.fill(0, first, end);
    if (output && gradOutput) floats.set(gradOutput, output.gradient / 4);
    for (const backward of [...this.#backwards].reverse()) backward();
  }

  /** Takes one step of AdamW. @param {UpdateOptions} options */
  update({ learningRate, beta2 = 0.999, weightDecay = 0, maxNorm = 0 }) {
    this.#step++;
    this.#version++;
    const numbers = [learningRate, BETA1, beta2, EPSILON, weightDecay, maxNorm].map(toFloatBits);
    const options = this.struct([...numbers, this.#step]);
    const { parameters, gradients, means, squares } = this.#places;
    this.call('attn_adamw', [gradients, this.count, options, parameters, means, squares]);
  }

  /** Returns copies of the values that training changes: parameters and moving averages of the optimizer. */
  getState() {
    const { parameters, gradients, means, end } = this.#places;
    const { floats } = this.#module;
    return {
      step: this.#step,
      parameters: floats.slice(parameters / 4, gradients / 4),
      means: floats.slice(means / 4, end / 4),
    };
  }

  /** @param {{ step: number, parameters: Float32Array, means: Float32Array }} state a state that has been checked */
  setState({ step, parameters, means }) {
    this.#module.floats.set(parameters, this.#places.parameters / 4);
    this.#module.floats.set(means, this.#places.means / 4);
    this.#step = step;
    this.#version++;
  }

  /** Copies the numbers of a tensor. @param {TapeTensor} tensor */
  read({ address, shape }) {
    return this.#module.floats.slice(address / 4, address / 4 + countElements(shape));
  }

  /** Copies the gradient of a tensor, after `backward()`. @param {TapeTensor} tensor */
  readGradient({ gradient, shape }) {
    return this.read({ address: gradient, shape, gradient: 0 });
  }

  /** Sets the numbers of a tensor. @param {TapeTensor} tensor @param {ArrayLike<number>} numbers */
  write({ address }, numbers) {
    this.#module.floats.set(numbers, address / 4);
    this.#version++;
  }

  /** Copies the numbers of a tensor to another tensor. @param {TapeTensor} from @param {TapeTensor} to */
  copy({ address, shape }, to) {
    const first = address / 4;
    this.#module.floats.copyWithin(to.address / 4, first, first + countElements(shape));
  }

  /** Sets a tensor to zeros during the forward. The gradient does not change. @param {TapeTensor} tensor */
  silence({ address, shape }) {
    this.#module.floats.fill(0, address / 4, address / 4 + countElements(shape));
  }

  /**
   * Runs a step, and returns copies of the tensors that it has named.
   * @param {() => unknown} run @returns {Record<string, Tensor>}
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

  /**
   * Names a tensor, by default without the first axis, which is a batch of one.
   * @param {string} id @param {TapeTensor} tensor @param {number[]} [shape]
   */
  name(id, tensor, shape = tensor.shape.slice(1)) {
    this.#watched?.set(id, { shape, rows: [tensor] });
  }

  /** Names the next row of a tensor. @param {string} id @param {TapeTensor} tensor */
  nameRow(id, tensor) {
    const rows = [...(this.#watched?.get(id)?.rows ?? []), tensor];
    const shape = tensor.shape.filter((size, axis) => axis > 0 || size > 1);
    this.#watched?.set(id, { shape: [rows.length, ...shape], rows });
  }

  /** Takes space for the step. @param {number} bytes @returns {number} the address */
  take(bytes) {
    const address = this.#top;
    this.#top = align(address + bytes);
    this.#module.reach(this.#top);
    return address;
  }

  /**
   * Takes space for a tensor that an operation will write.
   * @param {number[]} shape @param {boolean} [wantsGradient]
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

  /** Writes a struct of 32-bit members. @param {ArrayLike<number>} words @returns {number} the address */
  struct(words) {
    const address = this.take(4 * words.length);
    this.#module.words.set(words, address / 4);
    return address;
  }

  /** Writes integers: ids of words, targets, or lengths. @param {ArrayLike<number>} list @returns {TapeTensor} */
  ids(list) {
    return { shape: [list.length], address: this.struct(list), gradient: 0 };
  }

  /** Copies a typed array of any kind to memory. @param {ArrayBufferView} array @returns {number} the address */
  put({ buffer, byteOffset, byteLength }) {
    const address = this.take(byteLength);
    const bytes = new Uint8Array(this.#module.memory.buffer);
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), address);
    return address;
  }

  /**
   * Makes a tensor from numbers, or a tensor of zeros.
   * @param {number[]} shape @param {ArrayLike<number>} [numbers] @param {boolean} [wantsGradient]
   */
  input(shape, numbers, wantsGradient = false) {
    const tensor = this.tensor(shape, wantsGradient);
    if (numbers) this.#module.floats.set(numbers, tensor.address / 4);
    else this.silence(tensor);
    return tensor;
  }

  /**
   * Packs a weight and returns its address. A parameter is packed again only after it has changed.
   * @param {TapeTensor} weight
   */
  pack({ address, shape: [out, width] }) {
    const kept = this.#packed.get(address);
    if (kept?.version === this.#version) return kept.address;
    const packed =
      kept?.address ?? this.take(this.#module.sizeFrom('attn_packed_size', [out, width, FLOAT32]));
    this.runKernel(kernels.pack(address, [out, width], FLOAT32), { address: packed });
    if (kept) kept.version = this.#version;
    return packed;
  }

  /**
   * Calls an export.
   * @param {string} name @param {number[]} args
   * @param {Space} [space] the size of the workspace, which becomes the last two arguments
   */
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
   * Calls a kernel whose inputs are numbers.
   * @param {Pick<Kernel, 'name' | 'inputs'> & Partial<Kernel>} kernel @param {Pick<TapeTensor, 'address'>} output
   */
  runKernel({ name, inputs, trailing = [], space }, { address }) {
    this.call(name, /** @type {number[]} */ ([...inputs, address, ...trailing]), space);
  }

  /**
   * Records an export as a backward, unless the output has no gradient, which is the first argument of the export.
   * @param {string} name @param {TapeTensor} output @param {number[]} args @param {Space} [space]
   */
  recordBackward(name, { gradient }, args, space) {
    if (gradient) this.record(() => this.call(name, [gradient, ...args], space));
  }

  /** Records a function that `backward()` runs. @param {() => void} backward */
  record(backward) {
    this.#backwards.push(backward);
  }

  /**
   * Sets rows of the input to zeros if the gradients of their outputs are all 0, because nothing attended to them. Then
   * they add nothing to gradients, even if they were NaN.
   *
   * @param {TapeTensor} output
   * @param {TapeTensor} input a tensor with the same number of rows
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

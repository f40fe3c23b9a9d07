// Tensors that stay in wasm memory until they are disposed of.

import { AS_ARGUMENT, areZerosAndOnes, makeArgument, readAny, readAxis } from './arguments.js';
import { MAX_RANK, readShape } from './elements.js';
import {
  allocateArray,
  formatShape,
  makeArgumentError,
  makeLimitError,
  makeOptionError,
  makeShapeError,
  makeValueError,
  runNamed,
} from './errors.js';
import { Held } from './held.js';
import { defineInteger, isIntegerIn, makeOptionReader } from './option-reader.js';
import { checkLimit, countElements, expectShape } from './shapes.js';
import { makeTensor, toJsonTensor } from './tensor.js';

/**
 * @import { Arena } from './arena.js'
 * @import { Core } from './core.js'
 * @import { ArgumentError, LimitError, ShapeError } from './errors.js'
 * @import { Argument, ElementsOf, MaskLike, TensorLike, TensorOrMask, TensorOf } from './types.js'
 */

/**
 * A tensor in wasm memory. Operations accept it as any tensor, and as `out`.
 * @template {Float32Array | Uint8Array} [Data=Float32Array] `Uint8Array` for a mask
 */
export class Resident extends Held {
  /** @internal */
  static kind = 'resident tensor';

  /** @type {readonly number[]} */
  #shape = [];
  /** A copy of `#shape` that is not frozen, because engines read such arrays faster. @type {number[]} */
  #sizes = [];
  #count = 0;
  #capacity;
  #isMask;
  /** The number of writes to the block, shared with its views. @type {{ writes: number }} */
  #content;
  /** @type {{ writes: number, answer: boolean } | undefined} the last result of `areZerosAndOnes` */
  #zerosAndOnes;

  /**
   * @internal
   * @param {Core} core
   * @param {Argument<Float32Array | Uint8Array>} argument
   * @param {number} [capacity] the largest size of the first axis
   * @param {{ owner: Resident<any>, offset: number }} [part] the tensor of which this one is a view
   */
  constructor(core, argument, capacity = argument.shape[0] ?? 1, part = undefined) {
    const { shape, isMask } = argument;
    const bytes = countElements([isMask ? 1 : 4, capacity, ...shape.slice(1)]);
    super(core, bytes, (address) => core.arena.putAt(argument, address), { part });
    this.#content = part === undefined ? { writes: 0 } : part.owner.#content;
    this.#isMask = isMask;
    this.#capacity = capacity;
    this.#setShape([...shape]);
  }

  /** @param {number[]} sizes */
  #setShape(sizes) {
    this.#sizes = sizes;
    this.#shape = Object.freeze([...sizes]);
    this.#count = countElements(sizes);
  }

  /** The size of each axis. @returns {readonly number[]} */
  get shape() {
    return this.#shape;
  }

  /** The largest size of the first axis. */
  get capacity() {
    return this.#capacity;
  }

  /** Copies the elements to a tensor. @returns {TensorOf<Data>} */
  read() {
    return runNamed('read', () => {
      const data = Resident.prototype.elements.call(this);
      return /** @type {any} */ (makeTensor(this.#shape, data));
    });
  }

  /** Returns what `JSON.stringify` writes: the same as for the tensor that `read()` returns. */
  toJSON() {
    return runNamed('toJSON', () => {
      const data = Resident.prototype.elements.call(this);
      return toJsonTensor(this.#shape, data);
    });
  }

  /** Copies the elements. @internal @param {string} [name] the name of this argument in errors */
  elements(name) {
    const { core, address } = Held.open(this, Resident, name);
    return this.#isMask
      ? core.arena.readBytes(address, this.#count)
      : core.arena.read(address, this.#count);
  }

  /**
   * Replaces the elements.
   * @param {Data extends Uint8Array ? MaskLike : TensorLike} tensor a tensor of the same shape
   * @throws {ShapeError} if its shape is another
   */
  write(tensor) {
    runNamed('write', () => {
      Held.open(this, Resident);
      const read = this.#readTensor(tensor, this.#shape, 'as the resident tensor');
      const { core, address } = Held.open(this, Resident);
      this.#content.writes++;
      core.arena.putAt(read, address);
    });
  }

  /**
   * Adds items at the end of the first axis, as decoding adds keys: (S, …) becomes (S + n, …). The other elements do not
   * move, so views do not change.
   *
   *     const keys = attention.resident([key], { capacity: 512 });
   *     keys.append([nextKey]);
   *     attention.scaledDotProductAttention(query, keys, values, { isCausal: 'lower-right' });
   * @param {Data extends Uint8Array ? MaskLike : TensorLike} tensor (n, …)
   * @throws {LimitError} if the items exceed the capacity
   */
  append(tensor) {
    runNamed('append', () => {
      Held.open(this, Resident);
      const [first, ...rest] = this.#sizes;
      if (first === undefined) throw makeShapeError('this', 'at least one axis', this.#shape);
      const read = this.#readTensor(tensor, ['n', ...rest], 'to match the resident tensor');
      const { core, address } = Held.open(this, Resident);
      // A getter of the tensor may have appended items, too.
      const length = this.#sizes[0] + read.shape[0];
      if (length > this.#capacity) {
        throw makeLimitError('this', `${this.#capacity}, its capacity`, `${length} items`);
      }
      this.#content.writes++;
      core.arena.putAt(read, address + (this.#isMask ? this.#count : 4 * this.#count));
      this.#setShape([length, ...rest]);
    });
  }

  /**
   * Reads a tensor of a shape, which must be a mask if this one is a mask.
   * @param {TensorOrMask} tensor
   * @param {readonly (number | string)[]} shape
   * @param {string} why
   */
  #readTensor(tensor, shape, why) {
    const read = readAny('tensor', tensor);
    expectShape(read, shape, why);
    if (read.isMask === this.#isMask) return read;
    const [expected, received] = this.#isMask ? ['a mask', 'numbers'] : ['numbers', 'a mask'];
    throw makeArgumentError('tensor', expected, received);
  }

  /**
   * Returns a view with another shape: the same elements in the same order, in the same memory. A write to one changes
   * both. Disposing of the tensor also disposes of its views, but not vice versa.
   *
   *     const heads = attention.resident(words).reshape([3, 4, -1]); // (3, 8) becomes (3, 4, 2)
   * @param {readonly number[]} shape sizes with the same number of elements; one size may be −1 and is computed
   * @throws {ShapeError} if the number of elements differs
   * @returns {Resident<Data>}
   */
  reshape(shape) {
    return runNamed('reshape', () => {
      Held.open(this, Resident);
      const sizes = readShape('shape', inferSize(shape, this.#count));
      if (countElements(sizes) === this.#count) return this.#view(sizes, 0);
      const expected = `sizes of ${this.#count} elements, as ${formatShape(this.#shape)} has`;
      throw makeShapeError('shape', expected, sizes);
    });
  }

  /**
   * Returns a view of the items `start` to `end` − 1 of the first axis, such as rows of a matrix. The view shares memory
   * with the tensor, as that of `reshape` does.
   *
   *     const keys = attention.resident(tensor([512, 64], new Float32Array(512 * 64)));
   *     keys.slice(7, 8).write([key]); // row 7
   *     attention.scaledDotProductAttention(query, keys.slice(0, 8), values.slice(0, 8));
   * @param {number} start an index, counted from 0 or, if negative, from the end
   * @param {number} [end] an index, counted likewise; by default the size of the axis
   * @returns {Resident<Data>} (end − start, …)
   * @throws {ArgumentError} if an index is outside the axis
   */
  slice(start, end = undefined) {
    return runNamed('slice', () => {
      Held.open(this, Resident);
      const [size, ...rest] = this.#shape;
      if (size === undefined) throw makeShapeError('this', 'at least one axis', this.#shape);
      const first = readEdge('start', start, size);
      const length = Math.max(readEdge('end', end === undefined ? size : end, size) - first, 0);
      return this.#view([length, ...rest], first * countElements(rest));
    });
  }

  /**
   * Returns a new resident tensor with two axes swapped, as `torch.transpose`. The elements are copied, because the core
   * reads densely packed rows.
   * @param {number} dim0 an axis, counted from 0 or, if negative, from the end
   * @param {number} dim1 another axis
   * @throws {ArgumentError} if an axis does not exist
   * @returns {Resident<Data>}
   */
  transpose(dim0, dim1) {
    return runNamed('transpose', () => {
      const { core } = Held.open(this, Resident);
      const rank = this.#shape.length;
      if (rank === 0) throw makeShapeError('this', 'at least one axis', this.#shape);
      const first = readAxis('dim0', dim0, rank, 'the tensor');
      const second = readAxis('dim1', dim1, rank, 'the tensor');
      const axes = [...this.#shape.keys()];
      [axes[first], axes[second]] = [second, first];
      const data = permute(Resident.prototype.elements.call(this), this.#shape, axes);
      const shape = axes.map((axis) => this.#shape[axis]);
      return /** @type {Resident<any>} */ (new Resident(core, makeArgument('this', shape, data)));
    });
  }

  /** @param {number[]} shape @param {number} first the index of the first element @returns {Resident<any>} */
  #view(shape, first) {
    const { core } = Held.open(this, Resident);
    const count = countElements(shape);
    const isMask = this.#isMask;
    const argument = { name: 'this', shape, count, isMask, data: NO_FLOATS, resident: undefined };
    const part = { owner: this, offset: isMask ? first : 4 * first };
    return new Resident(core, argument, shape[0], part);
  }

  /**
   * Returns the result of `areZerosAndOnes` for the elements, which is cached until they change.
   * @internal
   * @param {string} name the name of this argument in errors
   */
  areZerosAndOnes(name) {
    const { writes } = this.#content;
    if (this.#zerosAndOnes?.writes !== writes) {
      this.#zerosAndOnes = { writes, answer: areZerosAndOnes(this.elements(name)) };
    }
    return this.#zerosAndOnes.answer;
  }

  /** @internal @param {string} name @returns {Argument<Float32Array | Uint8Array>} */
  [AS_ARGUMENT](name) {
    Held.open(this, Resident, name);
    const [shape, count, isMask] = [this.#sizes, this.#count, this.#isMask];
    return { name, shape, count, isMask, data: isMask ? NO_BYTES : NO_FLOATS, resident: this };
  }

  /**
   * Returns the address, after checking that the tensor is in use and belongs to this memory.
   * @internal
   * @param {Arena} arena
   * @param {string} name the name of this argument in errors
   */
  addressIn(arena, name) {
    const { core, address } = Held.open(this, Resident, name);
    if (core.arena === arena) return address;
    throw makeArgumentError(name, 'one of this instance', 'a resident tensor of another instance');
  }

  /**
   * Returns the address, as `addressIn`, for a call that writes its result to the tensor.
   * @internal
   * @param {Arena} arena
   * @param {string} name the name of this argument in errors
   */
  addressToWrite(arena, name) {
    const address = this.addressIn(arena, name);
    this.#content.writes++;
    return address;
  }
}

const readResidentOptions = /* @__PURE__ */ makeOptionReader({
  capacity: defineInteger(0, Infinity),
});

/**
 * @internal
 * @template Input
 * @param {Core} core @param {Input} tensor @param {unknown} options
 * @returns {Resident<ElementsOf<Input>>}
 */
export function makeResident(core, tensor, options) {
  const read = readAny('tensor', tensor);
  const { capacity } = readResidentOptions(options);
  if (capacity === undefined) return new Resident(core, read);
  const [size, ...rest] = read.shape;
  if (size === undefined) throw makeShapeError('tensor', 'at least one axis', read.shape);
  if (capacity < size) {
    const expected = `at least ${size}, as many items as the tensor has`;
    throw makeOptionError('capacity', expected, capacity);
  }
  checkLimit('options.capacity', [capacity, ...rest], read.isMask ? 'bool' : undefined);
  return new Resident(core, read, capacity);
}

const NO_BYTES = new Uint8Array();
const NO_FLOATS = new Float32Array();

/**
 * Replaces a size of −1 by the size that the other sizes leave. Returns any other shape as it is.
 * @param {readonly number[]} shape
 * @param {number} count the number of elements
 */
function inferSize(shape, count) {
  if (!Array.isArray(shape) || shape.length > MAX_RANK) return shape;
  const others = shape.filter((size) => size !== -1);
  if (others.length === shape.length || !others.every((size) => isIntegerIn(size, 0))) return shape;
  if (others.length < shape.length - 1) {
    throw makeArgumentError('shape', 'at most one size of -1, which is computed', `[${shape}]`);
  }
  const product = countElements(others);
  if (product > 0 && count % product === 0) {
    return shape.map((size) => (size === -1 ? count / product : size));
  }
  const expected = `sizes whose product divides ${count}, the number of elements, beside -1`;
  throw makeShapeError('shape', expected, shape);
}

/** @param {string} argument @param {number} edge @param {number} size */
function readEdge(argument, edge, size) {
  if (isIntegerIn(edge, -size, size)) return edge < 0 ? edge + size : edge;
  throw makeValueError(argument, `an integer from ${-size} to ${size}`, edge);
}

/**
 * Copies elements with the axes in another order.
 * @param {Float32Array | Uint8Array} from
 * @param {readonly number[]} shape the shape of `from`
 * @param {readonly number[]} axes the axes of `from`, in the order of the result
 */
function permute(from, shape, axes) {
  const to = allocateArray(from.byteLength, () => from.slice());
  const strides = shape.map((_, axis) => countElements(shape.slice(axis + 1)));
  let next = 0;
  /** @param {number} depth @param {number} at */
  const move = (depth, at) => {
    const axis = axes[depth];
    for (let i = 0; i < shape[axis]; i++, at += strides[axis]) {
      if (depth + 1 < axes.length) move(depth + 1, at);
      else to[next++] = from[at];
    }
  };
  if (to.length > 0) move(0, 0);
  return to;
}

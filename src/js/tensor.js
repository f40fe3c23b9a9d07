import {
  AS_ARGUMENT,
  EMPTY_MASK,
  makeArgument,
  nameTypedArray,
  readAny,
  readElements,
  readFlat,
} from './arguments.js';
import {
  allocateArray,
  formatBytes,
  formatShape,
  makeLimitError,
  makeValueError,
  runNamed,
} from './errors.js';
import { checkLimit, countElements } from './shapes.js';

/** @import { Argument, MaskTensor, Nested, Numbers, Tensor, TensorLike } from './types.js' */

/**
 * Makes a tensor: `tensor([[1, 2], [3, 4]])` reads nested arrays, `tensor([2, 2], data)` takes a
 * shape and flat data, `tensor({ shape, data })` what JSON or another library holds. A Float32Array
 * is kept, not copied; other numbers are rounded to float32. A Uint16Array with a `dtype` of `float16` or `bfloat16` is
 * widened. Booleans, or a Uint8Array of 0 and 1,
 * make a mask: 1 = may attend. Throws `ShapeError` or `ArgumentError` for rows of unequal length, and for what is no
 * number.
 *
 * @overload
 * @param {Nested | Float32Array | { readonly shape: readonly number[], readonly data: Numbers } |
 *   { readonly shape: readonly number[], readonly data: Uint16Array, readonly dtype: 'float16' | 'bfloat16' }} nested
 * @returns {Tensor}
 */
/**
 * @overload
 * @param {readonly number[]} shape
 * @param {Uint8Array} data
 * @returns {MaskTensor}
 */
/**
 * @overload
 * @param {readonly number[]} shape
 * @param {Numbers} data
 * @returns {Tensor}
 */
/** @param {[first: unknown, data?: unknown]} args a forgotten variable is not a missing argument */
export function tensor(...args) {
  return runNamed('tensor', () => {
    const [first, data] = args;
    if (args.length > 1) {
      const { shape, data: elements } = readFlat(first, data, 'shape', 'data');
      return makeTensor(shape, elements);
    }
    if (typeof first !== 'object' || first === null) {
      throw makeValueError('nested', 'nested arrays or { shape, data }', first);
    }
    const read = readAny('nested', first);
    return makeTensor(read.shape, readElements(read));
  });
}

/** @template {Float32Array | Uint8Array} Data */
class FrozenTensor {
  /** Its shape: engines read arrays that are not frozen more quickly. */
  #sizes;

  /** @param {number[]} sizes @param {Data} data */
  constructor(sizes, data) {
    this.#sizes = sizes;
    this.shape = Object.freeze([...sizes]);
    this.data = data;
    Object.freeze(this);
  }

  /**
   * Its shape has been checked. Its data may be detached by now, and the bytes of a mask may be others.
   *
   * @internal
   * @param {string} name
   * @param {boolean} isInteger
   * @returns {Argument<any>}
   */
  [AS_ARGUMENT](name, isInteger) {
    const { data } = this;
    if (#sizes in this && !isMask(data)) {
      const count = countElements(this.#sizes);
      const [shape, isMask, resident] = [this.#sizes, false, undefined];
      if (data.length === count) return { name, shape, count, isMask, data, resident };
    }
    const read = readFlat(this.shape, data, `${name}.shape`, `${name}.data`, isInteger);
    return makeArgument(name, read.shape, read.data);
  }

  toJSON() {
    return runNamed('toJSON', () => {
      const { shape, data } = readFlat(this.shape, this.data, 'this.shape', 'this.data');
      return allocateArray(8 * data.length, () => ({
        shape,
        data: isMask(data) ? Array.from(data, Boolean) : Array.from(data, jsonNumber),
        ...(isMask(data) && data.length === 0 && { dtype: EMPTY_MASK }),
      }));
    });
  }
}

/**
 * @template {Float32Array | Uint8Array} Data
 * @param {readonly number[]} shape
 * @param {Data} data
 * @returns {{ readonly shape: readonly number[], readonly data: Data }}
 */
export const makeTensor = (shape, data) => new FrozenTensor([...shape], data);

/** @param {Float32Array | Uint8Array} data */
const isMask = (data) => nameTypedArray(data) === 'Uint8Array';

/** JSON has no numbers for NaN and infinities, and drops the sign of −0. @param {number} number */
function jsonNumber(number) {
  if (Object.is(number, -0)) return '-0';
  return Number.isFinite(number) ? number : String(number);
}

/** Engines end a program whose arrays need more; none of them says how much it has. */
const MAX_NESTED_BYTES = 2 ** 31;
const ARRAY_BYTES = 64;
/** More in arrays that are very long. */
const ELEMENT_BYTES = 12;

/** About what nested arrays take, those without elements among them. @param {readonly number[]} shape */
function nestedBytes(shape) {
  let bytes = 0;
  let count = 1;
  for (const size of shape) {
    bytes += count * ARRAY_BYTES;
    count *= size;
  }
  return bytes + ELEMENT_BYTES * count;
}

/**
 * A tensor as nested arrays, of booleans if it is a mask. A tensor without axes becomes its one element.
 *
 * @param {TensorLike} tensor of any shape
 * @returns {any} arrays as deep as the tensor has axes
 * @throws {LimitError} if the arrays would take more than 2 GiB
 */
export function toNested(tensor) {
  return runNamed('toNested', () => {
    const read = readAny('tensor', tensor);
    const { shape } = read;
    const data = readElements(read);
    // Arrays without elements take memory, too.
    checkLimit(
      'tensor',
      shape.map((size) => Math.max(size, 1)),
    );
    const bytes = nestedBytes(shape);
    if (bytes > MAX_NESTED_BYTES) {
      const received = `${formatBytes(bytes)} as nested arrays of ${formatShape(shape)}`;
      throw makeLimitError('tensor', formatBytes(MAX_NESTED_BYTES), received);
    }
    const areFlags = isMask(data);
    let next = 0;
    /** @param {number} axis @returns {any} */
    const nest = (axis) => {
      if (axis < shape.length) return Array.from({ length: shape[axis] }, () => nest(axis + 1));
      const element = data[next++];
      return areFlags ? element === 1 : element;
    };
    return allocateArray(bytes, () => nest(0));
  });
}

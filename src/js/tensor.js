import { AS_ARGUMENT, MASK, makeArgument, readAny, readElements } from './arguments.js';
import { nameTypedArray, readFlat } from './elements.js';
import { allocateArray, formatShape, makeSizeError, makeValueError, runNamed } from './errors.js';
import { checkLimit, countElements } from './shapes.js';

/** @import { Resident } from './resident.js' */
/** @import { Argument, MaskTensor, Nested, NestedOf, NumberArray, Numbers, Tensor, TensorOrMask } from './types.js' */

/** @typedef {Uint8Array | readonly boolean[]} Flags the elements of a mask */

/**
 * Makes a tensor from nested arrays, `tensor([[1, 2], [3, 4]])`; from a shape and flat data, `tensor([2, 2], data)`; or
 * from an object of JSON or of another library, `tensor({ shape, data })`. A Float32Array is kept, not copied; other
 * numbers are rounded to float32. A Uint16Array with a `dtype` of `float16` or `bfloat16` is converted to float32.
 * Booleans, or a Uint8Array of 0 and 1, make a mask: 1 = may attend. Throws `ShapeError` for rows of unequal length, and
 * `ArgumentError` for elements that are not numbers.
 * @overload
 * @param {NestedOf<number> | NumberArray | Resident | Readonly<{ shape: readonly number[], data: Float32Array, dtype?: string | undefined }> |
 *   Readonly<{ shape: readonly number[], data: Uint16Array, dtype: 'float16' | 'bfloat16' }>} nested
 * @returns {Tensor}
 */
/**
 * @overload
 * @param {NestedOf<boolean> | Uint8Array | Resident<Uint8Array> | Readonly<{ shape: readonly number[], data: Flags, dtype?: string | undefined }>} nested
 * @returns {MaskTensor}
 */
/**
 * @overload
 * @param {Nested | Resident<any> | Readonly<{ shape: readonly number[], data: Numbers, dtype?: string | undefined }>} nested
 * @returns {Tensor}
 */
/**
 * @overload
 * @param {readonly number[]} shape
 * @param {NumberArray | readonly number[]} data
 * @returns {Tensor}
 */
/**
 * @overload
 * @param {readonly number[]} shape
 * @param {Flags} data
 * @returns {MaskTensor}
 */
/**
 * @overload
 * @param {readonly number[]} shape
 * @param {Numbers} data
 * @returns {Tensor}
 */
/** @param {[first: unknown, data?: unknown]} args a rest parameter, so that `tensor(shape, undefined)` is an error */
export function tensor(...args) {
  return runNamed('tensor', () => {
    const [first, data] = args;
    if (args.length > 1) {
      const { shape, data: elements } = readFlat(first, data, 'shape', 'data');
      return makeTensor(shape, elements);
    }
    return toTensor('nested', first);
  });
}

/** Makes a tensor of an argument. @param {string} name @param {unknown} value */
export function toTensor(name, value) {
  if (typeof value !== 'object' || value === null) {
    throw makeValueError(name, 'nested arrays or { shape, data }', value);
  }
  const read = readAny(name, value);
  return makeTensor(read.shape, readElements(read));
}

/** @template {Float32Array | Uint8Array} Data */
class FrozenTensor {
  /** The same numbers as `shape`, not frozen, because engines read such arrays faster. */
  #sizes;

  /** @param {readonly number[]} sizes an array that nobody changes @param {Data} data */
  constructor(sizes, data) {
    this.#sizes = sizes;
    this.shape = Object.freeze([...sizes]);
    this.data = data;
    Object.freeze(this);
  }

  /**
   * Returns the tensor as an argument. The shape was checked when the tensor was made. The data is checked again: it may
   * be detached by now, and the bytes of a mask may have changed.
   * @internal
   * @param {string} name
   * @returns {Argument<any>}
   */
  [AS_ARGUMENT](name) {
    const { data } = this;
    if (#sizes in this && !isMask(data)) {
      const count = countElements(this.#sizes);
      const [shape, isMask, resident] = [this.#sizes, false, undefined];
      if (data.length === count && count > 0) return { name, shape, count, isMask, data, resident };
    }
    const read = readFlat(this.shape, data, `${name}.shape`, `${name}.data`);
    return makeArgument(name, read.shape, read.data);
  }

  toJSON() {
    return runNamed('toJSON', () => {
      const { shape, data } = readFlat(this.shape, this.data, 'this.shape', 'this.data');
      return toJsonTensor(shape, data);
    });
  }
}

/**
 * Returns a tensor as JSON has it.
 * @param {readonly number[]} shape
 * @param {Float32Array | Uint8Array} data
 */
export const toJsonTensor = (shape, data) =>
  allocateArray(8 * data.length, () => ({
    shape,
    data: isMask(data) ? Array.from(data, Boolean) : Array.from(data, toJsonNumber),
    ...(isMask(data) && data.length === 0 && { dtype: MASK }),
  }));

/**
 * @template {Float32Array | Uint8Array} Data
 * @param {readonly number[]} shape an array that nobody changes
 * @param {Data} data
 * @returns {{ readonly shape: readonly number[], readonly data: Data }}
 */
export const makeTensor = (shape, data) => new FrozenTensor(shape, data);

/** @param {Float32Array | Uint8Array} data */
const isMask = (data) => nameTypedArray(data) === 'Uint8Array';

/** Writes NaN, infinities and −0 as strings, because JSON has no such numbers. @param {number} number */
function toJsonNumber(number) {
  if (Object.is(number, -0)) return '-0';
  return Number.isFinite(number) ? number : String(number);
}

/** The limit for nested arrays. Engines end a program that needs more memory, and do not say how much they have. */
const MAX_NESTED_BYTES = 2 ** 31;
const ARRAY_BYTES = 64;
/** The approximate size of an element; very long arrays take more. */
const ELEMENT_BYTES = 12;

/** Estimates the bytes of nested arrays, including empty ones. @param {readonly number[]} shape */
function estimateNestedBytes(shape) {
  let bytes = 0;
  let count = 1;
  for (const size of shape) {
    bytes += count * ARRAY_BYTES;
    count *= size;
  }
  return bytes + ELEMENT_BYTES * count;
}

/**
 * Converts a tensor to nested arrays, of booleans if it is a mask. A tensor without axes becomes its single element.
 * @param {TensorOrMask} tensor a tensor of any shape
 * @returns {any} nested arrays, one level for each axis
 * @throws {LimitError} if the arrays would take more than 2 GiB
 */
export function toNested(tensor) {
  return runNamed('toNested', () => {
    const read = readAny('tensor', tensor);
    const { shape } = read;
    const data = readElements(read);
    // Empty arrays take memory, too.
    checkLimit(
      'tensor',
      shape.map((size) => Math.max(size, 1)),
    );
    const bytes = estimateNestedBytes(shape);
    if (bytes > MAX_NESTED_BYTES) {
      const form = ` as nested arrays of ${formatShape(shape)}`;
      throw makeSizeError('tensor', { bytes, limit: MAX_NESTED_BYTES, form });
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

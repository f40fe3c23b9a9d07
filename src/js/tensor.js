import { checkLimit, elementsOf, kindOf, readAny, readFlat, readNested } from './arguments.js';
import { argumentError, describe, named, unreadable } from './errors.js';

/**
 * A row-major array of float32; a boolean mask has bytes instead, 0 or 1. `JSON.stringify` writes it
 * as `{ shape, data: [...] }`, with NaN, ±Infinity and −0 as strings and a mask as booleans;
 * `tensor(JSON.parse(…))` makes the same tensor again.
 *
 * @typedef {object} Tensor
 * @property {readonly number[]} shape
 * @property {Float32Array} data
 */

/**
 * @typedef {object} MaskTensor
 * @property {readonly number[]} shape
 * @property {Uint8Array} data
 */

/**
 * Nested arrays of numbers or, for a mask, of booleans.
 *
 * @typedef {ReadonlyArray<number | boolean | Nested>} Nested
 */

/**
 * Whatever is taken where a tensor is wanted; a plain typed array is a tensor of one axis.
 *
 * @typedef {{ readonly shape: readonly number[], readonly data: Numbers } | Nested | Float32Array
 *   | Float64Array | Uint8Array | import('./resident.js').Resident} TensorLike
 * @typedef {ArrayLike<number> | readonly boolean[]} Numbers typed array or array
 */

/**
 * Makes a tensor: `tensor([[1, 2], [3, 4]])` reads nested arrays, `tensor([2, 2], data)` takes a
 * shape and flat data, `tensor({ shape, data })` what JSON or another library holds. A Float32Array
 * is kept, not copied; other numbers are rounded to float32. Booleans, or a Uint8Array of 0 and 1,
 * make a mask: 1 = may attend.
 *
 * @overload
 * @param {Nested | Float32Array | { readonly shape: readonly number[], readonly data: Numbers }} nested
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
  return named('tensor', () => {
    const [first, data] = args;
    const read = args.length < 2 ? readOne(first) : readFlat(first, data, 'shape', 'data');
    return makeTensor(read.shape, read.data);
  });
}

/** @param {unknown} value nested arrays, or what holds a shape and data */
function readOne(value) {
  const [argument, expected] = ['nested', 'nested arrays or { shape, data }'];
  try {
    if (Array.isArray(value)) return readNested(argument, value);
    if (typeof value === 'object' && value !== null) return readHolder(argument, value);
  } catch (cause) {
    throw unreadable(argument, expected, cause);
  }
  throw argumentError(argument, expected, describe(value));
}

/**
 * @param {string} argument
 * @param {object} value
 */
function readHolder(argument, value) {
  const read = readAny(argument, value);
  return { shape: read.shape, data: elementsOf(read) };
}

/** @template {Float32Array | Uint8Array} Data */
class FrozenTensor {
  /**
   * @param {readonly number[]} shape
   * @param {Data} data
   */
  constructor(shape, data) {
    this.shape = shape;
    this.data = data;
    Object.freeze(this);
  }

  toJSON() {
    const { shape, data } = this;
    return { shape, data: isMask(data) ? Array.from(data, Boolean) : Array.from(data, jsonNumber) };
  }
}

/**
 * @template {Float32Array | Uint8Array} Data
 * @param {readonly number[]} shape
 * @param {Data} data
 * @returns {{ readonly shape: readonly number[], readonly data: Data }}
 */
export const makeTensor = (shape, data) => new FrozenTensor(Object.freeze([...shape]), data);

/** @param {Float32Array | Uint8Array} data */
const isMask = (data) => kindOf(data) === 'Uint8Array';

/** JSON has no numbers for NaN and infinities, and drops the sign of −0. @param {number} number */
function jsonNumber(number) {
  if (Object.is(number, -0)) return '-0';
  return Number.isFinite(number) ? number : String(number);
}

/**
 * A tensor as nested arrays, of booleans where it is a mask; one without axes as its element.
 *
 * @param {TensorLike} tensor
 * @returns {any}
 */
export function toNested(tensor) {
  return named('toNested', () => {
    const { shape, data } = readHolder('tensor', /** @type {object} */ (tensor));
    // Arrays without elements take memory, too.
    checkLimit(
      'tensor',
      shape.map((size) => Math.max(size, 1)),
    );
    const elements = isMask(data) ? Array.from(data, Boolean) : data;
    let next = 0;
    /** @param {number} axis @returns {any} */
    const nest = (axis) =>
      axis === shape.length
        ? elements[next++]
        : Array.from({ length: shape[axis] }, () => nest(axis + 1));
    return nest(0);
  });
}

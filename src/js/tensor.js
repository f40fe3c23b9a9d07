import { readFlat, reading } from './argument.js';
import { readNested } from './nested.js';

/**
 * A row-major array of float32; a boolean mask has bytes instead, 0 or 1.
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
 * @typedef {Array<number | boolean | Nested>} Nested
 */

/**
 * Whatever is taken where a tensor is asked for.
 *
 * @typedef {{ shape: readonly number[], data: Numbers } | Nested} TensorLike
 * @typedef {ArrayLike<number> | readonly boolean[]} Numbers typed array or array
 */

/**
 * Makes a tensor: `tensor([[1, 2], [3, 4]])` reads nested arrays, `tensor([2, 2], data)` takes a
 * shape and flat data. A Float32Array is kept, not copied; other numbers are rounded to float32.
 * Booleans, or a Uint8Array of 0 and 1, make a mask: 1 = may attend.
 *
 * @overload
 * @param {Nested} nested
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
  const operation = 'tensor';
  const [first, data] = args;
  const { shape, data: read } =
    args.length < 2
      ? reading(operation, 'nested', 'nested arrays', () => readNested(operation, 'nested', first))
      : readFlat(operation, first, data, { shape: 'shape', data: 'data' });
  return makeTensor(shape, read);
}

/**
 * @template {Float32Array | Uint8Array} Data
 * @param {readonly number[]} shape
 * @param {Data} data
 */
export function makeTensor(shape, data) {
  return Object.freeze({ shape: Object.freeze([...shape]), data });
}

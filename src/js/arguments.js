// Reading tensor arguments: tensors, nested arrays, typed arrays and resident tensors. All arguments of a call are read
// and checked before memory is used.

import { checkBuffer, HALVES, nameTypedArray, readData, readFlat, readNested } from './elements.js';
import { allocateArray, makeArgumentError, makeValueError } from './errors.js';
import { widenHalves } from './half.js';
import { holdsOptions, isIntegerIn } from './option-reader.js';
import { countElements } from './shapes.js';

/** @import { Argument } from './types.js' */

/** The key of the method by which tensors and resident tensors return themselves as arguments. */
export const AS_ARGUMENT = Symbol('as argument');

/**
 * Makes an argument from elements in JavaScript memory.
 * @template {Float32Array | Uint8Array | Int32Array} Data
 * @param {string} name
 * @param {readonly number[]} shape
 * @param {Data} data
 * @returns {Argument<Data>}
 */
export const makeArgument = (name, shape, data) => ({
  name,
  shape,
  count: countElements(shape),
  isMask: nameTypedArray(data) === 'Uint8Array',
  data,
  resident: undefined,
});

/** Reads a tensor of numbers. @param {string} name @param {unknown} value @returns {Argument} */
export function readTensor(name, value) {
  const argument = readAny(name, value);
  if (argument.isMask) {
    throw makeArgumentError(name, 'numbers in a Float32Array or in nested arrays', 'boolean');
  }
  return /** @type {Argument} */ (argument);
}

/** @param {string} name @param {unknown} value */
export const readOptionalTensor = (name, value) =>
  value === undefined || value === null ? undefined : readTensor(name, value);

/**
 * Reads a tensor argument of numbers (Float32Array) or of booleans (Uint8Array of 0 and 1).
 * @param {string} name
 * @param {unknown} value
 * @param {boolean} [isInteger] whether to read integers: float32 would round them, and bytes without a dtype are numbers
 * @returns {Argument<Float32Array | Uint8Array>}
 */
export function readAny(name, value, isInteger = false) {
  if (Array.isArray(value)) {
    const { shape, data } = readNested(name, value, isInteger);
    return makeArgument(name, shape, data);
  }
  if (nameTypedArray(value) !== undefined) {
    const data = readData(name, value, isInteger);
    return makeArgument(name, [data.length], data);
  }
  if (typeof value === 'object' && value !== null) {
    if (AS_ARGUMENT in value) return /** @type {any} */ (value)[AS_ARGUMENT](name);
    const tensor = /** @type {Record<string, unknown>} */ (value);
    const { shape, data, dtype } = tensor;
    if (data === undefined && typeof tensor.read === 'function')
      throw makeArgumentError(
        name,
        'a tensor, such as its read()',
        'a resident tensor of another copy of the library',
      );
    // Tensors of onnxruntime call their shape so.
    if (shape === undefined && tensor.dims !== undefined)
      throw makeValueError(`${name}.shape`, `the sizes, now in ${name}.dims`, shape);
    if (shape !== undefined || data !== undefined) {
      const wide = readByDtype(name, dtype, data);
      const areIntegers = isInteger && dtype !== MASK;
      const read = readFlat(shape, wide, `${name}.shape`, `${name}.data`, areIntegers);
      return makeArgument(name, read.shape, read.data);
    }
  }
  const expected = 'a tensor or nested arrays';
  const hint = '; options come last, after undefined for what is left out';
  throw makeValueError(name, holdsOptions(value) ? expected + hint : expected, value);
}

/** The dtype of a mask. JSON needs it, because an empty list does not say whether it has booleans. */
export const MASK = 'bool';

/**
 * Converts data by its `dtype`: 16-bit numbers become float32, and an empty list becomes a mask. Other dtypes change
 * nothing, because an array says itself what its numbers are.
 * @param {string} name the name of the tensor
 * @param {unknown} dtype
 * @param {unknown} data
 */
function readByDtype(name, dtype, data) {
  if (dtype === undefined) return data;
  const kind = nameTypedArray(data);
  const areWords = kind === 'Uint16Array';
  if (typeof dtype === 'string' && HALVES.includes(dtype)) {
    if (areWords) {
      const words = /** @type {Uint16Array} */ (data);
      checkBuffer(`${name}.data`, words);
      return allocateArray(4 * words.length, () => widenHalves(words, dtype === 'bfloat16'));
    }
    // Engines are about to have this class. Its elements are the numbers, not their bits.
    if (kind === 'Float16Array' && dtype === 'float16') return data;
    throw makeValueError(`${name}.data`, `a Uint16Array, as its dtype is ${dtype}`, data);
  }
  if (areWords) {
    const expected = `${HALVES.join(' or ')}, as its data is a Uint16Array`;
    throw makeValueError(`${name}.dtype`, expected, dtype);
  }
  if (dtype !== MASK) return data;
  if (Array.isArray(data) && data.length === 0) return new Uint8Array(0);
  if (kind === 'Uint8Array' || (Array.isArray(data) && typeof data[0] === 'boolean')) return data;
  if (Array.isArray(data))
    throw makeValueError(`${name}.data[0]`, `true or false, as its dtype is ${MASK}`, data[0]);
  throw makeValueError(`${name}.data`, `booleans or a Uint8Array, as its dtype is ${MASK}`, data);
}

/**
 * Returns the elements of an argument; those of a resident tensor are copied.
 * @template {Float32Array | Uint8Array} Data
 * @param {Argument<Data>} argument
 * @returns {Data}
 */
export const readElements = ({ name, data, resident }) =>
  resident === undefined ? data : /** @type {Data} */ (resident.elements(name));

/**
 * Whether all numbers are 0 or 1, and at least one is 1: adding only zeros would change nothing.
 * @param {ArrayLike<number>} numbers
 */
export function areZerosAndOnes(numbers) {
  let hasOne = false;
  for (let i = 0; i < numbers.length; i++) {
    if (numbers[i] === 1) hasOne = true;
    else if (numbers[i] !== 0) return false;
  }
  return hasOne;
}

/** Whether `areZerosAndOnes` is true for the elements of an argument. @param {Argument<any>} argument */
export const holdsZerosAndOnes = ({ name, data, resident }) =>
  resident === undefined ? areZerosAndOnes(data) : resident.areZerosAndOnes(name);

/**
 * Reads indices.
 * @param {string} name
 * @param {unknown} value
 * @param {number} end the smallest index that is too large
 * @returns {Argument<Int32Array>}
 */
export function readIndices(name, value, end) {
  const read = readAny(name, value, true);
  const expected =
    end === 0 ? 'no index, as the table is empty' : `an integer from 0 to ${end - 1}`;
  if (read.isMask) throw makeArgumentError(name, 'integers', 'boolean');
  const numbers = readElements(read);
  const data = allocateArray(4 * read.count, () => new Int32Array(read.count));
  for (let i = 0; i < read.count; i++) {
    const index = numbers[i];
    if (!isIntegerIn(index, 0, end - 1)) throw makeValueError(`${name}[${i}]`, expected, index);
    data[i] = index;
  }
  return makeArgument(name, read.shape, data);
}

/** Makes the argument 0, 1, …, count − 1. @param {string} name @param {number} count */
export const makeIndices = (name, count) =>
  makeArgument(
    name,
    [count],
    allocateArray(4 * count, () => new Int32Array(count).map((_, i) => i)),
  );

/**
 * Reads an axis, which may be counted from the end.
 * @param {string} argument
 * @param {unknown} dim
 * @param {number} rank
 * @param {string} tensor the tensor with this axis, in words
 */
export function readAxis(argument, dim, rank, tensor) {
  if (isIntegerIn(dim, -rank, rank - 1)) return dim < 0 ? dim + rank : dim;
  const expected = `an axis of ${tensor}: an integer from ${-rank} to ${rank - 1}`;
  throw makeValueError(argument, expected, dim);
}

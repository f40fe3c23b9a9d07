/** Reads the header and the numbers of a binary file. */

import { widenHalves } from '../../../src/js/half.js';
import { countElements } from '../../../src/js/shapes.js';
import { longHeader, wrongLength, wrongType } from '../../text/en/files.js';
import { decodeText } from './bytes.js';
import { FileError } from './error.js';

/** @import { Kind } from '../types.js' */

const LONGEST_HEADER = 1e6;

/** @param {Uint8Array} bytes */
export const makeDataView = ({ buffer, byteOffset, length }) =>
  new DataView(buffer, byteOffset, length);

/** Returns the first bytes, with one character per byte. @param {Uint8Array} bytes @param {number} length */
export const readFirstCharacters = (bytes, length) =>
  String.fromCharCode(...bytes.subarray(0, length));

/**
 * Splits a file into its header and the following bytes.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} length
 * @returns {[header: string, body: Uint8Array]}
 */
export function cutHeader(bytes, start, length) {
  if (length > LONGEST_HEADER) throw new FileError(longHeader(LONGEST_HEADER));
  const end = start + length;
  if (end > bytes.length) throw RangeError('length');
  return [decodeText(bytes.subarray(start, end)), bytes.subarray(end)];
}

// Converts numbers of any type to float32.

/** Types, with the suffix of the DataView method that reads each. @type {any} */
const VIEW_METHODS = {
  __proto__: null,
  f4: 'Float32',
  f8: 'Float64',
  f2: 'Uint16',
  bf2: 'Uint16',
  b1: 'Uint8',
  i1: 'Int8',
  i2: 'Int16',
  i4: 'Int32',
  i8: 'BigInt64',
  u1: 'Uint8',
  u2: 'Uint16',
  u4: 'Uint32',
  u8: 'BigUint64',
};

/** @type {Record<number, string>} */
const FLOATS = { 2: 'float16', 4: 'float32', 8: 'float64' };

/** @param {string} type a type in NumPy's notation: a letter and the number of bytes @returns {Kind} */
export function findNumberKind(type) {
  if (/^[US]\d{1,9}$/.test(type)) return 'text';
  if (!VIEW_METHODS[type]) return 'other';
  return type === 'b1' ? 'booleans' : 'numbers';
}

/**
 * @param {string} name
 * @param {string} type
 * @param {readonly number[]} shape the checked shape
 * @param {Uint8Array} bytes the bytes of these numbers only
 * @param {boolean} [isLittle] whether the lowest byte comes first
 * @param {string} [typeName] the type in the notation of the file
 */
export function readNumbers(name, type, shape, bytes, isLittle = true, typeName = type) {
  if (!VIEW_METHODS[type]) throw new FileError(wrongType(name, typeName));
  const size = Number(type.slice(-1));
  const length = countElements(shape);
  if (bytes.length !== length * size) {
    // A common mistake is to write bytes of one type and to declare another.
    const isFloat = type === `f${size}`;
    const probable = isFloat ? FLOATS[bytes.length / length] : undefined;
    throw new FileError(wrongLength(name, shape, length * size, bytes.length, probable));
  }
  const view = /** @type {any} */ (makeDataView(bytes));
  const method = `get${VIEW_METHODS[type]}`;
  const isHalf = type === 'f2' || type === 'bf2';
  const numbers = isHalf ? new Uint16Array(length) : new Float32Array(length);
  for (let i = 0; i < length; i++) numbers[i] = Number(view[method](i * size, isLittle));
  // As in NumPy, every byte but 0 is true.
  if (type === 'b1') return Float32Array.from(numbers, (flag) => Number(flag !== 0));
  return numbers instanceof Uint16Array ? widenHalves(numbers, type === 'bf2') : numbers;
}

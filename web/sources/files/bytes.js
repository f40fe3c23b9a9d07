/** Converts bytes of a file to numbers and text, and defines the limits of files and their errors. */

import { countElements } from '../../../src/js/shapes.js';
import { noMaps, tooLarge, twice, wrongLength, wrongType } from '../../text/en/messages.js';
import { fromBrain, fromHalf } from '../plain-numbers.js';

/** @import { ArrayEntry, Arrays, Kind } from '../types.js' */

/** The error for a file that cannot be read. The message is a sentence that gives the reason and an alternative. */
export class FileError extends Error {
  /** The name of the class. */
  name = 'FileError';
  /** The kind of error, as in `attention-error`. */
  code = 'ERR_TENSORS';
}

/**
 * Converts any error of a reader to a FileError. Readers rely on typed arrays and views to throw
 * for offsets outside the file.
 * @param {unknown} error
 * @param {string} sentence the message, unless the error has its own
 */
export const toFileError = (error, sentence) =>
  error instanceof FileError ? error : new FileError(sentence, { cause: error });

/** Throws if a part of a file without several maps is wanted. @param {string} [part] */
export function refusePart(part = '') {
  if (part !== '') throw new FileError(noMaps(part));
}

// Limits of reading.

/** The most numbers in all wanted tensors. */
export const MOST_NUMBERS = 2 ** 26;

/** The most bytes: that many numbers at eight bytes each. */
export const MOST_BYTES = 8 * MOST_NUMBERS;

/** The largest file, because larger ones exceed the other limits. */
export const MOST_FILE_BYTES = 2 ** 28;

const LONGEST_HEADER = 1e6;

/** @param {boolean} isTooLarge */
export function refuseLarge(isTooLarge) {
  if (isTooLarge) throw new FileError(tooLarge(MOST_NUMBERS, LONGEST_HEADER));
}

/** @param {Uint8Array} bytes */
export const makeDataView = ({ buffer, byteOffset, length }) =>
  new DataView(buffer, byteOffset, length);

/** Returns the first bytes, with one character per byte. @param {Uint8Array} bytes @param {number} length */
export const readFirstCharacters = (bytes, length) =>
  String.fromCharCode(...bytes.subarray(0, length));

/** Decodes UTF-8, or UTF-16 with a byte order mark (PowerShell). @param {Uint8Array} bytes */
export const decodeText = (bytes) =>
  new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);

/**
 * Splits a file into its header and the following bytes.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} length
 * @returns {[header: string, body: Uint8Array]}
 */
export function cutHeader(bytes, start, length) {
  refuseLarge(length > LONGEST_HEADER);
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

/** @type {Record<string, (bits: number) => number>} */
const SHORT = { f2: fromHalf, bf2: fromBrain };

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
  const [method, decode] = [`get${VIEW_METHODS[type]}`, SHORT[type] ?? Number];
  const numbers = new Float32Array(length);
  for (let i = 0; i < length; i++) numbers[i] = decode(view[method](i * size, isLittle));
  return numbers;
}

// The content of a file: arrays of any rank by name. Each array is read only when needed.

/**
 * @param {Iterable<readonly [name: string, entry: ArrayEntry]>} entries
 * @returns {Arrays}
 * @throws {FileError} if two entries have the same name, which is ambiguous
 */
export function toArrays(entries) {
  /** @type {Arrays} */
  const arrays = new Map();
  for (const [name, entry] of entries) {
    if (arrays.has(name)) throw new FileError(twice(name));
    arrays.set(name, entry);
  }
  return arrays;
}

/** Bytes of a file as numbers and text, the limits of what is read, and its refusals. */

import { countElements } from '../../../src/js/shapes.js';
import { noMaps, tooLarge, twice, wrongLength, wrongType } from '../../text/en/messages.js';
import { fromBrain, fromHalf } from '../plain-numbers.js';

/** @import { ArrayEntry, Arrays, Kind } from '../types.js' */

/** A file cannot be read. The message is a sentence that says why, and what to do instead. */
export class FileError extends Error {
  /** The name of its class. */
  name = 'FileError';
  /** The kind of error, as in `attention-error`. */
  code = 'ERR_TENSORS';
}

/**
 * Any error of a reader as a FileError. Readers leave it to typed arrays and views to refuse offsets
 * outside the file.
 * @param {unknown} error
 * @param {string} sentence for an error that has none
 */
export const toFileError = (error, sentence) =>
  error instanceof FileError ? error : new FileError(sentence, { cause: error });

/** A file without several maps has none by a name. @param {string} [part] the wanted name */
export function refusePart(part = '') {
  if (part !== '') throw new FileError(noMaps(part));
}

// How much of a file is read.

/** In all tensors that are wanted. */
export const MOST_NUMBERS = 2 ** 26;

/** So many numbers at eight bytes each. */
export const MOST_BYTES = 8 * MOST_NUMBERS;

/** Larger files exceed the limits of what is read. */
export const MOST_FILE_BYTES = 2 ** 28;

const LONGEST_HEADER = 1e6;

/** @param {boolean} isTooLarge */
export function refuseLarge(isTooLarge) {
  if (isTooLarge) throw new FileError(tooLarge(MOST_NUMBERS, LONGEST_HEADER));
}

/** @param {Uint8Array} bytes */
export const makeDataView = ({ buffer, byteOffset, length }) =>
  new DataView(buffer, byteOffset, length);

/** The first bytes, a character each. @param {Uint8Array} bytes @param {number} length */
export const readFirstCharacters = (bytes, length) =>
  String.fromCharCode(...bytes.subarray(0, length));

/** Text in UTF-8; in UTF-16 where it begins with its mark, as PowerShell writes it. @param {Uint8Array} bytes */
export const decodeText = (bytes) =>
  new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);

/**
 * A file's header and the bytes after it.
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

// Numbers of any type as float32.

/** Types, each with the end of the name of the DataView method that reads it. @type {any} */
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

/** @param {string} type as NumPy writes it: a letter, and how many bytes @returns {Kind} */
export function findNumberKind(type) {
  if (/^[US]\d{1,9}$/.test(type)) return 'text';
  if (!VIEW_METHODS[type]) return 'other';
  return type === 'b1' ? 'booleans' : 'numbers';
}

/**
 * @param {string} name
 * @param {string} type
 * @param {readonly number[]} shape that has been checked
 * @param {Uint8Array} bytes just these numbers
 * @param {boolean} [isLittle] is the lowest byte first
 * @param {string} [typeName] as the file has it
 */
export function readNumbers(name, type, shape, bytes, isLittle = true, typeName = type) {
  if (!VIEW_METHODS[type]) throw new FileError(wrongType(name, typeName));
  const size = Number(type.slice(-1));
  const length = countElements(shape);
  if (bytes.length !== length * size) {
    // A common mistake is to write bytes of one type and to name another.
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

// The content of a file: arrays of any rank by name. Each is read only when it is used.

/**
 * @param {Iterable<readonly [name: string, entry: ArrayEntry]>} entries
 * @returns {Arrays}
 * @throws {FileError} where two have the same name: either may be meant
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

/** Numbers of any type as float32. */

import { sizeOf } from '../../graph/axes.js';
import { wrongLength, wrongType } from '../../text/en/files.js';
import { fromBrain, fromHalf } from '../short-floats.js';
import { viewOf } from './bytes.js';
import { FileError } from './file-error.js';

/** What a view calls each type. @type {any} */
const KINDS = {
  __proto__: null,
  ...{ f4: 'Float32', f8: 'Float64', f2: 'Uint16', bf2: 'Uint16', b1: 'Uint8' },
  ...{ i1: 'Int8', i2: 'Int16', i4: 'Int32', i8: 'BigInt64' },
  ...{ u1: 'Uint8', u2: 'Uint16', u4: 'Uint32', u8: 'BigUint64' },
};

/** @type {Record<string, (bits: number) => number>} */
const SHORT = { f2: fromHalf, bf2: fromBrain };

/** @type {Record<number, string>} */
const FLOATS = { 2: 'float16', 4: 'float32', 8: 'float64' };

/**
 * @param {string} type as NumPy writes it: a letter, and how many bytes
 * @returns {import('./arrays.js').Kind}
 */
export function kindOf(type) {
  if (/^[US]\d{1,9}$/.test(type)) return 'text';
  if (!KINDS[type]) return 'other';
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
  if (!KINDS[type]) throw new FileError(wrongType(name, typeName));
  const size = Number(type.slice(-1));
  const length = sizeOf(shape);
  if (bytes.length !== length * size) {
    // Whoever writes the bytes of one type often names another.
    const isFloat = type === `f${size}`;
    const probable = isFloat ? FLOATS[bytes.length / length] : undefined;
    throw new FileError(wrongLength(name, shape, length * size, bytes.length, probable));
  }
  const view = /** @type {any} */ (viewOf(bytes));
  const [method, decode] = [`get${KINDS[type]}`, SHORT[type] ?? Number];
  const numbers = new Float32Array(length);
  for (let i = 0; i < length; i++) numbers[i] = decode(view[method](i * size, isLittle));
  return numbers;
}

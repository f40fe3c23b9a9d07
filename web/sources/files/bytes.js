/** The limits of files, their text, and their content as arrays. */

import { tooLarge, twice } from '../../text/en/files.js';
import { FileError } from './error.js';

/** @import { ArrayEntry, Arrays } from '../types.js' */

// Limits of reading.

/** The most numbers in all wanted tensors. */
export const MOST_NUMBERS = 2 ** 26;

/** The most bytes: that many numbers at eight bytes each. */
export const MOST_BYTES = 8 * MOST_NUMBERS;

/** The largest file, because larger ones exceed the other limits. */
export const MOST_FILE_BYTES = 2 ** 28;

/** @param {boolean} isTooLarge */
export function refuseLarge(isTooLarge) {
  if (isTooLarge) throw new FileError(tooLarge(MOST_NUMBERS));
}

/** Decodes UTF-8, or UTF-16 with a byte order mark (PowerShell). @param {Uint8Array} bytes */
export const decodeText = (bytes) =>
  new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);

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

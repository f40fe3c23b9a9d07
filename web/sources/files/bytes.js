/** Bytes as numbers and as text. */

import { LONGEST_HEADER, refuseLarge } from './limits.js';

/** @param {Uint8Array} bytes */
export const viewOf = ({ buffer, byteOffset, length }) => new DataView(buffer, byteOffset, length);

/** The first bytes, a character each. @param {Uint8Array} bytes @param {number} length */
export const startOf = (bytes, length) => String.fromCharCode(...bytes.subarray(0, length));

/** Text in UTF-8; in UTF-16 where it begins with its mark, as PowerShell writes it. @param {Uint8Array} bytes */
export const textOf = (bytes) =>
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
  return [textOf(bytes.subarray(start, end)), bytes.subarray(end)];
}

/** NumPy's strings of a fixed length: `U5` has five characters, `S5` five bytes. */

import { sizeOf } from '../../graph/axes.js';
import { wrongLength } from '../../text/en/files.js';
import { textOf, viewOf } from './bytes.js';
import { FileError } from './file-error.js';

/** Bytes of a character. */
const WIDE = 4;

/**
 * @param {string} name
 * @param {string} type
 * @param {readonly number[]} shape that has been checked
 * @param {Uint8Array} bytes just these strings
 * @param {boolean} isLittle is the lowest byte first
 * @returns {string[]}
 */
export function readStrings(name, type, shape, bytes, isLittle) {
  const size = Number(type.slice(1)) * (type[0] === 'U' ? WIDE : 1);
  const length = sizeOf(shape);
  if (bytes.length !== length * size) {
    throw new FileError(wrongLength(name, shape, length * size, bytes.length));
  }
  return Array.from({ length }, (_, i) => {
    const part = bytes.subarray(i * size, (i + 1) * size);
    const text = type[0] === 'U' ? wideText(part, isLittle) : textOf(part);
    // The rest is filled with zeros.
    return text.split('\0', 1)[0];
  });
}

/** @param {Uint8Array} bytes @param {boolean} isLittle */
function wideText(bytes, isLittle) {
  const view = viewOf(bytes);
  const codes = Array.from({ length: bytes.length / WIDE }, (_, i) =>
    view.getUint32(i * WIDE, isLittle),
  );
  return codes.map((code) => String.fromCodePoint(code)).join('');
}

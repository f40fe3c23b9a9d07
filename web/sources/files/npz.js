/** NumPy's `.npz`: a zip archive of `.npy` files. */

import { otherZip } from '../../text/en/files.js';
import { textOf, viewOf } from './bytes.js';
import { FileError } from './file-error.js';
import { inflate } from './inflate.js';
import { MOST_NUMBERS, refuseLarge } from './limits.js';
import { readNpy } from './npy.js';

/**
 * @param {Uint8Array} bytes
 * @returns {import('./numbers.js').Loads}
 */
export function readNpz(bytes) {
  const view = viewOf(bytes);
  const short = (/** @type {number} */ at) => view.getUint16(at, true);
  const long = (/** @type {number} */ at) => view.getUint32(at, true);
  /** @type {import('./numbers.js').Loads} */
  const loads = new Map();
  // The end record, which locates the directory, is at the end of the file, before a comment.
  let end = bytes.length - 22;
  while (long(end) !== 0x06054b50) end--;
  let at = long(end + 16);
  for (let count = short(end + 10); count > 0; count--) {
    const [packed, size, start] = [20, 24, 42].map((field) => long(at + field));
    const method = short(at + 10);
    // zip64 stores these elsewhere.
    if (Math.max(packed, size, start) > 0xfffffffe || ![0, 8].includes(method))
      throw new FileError(otherZip());
    const next = at + 46 + short(at + 28);
    const name = textOf(bytes.subarray(at + 46, next)).replace(/\.npy$/, '');
    loads.set(name, async (check) => {
      refuseLarge(size > 8 * MOST_NUMBERS);
      const from = start + 30 + short(start + 26) + short(start + 28);
      const data = bytes.subarray(from, from + packed);
      return readNpy(name, method ? await inflate(data, size) : data, check);
    });
    at = next + short(at + 30) + short(at + 32);
  }
  return loads;
}

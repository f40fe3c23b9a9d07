/** NumPy's `.npz`: a zip archive of `.npy` files. */

import { encrypted, otherZip, torchFile } from '../../text/en/files.js';
import { arraysOf } from './arrays.js';
import { textOf, viewOf } from './bytes.js';
import { crc32 } from './crc.js';
import { FileError } from './file-error.js';
import { inflate } from './inflate.js';
import { MOST_BYTES, refuseLarge } from './limits.js';
import { readNpy } from './npy.js';

/** Folders, and what an operating system hides beside the files. */
const NO_FILE = /\/$|^__MACOSX\/|(^|\/)\./;

/**
 * @param {string} fileName
 * @param {Uint8Array} bytes
 * @returns {import('./arrays.js').Arrays}
 */
export function readNpz(fileName, bytes) {
  const records = directoryOf(bytes);
  if (records.some(({ name }) => /(^|\/)data\.pkl$/.test(name))) {
    throw new FileError(torchFile(fileName));
  }
  return arraysOf(
    records
      .filter(({ name }) => !NO_FILE.test(name))
      .map((record) => {
        const name = record.name.replace(/\.npy$/, '');
        return [
          name,
          { bytes: record.size, read: (check) => readEntry(bytes, record, name, check) },
        ];
      }),
  );
}

/** @typedef {{ name: string, packed: number, size: number, start: number, method: number, crc: number }} Entry */

/**
 * @param {Uint8Array} bytes
 * @returns {Entry[]}
 */
function directoryOf(bytes) {
  const view = viewOf(bytes);
  const short = (/** @type {number} */ at) => view.getUint16(at, true);
  const long = (/** @type {number} */ at) => view.getUint32(at, true);
  // The end record, which locates the directory, is at the end of the file, before a comment.
  let end = bytes.length - 22;
  while (long(end) !== 0x06054b50) end--;
  /** @type {Entry[]} */
  const entries = [];
  let at = long(end + 16);
  for (let count = short(end + 10); count > 0; count--) {
    const [crc, packed, size, start] = [16, 20, 24, 42].map((field) => long(at + field));
    const method = short(at + 10);
    const next = at + 46 + short(at + 28);
    const name = textOf(bytes.subarray(at + 46, next));
    if (short(at + 8) & 1) throw new FileError(encrypted(name));
    // zip64 stores these elsewhere.
    if (Math.max(packed, size, start) > 0xfffffffe || ![0, 8].includes(method))
      throw new FileError(otherZip());
    entries.push({ name, packed, size, start, method, crc });
    at = next + short(at + 30) + short(at + 32);
  }
  return entries;
}

/**
 * @param {Uint8Array} bytes of the archive
 * @param {Entry} entry
 * @param {string} name of its array
 * @param {import('./arrays.js').Check} check
 */
async function readEntry(bytes, { start, packed, size, method, crc }, name, check) {
  refuseLarge(size > MOST_BYTES);
  const view = viewOf(bytes);
  const [nameLength, extraLength] = [26, 28].map((field) => view.getUint16(start + field, true));
  const from = start + 30 + nameLength + extraLength;
  const content = bytes.subarray(from, from + packed);
  const data = method ? await inflate(content, size) : content;
  if (data.length !== size || crc32(data) !== crc) throw RangeError('checksum');
  return readNpy(name, data, check);
}

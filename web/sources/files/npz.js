/** The checksum that a zip archive has of each entry. */

import { encrypted, otherZip, torchFile } from '../../text/en/messages.js';
import { arraysOf, FileError, MOST_BYTES, refuseLarge, textOf, viewOf } from './bytes.js';
import { readNpy } from './npy.js';

/** @import { Arrays, Check } from './bytes.js' */

/** Of each byte, with the lowest bit first. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/**
 * CRC-32, as zip, gzip and PNG compute it.
 * @param {Uint8Array} bytes
 * @returns {number} from 0 to 2 ** 32 - 1
 */
function crc32(bytes) {
  let rest = 0xffffffff;
  const { length } = bytes;
  for (let i = 0; i < length; i++) rest = TABLE[(rest ^ bytes[i]) & 0xff] ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

// Deflated bytes as they were, and no more of them than there were said to be.

/** A byte that is packed never becomes more. */
const MOST_RATIO = 1032;

/**
 * @param {Uint8Array} packed
 * @param {number} size
 * @returns {Promise<Uint8Array>} rejects where they are damaged, fewer or more
 */
async function inflate(packed, size) {
  const bytes = new Uint8Array(Math.min(size, MOST_RATIO * packed.length));
  let length = 0;
  const write = (/** @type {Uint8Array} */ chunk) => {
    // Refuses what would go beyond the end; then no more is inflated.
    bytes.set(chunk, length);
    length += chunk.length;
  };
  const unpacked = new Blob([/** @type {BlobPart} */ (packed)])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'));
  await unpacked.pipeTo(new WritableStream({ write }));
  if (length < size) throw RangeError('size');
  return bytes;
}

// NumPy's `.npz`: a zip archive of `.npy` files.

/** Folders, and what an operating system hides beside the files. */
const NO_FILE = /\/$|^__MACOSX\/|(^|\/)\./;

/**
 * @param {string} fileName
 * @param {Uint8Array} bytes
 * @returns {Arrays}
 */
export function readNpz(fileName, bytes) {
  const records = directoryOf(bytes);
  if (records.some(({ name }) => /(^|\/)data\.pkl$/.test(name))) {
    throw new FileError(torchFile(fileName));
  }
  const files = records.filter(({ name }) => !NO_FILE.test(name));
  const named = files.filter(({ name }) => name.endsWith('.npy'));
  // Archives made by hand may leave the ending out.
  const unnamed = files.filter(({ name }) => !/\.[^/]*$/.test(name));
  return arraysOf(
    (named.length > 0 ? named : unnamed)
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
 * @param {Check} check
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

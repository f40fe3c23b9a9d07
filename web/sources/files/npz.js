/** Reads NumPy's `.npz`: a zip archive of `.npy` files, with their checksums. */

import { encrypted, otherZip, torchFile } from '../../text/en/files.js';
import { makeDataView } from './binary.js';
import { decodeText, MOST_BYTES, refuseLarge, toArrays } from './bytes.js';
import { FileError } from './error.js';
import { readNpy } from './npy.js';

/** @import { Arrays, Check } from '../types.js' */

// The checksum of an entry of a zip archive.

/** The CRC of each byte, lowest bit first. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** @param {Uint8Array} bytes @returns {number} from 0 to 2 ** 32 - 1 */
function crc32(bytes) {
  let rest = 0xffffffff;
  const { length } = bytes;
  for (let i = 0; i < length; i++) rest = TABLE[(rest ^ bytes[i]) & 0xff] ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

// Inflation up to the declared size.

/** The highest compression ratio of deflate. */
const MOST_RATIO = 1032;

/**
 * How many bytes are inflated at once. Chromium inflates all that it is given before it looks at
 * what has been read.
 */
const STEP = 2 ** 14;

/** @param {Uint8Array} bytes @returns {ReadableStream<Uint8Array<ArrayBuffer>>} */
function streamInSteps(bytes) {
  let start = 0;
  return new ReadableStream(
    {
      pull(controller) {
        if (start >= bytes.length) return controller.close();
        controller.enqueue(
          /** @type {Uint8Array<ArrayBuffer>} */ (bytes.subarray(start, start + STEP)),
        );
        start += STEP;
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * @param {Uint8Array} packed
 * @param {number} size
 * @returns {Promise<Uint8Array>} the inflated bytes; rejects if they are damaged or their number
 * differs from `size`
 */
async function inflate(packed, size) {
  const bytes = new Uint8Array(Math.min(size, MOST_RATIO * packed.length));
  let length = 0;
  const write = (/** @type {Uint8Array} */ chunk) => {
    // `set` throws beyond the end, which stops the inflation.
    bytes.set(chunk, length);
    length += chunk.length;
  };
  const unpacked = streamInSteps(packed).pipeThrough(new DecompressionStream('deflate-raw'));
  await unpacked.pipeTo(new WritableStream({ write }));
  if (length < size) throw RangeError('size');
  return bytes;
}

// NumPy's `.npz`: a zip archive of `.npy` files.

/** Folders, and hidden files that operating systems add. */
const NO_FILE = /\/$|^__MACOSX\/|(^|\/)\./;

/** @param {string} fileName @param {Uint8Array} bytes @returns {Arrays} */
export function readNpz(fileName, bytes) {
  const records = readZipRecords(bytes);
  if (records.some(({ name }) => /(^|\/)data\.pkl$/.test(name))) {
    throw new FileError(torchFile(fileName));
  }
  const files = records.filter(({ name }) => !NO_FILE.test(name));
  const named = files.filter(({ name }) => name.endsWith('.npy'));
  // Archives made by hand may lack the extension.
  const unnamed = files.filter(({ name }) => name.lastIndexOf('.') <= name.lastIndexOf('/'));
  return toArrays(
    (named.length > 0 ? named : unnamed).map((record) => {
      const name = record.name.replace(/\.npy$/, '');
      return [
        name,
        { bytes: record.size, read: (check) => unpackEntry(bytes, record, name, check) },
      ];
    }),
  );
}

/** @typedef {{ name: string, packed: number, size: number, start: number, method: number, crc: number }} ZipRecord */

/** The signature of each kind of record in a zip archive. */
const RECORDS = { entry: 0x02014b50, end: 0x06054b50, end64: 0x06064b50, locator: 0x07064b50 };

const LENGTHS = { entry: 46, end: 22, end64: 56, locator: 20 };

/**
 * The central directory of an archive; `before` is the number of bytes in front of the archive.
 * @typedef {{ start: number, count: number, before: number }} Directory
 */

/**
 * Finds the directory of a zip archive. It stands right before the end record, which a comment may
 * follow. Other bytes with the signature of an end record have no directory before them.
 * @param {Uint8Array} bytes
 * @returns {Directory | undefined}
 */
export function findDirectory(bytes) {
  const view = makeDataView(bytes);
  for (let end = bytes.length - LENGTHS.end; end >= 0; end--) {
    if (bytes[end] !== 0x50 || view.getUint32(end, true) !== RECORDS.end) continue;
    const directory = findDirectoryBefore(view, end);
    if (directory) return directory;
  }
  return undefined;
}

/** @param {DataView} view @param {number} end the offset of the end record @returns {Directory | undefined} */
function findDirectoryBefore(view, end) {
  const end64 = end - LENGTHS.locator - LENGTHS.end64;
  const isLong =
    end64 >= 0 &&
    view.getUint32(end64 + LENGTHS.end64, true) === RECORDS.locator &&
    view.getUint32(end64, true) === RECORDS.end64;
  const [count, size, offset] = isLong
    ? [32, 40, 48].map((field) => Number(view.getBigUint64(end64 + field, true)))
    : [
        view.getUint16(end + 10, true),
        ...[12, 16].map((field) => view.getUint32(end + field, true)),
      ];
  const start = (isLong ? end64 : end) - size;
  const before = start - offset;
  const isThere =
    count === 0
      ? size === 0 && before === 0
      : size >= LENGTHS.entry && before >= 0 && view.getUint32(start, true) === RECORDS.entry;
  return isThere ? { start, count, before } : undefined;
}

/** @param {Uint8Array} bytes @returns {ZipRecord[]} */
function readZipRecords(bytes) {
  const view = makeDataView(bytes);
  const short = (/** @type {number} */ at) => view.getUint16(at, true);
  const directory = findDirectory(bytes);
  if (!directory) throw RangeError('directory');
  /** @type {ZipRecord[]} */
  const entries = [];
  let at = directory.start;
  for (let { count } = directory; count > 0; count--) {
    if (view.getUint32(at, true) !== RECORDS.entry) throw RangeError('entry');
    const crc = view.getUint32(at + 16, true);
    const method = short(at + 10);
    const extra = at + LENGTHS.entry + short(at + 28);
    const next = extra + short(at + 30);
    const name = decodeText(bytes.subarray(at + LENGTHS.entry, extra));
    if (short(at + 8) & 1) throw new FileError(encrypted(name));
    const [size, packed, start] = readSizes(view, at, extra, next);
    if (Math.max(packed, size, start) > MOST_ZIPPED || ![0, 8].includes(method))
      throw new FileError(otherZip());
    entries.push({ name, packed, size, start: start + directory.before, method, crc });
    at = next + short(at + 32);
  }
  return entries;
}

/** The largest size without a zip64 field. Files of this many bytes are not read. */
const MOST_ZIPPED = 0xfffffffe;

/**
 * Reads the size of an entry, its packed size and its offset. The zip64 field holds the values that
 * are too large for their own fields, in this order.
 * @param {DataView} view
 * @param {number} at the offset of the directory entry
 * @param {number} extra the offset of the extra fields
 * @param {number} end the end of the extra fields
 */
function readSizes(view, at, extra, end) {
  const sizes = [24, 20, 42].map((field) => view.getUint32(at + field, true));
  let field = extra;
  while (field < end && view.getUint16(field, true) !== 1)
    field += 4 + view.getUint16(field + 2, true);
  if (field >= end) return sizes;
  let value = field + 4;
  return sizes.map((size) => {
    if (size <= MOST_ZIPPED) return size;
    value += 8;
    return Number(view.getBigUint64(value - 8, true));
  });
}

/**
 * @param {Uint8Array} bytes the bytes of the archive
 * @param {ZipRecord} entry
 * @param {string} name the name of the array
 * @param {Check} check
 */
async function unpackEntry(bytes, { start, packed, size, method, crc }, name, check) {
  refuseLarge(size > MOST_BYTES);
  const view = makeDataView(bytes);
  const [nameLength, extraLength] = [26, 28].map((field) => view.getUint16(start + field, true));
  const from = start + 30 + nameLength + extraLength;
  const content = bytes.subarray(from, from + packed);
  const data = method ? await inflate(content, size) : content;
  if (data.length !== size || crc32(data) !== crc) throw RangeError('checksum');
  return readNpy(name, data, check);
}

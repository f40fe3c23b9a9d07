// Writes files as NumPy and safetensors do, byte by byte, and files that no program would write.
import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { readOwn } from '../../web/sources/files/attention-arrays.js';
import { FileError } from '../../web/sources/files/error.js';
import { readFiles } from '../../web/sources/files/read.js';

/** @param {(Uint8Array | number[])[]} parts */
export const joinBytes = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** @param {string} text */
export const utf8 = (text) => new TextEncoder().encode(text);

/** @param {number} value @param {number} size in bytes */
export const little = (value, size) =>
  Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** i) % 256);

/** @param {number[]} numbers */
export const floats = (numbers) => new Uint8Array(Float32Array.from(numbers).buffer);

/** Writes a shape as Python prints a tuple. @param {number[]} shape */
const tuple = (shape) => `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;

/** @param {string} header @param {Uint8Array} body @param {number} [version] */
export function npyOf(header, body, version = 1) {
  const size = version === 1 ? 2 : 4;
  const blanks = 63 - ((header.length + 8 + size) % 64);
  const text = utf8(`${header}${' '.repeat(blanks)}\n`);
  const start = [0x93, ...utf8('NUMPY'), version, 0, ...little(text.length, size)];
  return joinBytes(start, text, body);
}

/**
 * @param {number[]} shape
 * @param {Uint8Array} body
 * @param {{ descr?: string, fortran?: boolean, version?: number }} [options]
 */
export const npy = (shape, body, { descr = '<f4', fortran = false, version = 1 } = {}) =>
  npyOf(
    `{'descr': '${descr}', 'fortran_order': ${fortran ? 'True' : 'False'}, 'shape': ${tuple(shape)}, }`,
    body,
    version,
  );

/** Computes the checksum of zip, bit by bit. @param {Uint8Array} bytes */
export function crcOf(bytes) {
  let rest = -1;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return (rest ^ -1) >>> 0;
}

/**
 * @typedef {object} Packing
 * @property {number} [method] 8 for deflated, 0 for stored; other methods are only declared
 * @property {number} [size] the size of the entry in the directory
 * @property {number} [packedSize] the packed size in the directory
 * @property {number} [crc] the checksum in the directory
 * @property {number} [flags] 1 for encrypted
 */

/**
 * @param {Record<string, Uint8Array> | [string, Uint8Array][]} entries pairs allow duplicate names
 * @param {Packing & { comment?: string, isLong?: boolean }} [options] isLong: whether to write all
 *   fields of zip64
 */
export function zip(entries, { method = 8, comment = '', isLong = false, ...overrides } = {}) {
  let file = joinBytes();
  let directory = joinBytes();
  const pairs = Array.isArray(entries) ? entries : Object.entries(entries);
  for (const [name, bytes] of pairs) {
    const packed = method === 8 ? new Uint8Array(deflateRawSync(bytes)) : bytes;
    const { size = bytes.length, packedSize = packed.length, flags = 0 } = overrides;
    const { crc = crcOf(bytes) } = overrides;
    const fields = [
      ...[...little(20, 2), ...little(flags, 2), ...little(method, 2), ...little(0, 4)],
      ...little(crc, 4),
      ...[...little(packedSize, 4), ...little(size, 4), ...little(utf8(name).length, 2), 0, 0],
    ];
    const place = [...little(0, 10), ...little(file.length, 4)];
    const head = [80, 75, 1, 2, 20, 0, ...fields];
    if (isLong) {
      head.splice(20, 8, ...Array(8).fill(255));
      head[30] = 32;
      place.splice(-4, 4, ...Array(4).fill(255));
      const longs = [bytes.length, packed.length, file.length].map((size) => little(size, 8));
      directory = joinBytes(
        directory,
        head,
        place,
        utf8(name),
        [9, 0, 0, 0, 1, 0, 24, 0],
        ...longs,
      );
    } else directory = joinBytes(directory, head, place, utf8(name));
    file = joinBytes(file, [80, 75, 3, 4], fields, utf8(name), packed);
  }
  const count = little(isLong ? 0xffff : pairs.length, 2);
  const end = file.length + directory.length;
  const numbers = [pairs.length, pairs.length, directory.length, file.length];
  const long = [
    ...[80, 75, 6, 6, ...little(44, 8), 45, 0, 45, 0, ...little(0, 8)],
    ...numbers.flatMap((number) => little(number, 8)),
    ...[80, 75, 6, 7, ...little(0, 4), ...little(end, 8), ...little(1, 4)],
  ];
  const said32 = isLong ? [2 ** 32 - 1, 2 ** 32 - 1] : [directory.length, file.length];
  return joinBytes(
    ...[file, directory, isLong ? long : [], [80, 75, 5, 6, 0, 0, 0, 0], count, count],
    ...said32.map((number) => little(number, 4)),
    ...[little(comment.length, 2), utf8(comment)],
  );
}

/** @param {string} header @param {Uint8Array} body */
export const safetensorsOf = (header, body) =>
  joinBytes(little(utf8(header).length, 8), utf8(header), body);

/** @param {Record<string, { dtype?: string, shape: number[], bytes: Uint8Array }>} tensors */
export function safetensors(tensors) {
  let end = 0;
  const entries = Object.entries(tensors).map(([name, { dtype = 'F32', shape, bytes }]) => {
    const start = end;
    end += bytes.length;
    return [name, { dtype, shape, data_offsets: [start, end] }];
  });
  const header = JSON.stringify({ __metadata__: { format: 'pt' }, ...Object.fromEntries(entries) });
  return safetensorsOf(header, joinBytes(...Object.values(tensors).map(({ bytes }) => bytes)));
}

/** @param {unknown} value */
export const json = (value) => utf8(JSON.stringify(value));

/** @param {Uint8Array} bytes @param {string} [name] */
export const readOne = async (bytes, name = 'weights') => readOwn(readFiles([{ name, bytes }]));

/** Reads the weights of a file. @param {Uint8Array} bytes @param {string} [name] */
export const weightsOf = async (bytes, name) => (await readOne(bytes, name)).tensors.weights;

/** Returns the error message of a refused file. @param {Uint8Array} bytes @param {string} [name] */
export async function refusalOf(bytes, name) {
  let read;
  try {
    read = await readOne(bytes, name);
  } catch (error) {
    assert.ok(error instanceof FileError, `no error of ours: ${error}`);
    // The message starts with a letter, ends with a full stop, and has a readable length.
    assert.match(error.message, /^[A-Z][^\n]{10,400}\.$/);
    return error.message;
  }
  assert.fail(`It is read: ${JSON.stringify(read)}`);
}

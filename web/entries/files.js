/**
 * Reads tensors from files, in browsers and in Node: weights saved by PyTorch, NumPy or as JSON. Writes files of NumPy.
 *
 *     const tensors = await readTensors(await readFile('layer.safetensors'));
 *     const layer = attention.createMultiHeadAttention(fromStateDict(tensors), { numHeads: 8 });
 */

import { describeValue, getTag, runNamed } from '../../src/js/errors.js';
import { ArgumentError, AttentionError } from '../../src/js/index.js';
import { toTensor } from '../../src/js/tensor.js';
import { MOST_BYTES, refuseLarge } from '../sources/files/bytes.js';
import { FileError, toFileError } from '../sources/files/error.js';
import { readFiles } from '../sources/files/read.js';
import {
  fileWithoutTensors,
  unfitTensor,
  unreachableFile,
  unreadableFile,
} from '../text/en/files.js';
import { didNotLoad } from '../text/en/messages.js';
import { readMessage } from '../text/error.js';

/**
 * @import { Tensor } from '../../src/js/index.js'
 * @import { MaskTensor, TensorLike } from '../../src/js/types.js'
 * @import { Arrays, Check } from '../sources/types.js'
 */

export { FileError };

/**
 * The inputs of `readTensors`: bytes, a Blob or File, or the Response of a `fetch`.
 * @typedef {ArrayBuffer | ArrayBufferView | Blob | Response} FileSource
 */

/** Thrown to skip an array that is not a tensor. */
const NO_TENSOR = Symbol('no tensor');

/**
 * Reads every tensor of a `.npy`, `.npz`, `.safetensors` or JSON file. The first bytes tell the format.
 *
 * Every float, integer or boolean type becomes float32, including float16 and bfloat16; true is 1. Of a
 * boolean tensor, `tensor(shape, Uint8Array.from(data))` makes a mask.
 * Strings and null are left out. A tensor of another type, such as complex numbers, is in no list of
 * names, and reading it by name throws a FileError. The tensor of a `.npy` file, or of JSON without names, has the
 * name of the file. Names of nested objects in JSON are joined by slashes: `encoder/weight`. A
 * compressed archive may unpack to 512 MiB.
 * @param {FileSource} bytes the content of the file, not its address
 * @param {string} [name] the name of the file, also for messages; by default the name of a File,
 * the last part of the URL of a Response, or `tensor`
 * @returns {Promise<Record<string, Tensor>>} each tensor by its name, in the order of the file
 * @throws {FileError} if the file is damaged or too large, of another format, or without tensors
 * that can be read
 * @throws {ArgumentError} if `bytes` is something else, such as a path
 */
export async function readTensors(bytes, name) {
  if (name !== undefined && typeof name !== 'string')
    throw new ArgumentError({
      operation: 'readTensors',
      argument: 'name',
      expected: 'the name of the file, a string',
      received: name === null ? 'null' : `of type ${typeof name}`,
    });
  const source = /** @type {{ name?: string, url?: string }} */ (bytes ?? {});
  // The last part of a path, or of an address without its query.
  const path = String(name ?? source.name ?? readPath(source.url));
  const fileName = path.split(/[/\\]/).at(-1) ?? '';
  const content = await readContent(bytes, fileName);
  const { arrays } = readFiles([{ name: fileName, bytes: content, unnamed: 'tensor' }]);
  refuseLarge(countBytes(arrays) > Math.max(content.length, MOST_BYTES));
  /** @type {[name: string, tensor: Tensor][]} */
  const tensors = [];
  /** The error of each tensor whose type is not supported. @type {Map<string, unknown>} */
  const unsupported = new Map();
  for (const [name, { read }] of arrays) {
    let hasOtherType = false;
    /** @type {Check} */
    const check = (shape, kind) => {
      hasOtherType = kind === 'other';
      checkTensor(shape, kind);
    };
    try {
      tensors.push([name, /** @type {Tensor} */ (await read(check))]);
    } catch (error) {
      if (error === NO_TENSOR) continue;
      if (hasOtherType) {
        unsupported.set(name, error);
        continue;
      }
      const isUnfit = error instanceof AttentionError;
      throw toFileError(error, isUnfit ? unfitTensor(name, error) : unreadableFile('tensor', name));
    }
  }
  const [error] = unsupported.values();
  if (tensors.length === 0) throw error ?? new FileError(fileWithoutTensors(fileName));
  const named = Object.fromEntries(tensors);
  for (const [name, error] of unsupported) {
    Object.defineProperty(named, name, {
      get() {
        throw error;
      },
    });
  }
  return named;
}

/**
 * Writes a tensor as a `.npy` file, for `numpy.load`: float32, or booleans for a mask.
 * @param {TensorLike | MaskTensor} value nested arrays, or `{ shape, data }`
 * @returns {Uint8Array<ArrayBuffer>} the content of the file
 * @throws {ArgumentError} if `value` is no tensor
 */
export function toNpy(value) {
  const { shape, data } = runNamed('toNpy', () => toTensor('value', value));
  const type = getTag(data) === 'Uint8Array' ? '|b1' : '<f4';
  // A Python tuple of one item ends with a comma.
  const axes = shape.length === 1 ? `${shape},` : shape.join(', ');
  const fields = `{'descr': '${type}', 'fortran_order': False, 'shape': (${axes}), }`;
  // The numbers begin at a multiple of 64 bytes.
  const length = Math.ceil((11 + fields.length) / 64) * 64;
  const file = new Uint8Array(length + data.byteLength);
  file.set([0x93, ...new TextEncoder().encode('NUMPY'), 1, 0]);
  new DataView(file.buffer).setUint16(8, length - 10, true);
  file.set(new TextEncoder().encode(`${fields.padEnd(length - 11)}\n`), 10);
  file.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), length);
  return file;
}

/**
 * @param {FileSource} source
 * @param {string} name the name of the file
 * @returns {Promise<Uint8Array>}
 */
async function readContent(source, name) {
  // In a frame or a test, the value may have the class of another realm.
  if (ArrayBuffer.isView(source) || getTag(source) === 'ArrayBuffer')
    return toBytes(/** @type {ArrayBuffer | ArrayBufferView} */ (source));
  if (typeof (/** @type {Partial<Blob> | undefined} */ (source)?.arrayBuffer) !== 'function')
    throw new ArgumentError({
      operation: 'readTensors',
      argument: 'bytes',
      expected: 'the content of a file: an ArrayBuffer, a typed array, a Blob or a Response',
      received: typeof source === 'string' ? 'a string, perhaps a path' : describeValue(source),
    });
  const { ok = true, status } = /** @type {Partial<Response>} */ (source);
  if (!ok) throw new FileError(unreachableFile(name, status));
  try {
    return new Uint8Array(await /** @type {Blob} */ (source).arrayBuffer());
  } catch (error) {
    // A Response can be read only once.
    throw toFileError(error, didNotLoad(name || 'The file', readMessage(error)));
  }
}

/** @param {ArrayBuffer | ArrayBufferView} source */
function toBytes(source) {
  try {
    return ArrayBuffer.isView(source)
      ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
      : new Uint8Array(source);
  } catch (cause) {
    throw new ArgumentError({
      operation: 'readTensors',
      argument: 'bytes',
      expected: 'bytes whose buffer is in use',
      received: `a detached or shrunk ${getTag(source)}`,
      cause,
    });
  }
}

/** @param {string} [url] the address of a Response; a Response made by a program has none */
const readPath = (url) => (url ? new URL(url).pathname : '');

/** Returns the number of bytes of all arrays. @param {Arrays} arrays */
const countBytes = (arrays) => [...arrays.values()].reduce((sum, { bytes }) => sum + bytes, 0);

/** @type {Check} */
function checkTensor(shape, kind) {
  if (kind === 'text' || kind === 'nothing') throw NO_TENSOR;
  // The reader itself refuses other types and names them.
  if (kind === 'other') return;
  if (shape.some((size) => !Number.isSafeInteger(size) || size < 0)) throw RangeError('shape');
}

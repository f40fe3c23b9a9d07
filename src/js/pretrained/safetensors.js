// The tensors of a .safetensors file, whose header is read before its numbers.

import { describeValue, formatShape } from '../errors.js';
import { isIntegerIn } from '../option-reader.js';
import { countElements } from '../shapes.js';
import { makeDamagedError, makeModelError } from './errors.js';
import { isHtml, parseObject } from './json.js';
import { readHeader } from './safetensors-header.js';

/** @import { WeightFile } from './weight-files.js' */

/**
 * @typedef {object} TensorEntry a tensor of a file
 * @property {WeightFile} file
 * @property {string} dtype
 * @property {number[]} shape
 * @property {number} from the offset of its first byte in the file
 * @property {number} to the offset after its last byte
 * @property {number | undefined} [offset] a number to add to each number
 * @property {TensorEntry | undefined} [scale] the tensor with the factor of each row, for int8
 */

/** The largest header of the reference implementation, in bytes. */
const LARGEST_HEADER = 100_000_000;

/** The contents of files that are no safetensors, by their beginning. */
const OTHER_CONTENTS = [
  ['version ', 'is a pointer of Git LFS, which git lfs pull replaces by the file'],
  ['GGUF', 'is a file of GGUF'],
  ['PK\u0003\u0004', 'is a zip archive, as PyTorch writes'],
];

const NAMES_BY_BITS = {
  4: 'F4',
  6: 'F6_E2M3 F6_E3M2',
  8: 'F8_E5M2 F8_E4M3 F8_E8M0 F8_E4M3FNUZ F8_E5M2FNUZ BOOL U8 I8',
  16: 'I16 U16 F16 BF16',
  32: 'I32 U32 F32',
  64: 'F64 I64 U64 C64',
};

/** The bits of an element, by dtype. @type {Map<unknown, number>} */
const BITS = new Map(
  Object.entries(NAMES_BY_BITS).flatMap(([bits, names]) =>
    names.split(' ').map((name) => [name, Number(bits)]),
  ),
);

/** Reads the header of a file. @param {WeightFile} file @returns {Promise<Map<string, TensorEntry>>} */
export async function readTensorEntries(file) {
  const { name: fileName, bytes } = file;
  if (bytes.size < 8) throw makeDamagedError(fileName, 'at least 8', `has ${bytes.size} bytes`);
  const start = await bytes.read(0, 8);
  if (isHtml(start))
    throw makeDamagedError(fileName, 'a header of safetensors', 'holds an HTML page');
  const length = Number(new DataView(start.buffer, start.byteOffset, 8).getBigUint64(0, true));
  const most = Math.min(LARGEST_HEADER, bytes.size - 8);
  if (length > most) {
    const beginning = String.fromCharCode(...start);
    const other = OTHER_CONTENTS.find(([known]) => beginning.startsWith(known))?.[1];
    if (other) throw makeDamagedError(fileName, 'a header of safetensors', other);
    const expected = `at most ${most}, the rest of the file`;
    throw makeDamagedError(fileName, expected, `has a header of ${length} bytes`);
  }
  const header = parseObject(`the header of ${fileName}`, await bytes.read(8, 8 + length));
  const numbers = 8 + length;
  const entries = readHeader(header, bytes.size - numbers, (name, expected, received) =>
    makeDamagedError(
      name === undefined ? fileName : labelTensor(name, fileName),
      expected,
      received,
    ),
  );
  return new Map(entries.map(([name, entry]) => [name, checkTensor(file, name, entry, numbers)]));
}

/** @param {string} name @param {string} fileName */
export const labelTensor = (name, fileName) => `the tensor ${name.slice(0, 200)} of ${fileName}`;

/** @param {unknown} value */
const isSize = (value) => isIntegerIn(value, 0);

/**
 * @param {WeightFile} file @param {string} name
 * @param {ReturnType<typeof readHeader>[number][1]} entry
 * @param {number} start the offset of the numbers in the file
 * @returns {TensorEntry}
 */
function checkTensor(file, name, { dtype, shape, from, to }, start) {
  const label = labelTensor(name, file.name);
  const bits = BITS.get(dtype);
  if (bits === undefined) {
    const received = `has dtype ${describeValue(dtype)}`;
    throw makeModelError('dtype', label, `one of ${[...BITS.keys()].join(', ')}`, received);
  }
  if (!Array.isArray(shape) || !shape.every(isSize)) {
    throw makeDamagedError(label, 'a list of integers of 0 or more', 'has another kind of shape');
  }
  const size = (countElements(shape) * bits) / 8;
  if (to - from !== size) {
    const expected = `${size}, for ${formatShape(shape)} of ${dtype}`;
    throw makeDamagedError(label, expected, `has ${to - from} bytes`);
  }
  return { file, dtype, shape, from: start + from, to: start + to };
}

/** The header of a `.npy` file: a Python dictionary of the type, the order and the shape. */

import { readLiteral } from './python-literal.js';

/** Other names that NumPy has for its types. @type {[type: string, names: string][]} */
const NAMES = [
  ['b1', '? bool'],
  ['i1', 'b int8 byte'],
  ['i2', 'h int16 short'],
  ['i4', 'i int32'],
  ['i8', 'l q int int64 long longlong'],
  ['u1', 'B uint8 ubyte'],
  ['u2', 'H uint16 ushort'],
  ['u4', 'I uint32'],
  ['u8', 'L Q uint uint64 ulong ulonglong'],
  ['f2', 'e float16 half'],
  ['f4', 'f float32 single'],
  ['f8', 'd float float64 double'],
];
const TYPES = new Map(
  NAMES.flatMap(([type, names]) =>
    names.split(' ').map((name) => /** @type {const} */ ([name, type])),
  ),
);

/**
 * @param {string} text
 * @param {number} version of the format
 * @returns {{ type: string, isLittle: boolean, isFortran: boolean, shape: number[] }} the type is a
 *   letter and how many bytes, such as f4
 * @throws {Error} where NumPy would not read it either
 */
export function readHeader(text, version) {
  const fields = readLiteral(text, version < 3);
  if (!(fields instanceof Map) || fields.size !== 3) throw TypeError('fields');
  const [descr, order, shape] = ['descr', 'fortran_order', 'shape'].map((key) => fields.get(key));
  if (typeof order !== 'boolean' || !Array.isArray(shape) || !shape.every(Number.isInteger)) {
    throw TypeError('fields');
  }
  const isName = typeof descr === 'string';
  if (!isName && typeof descr !== 'object') throw TypeError('descr');
  const mark = isName && '<>=|'.includes(descr[0]) ? descr[0] : '';
  const type = isName ? descr.slice(mark.length) : 'structured';
  return { type: TYPES.get(type) ?? type, isLittle: mark !== '>', isFortran: order, shape };
}

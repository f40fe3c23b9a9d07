/** NumPy's `.npy`: a header that is a Python dictionary, then the numbers. */

import { tensor } from '../../../src/js/index.js';
import { arrange, lengthsOf } from '../../graph/axes.js';
import { cutHeader, startOf, viewOf } from './bytes.js';
import { readHeader } from './npy-header.js';
import { kindOf, readNumbers } from './numbers.js';
import { readStrings } from './strings.js';

export const NPY = '\x93NUMPY';

/**
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {import('./arrays.js').Check} check
 * @returns {import('./arrays.js').Tensor | import('./arrays.js').Text}
 */
export function readNpy(name, bytes, check) {
  const view = viewOf(bytes);
  const version = view.getUint8(6);
  if (startOf(bytes, 6) !== NPY || version < 1 || version > 3) throw RangeError('version');
  const [text, body] =
    version > 1
      ? cutHeader(bytes, 12, view.getUint32(8, true))
      : cutHeader(bytes, 10, view.getUint16(8, true));
  const { type, isLittle, isFortran, shape } = readHeader(text, version);
  const kind = kindOf(type);
  check(shape, kind);
  if (kind === 'text') return { shape, data: readStrings(name, type, shape, body, isLittle) };
  const data = readNumbers(name, type, shape, body, isLittle);
  return tensor(shape, isFortran ? rowsFirst(data, shape) : data);
}

/**
 * Fortran stores the first axis innermost.
 * @param {Float32Array} data
 * @param {readonly number[]} shape
 */
function rowsFirst(data, shape) {
  const letters = shape.map((_, axis) => String.fromCharCode(97 + axis));
  const axes = letters.join('');
  return arrange(data, letters.reverse().join(''), axes, lengthsOf([{ axes, shape }]));
}

/** NumPy's `.npy`: a header that is a Python dictionary, then the numbers. */

import { arrange, lengthsOf } from '../../graph/axes.js';
import { cutHeader, startOf, viewOf } from './bytes.js';
import { readNumbers } from './numbers.js';

export const NPY = '\x93NUMPY';

const FIELDS = [
  /'descr'\s*:\s*'([<>|=]\w+)'/,
  /'fortran_order'\s*:\s*(True|False)/,
  /'shape'\s*:\s*\(([^)]*)\)/,
];

/**
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {import('./numbers.js').CheckShape} check
 */
export function readNpy(name, bytes, check) {
  const view = viewOf(bytes);
  const version = view.getUint8(6);
  if (startOf(bytes, 6) !== NPY || version < 1 || version > 3) throw RangeError('version');
  const [header, body] =
    version > 1
      ? cutHeader(bytes, 12, view.getUint32(8, true))
      : cutHeader(bytes, 10, view.getUint16(8, true));
  // A missing field throws here.
  const [type, order, sizes] = FIELDS.map((field) => /** @type {any} */ (field.exec(header))[1]);
  /** @type {number[]} */
  const shape = sizes
    .split(',')
    .filter((/** @type {string} */ size) => size.trim())
    .map(Number);
  check(shape);
  const axes = 'hrc'.slice(-shape.length);
  const stored = order === 'True' ? 'crh'.slice(0, shape.length) : axes;
  const data = readNumbers(name, type.slice(1), shape, body, type[0] !== '>');
  return { shape, data: arrange(data, stored, axes, lengthsOf([{ axes, shape }])) };
}

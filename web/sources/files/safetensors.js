/** Reads `.safetensors`: the length of a header in JSON, the header, then all numbers. */

import { tensor } from '../../../src/js/index.js';
import { readHeader } from '../../../src/js/pretrained/safetensors-header.js';
import { wrongHeader } from '../../text/en/files.js';
import { cutHeader, findNumberKind, makeDataView, readNumbers } from './binary.js';
import { toArrays } from './bytes.js';
import { FileError } from './error.js';
import { parseUnique } from './json.js';

/** @import { Arrays, Check } from '../types.js' */

/** @param {Uint8Array} bytes @returns {Arrays} */
export function readSafetensors(bytes) {
  const [header, body] = cutHeader(bytes, 8, Number(makeDataView(bytes).getBigUint64(0, true)));
  const entries = readHeader(
    parseUnique(header),
    body.length,
    (name, expected, received) => new FileError(wrongHeader(name, expected, received)),
  );
  return toArrays(
    entries.map(([name, { dtype, shape, from, to }]) => {
      const bytes = body.subarray(from, to);
      const read = (/** @type {Check} */ check) => {
        if (!Array.isArray(shape)) throw TypeError('shape');
        const type = toNumpyType(dtype);
        check(shape, findNumberKind(type));
        return tensor(shape, readNumbers(name, type, shape, bytes, true, dtype));
      };
      return [name, { bytes: bytes.length, read }];
    }),
  );
}

/** Converts F32 to NumPy's f4. @param {string} dtype */
const toNumpyType = (dtype) =>
  dtype === 'BOOL' ? 'b1' : dtype.toLowerCase().replace(/\d+/, (bits) => `${Number(bits) / 8}`);

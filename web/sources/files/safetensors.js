/** Reads `.safetensors`: the length of a header in JSON, the header, then all numbers. */

import { tensor } from '../../../src/js/index.js';
import { wrongOffsets, wrongSize } from '../../text/en/files.js';
import { cutHeader, findNumberKind, makeDataView, readNumbers } from './binary.js';
import { toArrays } from './bytes.js';
import { FileError } from './error.js';
import { parseUnique } from './json.js';

/** @import { Arrays, Check } from '../types.js' */

/** @param {Uint8Array} bytes @returns {Arrays} */
export function readSafetensors(bytes) {
  const [header, body] = cutHeader(bytes, 8, Number(makeDataView(bytes).getBigUint64(0, true)));
  const { __metadata__, ...named } = parseUnique(header);
  /** @type {[string, { dtype: string, shape: number[], data_offsets: [number, number] }][]} */
  const entries = Object.entries(named);
  // The tensors must fill the file without gaps, so none overlaps another or lies outside.
  let end = 0;
  const sorted = entries.toSorted(
    ([, { data_offsets: a }], [, { data_offsets: b }]) => a[0] - b[0] || a[1] - b[1],
  );
  for (const [name, { data_offsets: offsets }] of sorted) {
    const [from, to] = offsets;
    const isNext = from === end && to >= from && Number.isInteger(to);
    if (!isNext) throw new FileError(wrongOffsets(name, offsets, end));
    end = to;
  }
  const [last = ''] = sorted.at(-1) ?? [];
  if (end !== body.length) throw new FileError(wrongSize(body.length, end, last));
  return toArrays(
    entries.map(([name, { dtype, shape, data_offsets: offsets }]) => {
      const bytes = body.subarray(...offsets);
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

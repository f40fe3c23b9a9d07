/** `.safetensors`: the length of a header, the header in JSON, then the numbers of all tensors. */

import { cutHeader, viewOf } from './bytes.js';
import { readNumbers } from './numbers.js';

/**
 * @param {Uint8Array} bytes
 * @returns {import('./numbers.js').Loads}
 */
export function readSafetensors(bytes) {
  const [header, body] = cutHeader(bytes, 8, Number(viewOf(bytes).getBigUint64(0, true)));
  const { __metadata__, ...named } = JSON.parse(header);
  /** @type {[string, { dtype: string, shape: number[], data_offsets: [number, number] }][]} */
  const entries = Object.entries(named);
  // One after another they fill the file: none overlaps another, or lies outside.
  const end = entries
    .map(([, entry]) => entry.data_offsets)
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
    .reduce((before, [from, to]) => (from === before && to >= from ? to : Number.NaN), 0);
  if (end !== body.length) throw RangeError('offsets');
  return new Map(
    entries.map(([name, { dtype, shape, data_offsets }]) => [
      name,
      (check) => {
        check(shape);
        // F32 is f4 to NumPy, and BOOL is as u1.
        const type = dtype.replace('BOOL', 'U8').toLowerCase();
        const inBytes = type.replace(/\d+/, (bits) => `${Number(bits) / 8}`);
        const data = readNumbers(name, inBytes, shape, body.subarray(...data_offsets));
        return { shape, data };
      },
    ]),
  );
}

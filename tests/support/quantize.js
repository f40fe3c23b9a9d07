// Writes weights as src/js/learning/quantized.js reads them.
import { SCALE, SHIFT } from '../../src/js/learning/quantized.js';
import { toPrintable } from '../../src/js/printable.js';

const LARGEST_CODE = 41;
const LARGEST_SCALE = SCALE - 1;

/**
 * Quantizes tensors to printable text.
 * @param {Iterable<{ readonly shape: readonly number[], readonly data: Float32Array }>} tensors
 */
export function quantizeTensors(tensors) {
  /** @type {number[]} */
  const bytes = [];
  for (const { shape, data } of tensors) {
    const width = shape[shape.length - 1];
    for (let row = 0; row < data.length; row += width) {
      const numbers = data.subarray(row, row + width);
      const largest = Math.max(...numbers.map(Math.abs));
      if (!(largest <= LARGEST_CODE)) {
        throw new RangeError(`${largest} is not from -${LARGEST_CODE} to ${LARGEST_CODE}`);
      }
      const wanted = Math.ceil((largest / LARGEST_CODE) * SCALE);
      const scale = Math.min(Math.max(1, wanted), LARGEST_SCALE);
      bytes.push(scale & 0xff, scale >> 8);
      for (const number of numbers) {
        bytes.push((Math.round((number / scale) * SCALE) + SHIFT) & 0xff);
      }
    }
  }
  return toPrintable(Uint8Array.from(bytes));
}

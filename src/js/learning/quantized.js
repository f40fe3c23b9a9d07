/**
 * Weights in a byte each: of every row (the last axis) a scale, then each number divided by it and
 * rounded to an integer in −41 .. 41. In printable text each of these is one character.
 */

import { makeArgumentError, runNamed } from '../errors.js';
import { fromPrintable, toPrintable } from '../printable.js';

/** @typedef {{ readonly shape: readonly number[], readonly data: Float32Array }} Numbers */

const LARGEST_CODE = 41;
/** Scales are integers of 16 bits over this: no number may be larger than 41. */
const SCALE = 2 ** 16;
const LARGEST_SCALE = SCALE - 1;
/** Is added to an integer, so that printable text has it in its first row. */
const SHIFT = 37;

/** @param {Iterable<Numbers>} tensors */
export function quantizeTensors(tensors) {
  /** @type {number[]} */
  const bytes = [];
  for (const { shape, data } of tensors) {
    const width = shape[shape.length - 1];
    for (let row = 0; row < data.length; row += width) {
      const numbers = data.subarray(row, row + width);
      const largest = Math.max(...numbers.map(Math.abs));
      if (!(largest <= LARGEST_CODE)) {
        const expected = `numbers from -${LARGEST_CODE} to ${LARGEST_CODE}`;
        throw runNamed('quantizeTensors', () =>
          makeArgumentError('tensors', expected, String(largest)),
        );
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

/**
 * Tensors of these shapes again, one after the other.
 *
 * @param {string} text as `quantizeTensors` writes it
 * @param {readonly (readonly number[])[]} shapes
 */
export function dequantizeTensors(text, shapes) {
  const bytes = fromPrintable(text);
  let at = 0;
  return shapes.map((shape) => {
    const width = shape[shape.length - 1];
    const data = new Float32Array(shape.reduce((a, b) => a * b));
    for (let i = 0, scale = 0; i < data.length; i++) {
      if (i % width === 0) {
        scale = (bytes[at] + 256 * bytes[at + 1]) / SCALE;
        at += 2;
      }
      data[i] = (((bytes[at++] - SHIFT) << 24) >> 24) * scale;
    }
    return data;
  });
}

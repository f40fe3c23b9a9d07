/**
 * Quantization of weights to one byte each. Every row (the last axis) has a scale, followed by each number divided by the
 * scale and rounded to an integer in −41 .. 41. In printable text, each integer is a single character.
 */

import { makeArgumentError, runNamed } from '../errors.js';
import { fromPrintable, toPrintable } from '../printable.js';

/** @typedef {{ readonly shape: readonly number[], readonly data: Float32Array }} Numbers */

const LARGEST_CODE = 41;
/** The denominator of scales, which are 16-bit integers. It limits numbers to 41. */
const SCALE = 2 ** 16;
const LARGEST_SCALE = SCALE - 1;
/** The number that is added to an integer, so that it needs no prefix in printable text. */
const SHIFT = 37;

/** Quantizes tensors to printable text. @param {Iterable<Numbers>} tensors */
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
 * Returns the numbers of quantized tensors with these shapes.
 * @param {string} text the result of `quantizeTensors`
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

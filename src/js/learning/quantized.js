/**
 * Quantization of weights to one byte each. Every row (the last axis) has a scale, followed by each number divided by the
 * scale and rounded to an integer in −41 .. 41. In printable text, each integer is a single character.
 */

import { fromPrintable } from '../printable.js';

/** The denominator of scales, which are 16-bit integers. It limits numbers to 41. */
export const SCALE = 2 ** 16;
/** The number that is added to an integer, so that it needs no prefix in printable text. */
export const SHIFT = 37;

/**
 * Returns the numbers of quantized tensors with these shapes.
 * @param {string} text printable text, as tests/support/quantize.js writes it
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

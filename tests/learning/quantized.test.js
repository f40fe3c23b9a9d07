import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dequantizeTensors } from '../../src/js/learning/quantized.js';
import { Random } from '../../src/js/random.js';
import { quantizeTensors } from '../support/quantize.js';

it('A quantized row comes back within half a step of 41 to its largest number.', () => {
  const random = new Random(1);
  const tensors = [[3, 8], [5], [2, 2, 4]].map((shape, i) => {
    const data = new Float32Array(shape.reduce((a, b) => a * b));
    return { shape, data: data.map(() => 2 ** i * 0.5 * random.normal()) };
  });
  tensors[1].data.fill(0);
  const text = quantizeTensors(tensors);
  const back = dequantizeTensors(
    text,
    tensors.map(({ shape }) => shape),
  );
  tensors.forEach(({ shape, data }, t) => {
    const width = shape[shape.length - 1];
    data.forEach((number, i) => {
      const first = i - (i % width);
      const largest = Math.max(...data.subarray(first, first + width).map(Math.abs));
      const step = Math.ceil((largest / 41) * 2 ** 16) / 2 ** 16;
      assert.ok(Math.abs(back[t][i] - number) <= 0.501 * step, `${number} is ${back[t][i]}`);
    });
  });
});

it('A row whose largest number is 41 does not wrap to zeros.', () => {
  for (const largest of [41, -41, 40.9999]) {
    const data = Float32Array.of(largest, 20.5, -1, 0);
    const [back] = dequantizeTensors(quantizeTensors([{ shape: [4], data }]), [[4]]);
    data.forEach((number, i) => {
      assert.ok(Math.abs(back[i] - number) <= 0.5, `${number} is ${back[i]}`);
    });
    assert.ok(Math.abs(back[0]) > 40.999);
  }
});

it('A number that has no byte is refused.', () => {
  for (const number of [41.1, -100, Number.NaN, Number.POSITIVE_INFINITY]) {
    const data = Float32Array.of(1, number);
    assert.throws(() => quantizeTensors([{ shape: [2], data }]), /is not from -41 to 41$/);
  }
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { isLong, tally } from '../support/bar.js';
import { assertSameBits, assertWithin } from '../support/near.js';
import { linear, linearInFloat32 } from '../support/oracle.js';
import { createRandom } from '../support/random.js';

const attention = await loadAttention();
const bar = tally('linear');

/** @param {number} from @param {number} to */
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/**
 * Checks a product in index order bit for bit, and within the theoretical bound.
 * @param {number} rows
 * @param {number} out
 * @param {number} width
 */
function verify(rows, out, width) {
  const random = createRandom(rows * 1e6 + out * 1e4 + width);
  const input = random.tensor([rows, width], 3);
  const weight = random.tensor([out, width]);
  const bias = width % 3 === 0 ? undefined : random.tensor([out]);
  const what = `(${rows}, ${width}) by (${out}, ${width})`;
  const output = attention.linear(input, weight, bias);
  assertSameBits(output, linearInFloat32(input, weight, bias), what);
  // The layer packs its weight. A single call with few rows does not.
  const layer = attention.createLinear(weight, bias);
  assertSameBits(layer.forward(input), output, `a layer of ${what}`);
  layer.dispose();
  const { value, error } = linear(input, weight, bias);
  bar.used(assertWithin(output, value, (i) => error[i], what));
  bar.count('shapes');
}

// The core works on tiles of 4 rows by 8 columns, in blocks of 96 rows and a depth of 512.
describe('linear sums products in the order of their index, to the bit', () => {
  const widths = [
    ...range(1, 67),
    ...range(127, 129),
    ...range(255, 257),
    ...range(511, 513),
    1025,
  ];
  for (const rows of range(1, 5)) {
    it(`${rows} rows, 1 to 9 columns, depths around every block`, () => {
      for (const out of range(1, 9)) for (const width of widths) verify(rows, out, width);
    });
  }

  it('1 to 67 rows, and rows around a block', () => {
    for (const rows of [...range(1, 67), ...range(95, 97), 191, 193]) {
      for (const out of [1, 4, 8, 9, 17]) verify(rows, out, (rows * 7) % 67);
    }
  });

  it('1 to 67 columns, and columns around many panels', () => {
    for (const out of [...range(1, 67), ...range(127, 129), ...range(255, 257)]) {
      for (const rows of [1, 3, 4, 6]) verify(rows, out, 1 + (out % 13));
    }
  });

  const randomShapes = () => {
    const random = createRandom(3);
    for (let i = 0; i < 100_000; i++) {
      verify(random.integer(1, 9), random.integer(1, 20), random.integer(1, 300));
    }
  };
  if (isLong) it('random shapes', randomShapes);

  it('blocks of rows meet blocks of depth', () => {
    for (const rows of [95, 96, 97]) for (const width of [512, 513, 1025]) verify(rows, 9, width);
  });
});

describe('linear', () => {
  it('keeps any number of axes before the last', () => {
    const random = createRandom(1);
    const weight = random.tensor([5, 3]);
    const flat = random.tensor([24, 3]);
    const expected = attention.linear(flat, weight).data;
    for (const lead of [[24], [4, 6], [2, 3, 4], [1, 2, 3, 4, 1]]) {
      const output = attention.linear({ shape: [...lead, 3], data: flat.data }, weight);
      assertSameBits(output, { shape: [...lead, 5], data: expected });
    }
    const vector = attention.linear({ shape: [3], data: flat.data.slice(0, 3) }, weight);
    assertSameBits(vector, { shape: [5], data: expected.slice(0, 5) });
  });

  it('takes nested arrays, other typed arrays and plain arrays for what they hold', () => {
    const expected = [17, 39.5];
    const weight = [
      [1, 2],
      [3, 4],
    ];
    for (const data of [[5, 6], new Float64Array([5, 6]), new Int16Array([5, 6])]) {
      const output = attention.linear({ shape: [2], data }, weight, [0, 0.5]);
      assert.deepEqual([...output.data], expected);
    }
    assert.deepEqual([...attention.linear([5, 6], weight, [0, 0.5]).data], expected);
  });

  it('reads a view where it lies in its buffer, at any offset', () => {
    const random = createRandom(2);
    const numbers = random.tensor([64]).data;
    for (const offset of [0, 1, 2, 3]) {
      const input = { shape: [3, 5], data: numbers.subarray(offset, offset + 15) };
      const weight = { shape: [4, 5], data: numbers.subarray(20 + offset, 40 + offset) };
      assertSameBits(attention.linear(input, weight), linearInFloat32(input, weight));
    }
  });
});

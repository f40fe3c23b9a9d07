import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeInstance } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';

/** @import { Tensor as Numbers } from '../support/arrange.js' */

const BLOCK = 2 ** 15;
const random = createRandom(4107);

/** @type {Record<string, (attention: any, input: any, options?: object) => any>} */
const operations = {
  softmax: (attention, input, options) => attention.softmax(input, options),
  activation: (attention, input, options) => attention.activation(input, 'gelu', options),
  layerNorm: (attention, input, options) =>
    attention.layerNorm(input, ...norms(input.shape.at(-1)), options),
  rmsNorm: (attention, input, options) =>
    attention.rmsNorm(input, norms(input.shape.at(-1))[0], options),
};

/** Returns weight and bias of a norm. @param {number} width */
const norms = (width) =>
  [1, 2].map((size) => Float32Array.from({ length: width }, (_, i) => size + (i % 7) / 8));

/**
 * Whole blocks, a few rows more, one row fewer, rows that do not fill a block, and one row for each
 * block.
 */
const shapes = [
  ...[
    [128, 512],
    [130, 512],
    [127, 512],
    [3, 33, 700],
    [5, BLOCK - 1],
    [3, BLOCK + 5],
  ],
];

/**
 * Returns the result for a resident input, which is processed as a whole.
 * @param {any} attention
 * @param {string} name
 * @param {Numbers} input
 */
function computeWhole(attention, name, input) {
  const held = attention.resident(input);
  const right = operations[name](attention, held);
  held.dispose();
  return right;
}

describe('large rows go through memory in blocks', () => {
  for (const name of Object.keys(operations)) {
    it(`${name}: the bits of all rows at once`, () => {
      const { attention, arena } = makeInstance();
      for (const shape of shapes) {
        const input = random.tensor(shape, 4);
        const right = computeWhole(attention, name, input);
        const what = `${name} of ${shape}`;
        assertSameBits(operations[name](attention, input), right, what);
        const out = new Float32Array(input.data.length);
        assert.equal(operations[name](attention, input, { out }), out);
        assertSameBits({ shape, data: out }, right, `${what} into an array`);
        assert.equal(arena.used, 0);
      }
    });

    it(`${name}: into its own input, and into an array that overlaps it on either side`, () => {
      const { attention } = makeInstance();
      const shape = [130, 512];
      const count = 130 * 512;
      for (const [from, to] of [
        [0, 0],
        [0, 3],
        [3, 0],
        [0, 512],
        [BLOCK, 0],
      ]) {
        const numbers = random.tensor([count + BLOCK], 4).data;
        const input = { shape, data: numbers.subarray(from, from + count) };
        const right = computeWhole(attention, name, input);
        const out = numbers.subarray(to, to + count);
        operations[name](attention, input, { out });
        assertSameBits({ shape, data: out }, right, `${name} from ${from} to ${to}`);
      }
    });

    it(`${name}: takes the memory of two blocks`, () => {
      const { attention, memory } = makeInstance();
      operations[name](attention, random.tensor([2048, 512]));
      assert.ok(memory.buffer.byteLength < 2 * 4 * BLOCK + 2 ** 18, `${memory.buffer.byteLength}`);
    });
  }

  it('an output in the memory of the input by another shared buffer has the bits of all rows at once', () => {
    const { attention } = makeInstance();
    const shape = [300, 512];
    const count = 300 * 512;
    for (const [from, to] of [
      [0, 70 * 512],
      [70 * 512, 0],
      [0, 0],
    ]) {
      const memory = new WebAssembly.Memory({ initial: 32, maximum: 64, shared: true });
      const data = new Float32Array(memory.buffer, 4 * from, count);
      data.set(random.tensor(shape, 4).data);
      const right = computeWhole(attention, 'softmax', { shape, data });
      // A memory that grows gets another buffer with the same bytes.
      memory.grow(1);
      assert.notEqual(memory.buffer, data.buffer);
      const out = new Float32Array(memory.buffer, 4 * to, count);
      attention.softmax({ shape, data }, { out });
      assertSameBits({ shape, data: out.slice() }, right, `softmax from ${from} to ${to}`);
    }
  });

  it('a mask, lengths and another axis have the bits of all rows at once', () => {
    const { attention } = makeInstance();
    const input = random.tensor([2, 3, 50, 256], 4);
    const attnMask = random.mask([50, 256]);
    for (const options of [
      { attnMask },
      { validLens: [256, 9] },
      { dim: 1 },
      { dim: 2 },
      { dim: 0 },
    ]) {
      const held = attention.resident(input);
      const right = attention.softmax(held, options);
      held.dispose();
      assertSameBits(attention.softmax(input, options), right, Object.keys(options)[0]);
    }
  });
});

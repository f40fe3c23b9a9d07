import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention, tensor } from '../../src/js/index.js';
import { assertSameBits } from '../support/near.js';
import { assertRefusal, caught } from '../support/refusal.js';

const attention = await loadAttention();
const all = Uint16Array.from({ length: 65536 }, (_, bits) => bits);

/**
 * Builds a float32 from the parts of a float16, without float16 arithmetic.
 * @param {number} bits
 */
function float16(bits) {
  const sign = (bits & 0x8000) << 16;
  let [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  if (exponent === 31) exponent = 255 - 112;
  if (exponent === 0 && fraction !== 0) {
    // A denormal becomes normal: its first bit moves before the point.
    for (exponent = 1; (fraction & 1024) === 0; exponent--) fraction *= 2;
    fraction &= 1023;
  } else if (exponent === 0) {
    exponent = -112;
  }
  return sign | ((exponent + 112) << 23) | (fraction << 13);
}

/** @param {(bits: number) => number} convert */
const wide = (convert) => new Float32Array(Int32Array.from(all, convert).buffer);

describe('numbers of 16 bits', () => {
  it('of float16 are the float32 of their value, all 65,536', () => {
    const read = tensor({ shape: [65536], data: all, dtype: 'float16' });
    assertSameBits(read, { shape: [65536], data: wide(float16) });
    const [unit, largest, smallest] = [0x3c00, 0x7bff, 1].map((bits) => read.data[bits]);
    assert.deepEqual([unit, largest, smallest], [1, 65504, 2 ** -24]);
  });

  it('of bfloat16 are the upper half of a float32, all 65,536', () => {
    const read = tensor({ shape: [256, 256], data: all, dtype: 'bfloat16' });
    assertSameBits(read, { shape: [256, 256], data: wide((bits) => bits << 16) });
    assert.equal(read.data[0x3f80], 1);
  });

  it('are taken wherever a tensor is', () => {
    const data = Uint16Array.of(0x3c00, 0, 0x4000, 0xc000);
    const x = /** @type {const} */ ({ shape: [2, 2], data, dtype: 'float16' });
    const right = [
      [1, 0],
      [2, -2],
    ];
    assertSameBits(attention.linear(x, x), attention.linear(right, right));
    assertSameBits(attention.resident(x).read(), tensor(right));
    const layer = attention.createLinear(x);
    assertSameBits(layer.forward(right), attention.linear(right, right));
  });

  it('are refused without their dtype, or with another', () => {
    const data = Uint16Array.of(1);
    const bare = caught(() => tensor(/** @type {any} */ ({ shape: [1], data })));
    const says = /undecoded float16; expected .*dtype float16 or bfloat16/;
    assertRefusal(bare, {
      kind: 'ArgumentError',
      operation: 'tensor',
      argument: 'nested.data',
      says,
    });
    for (const dtype of ['float32', 'half', 16, null]) {
      const error = caught(() => tensor(/** @type {any} */ ({ shape: [1], data, dtype })));
      assertRefusal(error, {
        ...{ kind: 'ArgumentError', operation: 'tensor', argument: 'nested.dtype' },
        says: /expected float16 or bfloat16, as its data is a Uint16Array/,
      });
    }
    const error = caught(() => tensor({ shape: [2], data, dtype: 'float16' }));
    assertRefusal(error, { kind: 'ShapeError', operation: 'tensor', argument: 'nested.shape' });
  });

  it('are refused as data of another kind, which would be read as other numbers', () => {
    const others = [[0x3c00], Int16Array.of(0x3c00), Float32Array.of(1), Uint8Array.of(1)];
    for (const dtype of ['float16', 'bfloat16']) {
      for (const data of [...others, [], [true]]) {
        const shape = [data.length];
        const error = caught(() => tensor(/** @type {any} */ ({ shape, data, dtype })));
        assertRefusal(error, {
          ...{ kind: 'ArgumentError', operation: 'tensor', argument: 'nested.data' },
          says: new RegExp(`expected a Uint16Array, as its dtype is ${dtype}`),
        });
      }
    }
  });

  it('leave data with any other dtype as its array has it', () => {
    for (const data of [[3], Float64Array.of(3), Int8Array.of(3)]) {
      for (const dtype of ['float32', 'float64', '<f4', 'int8']) {
        const read = tensor(/** @type {any} */ ({ shape: [1], data, dtype }));
        assertSameBits(read, { shape: [1], data: Float32Array.of(3) });
      }
    }
  });

  it('do not concern masks: a dtype of bool takes booleans and bytes alone', () => {
    const dtype = 'bool';
    for (const data of [[true, false], Uint8Array.of(1, 0)]) {
      const read = tensor(/** @type {any} */ ({ shape: [2], data, dtype }));
      assertSameBits(read, { shape: [2], data: Uint8Array.of(1, 0) });
    }
    for (const [data, argument, expected] of /** @type {const} */ ([
      [[1, 0], 'nested.data[0]', 'true or false'],
      [Float32Array.of(1, 0), 'nested.data', 'booleans or a Uint8Array'],
    ])) {
      const error = caught(() => tensor(/** @type {any} */ ({ shape: [2], data, dtype })));
      assertRefusal(error, {
        ...{ kind: 'ArgumentError', operation: 'tensor', argument },
        says: new RegExp(`expected ${expected}, as its dtype is bool`),
      });
    }
  });
});

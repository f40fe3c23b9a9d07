import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  floats,
  joinBytes,
  readOne,
  refusalOf,
  safetensors,
  safetensorsOf,
  weightsOf,
} from './written.js';

const bytesOf = (/** @type {ArrayBufferView} */ { buffer }) =>
  new Uint8Array(/** @type {ArrayBuffer} */ (buffer));

/** @type {[dtype: string, bytes: Uint8Array, expected: number[]][]} */
const TYPES = [
  ['F64', bytesOf(Float64Array.of(0.1, -Infinity)), [Math.fround(0.1), -Infinity]],
  ['F32', floats([0.1, NaN]), [Math.fround(0.1), NaN]],
  ['F16', bytesOf(Uint16Array.of(0x3c00, 0xc000)), [1, -2]],
  ['BF16', bytesOf(Uint16Array.of(0x3f80, 0xc0a0)), [1, -5]],
  ['I64', bytesOf(BigInt64Array.of(1n, -2n)), [1, -2]],
  ['I32', bytesOf(Int32Array.of(1, -2)), [1, -2]],
  ['I16', bytesOf(Int16Array.of(1, -2)), [1, -2]],
  ['I8', bytesOf(Int8Array.of(1, -2)), [1, -2]],
  ['U8', Uint8Array.of(1, 254), [1, 254]],
  ['BOOL', Uint8Array.of(1, 0), [1, 0]],
  ['BOOL', Uint8Array.of(2, 0), [1, 0]],
];

describe('.safetensors', () => {
  it('is read in every type', async () => {
    for (const [dtype, bytes, expected] of TYPES) {
      const file = safetensors({ Attention_Weights: { dtype, shape: [1, 2], bytes } });
      const { shape, data } = await weightsOf(file);
      assert.deepEqual([shape, data], [[1, 2], Float32Array.from(expected)], dtype);
    }
  });

  it('has all 65536 bfloat16 exactly', async () => {
    const all = Uint16Array.from({ length: 65536 }, (_, i) => i);
    const file = safetensors({
      weights: { dtype: 'BF16', shape: [256, 256], bytes: bytesOf(all) },
    });
    const { data } = await weightsOf(file);
    const expected = new Float32Array(Uint32Array.from(all, (bits) => bits * 65536).buffer);
    expected.forEach((value, bits) => {
      assert.ok(Object.is(data[bits], value), `${bits}: ${data[bits]}, not ${value}`);
    });
  });

  it('passes over metadata, other tensors, and their types', async () => {
    const four = floats([1, 2, 3, 4]);
    const file = safetensors({
      'model.embed': { dtype: 'F8_E4M3', shape: [999, 999, 999], bytes: floats([9]) },
      empty: { shape: [0], bytes: joinBytes() },
      key: { shape: [2, 2], bytes: four },
      toString: { shape: [1], bytes: floats([9]) },
      QUERIES: { shape: [2, 2], bytes: four },
      value: { shape: [2, 2], bytes: four },
    });
    const { tensors } = await readOne(file);
    assert.deepEqual(Object.keys(tensors), ['q', 'k', 'v']);
    const proto = '{"__proto__":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"constructor":';
    const both = `${proto}{"dtype":"U8","shape":[1],"data_offsets":[1,2]}}`;
    assert.equal(
      await refusalOf(safetensorsOf(both, Uint8Array.of(1, 2))),
      'The file has several arrays: __proto__, constructor. Give the one to show the name weights, save it alone, or write its name behind # in src.',
    );
  });
});

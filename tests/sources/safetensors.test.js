// `.safetensors`: every type that is read; offsets and headers that are not.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  floats,
  joined,
  little,
  readOne,
  refusalOf,
  safetensors,
  safetensorsOf,
  utf8,
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
];

describe('.safetensors', () => {
  it('is refused where a name is there twice', async () => {
    const entry = '{"dtype": "F32", "shape": [1, 1], "data_offsets":';
    const header = `{"weights": ${entry} [0, 4]}, "weights": ${entry} [0, 4]}}`;
    assert.equal(
      await refusalOf(safetensorsOf(header, floats([1]))),
      'The name weights is there twice. Save its array once, or rename one.',
    );
  });

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
      empty: { shape: [0], bytes: joined() },
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
      'The file has several arrays: __proto__, constructor. Give the one to show the name weights, or save it alone.',
    );
  });

  it('is refused for the shape, length and type of a tensor', async () => {
    const entry = { shape: [1, 2], bytes: floats([1, 2]) };
    for (const [change, sentence] of /** @type {[any, RegExp][]} */ ([
      [{ shape: [2] }, /shape \(2,\); expected \(queries, keys\) or \(heads, queries, keys\)/],
      [{ shape: [] }, /has the shape \(\);/],
      [{ shape: [1, -2] }, /has the shape \(1, -2\);/],
      [{ shape: [1, 2.5] }, /has the shape \(1, 2\.5\);/],
      [{ shape: [1e300, 1e300] }, /has the shape \(1e\+300, 1e\+300\);/],
      [{ shape: ['1', 2] }, /has the shape \(1, 2\);/],
      [{ shape: 'ab' }, /cannot be read/],
      [{ shape: null }, /cannot be read/],
      [{ shape: { length: 2 } }, /cannot be read/],
      [{ shape: [1, { toString: 1 }] }, /cannot be read/],
      [{ shape: [1, 3] }, /has 8 bytes; expected 12 for the shape \(1, 3\)\.$/],
      [{ dtype: 'F64' }, /has 8 bytes; expected 16 for/],
      [{ dtype: 'F8_E5M2' }, /is of the type F8_E5M2; expected floats/],
      [{ dtype: 'C64' }, /is of the type C64; expected floats/],
      [{ dtype: '__proto__' }, /is of the type __proto__; expected floats/],
      [{ dtype: 'x'.repeat(1e5) }, /is of the type xxxxxxxxx; expected floats/],
      [{ dtype: 4 }, /cannot be read/],
    ])) {
      assert.match(await refusalOf(safetensors({ weights: { ...entry, ...change } })), sentence);
    }
  });

  it('is refused where tensors overlap, leave holes or lie outside', async () => {
    for (const offsets of [
      [
        [0, 8],
        [4, 12],
      ],
      [
        [0, 8],
        [0, 8],
      ],
      [
        [0, 4],
        [8, 16],
      ],
      [
        [8, 16],
        [16, 24],
      ],
      [
        [-8, 0],
        [0, 16],
      ],
      [
        [0, 8],
        [8, 1e300],
      ],
      [
        [0, 8],
        [8, 4],
      ],
      [
        [0, 20],
        [20, 16],
      ],
      [
        [0, 8],
        [8, null],
      ],
      [
        [0, 8],
        ['8', '16'],
      ],
      [[0, 8], []],
      [[0, 8], 16],
      [[0, 8], null],
      [[0, 8], { 0: 8, 1: 16 }],
    ]) {
      const [a, weights] = offsets.map((data_offsets) => ({
        dtype: 'F32',
        shape: [1, 2],
        data_offsets,
      }));
      const file = safetensorsOf(JSON.stringify({ a, weights }), floats([1, 2, 3, 4]));
      assert.match(
        await refusalOf(file, 'bert.safetensors'),
        /^The file bert\.safetensors cannot be read/,
      );
    }
  });

  it('is refused for its header', async () => {
    for (const header of ['{', '{"a":1}', '{"a":null}', '{"weights":{}}', '{]']) {
      assert.match(await refusalOf(safetensorsOf(header, joined())), /cannot be read/);
    }
    for (const length of [1e6 + 1, 2 ** 32, 2 ** 53]) {
      const file = joined(little(length, 8), utf8('{"weights":1}'));
      assert.match(
        await refusalOf(file),
        /^The file is too large: .* a header of at most 1,000,000/,
      );
    }
    assert.match(await refusalOf(joined(little(99, 8), utf8('{}'))), /cannot be read/);
    assert.match(await refusalOf(safetensorsOf('{}', joined())), /; the file has none\.$/);
  });
});

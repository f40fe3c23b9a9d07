import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readLiteral } from '../../web/sources/files/npy.js';
import { countSteps } from '../support/count-steps.js';
import { reduceCaseCount } from '../support/extent.js';
import { floats, npy, npyOf, readOne, refusalOf, utf8, weightsOf } from './written.js';

const six = floats([1, 2, 3, 4, 5, 6]);
const bytesOf = (/** @type {ArrayBufferView} */ { buffer }) =>
  new Uint8Array(/** @type {ArrayBuffer} */ (buffer));
const reversed = (/** @type {Uint8Array} */ bytes, /** @type {number} */ size) =>
  bytes.map((_, i) => bytes[i - (i % size) + size - 1 - (i % size)]);

/** @type {[descr: string, bytes: Uint8Array, expected: number[]][]} */
const TYPES = [
  ['f4', bytesOf(Float32Array.of(0.1, -2, Infinity, -0)), [Math.fround(0.1), -2, Infinity, -0]],
  ['f8', bytesOf(Float64Array.of(0.1, -2, 1e300, NaN)), [Math.fround(0.1), -2, Infinity, NaN]],
  [
    'f2',
    bytesOf(Uint16Array.of(0x3555, 0xfbff, 1, 0x7c00)),
    [0.333251953125, -65504, 2 ** -24, Infinity],
  ],
  ['i1', bytesOf(Int8Array.of(1, -2, 127, -128)), [1, -2, 127, -128]],
  ['i2', bytesOf(Int16Array.of(1, -2, 32767, -32768)), [1, -2, 32767, -32768]],
  ['i4', bytesOf(Int32Array.of(1, -2, 2 ** 24, -(2 ** 31))), [1, -2, 2 ** 24, -(2 ** 31)]],
  ['i8', bytesOf(BigInt64Array.of(1n, -2n, 2n ** 62n, -(2n ** 63n))), [1, -2, 2 ** 62, -(2 ** 63)]],
  ['u1', bytesOf(Uint8Array.of(1, 2, 3, 255)), [1, 2, 3, 255]],
  ['u2', bytesOf(Uint16Array.of(1, 2, 3, 65535)), [1, 2, 3, 65535]],
  ['u4', bytesOf(Uint32Array.of(1, 2, 3, 2 ** 31)), [1, 2, 3, 2 ** 31]],
  ['u8', bytesOf(BigUint64Array.of(1n, 2n, 3n, 2n ** 63n)), [1, 2, 3, 2 ** 63]],
  ['b1', bytesOf(Uint8Array.of(1, 0, 0, 1)), [1, 0, 0, 1]],
  // NumPy reads every byte but 0 as True.
  ['b1', bytesOf(Uint8Array.of(2, 0, 255, 1)), [1, 0, 1, 1]],
];

describe('.npy', () => {
  it('is read in every type, whichever byte is first', async () => {
    for (const [type, bytes, expected] of TYPES) {
      const size = Number(type[1]);
      for (const [mark, body] of /** @type {[string, Uint8Array][]} */ ([
        [size === 1 ? '|' : '<', bytes],
        ['>', reversed(bytes, size)],
        ['=', bytes],
      ])) {
        const { shape, data } = await weightsOf(npy([2, 2], body, { descr: mark + type }));
        assert.deepEqual([shape, data], [[2, 2], Float32Array.from(expected)], mark + type);
      }
    }
  });

  it('has all 65536 floats of 16 bits exactly', async () => {
    const all = Uint16Array.from({ length: 65536 }, (_, i) => i);
    const { data } = await weightsOf(npy([256, 256], bytesOf(all), { descr: '<f2' }));
    all.forEach((bits) => {
      const sign = bits & 0x8000 ? -1 : 1;
      const exponent = (bits >> 10) & 31;
      const fraction = bits & 1023;
      const usual = sign * Number(`0x${(1024 + fraction).toString(16)}`) * 2 ** (exponent - 25);
      const expected =
        exponent === 31
          ? fraction === 0
            ? sign * Infinity
            : NaN
          : exponent === 0
            ? sign * fraction * 2 ** -24
            : usual;
      assert.ok(Object.is(data[bits], expected), `${bits}: ${data[bits]}, not ${expected}`);
    });
  });

  it('may be in the order of Fortran, in two axes and in three', async () => {
    const two = await weightsOf(npy([2, 3], six, { fortran: true }));
    assert.deepEqual(
      [two.shape, [...two.data]],
      [
        [2, 3],
        [1, 3, 5, 2, 4, 6],
      ],
    );
    const shape = [2, 3, 4];
    const body = floats(Array.from({ length: 24 }, (_, i) => i));
    const three = await weightsOf(npy(shape, body, { fortran: true }));
    assert.deepEqual(three.shape, shape);
    three.data.forEach((value, i) => {
      const [h, q, k] = [Math.floor(i / 12), Math.floor(i / 4) % 3, i % 4];
      assert.equal(value, h + 2 * q + 6 * k);
    });
  });

  it('is read in the versions 1, 2 and 3', async () => {
    for (const version of [1, 2, 3]) {
      const { data } = await weightsOf(npy([2, 3], six, { version }));
      assert.deepEqual([...data], [1, 2, 3, 4, 5, 6]);
    }
  });

  it('has its fields in any order and spacing', async () => {
    const header = "{ 'shape':(2,3),'fortran_order' :False , 'descr':  '<f4'}";
    assert.deepEqual((await weightsOf(npyOf(header, six))).shape, [2, 3]);
  });

  it('alone is weights whatever its file is called', async () => {
    for (const name of [
      'weights.npy',
      'Attn.NPY',
      'layer 3.npy',
      '',
      'constructor',
      '__proto__.npy',
    ]) {
      assert.deepEqual((await weightsOf(npy([2, 3], six), name)).shape, [2, 3]);
    }
  });

  it('has a header as NumPy reads it: long integers, double quotes, other names of types', async () => {
    const eight = bytesOf(Float64Array.of(1, 2, 3, 4, 5, 6));
    const small = Uint8Array.of(1, 2, 3, 4, 5, 6);
    for (const [header, body, version] of /** @type {[string, Uint8Array, number?][]} */ ([
      ["{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 3L), }", six],
      ["{'descr': 'f4', 'fortran_order': False, 'shape': (2, 3)}", six],
      ['{"descr": "<f4", "fortran_order": False, "shape": (2, 3), }', six],
      [`{"descr": '<f4', u'fortran_order': False, "shape": (2, 3,), }`, six, 2],
      ["{'descr': ('<f4'), 'fortran_order': (False), 'shape': ((2, 3)), }", six],
      ["\t { 'shape' :\n( 2 ,3 ) , 'descr' : '<f4' , 'fortran_order':False , } ", six, 3],
      ["{'descr': '|f4', 'fortran_order': False, 'shape': (+2, 3), }", six],
      ["{'descr': 'float32', 'fortran_order': False, 'shape': (2, 3), }", six],
      ["{'descr': '<f', 'fortran_order': False, 'shape': (2, 3), }", six],
      ["{'descr': 'float', 'fortran_order': False, 'shape': (2, 3), }", eight],
      ["{'descr': '>d', 'fortran_order': False, 'shape': (2, 3), }", reversed(eight, 8)],
      ["{'descr': 'B', 'fortran_order': False, 'shape': (2, 3), }", small],
      ["{'descr': 'b', 'fortran_order': False, 'shape': (2, 3), }", small],
      // As in Python, the last of two equal keys wins.
      ["{'descr': '<f4', 'fortran_order': False, 'shape': 7, 'shape': (2, 3), }", six],
    ])) {
      const { shape, data } = await weightsOf(npyOf(header, body, version));
      assert.deepEqual(
        [shape, [...data]],
        [
          [2, 3],
          [1, 2, 3, 4, 5, 6],
        ],
        header,
      );
    }
    const flags = npy([1, 3], Uint8Array.of(1, 0, 1), { descr: '?' });
    assert.deepEqual([...(await weightsOf(flags)).data], [1, 0, 1]);
  });

  it('has sizes in decimal digits: those of another base, which NumPy never writes, are refused', async () => {
    for (const shape of ['(0x2, 3)', '(0X2, 0o3)', '(0b10, 3)', '(2, 0x3)']) {
      const header = `{'descr': '<f4', 'fortran_order': False, 'shape': ${shape}, }`;
      assert.match(await refusalOf(npyOf(header, six)), /cannot be read/, shape);
    }
  });

  it('has a header that takes steps in proportion to its length, whatever repeats in it', () => {
    const parts = ["'shape':(", "'shape': ", "'descr':'<", "'descr'    ", '(', '{', '[', '"', "'"];
    const more = [
      ' ',
      '0',
      '1',
      'L',
      '1L',
      'True',
      'u',
      "u'",
      '\\',
      "{'a':",
      '((),',
      '1,',
      '\u2028',
    ];
    const { charAt, indexOf } = String.prototype;
    let steps = 0;
    String.prototype.charAt = function (at) {
      steps++;
      return charAt.call(this, at);
    };
    String.prototype.indexOf = function (text, from = 0) {
      const found = indexOf.call(this, text, from);
      steps += (found < 0 ? this.length : found) - from;
      return found;
    };
    try {
      for (const part of [...parts, ...more]) {
        for (const n of [2000, 8000]) {
          for (const text of [part.repeat(n), `(${part.repeat(n)}`, part + ' '.repeat(n)]) {
            steps = 0;
            try {
              readLiteral(text, true);
            } catch {
              // Most of these texts are refused.
            }
            assert.ok(steps <= 4 * text.length + 9, `${part}: ${steps} of ${text.length}`);
          }
        }
      }
    } finally {
      Object.assign(String.prototype, { charAt, indexOf });
    }
  });

  it('is refused at the longest header, by steps in proportion to its length', async () => {
    for (const part of ["'shape':(", "{'descr':", '(']) {
      const refuse = (/** @type {number} */ length) =>
        refusalOf(npyOf(part.repeat(length / part.length), six, 2));
      const steps = await countSteps(() => refuse(9000));
      assert.ok(steps < 9000 * 40, `${part}: ${steps}`);
      await refuse(990_000);
    }
  });

  it('gives back what it was written from', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.infiniteStream(fc.float()), async (shape, stream) => {
        const count = shape.reduce((product, size) => product * size, 1);
        const data = Float32Array.from([...stream.take(count)]);
        const read = await weightsOf(npy(shape, bytesOf(data)));
        assert.deepEqual([read.shape, read.data], [shape, data]);
      }),
      { seed: 3, numRuns: reduceCaseCount(200) },
    );
  });

  it('comes together from several files', async () => {
    const { readFiles } = await import('../../web/sources/files/read.js');
    const { readOwn } = await import('../../web/sources/files/attention-arrays.js');
    const files = ['q', 'k', 'v'].map((name) => ({ name: `${name}.npy`, bytes: npy([2, 3], six) }));
    const words = { name: 'tokens.json', bytes: utf8('{"queryTokens": ["a", "b"]}') };
    const ownNumbers = await readOwn(readFiles([...files, words]));
    assert.deepEqual(Object.keys(ownNumbers.tensors), ['q', 'k', 'v']);
    assert.deepEqual(
      [ownNumbers.queryWords, ownNumbers.keyWords],
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
    );
    await assert.rejects(readOne(npy([2, 3], six), 'k.npy'));
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention, tensor } from '../../src/js/index.js';
import { assertRefusal, assertRefused, caught } from '../support/refusal.js';

/** Untyped, for calls that the types forbid. */
const anyTensor = /** @type {any} */ (tensor);

/** Makes nested arrays of n³ elements of n references each. @param {number} n @param {unknown} element */
function repeated(n, element) {
  const row = new Array(n).fill(element);
  return new Array(n).fill(new Array(n).fill(row));
}

describe('tensor', () => {
  it('reads nested arrays, row by row', () => {
    const { shape, data } = tensor([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    assert.deepEqual(shape, [2, 3]);
    assert.ok(data instanceof Float32Array);
    assert.deepEqual([...data], [1, 2, 3, 4, 5, 6]);
    assert.deepEqual(tensor([[[1], [2]]]).shape, [1, 2, 1]);
    assert.deepEqual(tensor([]).shape, [0]);
    assert.deepEqual(tensor([[], []]).shape, [2, 0]);
  });

  it('takes a shape and flat data, and keeps a Float32Array as it is', () => {
    const data = new Float32Array([1, 2, 3, 4]);
    assert.equal(tensor([2, 2], data).data, data);
    assert.deepEqual([...tensor([2, 2], [1, 2, 3, 4]).data], [1, 2, 3, 4]);
    assert.deepEqual([...tensor([], [5]).data], [5]);
    assert.deepEqual([...tensor([0, 7], []).data], []);
  });

  it('rounds other numbers to float32', () => {
    const third = Math.fround(1 / 3);
    for (const data of [[1 / 3, 1e39], new Float64Array([1 / 3, 1e39])]) {
      assert.deepEqual([...tensor([2], data).data], [third, Infinity]);
    }
    assert.deepEqual([...tensor([1 / 3]).data], [third]);
    assert.deepEqual([...tensor([2], new Int8Array([-1, 5])).data], [-1, 5]);
  });

  it('makes a mask of booleans, or of bytes of 0 and 1', () => {
    const nested = anyTensor([
      [true, false],
      [false, true],
    ]);
    assert.ok(nested.data instanceof Uint8Array);
    assert.deepEqual([...nested.data], [1, 0, 0, 1]);
    const bytes = Uint8Array.of(1, 0);
    assert.equal(tensor([2], bytes).data, bytes);
    assert.deepEqual(tensor([2], [true, false]).data, bytes);
  });

  it('takes a forgotten variable for data, not for a missing argument', () => {
    const error = caught(() => anyTensor([2, 2], undefined));
    assertRefusal(error, { kind: 'ArgumentError', operation: 'tensor', argument: 'data' });
  });

  it('is refused once its data has gone to another thread', async () => {
    const attention = await loadAttention();
    const sent = tensor([2, 2], new Float32Array(4));
    structuredClone(sent.data, { transfer: [sent.data.buffer] });
    const calls = [
      { operation: 'softmax', argument: 'input', run: () => attention.softmax(sent) },
      { operation: 'toJSON', argument: 'this', run: () => JSON.stringify(sent) },
    ];
    for (const { operation, argument, run } of calls) {
      const expectation = {
        kind: 'ArgumentError',
        operation,
        argument,
        says: /data is a detached or shrunk/,
      };
      assertRefused(run, expectation);
    }
  });

  it('is read by the shape that an object which inherits from it has', async () => {
    const attention = await loadAttention();
    const heir = Object.create(tensor([2, 2], new Float32Array(4)), { shape: { value: [4] } });
    assert.deepEqual(attention.softmax(heir).shape, [4]);
  });

  it('is frozen, and does not hold on to the shape it was given', () => {
    const given = [2];
    const frozen = anyTensor(given, [1, 2]);
    given[0] = 9;
    assert.deepEqual(frozen.shape, [2]);
    assert.ok(Object.isFrozen(frozen) && Object.isFrozen(frozen.shape));
    assert.throws(() => {
      frozen.shape[0] = 1;
    }, TypeError);
  });

  /** @type {[args: any[], argument: string, kind: string, says?: RegExp][]} */
  const refused = [
    [[], 'nested', 'ArgumentError', /is undefined/],
    [[null], 'nested', 'ArgumentError', /is null/],
    [[5], 'nested', 'ArgumentError', /is 5/],
    [['12'], 'nested', 'ArgumentError', /"12"/],
    [[{ 0: 1, length: 1 }], 'nested', 'ArgumentError', /an object/],
    [[[1, '2']], 'nested', 'ArgumentError', /"2"/],
    [[[1, 2n]], 'nested', 'ArgumentError', /BigInt/],
    [[[true, 0]], 'nested', 'ArgumentError', /is 0; expected true or false/],
    [[[0, true]], 'nested', 'ArgumentError', /true/],
    [[[[1, 2], [3]]], 'nested', 'ShapeError', /ragged/],
    [[[[1], [2, 3]]], 'nested', 'ShapeError', /ragged/],
    [[[[[1]], [[2], [3]]]], 'nested', 'ShapeError', /ragged/],
    [[[1, [2]]], 'nested', 'ShapeError', /ragged/],
    [[[[1], 2]], 'nested', 'ShapeError', /ragged/],
    [[4, [1, 2, 3, 4]], 'shape', 'ArgumentError', /is 4/],
    [[null, [1]], 'shape', 'ArgumentError', /is null/],
    [['2', [1, 2]], 'shape', 'ArgumentError', /"2"/],
    [[new Int32Array([2]), [1, 2]], 'shape', 'ArgumentError', /Int32Array/],
    [[[-1], [1]], 'shape', 'ArgumentError', /-1/],
    [[[1.5], [1]], 'shape', 'ArgumentError', /1\.5/],
    [[[Number.NaN], [1]], 'shape', 'ArgumentError', /NaN/],
    [[[2 ** 53], [1]], 'shape', 'ArgumentError'],
    [[[1n], [1]], 'shape', 'ArgumentError', /BigInt/],
    [[[2 ** 31], []], 'shape', 'LimitError', /8 GiB.*4 GiB/],
    [[[2 ** 50, 2 ** 50], []], 'shape', 'LimitError', /PiB/],
    [[[2 ** 31], new Uint8Array(1)], 'shape', 'LimitError', /2 GiB .*bool.* is 1 GiB/],
    [[[2 ** 31], [true]], 'shape', 'LimitError', /2 GiB .*bool.* is 1 GiB/],
    [[new Array(9).fill(1), [1]], 'shape', 'ArgumentError', /9 sizes/],
    [[[3], [1, 2]], 'shape', 'ShapeError', /\(3,\).*data has: 2/],
    [[[], []], 'shape', 'ShapeError', /\(\).*has: 0/],
    [[[2], null], 'data', 'ArgumentError', /is null/],
    [[[2], '12'], 'data', 'ArgumentError', /"12"/],
    [[[2], { length: 2 }], 'data', 'ArgumentError', /an object/],
    [[[2], new Set([1, 2])], 'data', 'ArgumentError', /a Set/],
    [[[2], [1, undefined]], 'data', 'ArgumentError', /data\[1\] is undefined/],
    [[[2], [1, null]], 'data', 'ArgumentError', /data\[1\] is null/],
    [[[1], new BigUint64Array(1)], 'data', 'ArgumentError', /BigInts/],
    [[[1], new Uint16Array(1)], 'data', 'ArgumentError', /undecoded float16/],
    [[[2], Uint8Array.of(1, 2)], 'data', 'ArgumentError', /data\[1\] is 2/],
    [[[1], new ArrayBuffer(4)], 'data', 'ArgumentError', /an ArrayBuffer/],
  ];
  for (const [args, argument, kind, says] of refused) {
    const shown = args.map((arg) => {
      if (ArrayBuffer.isView(arg) || arg instanceof Set) return arg.constructor.name;
      return JSON.stringify(arg, (_, part) => (typeof part === 'bigint' ? `${part}n` : part));
    });
    it(`refuses (${shown.join(', ')})`, () => {
      assertRefused(() => anyTensor(...args), { kind, operation: 'tensor', argument, says });
    });
  }

  it('refuses nested arrays of too many elements, with the bytes of their kind', () => {
    const refusal = { kind: 'LimitError', operation: 'tensor', argument: 'nested' };
    const says = /256 GiB .*float32.* is 4 GiB/;
    assertRefused(() => anyTensor(repeated(2 ** 12, 1)), { ...refusal, says });
    const saysFlags = /64 GiB .*bool.* is 1 GiB/;
    assertRefused(() => anyTensor(repeated(2 ** 12, true)), { ...refusal, says: saysFlags });
  });
});

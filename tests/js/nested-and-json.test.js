// Tensors as nested arrays and as JSON, and back again, bit for bit.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention, tensor, toNested } from '../../src/js/index.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, assertRefused, caught } from '../support/refusal.js';

const attention = await loadAttention();
const anyTensor = /** @type {any} */ (tensor);
const anyNested = /** @type {any} */ (toNested);

const STRANGE = [
  Number.NaN,
  Infinity,
  -Infinity,
  -0,
  0,
  2 ** -149,
  -(2 ** -126),
  3.4028234e38,
  1 / 3,
];

/**
 * Makes tensors of any shape, with some special values.
 * @param {number} seed
 * @param {number} count
 */
function makeTensors(seed, count) {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const shape = Array.from({ length: random.integer(0, 5) }, () => random.integer(0, 4));
    const { data } = random.tensor(shape, random.pick([1, 1e30, 1e-40]));
    data.forEach((_, i) => {
      if (random.uniform() < 0.4) data[i] = random.pick(STRANGE);
    });
    return { shape, data };
  });
}

describe('JSON', () => {
  it('is a shape and flat numbers, with words for those that it has not', () => {
    const result = tensor([2, 3], [1, Number.NaN, Infinity, -Infinity, -0, 0.5]);
    const text = '{"shape":[2,3],"data":[1,"NaN","Infinity","-Infinity","-0",0.5]}';
    assert.equal(JSON.stringify(result), text);
    assert.equal(JSON.stringify(tensor([1], [true])), '{"shape":[1],"data":[true]}');
    assert.equal(JSON.stringify(tensor([], [7])), '{"shape":[],"data":[7]}');
    const noFlags = '{"shape":[0,3],"data":[],"dtype":"bool"}';
    assert.equal(JSON.stringify(tensor([0, 3], new Uint8Array(0))), noFlags);
    assert.equal(JSON.stringify({ list: [tensor([])] }), '{"list":[{"shape":[0],"data":[]}]}');
  });

  it('gives the same tensor back, of any shape and numbers', () => {
    for (const { shape, data } of makeTensors(701, 1000)) {
      const again = tensor(JSON.parse(JSON.stringify(tensor(shape, data))));
      assertSameBits(again, { shape, data });
      assert.ok(again.data instanceof Float32Array);
    }
  });

  it('gives masks back as masks', () => {
    const random = createRandom(702);
    for (let i = 0; i < 100; i++) {
      const { shape, data } = random.mask([random.integer(0, 4), random.integer(1, 4)]);
      const again = anyTensor(JSON.parse(JSON.stringify(tensor(shape, data))));
      assertSameBits(again, { shape, data });
      assert.ok(again.data instanceof Uint8Array);
    }
  });

  it('of results and of what a resident holds is the same', () => {
    const x = attention.resident([
      [1, 2],
      [3, -0],
    ]);
    const result = attention.scaledDotProductAttention(x, x, x, { trace: true });
    const again = JSON.parse(JSON.stringify(result));
    assertSameBits(tensor(again.output), result.output);
    assertSameBits(tensor(again.trace.scores), result.trace.scores);
    assertSameBits(tensor(JSON.parse(JSON.stringify(x.read()))), x.read());
    for (const each of [x, x.slice(1), attention.resident([true, false])]) {
      assert.equal(JSON.stringify(each), JSON.stringify(each.read()));
    }
    x.dispose();
    const refusal = { kind: 'DisposedError', operation: 'toJSON', argument: 'this' };
    assertRefusal(
      caught(() => JSON.stringify(x)),
      refusal,
    );
  });

  it('can be an argument as it is, and leaves a tensor no more than shape and data', () => {
    const result = tensor([[1, 2]]);
    assert.deepEqual(Object.keys(result), ['shape', 'data']);
    assert.deepEqual(structuredClone(result), { shape: [1, 2], data: Float32Array.of(1, 2) });
    const parsed = JSON.parse(JSON.stringify(tensor([[Infinity, -0]])));
    assertSameBits(attention.resident(parsed).read(), tensor([[Infinity, -0]]));
  });

  it('has no other words for numbers', () => {
    const words = [
      '1',
      '',
      ' ',
      'nan',
      'inf',
      '+Infinity',
      'Infinity ',
      '0',
      '-1',
      'null',
      'constructor',
    ];
    for (const word of [...words, '__proto__', 'toString', 'size', null, undefined, {}, []]) {
      for (const run of [
        () => anyTensor({ shape: [2], data: [1, word] }),
        () => anyTensor([2], [1, word]),
        () => attention.softmax(/** @type {any} */ ({ shape: [2], data: [1, word] })),
      ]) {
        const error = /** @type {any} */ (caught(run));
        assertRefusal(error, {
          kind: 'ArgumentError',
          operation: error.operation,
          says: /data\[1\] is/,
        });
      }
    }
    // People write nested arrays, so a word in them is a mistake.
    for (const word of ['NaN', 'Infinity', '-Infinity', '-0']) {
      const error = caught(() => anyTensor([1, word]));
      assertRefusal(error, { kind: 'ArgumentError', operation: 'tensor', argument: 'nested' });
    }
  });
});

describe('toNested', () => {
  it('gives arrays by the shape, and numbers as they are', () => {
    assert.deepEqual(toNested(tensor([2, 3], [1, 2, 3, 4, 5, 6])), [
      [1, 2, 3],
      [4, 5, 6],
    ]);
    assert.deepEqual(toNested(tensor([2, 1, 2], [1, 2, 3, 4])), [[[1, 2]], [[3, 4]]]);
    assert.deepEqual(toNested(tensor([3, 0], [])), [[], [], []]);
    assert.deepEqual(toNested(tensor([0, 3], [])), []);
    assert.equal(toNested(tensor([], [7])), 7);
    assert.ok(Object.is(toNested(tensor([1], [-0]))[0], -0));
    assert.deepEqual(toNested(tensor([2], [true, false])), [true, false]);
    assert.equal(toNested({ shape: [], data: Uint8Array.of(1) }), true);
  });

  it('gives what tensor() reads back to the bit', () => {
    for (const { shape, data } of makeTensors(703, 1000)) {
      // Nested arrays cannot express the length of rows without rows, or that there is no axis.
      if (shape.length === 0 || shape.includes(0)) continue;
      assertSameBits(tensor(toNested({ shape, data })), { shape, data });
    }
  });

  it('takes whatever is taken for a tensor', () => {
    assert.deepEqual(
      toNested([
        [1, 2],
        [3, 4],
      ]),
      [
        [1, 2],
        [3, 4],
      ],
    );
    assert.deepEqual(toNested(Float32Array.of(1, 2)), [1, 2]);
    assert.deepEqual(toNested(Float64Array.of(1, 0.1)), [1, Math.fround(0.1)]);
    assert.deepEqual(toNested(attention.resident([[1], [2]])), [[1], [2]]);
    assert.deepEqual(anyNested({ shape: [2], data: ['NaN', 1] }), [Number.NaN, 1]);
  });

  it('refuses what is none, by name', () => {
    for (const wrong of [undefined, null, 5, 'text', {}, new Map(), () => 1, new Uint16Array(1)]) {
      const error = caught(() => anyNested(wrong));
      assertRefusal(error, { kind: 'ArgumentError', operation: 'toNested', argument: 'tensor' });
    }
    for (const shape of [
      [2 ** 31, 0],
      [0, 2 ** 31],
      [2 ** 52, 0],
    ]) {
      const error = caught(() => anyNested({ shape, data: [] }));
      assertRefusal(error, { kind: 'LimitError', operation: 'toNested', argument: 'tensor' });
    }
  });
});

describe('tensor', () => {
  it('takes what holds a shape and data, and keeps its Float32Array', () => {
    const data = Float32Array.of(1, 2);
    assert.equal(tensor({ shape: [2, 1], data }).data, data);
    assert.equal(tensor(data).data, data);
    assert.deepEqual(tensor(data).shape, [2]);
    assertSameBits(tensor(tensor([[1, 2]])), tensor([[1, 2]]));
    const mask = anyTensor(Uint8Array.of(1, 0));
    assert.ok(mask.data instanceof Uint8Array);
    assert.ok(Object.isFrozen(tensor({ shape: [2], data })));
  });
});

describe('a plain Float32Array is a tensor of one axis', () => {
  const numbers = Float32Array.of(1);
  const row = Float32Array.of(1, 2);
  const flags = Uint8Array.of(1, 0);

  it('wherever one is taken', () => {
    assertSameBits(attention.softmax(row), attention.softmax([1, 2]));
    assertSameBits(attention.softmax(row, { attnMask: flags }), { shape: [2], data: [1, 0] });
    const added = Float32Array.of(-Infinity, 0);
    assertSameBits(attention.softmax(row, { attnMask: added }), { shape: [2], data: [0, 1] });
    assertSameBits(attention.softmax(row, { validLens: numbers }), { shape: [2], data: [1, 0] });
    assertSameBits(attention.linear(row, [[3, 4]], numbers), { shape: [1], data: [12] });
    assertSameBits(attention.createLinear([[3, 4]], numbers).forward(row), {
      shape: [1],
      data: [12],
    });
    assertSameBits(attention.resident(row).read(), { shape: [2], data: [1, 2] });
    const parameters = { wq: [[1]], wk: [[1]], wv: numbers };
    const x = [[1], [2]];
    const right = attention.additiveAttention(x, x, x, { ...parameters, wv: [1] });
    assertSameBits(attention.additiveAttention(x, x, x, parameters).output, right.output);
    const padded = attention.scaledDotProductAttention(x, x, x, { keyPaddingMask: flags });
    assertSameBits(padded.output, { shape: [2, 1], data: [1, 1] });
    const biases = { inProjBias: new Float32Array(3), outProjBias: Float32Array.of(5) };
    const weights = { inProjWeight: [[1], [1], [1]], outProjWeight: [[1]] };
    const { output } = attention.multiHeadAttention(
      [[1]],
      [[1]],
      [[1]],
      { ...weights, ...biases },
      { numHeads: 1 },
    );
    assert.deepEqual([...output.data], [6]);
  });

  it('and of no other number', () => {
    const any = /** @type {any} */ (attention);
    for (const [operation, argument, run] of /** @type {[string, string, () => unknown][]} */ ([
      ['linear', 'weight', () => any.linear(row, row)],
      ['scaledDotProductAttention', 'query', () => any.scaledDotProductAttention(row, row, row)],
      ['additiveAttention', 'queries', () => any.additiveAttention(row, row, row, {})],
      ['createLinear', 'weight', () => any.createLinear(row)],
    ])) {
      const says = /has shape \(2,\)/;
      assertRefused(run, { kind: 'ShapeError', operation, argument, says });
    }
  });
});

describe('shapes without elements, however large, exhaust nothing', () => {
  const shapes = [
    [2 ** 30, 0],
    [2 ** 25, 0],
    [2 ** 30, 1, 0],
    [3, 2 ** 28, 0, 5],
    [2 ** 20, 2 ** 20, 0],
    [2 ** 52, 2 ** 52, 2 ** 52, 0],
  ];
  for (const shape of shapes) {
    it(`(${shape.join(', ')})`, () => {
      const empty = { shape, data: new Float32Array() };
      assertRefused(() => toNested(empty), {
        kind: 'LimitError',
        operation: 'toNested',
        argument: 'tensor',
      });
      const parsed = tensor(shape, []);
      assert.equal(JSON.stringify(parsed), JSON.stringify({ shape, data: [] }));
      assert.deepEqual(tensor(JSON.parse(JSON.stringify(parsed))), parsed);
      assert.deepEqual(attention.resident(parsed).read(), parsed);
    });
  }

  it('nor do lengths for each of their items', () => {
    const empty = { shape: [2 ** 30, 4, 0], data: new Float32Array() };
    assert.deepEqual(attention.softmax(empty, { validLens: 2 }).shape, empty.shape);
    const error = caught(() => attention.softmax(empty, { validLens: -2 }));
    assertRefusal(error, {
      kind: 'ArgumentError',
      operation: 'softmax',
      argument: 'options.validLens',
    });
  });

  it('nor does one axis that is longer than an array can be', () => {
    const error = caught(() => toNested(new Float32Array(2 ** 28)));
    assertRefusal(error, { kind: 'LimitError', operation: 'toNested', says: /as nested arrays/ });
  });

  it('and those that begin with 0 are empty arrays', () => {
    assert.deepEqual(toNested({ shape: [0, 2 ** 29], data: new Float32Array() }), []);
    assert.deepEqual(toNested({ shape: [2, 0, 2 ** 29], data: new Float32Array() }), [[], []]);
  });
});

it('toJSON gives a dtype to a mask without elements alone', () => {
  const jsonOf = (/** @type {any} */ value) => value.toJSON();
  for (const value of [tensor([2], [1, 2]), tensor([0], []), tensor([1], Uint8Array.of(1))])
    assert.deepEqual(Object.keys(jsonOf(value)), ['shape', 'data']);
  assert.deepEqual(jsonOf(tensor([0], new Uint8Array(0))), { shape: [0], data: [], dtype: 'bool' });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sizeOf } from '../support/arrange.js';
import { makeInstance } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, assertRefused, caught } from '../support/refusal.js';

/** @param {any[]} tensors of equal shapes except for the first axis */
function joined(tensors) {
  const [, ...rest] = tensors[0].shape;
  const data = tensors.flatMap((tensor) => [...tensor.data]);
  const Kind = tensors[0].data.constructor;
  return { shape: [data.length / sizeOf(rest), ...rest], data: new Kind(data) };
}

describe('append', () => {
  const random = createRandom(77);

  it('gives the bits of all items at once, numbers and flags, at any time', () => {
    for (let i = 0; i < 200; i++) {
      const { attention, arena } = makeInstance();
      const rest = random.pick([[], [random.integer(1, 5)], [2, random.integer(1, 4)]]);
      const make = (/** @type {number} */ items) =>
        i % 3 === 0 ? random.mask([items, ...rest]) : random.tensor([items, ...rest]);
      const pieces = [make(random.integer(0, 3))];
      const capacity = pieces[0].shape[0] + random.integer(0, 12);
      const x = attention.resident(pieces[0], { capacity });
      const behind = attention.resident(random.tensor([4]));
      const untouched = behind.read();
      assert.equal(x.capacity, capacity);
      const { used } = arena;
      for (let count = x.shape[0]; count < capacity; count = x.shape[0]) {
        const piece = make(random.integer(0, capacity - count));
        const isHeld = random.uniform() < 0.3;
        const given = isHeld ? attention.resident(piece) : piece;
        x.append(/** @type {any} */ (given));
        if (isHeld) /** @type {any} */ (given).dispose();
        pieces.push(piece);
        assert.deepEqual([...x.shape], joined(pieces).shape);
        assertSameBits(x.read(), joined(pieces));
      }
      assert.equal(arena.used, used);
      assertSameBits(behind.read(), untouched);
    }
  });

  it('lets keys grow as decoding goes on, with the bits of plain keys', () => {
    const { attention } = makeInstance();
    const rows = Array.from({ length: 9 }, () => random.tensor([1, 4]));
    const keys = attention.resident(rows[0], { capacity: 9 });
    for (let n = 1; n < 9; n++) {
      keys.append(rows[n]);
      const plain = joined(rows.slice(0, n + 1));
      const options = /** @type {const} */ ({ isCausal: 'lower-right' });
      const query = rows[n];
      const right = attention.scaledDotProductAttention(query, plain, plain, options);
      const result = attention.scaledDotProductAttention(query, keys, keys, options);
      assertSameBits(result.output, right.output);
      assertSameBits(result.weights, right.weights);
    }
  });

  it('moves nothing: views show what they showed, and a view of the tensor itself may be added', () => {
    const { attention } = makeInstance();
    const first = random.tensor([2, 3]);
    const x = attention.resident(first, { capacity: 4 });
    const [all, last] = [x.reshape([6]), x.slice(1)];
    x.append(last);
    assert.deepEqual([[...all.shape], [...last.shape]], [[6], [1, 3]]);
    assertSameBits(all.read(), { shape: [6], data: first.data });
    assertSameBits(x.slice(2).read(), { shape: [1, 3], data: first.data.slice(3) });
    last.write([[7, 8, 9]]);
    assert.deepEqual([...x.read().data.slice(3, 6)], [7, 8, 9]);
  });

  it('has a numeric mask checked again', () => {
    const { attention } = makeInstance();
    const attnMask = attention.resident([[0.5, 1]], { capacity: 2 });
    const scores = [
      [1, 2],
      [3, 4],
    ];
    attention.softmax(scores, { attnMask });
    const flags = attention.resident([[0, 0]], { capacity: 2 });
    attention.softmax(scores, { attnMask: flags });
    flags.append([[0, 1]]);
    assertRefused(() => attention.softmax(scores, { attnMask: flags }), {
      kind: 'ArgumentError',
      operation: 'softmax',
      argument: 'options.attnMask',
      says: /0 or 1/,
    });
  });

  it('refuses what does not fit, and changes nothing then', () => {
    const { attention } = makeInstance();
    const other = makeInstance().attention;
    const x = attention.resident([[1, 2]], { capacity: 2 });
    const flags = attention.resident([true], { capacity: 2 });
    const scalar = attention.resident(/** @type {any} */ ({ shape: [], data: [1] }));
    const gone = attention.resident([1], { capacity: 2 });
    gone.dispose();
    /** @type {[run: () => void, kind: string, argument: string, says: RegExp][]} */
    const rows = [
      [() => x.append([3, 4]), 'ShapeError', 'tensor', /expected \(n, 2\) to match/],
      [() => x.append([[1, 2, 3]]), 'ShapeError', 'tensor', /expected \(n, 2\)/],
      [
        () => x.append(/** @type {any} */ ([[true, false]])),
        'ArgumentError',
        'tensor',
        /a mask; expected numbers/,
      ],
      [
        () => flags.append(/** @type {any} */ ([1])),
        'ArgumentError',
        'tensor',
        /numbers; expected a mask/,
      ],
      [() => scalar.append([1]), 'ShapeError', 'this', /at least one axis/],
      [() => gone.append([1]), 'DisposedError', 'this', /in use/],
      [() => x.slice(0).append([[1, 2]]), 'LimitError', 'this', /2 items; the limit is 1, its/],
      [
        () => x.append(other.resident([[1, 2]])),
        ...['ArgumentError', 'tensor'],
        /of another instance/,
      ],
      [
        () =>
          x.append([
            [1, 2],
            [3, 4],
          ]),
        ...['LimitError', 'this'],
        /3 items; the limit is 2, its capacity/,
      ],
    ].map((row) => /** @type {any} */ (row));
    for (const [run, kind, argument, says] of rows) {
      assertRefused(run, { kind, operation: 'append', argument, says });
      assert.deepEqual(
        [[...x.shape], [...x.read().data]],
        [
          [1, 2],
          [1, 2],
        ],
      );
    }
    x.append([[3, 4]]);
    assert.deepEqual([...x.read().data], [1, 2, 3, 4]);
  });

  it('has room for a number of items that is checked when the tensor is made', () => {
    const { attention, arena } = makeInstance();
    const scalar = { shape: [], data: [1] };
    /** @type {[tensor: any, options: any, kind: string, argument: string, says: RegExp][]} */
    const rows = [
      [[1, 2], { capacity: 1 }, 'ArgumentError', 'options.capacity', /at least 2, as many/],
      [[1], { capacity: 1.5 }, 'ArgumentError', 'options.capacity', /an integer of 0 or more/],
      [[1], { capcity: 2 }, 'ArgumentError', 'options.capcity', /expected capacity/],
      [scalar, { capacity: 1 }, 'ShapeError', 'tensor', /at least one axis/],
      [[1], { capacity: 2 ** 31 }, 'LimitError', 'options.capacity', /8 GiB/],
      [[true], { capacity: 2 ** 31 }, 'LimitError', 'options.capacity', /2 GiB as .* is 1 GiB/],
    ];
    for (const [tensor, options, kind, argument, says] of rows) {
      const error = caught(() => attention.resident(tensor, options));
      assertRefusal(error, { kind, operation: 'resident', argument, says });
      assert.equal(arena.used, 0);
    }
    assert.equal(attention.resident([[1], [2]]).capacity, 2);
    assert.equal(attention.resident(/** @type {any} */ (scalar)).capacity, 1);
  });
});

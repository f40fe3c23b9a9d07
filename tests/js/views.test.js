import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DisposedError } from '../../src/js/index.js';
import { permute, slice } from '../support/arrange.js';
import { makeInstance } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, assertRefused, caught } from '../support/refusal.js';

describe('views', () => {
  const random = createRandom(541);

  it('are arguments with the bits of the tensors that they show', () => {
    const { attention, arena } = makeInstance();
    for (let i = 0; i < 200; i++) {
      const [N, L, E] = [random.integer(1, 4), random.integer(1, 9), random.integer(1, 9)];
      const x = random.tensor([N + 2, L, E]);
      const mask = random.mask([L + 3, L]);
      const [held, flags] = [attention.resident(x), attention.resident(mask)];
      const part = held.slice(1, N + 1);
      const right = slice(x, 0, 1, N + 1);
      assert.deepEqual([...part.shape], right.shape);
      assertSameBits(part.read(), right);
      const attnMask = flags.slice(3);
      const result = attention.scaledDotProductAttention(part, part, part, { attnMask });
      const expected = attention.scaledDotProductAttention(right, right, right, {
        attnMask: slice(mask, 0, 3, L + 3),
      });
      assertSameBits(result.output, expected.output);
      const inner = part.slice(-1).reshape([L, E]);
      assertSameBits(inner.read(), { shape: [L, E], data: slice(x, 0, N, N + 1).data });
      for (const each of [held, flags]) each.dispose();
      assert.equal(arena.used, 0);
    }
  });

  it('share their memory: what is written to one is written to all', () => {
    const { attention } = makeInstance();
    const x = attention.resident(random.tensor([4, 6]));
    const flat = x.reshape([-1]);
    const last = x.slice(2).reshape([3, -1]);
    assert.deepEqual([...flat.shape], [24]);
    assert.deepEqual([...last.shape], [3, 4]);
    const row = random.tensor([1, 6]);
    x.slice(-1).write(row);
    assertSameBits(
      { shape: [6], data: flat.read().data.slice(18) },
      { shape: [6], data: row.data },
    );
    assertSameBits({ shape: [6], data: last.read().data.slice(6) }, { shape: [6], data: row.data });
    const output = attention.activation(row, 'relu', { out: x.slice(0, 1) });
    assertSameBits(output.read(), attention.activation(row, 'relu'));
    assertSameBits(
      { shape: [6], data: x.read().data.slice(0, 6) },
      { shape: [6], data: output.read().data },
    );
    // Overlapping parts are copied as if at once.
    const before = x.read();
    x.slice(1, 4).write(x.slice(0, 3));
    assertSameBits(x.slice(1, 4).read(), slice(before, 0, 0, 3));
  });

  it('tell anew whether they are all 0 and 1, once another view was written to', () => {
    const { attention } = makeInstance();
    const words = random.tensor([2, 3]);
    const added = attention.resident([
      [0.5, 0],
      [0, 0],
      [0, 0],
    ]);
    const attend = () =>
      attention.scaledDotProductAttention(words, words, words, { attnMask: added.slice(0, 2) });
    attend();
    added.reshape([6]).slice(0, 1).write([1]);
    const refusal = {
      ...{ kind: 'ArgumentError', operation: 'softmax', argument: 'options.attnMask' },
      says: /numbers, all of them 0 or 1/,
    };
    assertRefused(
      () => attention.softmax(words, { attnMask: added.slice(0, 2).reshape([4]).slice(0, 3) }),
      refusal,
    );
    const view = added.slice(0, 1);
    assertRefused(() => attention.softmax([[1, 2]], { attnMask: view }), refusal);
    attention.activation([[-1, 0.25]], 'relu', { out: view });
    attention.softmax([[1, 2]], { attnMask: view });
    attention.activation([[1, 0]], 'relu', { out: added.slice(0, 1) });
    assertRefused(() => attention.softmax([[1, 2]], { attnMask: view }), refusal);
  });

  it('take no result that shares memory with an argument, and take one next to it', () => {
    const { attention } = makeInstance();
    const all = attention.resident(random.tensor([6, 4]));
    const says = /in the memory of an argument; expected a tensor of its own/;
    const refused = {
      kind: 'ArgumentError',
      operation: 'activation',
      argument: 'options.out',
      says,
    };
    const input = all.slice(2, 4);
    for (const first of [1, 2, 3]) {
      const out = all.slice(first, first + 2);
      assertRefused(() => attention.activation(input, 'relu', { out }), refused);
    }
    for (const first of [0, 4]) {
      const out = all.slice(first, first + 2);
      assertSameBits(
        attention.activation(input, 'relu', { out }).read(),
        attention.activation(input.read(), 'relu'),
      );
    }
    const { output } = attention.scaledDotProductAttention(input, input, input, {
      out: all.slice(0, 2),
    });
    assert.equal(output.shape[0], 2);
    const square = all.reshape([12, 2]);
    const error = caught(() =>
      attention.scaledDotProductAttention(input, input, input, {
        out: all.slice(0, 2),
        weightsOut: square.slice(3, 5),
      }),
    );
    assertRefusal(error, {
      ...{ kind: 'ArgumentError', argument: 'options.weightsOut', says },
      operation: 'scaledDotProductAttention',
    });
  });

  it('end with their tensor, which stays when they end', () => {
    const { attention, arena } = makeInstance();
    const x = attention.resident(random.tensor([4, 2]));
    const { used } = arena;
    const [first, second] = [x.slice(0, 2), x.slice(1).reshape([6])];
    first.dispose();
    assert.equal(arena.used, used);
    assert.throws(() => first.read(), DisposedError);
    assert.throws(() => first.slice(0), DisposedError);
    assert.equal(second.read().shape[0], 6);
    x.dispose();
    x.dispose();
    assert.equal(arena.used, 0);
    const other = attention.resident(random.tensor([4, 2]));
    for (const [operation, run] of Object.entries({
      read: () => second.read(),
      write: () => second.write([1]),
      reshape: () => second.reshape([6]),
      slice: () => second.slice(0),
      transpose: () => second.transpose(0, 0),
      softmax: () => attention.softmax(second),
    })) {
      assertRefused(run, { kind: 'DisposedError', operation });
    }
    second.dispose();
    assert.equal(other.read().shape[0], 4);
  });

  it('keep their tensor where a scope returns them', () => {
    const { attention, arena } = makeInstance();
    const x = random.tensor([3, 2]);
    const view = attention.scope(() => attention.resident(x).slice(1));
    assertSameBits(view.read(), slice(x, 0, 1, 3));
    assert.notEqual(arena.used, 0);
  });

  it('of no elements are views, too', () => {
    const { attention } = makeInstance();
    const x = attention.resident(random.tensor([3, 2]));
    for (const [start, end] of [
      [0, 0],
      [3, 3],
      [2, 1],
      [3, undefined],
    ]) {
      assert.deepEqual([.../** @type {any} */ (x).slice(start, end).shape], [0, 2]);
    }
    const empty = attention.resident({ shape: [0, 3], data: [] });
    assert.deepEqual([...empty.reshape([3, 0]).shape], [3, 0]);
    assert.deepEqual([...empty.reshape([-1, 3]).shape], [0, 3]);
    assert.deepEqual([...empty.transpose(0, 1).shape], [3, 0]);
    assert.deepEqual(
      [...attention.resident({ shape: [], data: [5] }).reshape([1, 1]).shape],
      [1, 1],
    );
  });

  it('refuse shapes, edges and axes that are none', () => {
    const { attention, arena } = makeInstance();
    /** @type {any} for calls that the types forbid */
    const x = attention.resident(random.tensor([3, 4]));
    const { used } = arena;
    /** @type {[operation: string, args: any[], argument: string, says: RegExp][]} */
    const cases = [
      ['reshape', [[-1, -1]], 'shape', /is \[-1,-1\]; expected at most one size of -1/],
      ['reshape', [[-2, -1]], 'shape', /is \[-2,-1\]; expected .* each an integer of 0 or more/],
      ['reshape', [12], 'shape', /shape is 12; expected an array/],
      ['reshape', [undefined], 'shape', /expected an array/],
      ['reshape', [[1.5, 8]], 'shape', /each an integer/],
      ['slice', [4], 'start', /start is 4; expected an integer from -3 to 3/],
      ['slice', [-4], 'start', /expected an integer from -3 to 3/],
      ['slice', [], 'start', /start is undefined/],
      ['slice', [0, 4], 'end', /end is 4/],
      ['slice', [0, '2'], 'end', /end is "2"/],
      ['slice', [0, null], 'end', /end is null/],
      ['slice', [0.5], 'start', /start is 0.5/],
      ['transpose', [0, 2], 'dim1', /expected an axis of the tensor: an integer from -2 to 1/],
      ['transpose', [-3, 0], 'dim0', /dim0 is -3/],
      ['transpose', [0], 'dim1', /dim1 is undefined/],
    ];
    for (const [operation, args, argument, says] of cases) {
      const error = caught(() => x[operation](...args));
      assertRefusal(error, { kind: 'ArgumentError', operation, argument, says });
    }
    for (const [shape, says] of /** @type {[number[], RegExp][]} */ ([
      [[5, 2], /shape is \(5, 2\); expected sizes of 12 elements, as \(3, 4\) has/],
      [[-1, 5], /is \(-1, 5\); expected .* product divides 12, .*, beside -1/],
      [[0, -1], /is \(0, -1\); expected .* product divides 12/],
    ])) {
      const error = caught(() => x.reshape(shape));
      assertRefusal(error, { kind: 'ShapeError', operation: 'reshape', argument: 'shape', says });
    }
    const scalar = attention.resident({ shape: [], data: [5] });
    for (const operation of ['slice', 'transpose']) {
      const error = caught(() => /** @type {any} */ (scalar)[operation](0, 0));
      assertRefusal(error, { kind: 'ShapeError', operation, argument: 'this' });
    }
    scalar.dispose();
    assert.equal(arena.used, used);
  });
});

describe('the transpose', () => {
  it('of no elements loops over no axis, however long', () => {
    const { attention } = makeInstance();
    // So many rows that a loop over them would take minutes.
    const empty = attention.resident({ shape: [2 ** 30, 4, 0], data: [] });
    assert.deepEqual([...empty.transpose(0, 1).shape], [4, 2 ** 30, 0]);
  });

  it('has each element where the axes say, in a tensor of its own', () => {
    const { attention, arena } = makeInstance();
    const random = createRandom(542);
    for (let i = 0; i < 100; i++) {
      const rank = random.integer(1, 5);
      const shape = Array.from({ length: rank }, () => random.integer(1, 5));
      const x = random.pick([random.tensor(shape), random.mask(shape)]);
      const [first, second] = [random.integer(0, rank - 1), random.integer(0, rank - 1)];
      const held = attention.resident(x);
      const result = held.transpose(first - (i % 2) * rank, second);
      const axes = shape.map((_, axis) => axis);
      [axes[first], axes[second]] = [second, first];
      const right = permute(/** @type {any} */ (x), axes);
      held.dispose();
      assert.deepEqual([...result.shape], right.shape);
      assert.deepEqual([...result.read().data], [...right.data]);
      result.dispose();
      assert.equal(arena.used, 0);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sizeOf } from '../support/arrange.js';
import { makeInstance } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefused } from '../support/refusal.js';

/** Repeats the only item of a batch N times. @param {any} tensor @param {number} N */
function repeated({ shape: [, ...rest], data }, N) {
  const all = new Float32Array(N * sizeOf(rest));
  for (let n = 0; n < N; n++) all.set(data, n * data.length);
  return { shape: [N, ...rest], data: all };
}

describe('keys and values of one item', () => {
  const random = createRandom(91);
  const { attention, arena } = makeInstance();

  it('serve every item of a batch, with the bits of as many copies', () => {
    for (let i = 0; i < 300; i++) {
      const [N, L, S] = [random.integer(1, 4), random.integer(1, 6), random.integer(0, 9)];
      const [E, Ev, Hkv] = [random.integer(1, 6), random.integer(1, 6), random.integer(1, 2)];
      const H = Hkv * random.integer(1, 2);
      const [heads, keyHeads] = i % 2 === 0 ? [[], []] : [[H], [Hkv]];
      const query = random.tensor([N, ...heads, L, E]);
      const key = random.tensor([1, ...keyHeads, S, E]);
      const isValueShared = random.uniform() < 0.7;
      const value = random.tensor([isValueShared ? 1 : N, ...keyHeads, S, Ev]);
      const options = {
        trace: true,
        validLens: random.integers([N], 0, S),
        dropout: { p: 0.3, seed: i },
        attnMask: random.mask([N, ...heads.map(() => 1), L, S]),
      };
      const values = isValueShared ? repeated(value, N) : value;
      const right = attention.scaledDotProductAttention(query, repeated(key, N), values, options);
      const held = random.uniform() < 0.5 ? attention.resident(key) : undefined;
      const result = attention.scaledDotProductAttention(query, held ?? key, value, options);
      held?.dispose();
      assertSameBits(result.output, right.output);
      assertSameBits(result.weights, right.weights);
      const [is, should] = [result.trace, right.trace];
      assert.ok(is && should);
      assertSameBits(is.scores, should.scores);
      assert.equal(arena.used, 0);
    }
  });

  it('serve additive attention', () => {
    for (let i = 0; i < 60; i++) {
      const [N, L, S] = [random.integer(1, 4), random.integer(1, 5), random.integer(1, 7)];
      const queries = random.tensor([N, L, 3]);
      const [keys, values] = [random.tensor([1, S, 4]), random.tensor([1, S, 2])];
      const parameters = {
        wq: random.tensor([5, 3]),
        wk: random.tensor([5, 4]),
        wv: random.tensor([5]),
      };
      const right = attention.additiveAttention(
        ...[queries, repeated(keys, N), repeated(values, N)],
        parameters,
      );
      const result = attention.additiveAttention(queries, keys, values, parameters);
      assertSameBits(result.output, right.output);
      assertSameBits(result.weights, right.weights);
    }
  });

  it('give an empty result for an empty batch', () => {
    // The keys are larger than an instance's initial memory.
    const [none, tensor] = [random.tensor([0, 2, 4]), random.tensor([1, 100_000, 4])];
    const parameters = { wq: random.tensor([2, 4]), wk: random.tensor([2, 4]), wv: [1, 1] };
    const { scaledDotProductAttention } = makeInstance().attention;
    const { additiveAttention } = makeInstance().attention;
    assert.deepEqual(scaledDotProductAttention(none, tensor, tensor).output.shape, [0, 2, 4]);
    assert.deepEqual(additiveAttention(none, tensor, tensor, parameters).output.shape, [0, 2, 4]);
  });

  it('are no place for the result, though they are copied', () => {
    const all = attention.resident(random.tensor([2, 3, 4]));
    const [query, resident] = [random.tensor([2, 3, 4]), all.slice(0, 1)];
    assertRefused(
      () => attention.scaledDotProductAttention(query, resident, resident, { out: all }),
      {
        ...{ kind: 'ArgumentError', operation: 'scaledDotProductAttention' },
        ...{
          argument: 'options.out',
          says: /in the memory of an argument; expected a tensor of its own/,
        },
      },
    );
    all.dispose();
  });

  it('are refused if they are of two of three items', () => {
    const [query, key, tensor] = [
      random.tensor([3, 2, 4]),
      random.tensor([2, 5, 4]),
      random.tensor([1, 5, 4]),
    ];
    const { scaledDotProductAttention: run } = attention;
    const operation = 'scaledDotProductAttention';
    for (const [argument, call, says] of /** @type {const} */ ([
      ['key', () => run(query, key, tensor), /\(2, 5, 4\); expected \(3, S, 4\) to match query/],
      ['value', () => run(query, tensor, key), /\(2, 5, 4\); expected \(3, 5, Ev\) to match key/],
    ])) {
      assertRefused(call, { kind: 'ShapeError', operation, argument, says });
    }
  });
});

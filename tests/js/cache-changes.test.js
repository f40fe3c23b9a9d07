import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensor } from '../../src/js/index.js';
import { makeInstance } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, assertRefused, caught } from '../support/refusal.js';

/** @import { Tensor } from '../support/arrange.js' */
/** @import { Random } from '../support/random.js' */

/** Makes a layer and caches for it. @param {any} attention @param {Random} random */
function makeLayer(attention, random) {
  const H = random.integer(1, 3);
  const D = H * random.integer(1, 19);
  const N = random.integer(1, 4);
  const layer = attention.createMultiHeadAttention(random.parameters(D), { numHeads: H });
  const dtype = random.pick(['float32', 'bfloat16', 'float16']);
  const makeCache = (/** @type {number} */ capacity, batchSize = N) =>
    layer.createCache({ capacity, batchSize, dtype });
  /** @param {any} cache @param {Tensor} x */
  const step = (cache, x) => layer.forward(x, x, x, { cache, trace: ['k', 'v'] });
  return { layer, makeCache, step, N, D };
}

/** @param {any} result @param {any} right */
function assertSameStep(result, right) {
  assertSameBits(result.output, right.output);
  assertSameBits(result.weights, right.weights);
  for (const name of ['k', 'v']) assertSameBits(result.trace[name], right.trace[name], name);
}

/** Returns items of a batch. @param {Tensor} x @param {number[]} items */
function pickItems({ shape, data }, items) {
  const size = data.length / shape[0];
  const picked = items.flatMap((item) => Array.from(data.slice(item * size, (item + 1) * size)));
  return { shape: [items.length, ...shape.slice(1)], data: Float32Array.from(picked) };
}

describe('a cache', () => {
  it('that is truncated goes on as if the last positions had never been', () => {
    const { attention, arena } = makeInstance();
    const random = createRandom(531);
    for (let i = 0; i < 60; i++) {
      const { layer, makeCache, step, N, D } = makeLayer(attention, random);
      const [cache, other] = [makeCache(40), makeCache(33)];
      const kept = random.integer(0, 20);
      const first = random.tensor([N, kept, D]);
      step(cache, first);
      step(cache, random.tensor([N, random.integer(0, 12), D], 1e30));
      cache.truncate(kept);
      assert.equal(cache.length, kept);
      step(other, first);
      const next = random.tensor([N, random.integer(1, 8), D]);
      assertSameStep(step(cache, next), step(other, next));
      for (const held of [cache, other, layer]) held.dispose();
    }
    assert.equal(arena.used, 0);
  });

  it('that is reordered goes on as if its items had come in that order', () => {
    const { attention, arena } = makeInstance();
    const random = createRandom(532);
    for (let i = 0; i < 80; i++) {
      const { layer, makeCache, step, N, D } = makeLayer(attention, random);
      const [cache, other] = [makeCache(45), makeCache(50)];
      let before = random.tensor([N, random.integer(0, 30), D]);
      step(cache, before);
      for (let again = 0; again < 2; again++) {
        const items = Array.from({ length: N }, () => random.integer(0, N - 1));
        cache.reorder(random.pick([items, Int32Array.from(items), Uint32Array.from(items)]));
        before = pickItems(before, items);
      }
      step(other, before);
      assert.equal(cache.length, before.shape[1]);
      const next = random.tensor([N, random.integer(1, 5), D]);
      assertSameStep(step(cache, next), step(other, next));
      for (const held of [cache, other, layer]) held.dispose();
    }
    assert.equal(arena.used, 0);
  });

  it('that is forked goes on as if the new one had been filled with its items', () => {
    const { attention, arena } = makeInstance();
    const random = createRandom(534);
    for (let i = 0; i < 80; i++) {
      const { layer, makeCache, step, N, D } = makeLayer(attention, random);
      const cache = makeCache(40);
      const before = random.tensor([N, random.integer(0, 30), D]);
      step(cache, before);
      const items = Array.from({ length: random.integer(1, 5) }, () => random.integer(0, N - 1));
      const fork = cache.fork(random.pick([items, Int32Array.from(items)]));
      assert.deepEqual(
        [fork.length, fork.capacity, fork.lengths.length],
        [cache.length, 40, items.length],
      );
      const right = makeCache(40, items.length);
      step(right, pickItems(before, items));
      const next = random.tensor([items.length, random.integer(1, 5), D]);
      assertSameStep(step(fork, next), step(right, next));
      // Neither is changed by the other.
      const kept = makeCache(40);
      step(kept, before);
      const input = random.tensor([N, 2, D]);
      assertSameStep(step(cache, input), step(kept, input));
      for (const held of [cache, fork, right, kept, layer]) held.dispose();
    }
    assert.equal(arena.used, 0);
  });

  it('whose items differ in length is forked with their lengths', () => {
    const { attention } = makeInstance();
    const random = createRandom(535);
    const layer = attention.createMultiHeadAttention(random.parameters(4), { numHeads: 2 });
    const cache = layer.createCache({ capacity: 8, batchSize: 2 });
    const x = random.tensor([2, 3, 4]);
    layer.forward(x, x, x, { cache });
    cache.truncate([1, 3]);
    assert.deepEqual(cache.fork([0, 1, 0]).lengths, [1, 3, 1]);
    const first = cache.fork([0]);
    assert.deepEqual([first.length, first.lengths], [1, [1]]);
    assert.deepEqual(cache.lengths, [1, 3]);
    attention.scope(() => cache.fork([0])).dispose();
  });

  it('refuses other lengths and items, and stays as it was', () => {
    const { attention } = makeInstance();
    const random = createRandom(533);
    const layer = attention.createMultiHeadAttention(random.parameters(4), { numHeads: 2 });
    /** @type {any} for calls that the types forbid */
    const cache = layer.createCache({ capacity: 8, batchSize: 2 });
    const x = random.tensor([2, 3, 4]);
    layer.forward(x, x, x, { cache });
    for (const length of [-1, 4, 8, 0.5, Number.NaN, Infinity, '2', 2n, null, undefined]) {
      const says = /expected an integer from 0 to 3, the length of the cache/;
      const [kind, operation] = ['ArgumentError', 'truncate'];
      assertRefused(() => cache.truncate(length), { kind, operation, argument: 'length', says });
    }
    /** @type {[items: any, kind: string, says: RegExp][]} */
    const cases = [
      [[0], 'ShapeError', /shape \(1,\); expected \(2,\) to match the batch of the cache/],
      [[0, 1, 1], 'ShapeError', /shape \(3,\)/],
      [[[0, 1]], 'ShapeError', /shape \(1, 2\)/],
      [[0, 2], 'ArgumentError', /items\[1\] is 2; expected an integer from 0 to 1/],
      [[0, -1], 'ArgumentError', /items\[1\] is -1/],
      [[0.5, 1], 'ArgumentError', /items\[0\] is 0.5/],
      [[true, false], 'ArgumentError', /boolean; expected integers/],
      [tensor([true, false]), 'ArgumentError', /boolean; expected integers/],
      [undefined, 'ArgumentError', /expected a tensor or nested arrays/],
    ];
    for (const [items, kind, says] of cases) {
      const error = caught(() => cache.reorder(items));
      assertRefusal(error, { kind, operation: 'reorder', argument: 'items', says });
    }
    /** @type {[items: any, kind: string, says: RegExp][]} */
    const forks = [
      [[], 'ShapeError', /shape \(0,\); expected at least one item/],
      [[[0, 1]], 'ShapeError', /shape \(1, 2\); expected \(n,\)/],
      [[2], 'ArgumentError', /items\[0\] is 2; expected an integer from 0 to 1/],
      [undefined, 'ArgumentError', /expected a tensor or nested arrays/],
    ];
    for (const [items, kind, says] of forks) {
      assertRefused(() => cache.fork(items), { kind, operation: 'fork', argument: 'items', says });
    }
    assertRefused(() => cache.truncate(tensor([true, false])), {
      ...{ kind: 'ArgumentError', operation: 'truncate', argument: 'length' },
      says: /boolean; expected integers/,
    });
    const y = random.tensor([2, 1, 4]);
    const fresh = layer.createCache({ capacity: 8, batchSize: 2 });
    layer.forward(x, x, x, { cache: fresh });
    const next = (/** @type {any} */ each) => layer.forward(y, y, y, { cache: each }).output;
    assertSameBits(next(cache), next(fresh));
    cache.dispose();
    for (const [operation, run] of Object.entries({
      truncate: () => cache.truncate(0),
      reorder: () => cache.reorder([0, 1]),
      fork: () => cache.fork([0, 1]),
    })) {
      assertRefused(run, { kind: 'DisposedError', operation, argument: 'this' });
    }
  });
});

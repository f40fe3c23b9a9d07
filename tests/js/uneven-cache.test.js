import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { slice } from '../support/arrange.js';
import { makeInstance } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefused } from '../support/refusal.js';

/** @import { Random } from '../support/random.js' */

/** Returns item n of a batch as a batch of one. @param {any} tensor @param {number} n */
const itemOf = (tensor, n) => slice(tensor, 0, n, n + 1);

/**
 * Splits each row into its first columns and the rest.
 * @param {any} tensor
 * @param {number} count
 */
function cutColumns({ shape, data }, count) {
  const width = shape[shape.length - 1];
  /** @type {[number[], number[]]} */
  const parts = [[], []];
  data.forEach((/** @type {number} */ number, /** @type {number} */ i) => {
    parts[i % width < count ? 0 : 1].push(number);
  });
  const first = { shape: [...shape.slice(0, -1), count], data: Float32Array.from(parts[0]) };
  return { first, behind: parts[1] };
}

/** @param {any} attention @param {Random} random */
function makeLayer(attention, random) {
  const Hkv = random.integer(1, 2);
  const H = Hkv * random.integer(1, 2);
  const d = 2 * random.integer(1, 5);
  const [D, Dkv] = [H * d, Hkv * d];
  const parameters = {
    qProjWeight: random.tensor([D, D]),
    kProjWeight: random.tensor([Dkv, D]),
    vProjWeight: random.tensor([Dkv, D]),
    inProjBias: random.tensor([D + 2 * Dkv]),
    outProjWeight: random.tensor([D, D]),
  };
  const rotary = random.pick([undefined, {}, { theta: 100, pairs: 'interleaved' }]);
  const options = { numHeads: H, numKvHeads: Hkv, ...(rotary && { rotary }) };
  const layer = attention.createMultiHeadAttention(parameters, options);
  return { layer, D, H };
}

/**
 * Draws options of a call with all items, and the same for one item with only its own keys.
 * @param {Random} random
 * @param {number[]} sizes
 */
function makeOptions(random, [N, H, L, S]) {
  /** @type {Record<string, { all: any, ofItem: (all: any, n: number, keys: number) => any }>} */
  const kinds = {
    attnMask: {
      all: random.uniform() < 0.5 ? random.mask([N, 1, L, S], 0.8) : random.tensor([N, H, 1, S]),
      ofItem: (all, n, keys) => cutColumns(itemOf(all, n), keys).first,
    },
    keyPaddingMask: {
      all: random.mask([N, S], 0.8),
      ofItem: (all, n, keys) => cutColumns(itemOf(all, n), keys).first,
    },
    validLens: {
      all: random.integers(random.uniform() < 0.5 ? [N] : [N, L], 1, S),
      ofItem: (all, n) => itemOf(all, n),
    },
    sinks: { all: random.tensor([H]), ofItem: (all) => all },
    softcap: { all: 3, ofItem: (all) => all },
    needWeights: { all: false, ofItem: (all) => all },
  };
  const chosen = Object.entries(kinds).filter(() => random.uniform() < 0.3);
  return {
    all: Object.fromEntries(chosen.map(([name, { all }]) => [name, all])),
    ofItem: (/** @type {number} */ n, /** @type {number} */ keys) =>
      Object.fromEntries(
        chosen.map(([name, { all, ofItem }]) => {
          const itemMask = ofItem(all, n, keys);
          const isFlags = all.data instanceof Uint8Array;
          return [name, isFlags ? { ...itemMask, data: Uint8Array.from(itemMask.data) } : itemMask];
        }),
      ),
  };
}

describe('a cache of items of different lengths', () => {
  it('gives each item the bits of a cache of its own, whatever the masks', () => {
    const { attention, arena } = makeInstance();
    const random = createRandom(641);
    for (let i = 0; i < 80; i++) {
      const { layer, D, H } = makeLayer(attention, random);
      const N = random.integer(2, 4);
      const longest = random.integer(1, 9);
      const lengths = Array.from({ length: N }, () => random.integer(0, longest));
      const dtype = random.pick(['float32', 'bfloat16', 'float16']);
      const cache = layer.createCache({ capacity: 40, batchSize: N, dtype });
      const prompts = random.tensor([N, longest, D]);
      layer.forward(prompts, prompts, prompts, { cache });
      cache.truncate(lengths);
      assert.deepEqual(cache.lengths, lengths);
      assert.equal(cache.length, Math.max(...lengths));
      const caches = lengths.map((length, n) => {
        const alone = layer.createCache({ capacity: 30 + n, dtype });
        const prompt = {
          shape: [1, length, D],
          data: itemOf(prompts, n).data.slice(0, length * D),
        };
        layer.forward(prompt, prompt, prompt, { cache: alone });
        return alone;
      });
      for (let step = 0; step < 3; step++) {
        const added = random.integer(1, 3);
        const next = random.tensor([N, added, D]);
        const options = makeOptions(random, [N, H, added, cache.length + added]);
        const result = layer.forward(next, next, next, { cache, ...options.all });
        caches.forEach((alone, n) => {
          const item = itemOf(next, n);
          const keys = alone.length + added;
          const ownOptions = { cache: alone, ...options.ofItem(n, keys) };
          const right = layer.forward(item, item, item, ownOptions);
          assertSameBits(itemOf(result.output, n), right.output);
          assert.equal(result.weights === undefined, right.weights === undefined);
          if (right.weights === undefined) return;
          const { first, behind } = cutColumns(itemOf(result.weights, n), keys);
          assertSameBits(first, right.weights);
          assert.ok(behind.every((weight) => Object.is(weight, 0)));
        });
        assert.deepEqual(
          cache.lengths,
          caches.map((alone) => alone.length),
        );
      }
      for (const held of [layer, cache, ...caches]) held.dispose();
      assert.equal(arena.used, 0);
    }
  });

  it('is reordered, cut and forgotten with its lengths, and is an ordinary one once they are equal', () => {
    const { attention } = makeInstance();
    const random = createRandom(642);
    const { layer, D } = makeLayer(attention, random);
    const cache = layer.createCache({ capacity: 9, batchSize: 3 });
    const x = random.tensor([3, 5, D]);
    layer.forward(x, x, x, { cache });
    cache.truncate(Int32Array.of(5, 2, 3));
    cache.reorder([1, 0, 0]);
    assert.deepEqual(cache.lengths, [2, 5, 5]);
    const other = layer.createCache({ capacity: 9, batchSize: 3 });
    const [y, next] = [x.data.slice(5 * D, 10 * D), random.tensor([3, 1, D])];
    const sorted = Float32Array.of(...y, ...x.data.slice(0, 5 * D), ...x.data.slice(0, 5 * D));
    const prompts = { shape: [3, 5, D], data: sorted };
    layer.forward(prompts, prompts, prompts, { cache: other });
    other.truncate([2, 5, 5]);
    const step = (/** @type {any} */ each) => layer.forward(next, next, next, { cache: each });
    assertSameBits(step(cache).output, step(other).output);
    cache.truncate(4);
    assert.deepEqual([cache.lengths, cache.length], [[3, 4, 4], 4]);
    cache.truncate([3, 3, 3]);
    assert.deepEqual([cache.lengths, cache.length], [[3, 3, 3], 3]);
    assert.ok(layer.forward(next, next, next, { cache, trace: true }).trace);
    cache.truncate([0, 1, 0]);
    cache.reset();
    assert.deepEqual([cache.lengths, cache.length], [[0, 0, 0], 0]);
  });

  it('writes to the destinations of the caller, and takes resident tensors', () => {
    const { attention } = makeInstance();
    const random = createRandom(643);
    const { layer, D, H } = makeLayer(attention, random);
    const caches = [0, 1].map(() => layer.createCache({ capacity: 9, batchSize: 2 }));
    const [x, next] = [random.tensor([2, 4, D]), random.tensor([2, 1, D])];
    for (const cache of caches) {
      layer.forward(x, x, x, { cache });
      cache.truncate([1, 4]);
    }
    const [right, result] = caches.map((cache, i) => {
      if (i === 0) return layer.forward(next, next, next, { cache });
      const held = attention.resident(next);
      const out = attention.resident(random.tensor([2, 1, D]));
      const weightsOut = new Float32Array(2 * H * 5).fill(7);
      return layer.forward(held, held, held, { cache, out, weightsOut });
    });
    assertSameBits(result.output.read(), right.output);
    assertSameBits({ shape: right.weights.shape, data: result.weights }, right.weights);
  });

  it('refuses lengths that are none of its own, a trace, and more than it has room for', () => {
    const { attention } = makeInstance();
    const random = createRandom(644);
    const options = { numHeads: 2, rotary: {} };
    const layer = attention.createMultiHeadAttention(random.parameters(4), options);
    /** @type {any} for calls that the types forbid */
    const cache = layer.createCache({ capacity: 4, batchSize: 2 });
    const [x, tensor, two] = [3, 1, 2].map((rows) => random.tensor([2, rows, 4]));
    layer.forward(x, x, x, { cache });
    cache.truncate([0, 3]);
    /** @type {[lengths: any, kind: string, argument: string, says: RegExp][]} */
    const rows = [
      [[1, 3], 'ArgumentError', 'length[0]', /is 1; expected an integer from 0 to 0/],
      [[0, 4], 'ArgumentError', 'length[1]', /is 4; expected an integer from 0 to 3/],
      [[0], 'ShapeError', 'length', /\(1,\); expected \(2,\) to match the batch/],
      [[0, -1], 'ArgumentError', 'length[1]', /is -1/],
      [{}, 'ArgumentError', 'length', /expected a tensor or nested arrays/],
    ];
    for (const [lengths, kind, argument, says] of rows) {
      assertRefused(() => cache.truncate(lengths), { kind, operation: 'truncate', argument, says });
      assert.deepEqual(cache.lengths, [0, 3]);
    }
    /** @type {[run: () => void, kind: string, argument: string, says: RegExp][]} */
    const calls = [
      [
        () => layer.forward(tensor, tensor, tensor, { cache, trace: true }),
        ...['ArgumentError', 'options.trace'],
        /absent where the items of the cache have different lengths/,
      ],
      [
        () => layer.forward(tensor, tensor, tensor, { cache, dropout: { p: 0.5, seed: 1 } }),
        ...['ArgumentError', 'options.dropout'],
        /is an object with p, seed; expected absent where a cache is given/,
      ],
      [
        () => layer.forward(two, tensor, tensor, { cache }),
        ...['ShapeError', 'query'],
        /at most 1 positions/,
      ],
      [
        () => layer.forward(two, two, two, { cache }),
        ...['LimitError', 'options.cache'],
        /5 positions/,
      ],
    ].map((row) => /** @type {any} */ (row));
    for (const [run, kind, argument, says] of calls) {
      assertRefused(run, { kind, operation: 'forward', argument, says });
      assert.deepEqual(cache.lengths, [0, 3]);
    }
    layer.forward(tensor, tensor, tensor, { cache });
    assert.deepEqual(cache.lengths, [1, 4]);
  });
});

// Sliding windows and linear biases agree with plain definitions.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention, masks, tensor } from '../../src/js/index.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefused } from '../support/refusal.js';

const attention = await loadAttention();
const any = /** @type {any} */ (masks);

const sizes = [0, 1, 2, 3, 5, 8];

describe('masks.slidingWindow', () => {
  it('lets each query see its window up to itself, and the sinks before itself', () => {
    for (const L of sizes) {
      for (const S of sizes) {
        for (const window of [1, 2, 3, 7, 100, 2 ** 53 - 1]) {
          for (const sinks of [undefined, 0, 1, 2, 100]) {
            const mask = masks.slidingWindow(L, S, { window, sinks });
            assert.deepEqual(mask.shape, [L, S]);
            assert.ok(mask.data instanceof Uint8Array);
            mask.data.forEach((sees, i) => {
              const position = Math.floor(i / S) + S - L;
              const key = i % S;
              const isNear = key <= position && key > position - window;
              const isSink = key <= position && key < (sinks ?? 0);
              const what = `query ${position}, key ${key}, window ${window}, sinks ${sinks}`;
              assert.equal(sees, Number(isNear || isSink), what);
            });
          }
        }
      }
    }
  });

  it('as wide as all keys is the causal mask, aligned at the lower right', () => {
    const random = createRandom(711);
    for (const [L, S] of [
      [4, 4],
      [2, 6],
      [6, 2],
      [1, 5],
    ]) {
      const [q, k, v] = [random.tensor([L, 3]), random.tensor([S, 3]), random.tensor([S, 2])];
      const attnMask = masks.slidingWindow(L, S, { window: S });
      const windowed = attention.scaledDotProductAttention(q, k, v, { attnMask });
      const causal = attention.scaledDotProductAttention(q, k, v, { isCausal: 'lower-right' });
      assertSameBits(windowed.output, causal.output);
      assertSameBits(windowed.weights, causal.weights);
    }
  });

  it('of an empty mask takes no time, however many rows or keys it has', () => {
    for (const [L, S] of [
      [2 ** 53 - 1, 0],
      [0, 2 ** 53 - 1],
      [0, 0],
    ]) {
      const mask = masks.slidingWindow(L, S, { window: 1 });
      assert.deepEqual(mask.shape, [L, S]);
      assert.equal(mask.data.length, 0);
    }
  });
});

describe('masks.alibi', () => {
  /** The slopes in the paper. */
  const slopes = /** @type {[heads: number, powers: number[]][]} */ ([
    [1, [-8]],
    [2, [-4, -8]],
    [4, [-2, -4, -6, -8]],
    [8, [-1, -2, -3, -4, -5, -6, -7, -8]],
    [12, [-1, -2, -3, -4, -5, -6, -7, -8, -0.5, -1.5, -2.5, -3.5]],
    [16, Array.from({ length: 16 }, (_, i) => -(i + 1) / 2)],
    [3, [-4, -8, -2]],
    [6, [-2, -4, -6, -8, -1, -3]],
  ]);
  for (const [H, powers] of slopes) {
    it(`has the slopes of the paper for ${H} heads, over any sizes`, () => {
      for (const L of sizes) {
        for (const S of sizes) {
          const bias = masks.alibi(H, L, S);
          assert.deepEqual(bias.shape, [H, L, S]);
          assert.equal(bias.data.length, H * L * S);
          bias.data.forEach((number, i) => {
            const distance = Math.abs((Math.floor(i / S) % L) + S - L - (i % S));
            const right = 0 - 2 ** powers[Math.floor(i / S / L)] * distance;
            assert.ok(Object.is(number, Math.fround(right)), `${number} instead of ${right}`);
          });
        }
      }
    });
  }

  it('is added to the scores of each head', () => {
    const [H, L, S] = [4, 3, 5];
    const bias = masks.alibi(H, L, S);
    const random = createRandom(712);
    const parameters = random.parameters(8);
    const [query, key] = [random.tensor([2, L, 8]), random.tensor([2, S, 8])];
    const attnMask = tensor([1, H, L, S], bias.data);
    const { trace } = attention.multiHeadAttention(query, key, key, parameters, {
      numHeads: H,
      attnMask,
      trace: true,
    });
    trace.maskedScores.data.forEach((score, i) => {
      const right = Math.fround(trace.scaledScores.data[i] + bias.data[i % (H * L * S)]);
      assert.ok(Object.is(score, right));
    });
    const apart = attention.scaledDotProductAttention(trace.q, trace.k, trace.v, {
      attnMask: bias,
    });
    assertSameBits(apart.output, trace.heads);
  });

  it('of no elements takes no time', () => {
    for (const shape of /** @type {[number, number, number][]} */ ([
      [0, 2, 3],
      [2 ** 53 - 1, 0, 3],
      [3, 2 ** 53 - 1, 0],
    ])) {
      assert.deepEqual(masks.alibi(...shape).shape, shape);
    }
  });
});

describe('masks refuse', () => {
  const wrong = [undefined, null, -1, 1.5, Number.NaN, Infinity, 2 ** 53, '3', 3n, [3], true, {}];
  for (const value of wrong) {
    const shown = typeof value === 'bigint' ? '3n' : (JSON.stringify(value) ?? 'undefined');
    it(`${shown} where they want a count`, () => {
      /** @type {[argument: string, operation: string, run: () => unknown][]} */
      const calls = [
        ['L', 'masks.slidingWindow', () => any.slidingWindow(value, 3, { window: 1 })],
        ['S', 'masks.slidingWindow', () => any.slidingWindow(3, value, { window: 1 })],
        ['options.window', 'masks.slidingWindow', () => any.slidingWindow(3, 3, { window: value })],
        ['H', 'masks.alibi', () => any.alibi(value, 3, 3)],
        ['L', 'masks.alibi', () => any.alibi(3, value, 3)],
        ['S', 'masks.alibi', () => any.alibi(3, 3, value)],
      ];
      if (value !== undefined) {
        const run = () => any.slidingWindow(3, 3, { window: 1, sinks: value });
        calls.push(['options.sinks', 'masks.slidingWindow', run]);
      }
      for (const [argument, operation, run] of calls) {
        assertRefused(run, { kind: 'ArgumentError', operation, argument });
      }
    });
  }

  it('a window of nothing, no options, unknown ones, and what could not be held', () => {
    const operation = 'masks.slidingWindow';
    /** @type {[argument: string, kind: string, operation: string, run: () => unknown][]} */
    const calls = [
      ['options.window', 'ArgumentError', operation, () => any.slidingWindow(3, 3, { window: 0 })],
      ['options.window', 'ArgumentError', operation, () => any.slidingWindow(3, 3)],
      ['options', 'ArgumentError', operation, () => any.slidingWindow(3, 3, null)],
      ['options', 'ArgumentError', operation, () => any.slidingWindow(3, 3, 2)],
      ['options.size', 'ArgumentError', operation, () => any.slidingWindow(3, 3, { size: 2 })],
      ['L', 'LimitError', operation, () => any.slidingWindow(2 ** 20, 2 ** 20, { window: 1 })],
      ['S', 'LimitError', operation, () => any.slidingWindow(2, 2 ** 40, { window: 1 })],
      // The core counts elements, and flags are elements, too.
      ['S', 'LimitError', operation, () => any.slidingWindow(2, 2 ** 29 + 1, { window: 1 })],
      ['H', 'LimitError', 'masks.alibi', () => any.alibi(2 ** 20, 2 ** 20, 2)],
      ['S', 'LimitError', 'masks.alibi', () => any.alibi(2, 3, 2 ** 40)],
    ];
    for (const [argument, kind, operation, run] of calls) {
      assertRefused(run, { kind, operation, argument });
    }
    assert.ok(Object.isFrozen(masks));
  });

  it('too many flags with the bytes and the limit of flags', () => {
    const says = /would take 2\.328 GiB as \(50000, 50000\) bool; the limit is 1 GiB$/;
    const run = () => masks.slidingWindow(50000, 50000, { window: 1 });
    const [kind, operation] = ['LimitError', 'masks.slidingWindow'];
    assertRefused(run, { kind, operation, argument: 'L', says });
  });
});

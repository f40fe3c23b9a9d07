import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { sizeOf } from '../support/arrange.js';
import { chooseCaseCount, tally } from '../support/bar.js';
import { assertSameBits, assertWithin } from '../support/near.js';
import * as oracle from '../support/oracle.js';
import { createRandom } from '../support/random.js';

/** @import { Tensor } from '../support/arrange.js' */
/** @import { Options } from '../support/oracle-attend.js' */

const attention = await loadAttention();
const bar = tally('masks');

/**
 * Asserts that weights and output agree with the oracle.
 * @param {Tensor[]} inputs
 * @param {any} options
 * @param {string} what
 * @returns {Record<string, Tensor>}
 */
function verify([query, key, value], options, what) {
  /** @type {any} */
  const result = attention.scaledDotProductAttention(query, key, value, options);
  const expected = oracle.scaledDotProduct(query, key, value, options);
  const { weights, output } = expected;
  bar.used(
    assertWithin(result.weights, weights.value, (i) => weights.error[i], `weights, ${what}`),
  );
  bar.used(assertWithin(result.output, output.value, (i) => output.error[i], `output, ${what}`));
  bar.count('calls');
  return result;
}

function maskOf(/** @type {number} */ pattern, /** @type {number[]} */ shape) {
  return {
    shape,
    data: Uint8Array.from({ length: sizeOf(shape) }, (_, bit) => (pattern >>> bit) & 1),
  };
}

describe('masks', () => {
  for (const [L, S] of [
    [1, 4],
    [2, 2],
    [2, 3],
    [3, 2],
    [3, 3],
    [2, 4],
  ]) {
    it(`every boolean mask of ${L} by ${S}, alone, causal, and as an added mask`, () => {
      const random = createRandom(L * 10 + S);
      const inputs = [random.tensor([L, 3]), random.tensor([S, 3]), random.tensor([S, 2])];
      for (let pattern = 0; pattern < 2 ** (L * S); pattern++) {
        const attnMask = maskOf(pattern, [L, S]);
        const what = `${L} by ${S}, pattern ${pattern}`;
        const plain = verify(inputs, { attnMask }, what);
        verify(inputs, { attnMask, isCausal: true }, `${what}, causal`);
        const data = Float32Array.from(attnMask.data, (allowed) => (allowed ? 0 : -Infinity));
        const added = verify(inputs, { attnMask: { shape: [L, S], data } }, `${what}, added`);
        assertSameBits(added.weights, plain.weights, `${what}, added and boolean`);
        assertSameBits(added.output, plain.output, `${what}, added and boolean`);
      }
    });
  }

  it('every boolean mask of 4 by 4', () => {
    const random = createRandom(44);
    const inputs = [random.tensor([4, 3]), random.tensor([4, 3]), random.tensor([4, 2])];
    for (let pattern = 0; pattern < 65536; pattern++) {
      verify(inputs, { attnMask: maskOf(pattern, [4, 4]) }, `pattern ${pattern}`);
    }
  });

  const drawn = chooseCaseCount(500, 100_000);
  it(`${drawn} of up to 9 by 9, some rows and columns empty or alone, causal or not`, () => {
    const random = createRandom(50);
    for (let i = 0; i < drawn; i++) {
      const [L, S] = [random.integer(1, 9), random.integer(1, 9)];
      const inputs = [random.tensor([L, 3]), random.tensor([S, 3]), random.tensor([S, 2])];
      const [row, column] = [random.integer(0, L), random.integer(0, S)];
      const attnMask = random.mask([L, S], random.pick([0.2, 0.6, 0.95]));
      attnMask.data.forEach((_, at) => {
        const isAlone = Math.floor(at / S) === row || at % S === column;
        if (isAlone) attnMask.data[at] = i % 2;
      });
      verify(inputs, { attnMask, isCausal: random.pick([false, true]) }, `mask ${i}`);
    }
  });

  it('repeat along any axis of (N, H, L, S) and may leave out axes at the front', () => {
    const random = createRandom(45);
    const inputs = [
      random.tensor([2, 3, 4, 5]),
      random.tensor([2, 3, 6, 5]),
      random.tensor([2, 3, 6, 2]),
    ];
    const full = [2, 3, 4, 6];
    for (let repeated = 0; repeated < 16; repeated++) {
      const shape = full.map((size, axis) => ((repeated >> axis) & 1 ? 1 : size));
      for (const cut of [shape, shape.slice(1), shape.slice(2), shape.slice(3), []]) {
        verify(inputs, { attnMask: random.mask(cut) }, `boolean ${cut}`);
        verify(inputs, { attnMask: random.tensor(cut) }, `added ${cut}`);
      }
    }
  });

  it('a causal mask is aligned at the top left, with more keys or more queries too', () => {
    const random = createRandom(46);
    for (const [L, S] of [
      [1, 1],
      [2, 5],
      [5, 2],
      [9, 9],
      [64, 65],
      [65, 3],
    ]) {
      const inputs = [random.tensor([L, 3]), random.tensor([S, 3]), random.tensor([S, 2])];
      const { weights } = verify(inputs, { isCausal: true }, `${L} by ${S}`);
      weights.data.forEach((weight, i) => {
        assert.equal(weight > 0, i % S <= Math.floor(i / S), `weight ${i} of ${L} by ${S}`);
      });
    }
  });

  it('of several kinds hide a key when any of them does', () => {
    const random = createRandom(47);
    const inputs = [random.tensor([2, 5, 3]), random.tensor([2, 6, 3]), random.tensor([2, 6, 2])];
    for (let kinds = 0; kinds < 16; kinds++) {
      const has = (/** @type {number} */ bit) => ((kinds >> bit) & 1) === 1;
      for (const maskFill of [-Infinity, -1e9]) {
        /** @type {Options} */
        const options = { maskFill, isCausal: has(0) };
        if (has(1)) options.attnMask = random.mask([5, 6]);
        if (has(2)) options.keyPaddingMask = random.mask([2, 6]);
        if (has(3)) options.validLens = random.integers([2], 0, 7);
        verify(inputs, options, `kinds ${kinds}, fill ${maskFill}`);
      }
    }
  });

  it('lengths count keys: 0 hides all, S and more none; one a batch item or one a query', () => {
    const random = createRandom(49);
    const inputs = [random.tensor([2, 3, 4]), random.tensor([2, 5, 4]), random.tensor([2, 5, 2])];
    for (let length = 0; length <= 7; length++) {
      const { weights } = verify(inputs, { validLens: { shape: [2], data: [length, 5] } }, 'items');
      const seen = weights.data.slice(0, 5).filter((weight) => weight > 0).length;
      assert.equal(seen, Math.min(length, 5));
    }
    const perQuery = { shape: [2, 3], data: [0, 1, 5, 3, 2 ** 31, 2 ** 53] };
    verify(inputs, { validLens: perQuery }, 'queries');
    const single = inputs.map(({ shape, data }) => ({
      shape: shape.slice(1),
      data: data.slice(0, data.length / 2),
    }));
    verify(single, { validLens: { shape: [3], data: [0, 2, 4] } }, 'queries without a batch');
    verify(single, { validLens: { shape: [1], data: [4] } }, 'one length without a batch');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  assertSameBits,
  assertWithin,
  linearBound,
  SMALLEST_NORMAL,
  shareOfLargest,
  softmaxBound,
  UNIT,
} from './near.js';

/** @param {number[]} data */
const vector = (data) => ({ shape: [data.length], data });

describe('comparisons', () => {
  it('an error within the bound passes, and its share of the bound is returned', () => {
    assert.equal(
      assertWithin(vector([1.5, 2]), vector([1, 2]), () => 1),
      0.5,
    );
  });

  it('an error past the bound fails and names the element', () => {
    assert.throws(
      () => assertWithin(vector([1, 2.1]), vector([1, 2]), () => 0.01, 'output'),
      /output\[1\] is 2\.1, expected 2/,
    );
  });

  it('another shape fails even when the data is the same', () => {
    const data = [1, 2, 3, 4];
    assert.throws(
      () => assertWithin({ shape: [2, 2], data }, { shape: [4], data }, () => 1),
      /shape/,
    );
  });

  it('NaN and infinities are compared by class and sign, whatever the bound', () => {
    const special = vector([Number.NaN, Infinity, -Infinity]);
    assertWithin(special, special, () => 0);
    for (const wrong of [
      [0, Infinity, -Infinity],
      [Number.NaN, -Infinity, -Infinity],
      [Number.NaN, Infinity, -3e38],
    ]) {
      assert.throws(() => assertWithin(vector(wrong), special, () => Infinity));
    }
    assert.throws(() => assertWithin(vector([Number.NaN]), vector([1]), () => Infinity));
  });

  it('the same bits means that -0 is not 0', () => {
    assertSameBits(vector([Number.NaN, -0]), vector([Number.NaN, -0]));
    assert.throws(() => assertSameBits(vector([-0]), vector([0])));
  });

  it('a share of the largest value leaves infinities out', () => {
    assert.equal(shareOfLargest(vector([-4, 2, Infinity]), 0.25)(0), 1);
  });

  it('the bound of a product grows with its terms, not with its result', () => {
    const bound = linearBound(
      { shape: [1, 2], data: [1e4, -1e4] },
      { shape: [1, 2], data: [1, 1] },
      { shape: [1], data: [-2] },
    );
    assert.ok(Math.abs(bound(0) - 4 * UNIT * 20002) < 1e-12);
  });

  it('the bound of a product holds where each of its additions rounds away what it adds', () => {
    const size = 64;
    const input = { shape: [1, size], data: new Float32Array(size).fill(1) };
    const data = Float32Array.from({ length: size }, (_, i) => (i === 0 ? 1 : 0.99 * UNIT));
    const exact = data.reduce((sum, value) => sum + value, 0);
    const rounded = data.reduce((sum, value) => Math.fround(sum + value), 0);
    assert.equal(rounded, 1);
    const error = exact - rounded;
    const bound = linearBound(input, { shape: [1, size], data })(0);
    assert.ok(error <= bound && error > 0.9 * bound, `${error} of ${bound}`);
  });

  it('the bound of a softmax follows its axis', () => {
    const x = { shape: [2, 2], data: [0, 5, 10, 5] };
    const weights = { shape: [2, 2], data: [4.5e-5, 0.5, 1, 0.5] };
    const bound = softmaxBound(x, weights, 0);
    assert.equal(bound(0), (8 + 0.5 + 10) * 2 ** -23 * 4.5e-5);
    assert.equal(bound(3), (8 + 0.5) * 2 ** -23 * 0.5);
    assert.equal(softmaxBound(vector([0, -200]), vector([1, 0]))(1), SMALLEST_NORMAL);
  });
});

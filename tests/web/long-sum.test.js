import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { splitTerms } from '../../web/views/arithmetic.js';
import { attention } from '../support/computations.js';

const numbers = fc.array(
  fc.tuple(fc.float({ min: -8, max: 8, noNaN: true }), fc.float({ min: -8, max: 8, noNaN: true })),
  { ...{ minLength: 21, maxLength: 300 } },
);

/** @param {readonly (readonly [number, number])[]} pairs @param {number} most */
const split = (pairs, most) =>
  splitTerms(
    attention,
    pairs.map(([a]) => a),
    pairs.map(([, b]) => b),
    most,
  );

describe('a sum of many terms', () => {
  it('shows the terms of largest size first, and the sum of the others', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 20 }), (pairs, most) => {
        const { shown, others } = split(pairs, most);
        const sizes = pairs.map(([a, b]) => Math.abs(a * b));
        assert.deepEqual(
          shown.map((i) => sizes[i]),
          sizes.toSorted((a, b) => b - a).slice(0, most),
        );
        assert.equal(new Set(shown).size, most);
        assert.equal(others.count, pairs.length - most);
        const rest = pairs.filter((_, i) => !shown.includes(i));
        const sum = rest.reduce((total, [a, b]) => total + a * b, 0);
        const size = rest.reduce((total, [a, b]) => total + Math.abs(a * b), 0);
        assert.ok(Math.abs(sum - others.sum) <= (rest.length + 1) * (2 ** -23 * size + 2 ** -149));
      }),
    );
  });

  it('shows NaN and infinities first, and terms of equal size in their order', () => {
    /** @type {[number, number][]} */
    const pairs = [...Array(30).keys()].map(() => [1, 1]);
    pairs[7] = [Number.NaN, 1];
    pairs[9] = [Infinity, 1];
    pairs[29] = [-3, 1];
    const { shown, others } = split(pairs, 5);
    assert.deepEqual(shown, [7, 9, 29, 0, 1]);
    assert.deepEqual(others, { count: 25, sum: 25 });
  });

  it('has no other terms if all are shown', () => {
    assert.deepEqual(split([[2, 3]], 5), { shown: [0], others: { count: 0, sum: 0 } });
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { drawToken, findMostProbable } from '../../src/js/pretrained/next-token.js';
import { Random } from '../../src/js/random.js';

/** Provides the softmax of a row. @type {any} */
const machine = {
  arena: { run: (/** @type {() => unknown} */ body) => body() },
  put: (/** @type {number[]} */ numbers) => numbers,
  softmax(/** @type {number[]} */ numbers) {
    const exponentials = numbers.map((number) => Math.exp(number - Math.max(...numbers)));
    const sum = exponentials.reduce((a, b) => a + b, 0);
    return exponentials.map((each) => each / sum);
  },
  read: (/** @type {number[]} */ numbers) => ({ data: Float32Array.from(numbers) }),
};

const OPTIONS = [
  { temperature: 0 },
  { temperature: 1 },
  { temperature: 1, topK: 1 },
  { temperature: 1e-3, topK: 9 },
];

/** @param {number[]} logits */
const draw = (logits) =>
  OPTIONS.map((options) => drawToken(machine, Float32Array.from(logits), options, new Random(1)));

it('a token whose logit is NaN is not drawn beside others', () => {
  const logits = [NaN, -Infinity, NaN, ...Array(20).fill(-1000), 3, NaN];
  assert.deepEqual(draw(logits), [23, 23, 23, 23]);
});

it('a token that is forbidden is not drawn where all others are NaN', () => {
  assert.ok(!draw([-Infinity, NaN, NaN, -Infinity]).some((id) => id === 0 || id === 3));
});

it('an infinite logit is drawn', () => {
  assert.deepEqual(draw([NaN, 1, Infinity, 2]), [2, 2, 2, 2]);
});

it('a logit of NaN ranks below all numbers but -Infinity, for any number of tokens', () => {
  const numbers = Array.from({ length: 20 }, (_, i) => -i);
  const logits = Float32Array.of(NaN, -Infinity, 5, NaN, ...numbers);
  const all = [2, ...numbers.map((_, i) => i + 4), 0, 3, 1];
  for (const k of [1, 2, 3, 20, 24]) {
    const ids = findMostProbable(machine, logits, k).map(({ id }) => id);
    assert.deepEqual(ids, all.slice(0, k));
    const options = { temperature: 0, topK: k };
    assert.equal(drawToken(machine, logits, options, new Random(1)), all[0]);
  }
});

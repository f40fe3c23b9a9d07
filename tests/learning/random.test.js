import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Random } from '../../src/js/learning/random.js';

const COUNT = 100_000;

test('The same seed and name give the same numbers, another seed or name others.', () => {
  const first = (/** @type {number} */ seed, /** @type {string} */ name) => {
    const random = new Random(seed, name);
    return Array.from({ length: 8 }, () => random.bits());
  };
  assert.deepEqual(first(1, 'words'), first(1, 'words'));
  assert.notDeepEqual(first(1, 'words'), first(2, 'words'));
  assert.notDeepEqual(first(1, 'words'), first(1, 'weights'));
});

test('The numbers of a seed never change: trained weights that ship depend on them.', () => {
  const random = new Random(5, 'pinned');
  assert.deepEqual(
    [random.bits(), random.bits(), random.below(1000), random.uniform(), random.normal()],
    [3555328604, 1163901128, 46, 0.23877239227294922, 1.1157222390174866],
  );
});

test('Uniform and normal numbers have the mean and variance of theirs, and below() each value.', () => {
  const random = new Random(3);
  const moments = (/** @type {() => number} */ draw) => {
    const values = Array.from({ length: COUNT }, draw);
    const mean = values.reduce((sum, value) => sum + value, 0) / COUNT;
    return [mean, values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / COUNT];
  };
  // Six standard errors of a mean or a variance of so many draws.
  const [mean, variance] = moments(() => random.uniform());
  assert.ok(Math.abs(mean - 1 / 2) < 6 * Math.sqrt(1 / 12 / COUNT), `mean ${mean}`);
  assert.ok(Math.abs(variance - 1 / 12) < 6 * Math.sqrt(1 / 180 / COUNT), `variance ${variance}`);
  const [normalMean, normalVariance] = moments(() => random.normal());
  assert.ok(Math.abs(normalMean) < 6 * Math.sqrt(1 / COUNT), `mean ${normalMean}`);
  assert.ok(Math.abs(normalVariance - 1) < 6 * Math.sqrt(2 / COUNT), `variance ${normalVariance}`);
  const counts = new Array(7).fill(0);
  for (let i = 0; i < COUNT; i++) counts[random.below(7)]++;
  const expected = COUNT / 7;
  for (const count of counts) {
    assert.ok(Math.abs(count - expected) < 6 * Math.sqrt(expected), `${count} of ${expected}`);
  }
});

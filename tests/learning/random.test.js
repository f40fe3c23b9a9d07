import assert from 'node:assert/strict';
import { test } from 'node:test';

import { drawIndex, Random, scrambleBits } from '../../src/js/random.js';
import * as integers from '../support/integers.js';

test('An index is drawn by its probability, and the most probable gets what rounding leaves.', () => {
  const draw = (/** @type {number} */ uniform) =>
    drawIndex(
      Float32Array.of(0, 0.25, 0.5, 0.125, 0),
      /** @type {any} */ ({ uniform: () => uniform }),
    );
  assert.deepEqual([0, 0.24, 0.25, 0.74, 0.75, 0.874].map(draw), [1, 1, 2, 2, 3, 3]);
  assert.deepEqual([0.875, 0.99].map(draw), [2, 2]);
});

test('The most probable index is drawn of those that are not NaN, where one is.', () => {
  const probabilities = Float32Array.of(Number.NaN, 0.25, 0.5, Number.NaN);
  assert.equal(drawIndex(probabilities, new Random(1)), 2);
});

test('The numbers of a seed never change: trained weights that ship depend on them.', () => {
  const random = new Random(5, 'pinned');
  assert.deepEqual(
    [random.bits(), random.bits(), random.below(1000), random.uniform(), random.normal()],
    [3555328604, 1163901128, 46, 0.23877239227294922, 1.1157222390174866],
  );
});

test('Numbers are those of sfc32, whatever seed and name: in whole numbers, once more.', () => {
  for (const x of [0, 1, 2, -1, 12345, 0x7fffffff, 0x80000000, 0xffffffff]) {
    assert.equal(scrambleBits(x), Number(integers.scramble(BigInt(x))), String(x));
  }
  const seeds = [0, 1, 7, -1, -12345, 2 ** 31, 2 ** 32 - 1, 2 ** 40 + 3, 999_999];
  for (const seed of seeds) {
    for (const name of ['', 'examples', 'layers.0.qkv', 'Zürich', '🙂']) {
      const random = new Random(seed, name);
      const is = Array.from({ length: 20 }, () => random.bits());
      assert.deepEqual(is, integers.words(seed, name, 20), `${seed} ${name}`);
    }
  }
  const [random, words] = [new Random(1, 'examples'), integers.words(1, 'examples', 16)];
  assert.deepEqual(words.slice(0, 3), [4007029748, 1989033034, 981016614]);
  assert.equal(random.bits(), words[0]);
  assert.equal(random.uniform(), (words[1] - (words[1] % 256)) / 2 ** 32);
  assert.equal(random.below(1000), Number((BigInt(words[2]) * 1000n) >> 32n));
  assert.equal(random.pick([...'abcdef']), 'abcdef'[Number((BigInt(words[3]) * 6n) >> 32n)]);
  const sum = words.slice(4, 16).reduce((total, word) => total + (word - (word % 256)), 0);
  assert.equal(random.normal(), sum / 2 ** 32 - 6);
});

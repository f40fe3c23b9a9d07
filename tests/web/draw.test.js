import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { drawNumbers } from '../../web/sources/draw.js';
import { hundredths } from '../support/integers.js';

fc.configureGlobal({ seed: 7 });

describe('numbers drawn from a seed', () => {
  it('have these first values for seed 7', () => {
    assert.deepEqual(
      [...drawNumbers(7, 'embedding eat', 4, 1.5)].map((value) => value.toFixed(2)),
      ['0.61', '1.28', '-0.80', '1.37'],
    );
  });

  it('equal those of integer arithmetic for every seed and name', () => {
    for (const seed of [0, 1, 7, 117, 999_999, 2 ** 32 - 1]) {
      for (const name of [
        '',
        'embedding eat',
        'wq',
        'shuffle 0 They eat fried noodles',
        'été 🙂',
      ]) {
        for (const range of [0.01, 0.75, 1, 1.5]) {
          const drawn = [...drawNumbers(seed, name, 40, range)].map((value) =>
            Math.round(value * 100),
          );
          const right = hundredths(seed, name, 40, range);
          assert.deepEqual(drawn.map(String), right.map(String), `${seed} ${name} ${range}`);
        }
      }
    }
  });

  it('have two decimals and stay within the range', () => {
    for (const value of drawNumbers(3, 'x', 10000, 1.5)) {
      assert.equal(value, Math.fround(Math.round(value * 100) / 100));
      assert.ok(Math.abs(value) <= Math.fround(1.5));
      assert.ok(!Object.is(value, -0));
    }
  });
});

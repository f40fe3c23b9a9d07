import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { drawNumbers } from '../../web/sources/draw.js';
import { hundredths } from '../support/integers.js';

fc.configureGlobal({ seed: 7 });

describe('numbers drawn from a seed', () => {
  it('the same seed and name give the same numbers, however many are drawn', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string(), fc.nat(64), (seed, name, count) => {
        const few = drawNumbers(seed, name, count, 1.5);
        assert.deepEqual([...drawNumbers(seed, name, 64, 1.5).subarray(0, count)], [...few]);
      }),
    );
  });

  it('these are the first ones of seed 7', () => {
    assert.deepEqual(
      [...drawNumbers(7, 'embedding eat', 4, 1.5)].map((value) => value.toFixed(2)),
      ['0.61', '1.28', '-0.80', '1.37'],
    );
  });

  it('these are the same integers, whatever seed and name', () => {
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

  it('every number has two decimals and lies within reach', () => {
    for (const value of drawNumbers(3, 'x', 10000, 1.5)) {
      assert.equal(value, Math.fround(Math.round(value * 100) / 100));
      assert.ok(Math.abs(value) <= Math.fround(1.5));
      assert.ok(!Object.is(value, -0));
    }
  });

  it('another seed or name gives other numbers', () => {
    const texts = [
      drawNumbers(7, 'a', 8, 1),
      drawNumbers(8, 'a', 8, 1),
      drawNumbers(7, 'b', 8, 1),
      drawNumbers(7, 'aa', 8, 1),
    ];
    assert.equal(new Set(texts.map(String)).size, 4);
  });

  it('they are spread evenly, and neighbours do not go together', () => {
    const values = drawNumbers(1, 'spread', 100000, 1);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + value * value, 0) / values.length;
    const together =
      values.reduce((sum, value, i) => sum + value * (values[i + 1] ?? 0), 0) / values.length;
    // Five standard errors of each estimate; the seed is fixed, so this passes always or never.
    assert.ok(Math.abs(mean) < 5 * Math.sqrt(1 / 3 / 1e5), `mean ${mean}`);
    assert.ok(Math.abs(variance - 1 / 3) < 0.006, `variance ${variance}`);
    assert.ok(Math.abs(together) < 5 / 3 / Math.sqrt(1e5), `neighbours ${together}`);
  });
});

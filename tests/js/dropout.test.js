import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loadAttention } from '../../src/js/index.js';
import { check, size } from '../support/check.js';
import { isDropped as isTaken } from '../support/integers.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';

/** @type {any} results are looked at by name */
const attention = await loadAttention();

/** Weights of a call with dropout, all of them 1 / S before. */
function evenly(/** @type {number} */ L, /** @type {number} */ S, /** @type {any} */ dropout) {
  const [query, key] = [L, S].map((rowCount) => ({ shape: [rowCount, 0], data: [] }));
  const value = { shape: [S, 0], data: [] };
  return attention.scaledDotProductAttention(query, key, value, { dropout }).weights;
}

const isDropped = (/** @type {number} */ weight) => weight === 0;
const shareOfDropped = (/** @type {any} */ { data }) => data.filter(isDropped).length / data.length;

const probability = fc.constantFrom(0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999);
const _drawn = {
  L: size(9),
  S: size(20),
  p: probability,
  seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
};

describe('dropout', () => {
  it('of p = 0 changes nothing, of p = 1 leaves nothing', () => {
    check({ L: size(9), S: size(20) }, ({ random, L, S }) => {
      const inputs = [random.tensor([L, 4]), random.tensor([S, 4]), random.tensor([S, 3])];
      const plain = attention.scaledDotProductAttention(...inputs);
      const seed = random.bits();
      const none = attention.scaledDotProductAttention(...inputs, { dropout: { p: 0, seed } });
      assertSameBits(none.output, plain.output);
      assertSameBits(none.weights, plain.weights);
      const all = attention.scaledDotProductAttention(...inputs, { dropout: { p: 1, seed } });
      assert.ok([...all.weights.data, ...all.output.data].every(isDropped));
    });
  });

  it('drops a share of p, as chance has it', () => {
    for (const p of [0.01, 0.1, 0.3, 0.5, 0.9, 0.99]) {
      for (const seed of [0, 1, 2, 12345, 2 ** 32 - 1]) {
        const weights = evenly(300, 300, { p, seed });
        // Six standard deviations: once in 5 × 10^8.
        const slack = 6 * Math.sqrt((p * (1 - p)) / weights.data.length);
        const share = shareOfDropped(weights);
        assert.ok(Math.abs(share - p) <= slack, `p = ${p}, seed ${seed}: ${share}`);
      }
    }
  });

  it('drops neighbours, in a row and in a column, independently of each other', () => {
    const [L, S, p] = [500, 500, 0.5];
    const { data } = evenly(L, S, { p, seed: 10 });
    for (const distance of [1, 2, 3, 4, S, 2 * S, S + 1]) {
      let both = 0;
      const pairs = data.length - distance;
      for (let i = 0; i < pairs; i++)
        both += Number(isDropped(data[i]) && isDropped(data[i + distance]));
      const slack = 6 * Math.sqrt((p * p * (1 - p * p)) / pairs);
      assert.ok(Math.abs(both / pairs - p * p) <= slack, `${distance} apart: ${both / pairs}`);
    }
  });
});

describe('the pattern of a seed', () => {
  const kept = (/** @type {any} */ { shape, data }) =>
    Array.from({ length: data.length / shape.at(-1) }, (_, row) =>
      [...data.subarray(row * shape.at(-1), (row + 1) * shape.at(-1))]
        .map((weight) => (isDropped(weight) ? '.' : 'x'))
        .join(''),
    );

  it('never changes: what is written here is what every saved seed promises', () => {
    assert.deepEqual(kept(evenly(4, 8, { p: 0.5, seed: 7 })), [
      '.xxx.x.x',
      'xxxxx..x',
      '.xxxxxxx',
      '.xxxxxxx',
    ]);
  });

  it('is the same integers whatever mechanism, mask or size it is for', () => {
    const t = (/** @type {number[]} */ ...shape) => ({ shape, data: [] });
    const numbers = createRandom(29);
    const x = numbers.tensor([2, 5, 4]);
    const parameters = {
      inProjWeight: numbers.tensor([12, 4]),
      outProjWeight: numbers.tensor([4, 4]),
    };
    const additive = {
      wq: numbers.tensor([3, 4]),
      wk: numbers.tensor([3, 4]),
      wv: numbers.tensor([3]),
    };
    for (const dropout of [
      { p: 0.5, seed: 7 },
      { p: 0.1, seed: 0 },
      { p: 0.9, seed: 2 ** 32 - 1 },
      { p: 1 / 3, seed: 123456789 },
    ]) {
      const layer = attention.createMultiHeadAttention(parameters, { numHeads: 2 });
      const results = {
        one: evenly(9, 37, dropout),
        heads: attention.scaledDotProductAttention(t(2, 3, 7, 0), t(2, 3, 19, 0), t(2, 3, 19, 0), {
          dropout,
        }).weights,
        traced: attention.scaledDotProductAttention(x, x, x, { dropout, trace: true }).trace
          .dropped,
        additive: attention.additiveAttention(x, x, x, additive, { dropout }).weights,
        multiHead: attention.multiHeadAttention(x, x, x, parameters, { dropout, numHeads: 2 })
          .weights,
        layer: layer.forward(x, x, x, { dropout }).weights,
      };
      for (const [name, { shape, data }] of Object.entries(results)) {
        const S = shape.at(-1);
        data.forEach((/** @type {number} */ weight, /** @type {number} */ i) => {
          const [row, key] = [Math.floor(i / S), i % S];
          assert.equal(isDropped(weight), isTaken(dropout, row, key), `${name}: ${row}, ${key}`);
        });
      }
      layer.dispose();
    }
  });
});

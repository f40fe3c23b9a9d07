import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loadAttention } from '../../src/js/index.js';
import { rows } from '../support/arrange.js';
import { check, size } from '../support/check.js';
import { isDropped as isTaken } from '../support/integers.js';
import { assertSameBits } from '../support/near.js';
import { linearInFloat32 } from '../support/oracle.js';
import { createRandom } from '../support/random.js';

/** @type {any} tests read results by name */
const attention = await loadAttention();
const { fround } = Math;

/** Returns the weights of a call with dropout. Before dropout, each weight is 1 / S. */
function evenly(/** @type {number} */ L, /** @type {number} */ S, /** @type {any} */ dropout) {
  const [query, key] = [L, S].map((rowCount) => ({ shape: [rowCount, 0], data: [] }));
  const value = { shape: [S, 0], data: [] };
  return attention.scaledDotProductAttention(query, key, value, { dropout }).weights;
}

const isDropped = (/** @type {number} */ weight) => weight === 0;
const shareOfDropped = (/** @type {any} */ { data }) => data.filter(isDropped).length / data.length;

const probability = fc.constantFrom(0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999);
const drawn = {
  L: size(9),
  S: size(20),
  p: probability,
  seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
};

describe('dropout', () => {
  it('gives the same bits for the same seed, from one call or instance to the next', async () => {
    const other = /** @type {any} */ (await loadAttention());
    check(drawn, ({ random, L, S, p }) => {
      const inputs = [random.tensor([L, 4]), random.tensor([S, 4]), random.tensor([S, 3])];
      const dropout = { p, seed: random.bits() };
      const first = attention.scaledDotProductAttention(...inputs, { dropout });
      const second = other.scaledDotProductAttention(...inputs, { dropout });
      assertSameBits(second.weights, first.weights);
      assertSameBits(second.output, first.output);
    });
  });

  it('keeps a weight as weight / (1 - p) or drops it, and values are weighed by what is left', () => {
    check(drawn, ({ random, L, S, p }) => {
      const value = random.tensor([S, 3]);
      const inputs = [random.tensor([L, 4]), random.tensor([S, 4]), value];
      const options = { trace: true, dropout: { p, seed: random.bits() } };
      const { output, weights, trace } = attention.scaledDotProductAttention(...inputs, options);
      const undropped = attention.scaledDotProductAttention(...inputs).weights;
      assertSameBits(trace.weights, undropped);
      assertSameBits(trace.dropped, weights);
      const factor = fround(1 / fround(1 - fround(p)));
      weights.data.forEach((/** @type {number} */ weight, /** @type {number} */ i) => {
        const kept = fround(undropped.data[i] * factor);
        assert.ok(isDropped(weight) || weight === kept, `${weight} of ${undropped.data[i]}`);
      });
      const columns = Array.from({ length: 3 }, (_, j) => value.data.filter((_, i) => i % 3 === j));
      const transposed = { shape: [3, S], data: Float32Array.from(columns.flatMap((c) => [...c])) };
      assertSameBits(output, linearInFloat32(weights, transposed));
    });
  });

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
        // Six standard deviations, exceeded once in 5 × 10^8 cases.
        const slack = 6 * Math.sqrt((p * (1 - p)) / weights.data.length);
        const share = shareOfDropped(weights);
        assert.ok(Math.abs(share - p) <= slack, `p = ${p}, seed ${seed}: ${share}`);
      }
    }
  });

  it('drops as often in every row and in every column', () => {
    const [L, S, p] = [400, 400, 0.3];
    const { data } = evenly(L, S, { p, seed: 9 });
    const inRow = new Array(L).fill(0);
    const inColumn = new Array(S).fill(0);
    data.forEach((/** @type {number} */ weight, /** @type {number} */ i) => {
      if (!isDropped(weight)) return;
      inRow[Math.floor(i / S)]++;
      inColumn[i % S]++;
    });
    const slack = 6 * Math.sqrt(p * (1 - p) * S);
    for (const count of [...inRow, ...inColumn]) assert.ok(Math.abs(count - p * S) <= slack);
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

  it('of another seed drops others', () => {
    const random = createRandom(131);
    const seeds = Array.from({ length: 20 }, () => random.bits());
    const patterns = [...seeds, 0, 1, 2, 3].map((seed) => evenly(20, 20, { p: 0.5, seed }).data);
    patterns.forEach((pattern, i) => {
      for (const two of patterns.slice(i + 1)) {
        const same = pattern.filter(
          (/** @type {number} */ x, /** @type {number} */ k) => isDropped(x) === isDropped(two[k]),
        ).length;
        assert.ok(Math.abs(same / 400 - 0.5) <= 6 * Math.sqrt(0.25 / 400), `${same} of 400 agree`);
      }
    });
  });

  it('drops other weights in every head and batch item', () => {
    const t = (/** @type {number[]} */ ...shape) => ({ shape, data: [] });
    const { weights } = attention.scaledDotProductAttention(
      t(2, 3, 20, 0),
      t(2, 3, 20, 0),
      t(2, 3, 20, 0),
      { dropout: { p: 0.5, seed: 4 } },
    );
    const flat = { shape: [6, 400], data: weights.data };
    const heads = Array.from({ length: 6 }, (_, h) => rows(flat, h, 1).data.join());
    assert.equal(new Set(heads).size, 6);
  });

  it('keeps to a mask: what is masked stays 0, and rows do not depend on how many there are', () => {
    check(drawn, ({ random, L, S, p }) => {
      const inputs = [random.tensor([L, 4]), random.tensor([S, 4]), random.tensor([S, 3])];
      const dropout = { p, seed: random.bits() };
      const result = attention.scaledDotProductAttention(...inputs, { dropout, isCausal: true });
      result.weights.data.forEach((/** @type {number} */ weight, /** @type {number} */ i) => {
        if (i % S > Math.floor(i / S)) assert.equal(weight, 0);
      });
      const [query, key, value] = inputs;
      const first = attention.scaledDotProductAttention(rows(query, 0, 1), key, value, { dropout });
      const all = attention.scaledDotProductAttention(query, key, value, { dropout });
      assertSameBits(first.output, rows(all.output, 0, 1));
    });
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
    const parameters = numbers.parameters(4);
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
        evenly: evenly(9, 37, dropout),
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

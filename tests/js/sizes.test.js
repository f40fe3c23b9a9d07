import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { chooseCaseCount, isLong, tally } from '../support/bar.js';
import { makeCase, operationNames, runCase } from '../support/cases.js';
import { assertSameBits, assertWithin } from '../support/near.js';
import * as oracle from '../support/oracle.js';
import { createRandom } from '../support/random.js';

/** @import { Case, Numbers } from '../support/cases.js' */
/** @import { Judged } from '../support/oracle-attend.js' */

const attention = await loadAttention();
const mechanisms = tally('mechanisms');
/** @type {Record<string, ReturnType<typeof tally>>} */
const bars = {
  linear: tally('linear'),
  softmax: tally('softmax'),
  scaledDotProductAttention: tally('dotProduct'),
  additiveAttention: mechanisms,
  multiHeadAttention: mechanisms,
};

/** @type {Record<string, (inputs: any, options: any) => Record<string, Judged>>} */
const oracles = {
  linear: ({ input, weight, bias }) => ({ output: oracle.linear(input, weight, bias) }),
  softmax: ({ input }, options) => ({ output: oracle.softmax(input, options) }),
  scaledDotProductAttention: ({ query, key, value }, options) =>
    oracle.scaledDotProduct(query, key, value, options),
  additiveAttention: ({ queries, keys, values, ...parameters }, options) =>
    oracle.additive(queries, keys, values, parameters, options),
  multiHeadAttention: ({ query, key, value, ...parameters }, options) =>
    oracle.multiHead(query, key, value, parameters, options),
};

/** Names a call in failures, without its numbers. */
const nameOf = (/** @type {Case} */ { operation, sizes, options }) =>
  `${operation} ${JSON.stringify({ sizes, options: { ...options, attnMask: undefined } })}`;

/** Asserts that every result is within its bound. @param {Case} case_ */
function verify(case_) {
  const { operation, inputs, options } = case_;
  const results = runCase(attention, case_);
  for (const [name, { value, error }] of Object.entries(oracles[operation](inputs, options))) {
    if (name === 'weights' && options.needWeights === false) continue;
    const what = `${name} of ${nameOf(case_)}`;
    bars[operation].used(assertWithin(results[name], value, (i) => error[i], what));
  }
  bars[operation].count(bars[operation] === mechanisms ? `calls of ${operation}` : 'calls');
}

describe('every operation stays within the bounds of theory', () => {
  for (const operation of operationNames) {
    const calls = chooseCaseCount(1000, 50_000);
    it(`${operation}: ${calls} calls of sizes 1 to 19, with any options`, () => {
      const random = createRandom(11);
      for (let i = 0; i < calls; i++) verify(makeCase(random, operation, { dropout: false }));
    });

    it(`${operation}: 30 calls of sizes 1 to 67`, () => {
      const random = createRandom(12);
      for (let i = 0; i < 30; i++) verify(makeCase(random, operation, { max: 67, dropout: false }));
    });
  }

  const layers = chooseCaseCount(500, 20_000);
  it(`multiHeadAttention: ${layers} calls of fewer heads of keys and rotary positions`, () => {
    const random = createRandom(16);
    for (let i = 0; i < layers; i++) {
      verify(makeCase(random, 'multiHeadAttention', { dropout: false, grouped: true }));
    }
  });

  const shapes = chooseCaseCount(2000, 50_000);
  it(`scaledDotProductAttention: ${shapes} shapes around the widths of vectors, tiles and blocks`, () => {
    const random = createRandom(13);
    const lengths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65];
    const widths = [1, 3, 4, 5, 8, 16, 17, 64];
    for (let i = 0; i < shapes; i++) {
      const [L, S] = [random.pick(lengths), random.pick(lengths)];
      const [E, Ev] = [random.pick(widths), random.pick(widths)];
      const size = random.pick([1, 1, 3, 10]);
      verify({
        operation: 'scaledDotProductAttention',
        sizes: { L, S, E, Ev },
        inputs: {
          query: random.tensor([L, E], size),
          key: random.tensor([S, E], size),
          value: random.tensor([S, Ev], size),
        },
        options: random.pick([{}, { isCausal: true }, { attnMask: random.mask([L, S]) }]),
      });
    }
  });

  it('scaledDotProductAttention: blocks of 96 queries, and fewer where keys are many', () => {
    const random = createRandom(14);
    for (const [L, S] of [
      [95, 5],
      [96, 7],
      [97, 9],
      [193, 3],
      [40, 1500],
      [17, 5000],
    ]) {
      for (const options of [{}, { isCausal: true }, { needWeights: false }]) {
        verify({
          operation: 'scaledDotProductAttention',
          sizes: { L, S },
          inputs: {
            query: random.tensor([L, 4]),
            key: random.tensor([S, 4]),
            value: random.tensor([S, 3]),
          },
          options,
        });
      }
    }
  });

  it('softmax: rows of 1 to 67 and 500, of size 1, 100 and 10,000, all equal, one huge, denormal', () => {
    const random = createRandom(15);
    const lengths = [...Array.from({ length: 67 }, (_, i) => i + 1), 500];
    /** @type {((S: number) => Numbers)[]} */
    const rows = [
      (S) => random.tensor([3, S]),
      (S) => random.tensor([3, S], 100),
      (S) => random.tensor([3, S], 1e4),
      (S) => ({ shape: [3, S], data: new Float32Array(3 * S).fill(7.25) }),
      (S) => ({
        shape: [3, S],
        data: Float32Array.from({ length: 3 * S }, (_, i) => (i % S ? 0 : 3e38)),
      }),
      (S) => random.tensor([3, S], 2 ** -127),
    ];
    for (const S of lengths) {
      for (const row of rows) {
        const case_ = {
          operation: 'softmax',
          sizes: { S },
          inputs: { input: row(S) },
          options: {},
        };
        verify(case_);
        const { output } = runCase(attention, case_);
        for (let first = 0; first < 3 * S; first += S) {
          const sum = output.data.slice(first, first + S).reduce((total, p) => total + p, 0);
          assert.ok(Math.abs(sum - 1) <= (8 + S / 4) * 2 ** -23, `a row of ${S} adds up to ${sum}`);
        }
      }
    }
  });
});

function millionRows() {
  const random = createRandom(17);
  for (let rows = 0; rows < 1e6; rows += 100) {
    const input = random.tensor([100, random.integer(1, 67)], random.pick([1, 10, 100, 1e4]));
    verify({ operation: 'softmax', sizes: {}, inputs: { input }, options: {} });
    bars.softmax.count('random rows', 100);
  }
}
if (isLong) it('softmax: a million random rows', millionRows);

describe('options that change what is returned change no bits', () => {
  for (const operation of operationNames.slice(2)) {
    it(`${operation}: without weights, with a trace`, () => {
      const random = createRandom(16);
      for (let i = 0; i < 200; i++) {
        const case_ = makeCase(random, operation);
        const run = (/** @type {object} */ options) =>
          runCase(attention, { ...case_, options: { ...case_.options, ...options } });
        const full = run({ needWeights: true, trace: true });
        const plain = run({ needWeights: true, trace: false });
        const bare = run({ needWeights: false, trace: false });
        const what = nameOf(case_);
        assertSameBits(plain.output, full.output, `output without trace: ${what}`);
        assertSameBits(plain.weights, full.weights, `weights without trace: ${what}`);
        assertSameBits(bare.output, full.output, `output without weights: ${what}`);
        assert.deepEqual(Object.keys(bare), ['output']);
      }
    });
  }
});

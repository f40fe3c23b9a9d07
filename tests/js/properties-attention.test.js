// Properties that scaled dot-product attention and additive attention share.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { concatenate, filled, reshape, rows } from '../support/arrange.js';
import { check, size } from '../support/check.js';
import { assertSameBits, assertWithin } from '../support/near.js';
import * as oracle from '../support/oracle.js';

/** @import { Tensor } from '../support/arrange.js' */
/** @import { Random } from '../support/random.js' */

/** @type {any} tests read results by name */
const attention = await loadAttention();

/**
 * @typedef {object} Mechanism
 * @property {(random: Random, width: number) => any} draw draws what the mechanism needs besides
 *   its inputs
 * @property {(inputs: Tensor[], drawn: any, options?: any) => any} run
 * @property {(inputs: Tensor[], drawn: any, options?: any) => any} judge
 */
/** @type {Record<string, Mechanism>} */
const mechanisms = {
  scaledDotProductAttention: {
    draw: () => undefined,
    run: ([q, k, v], _, options) => attention.scaledDotProductAttention(q, k, v, options),
    judge: ([q, k, v], _, options) => oracle.scaledDotProduct(q, k, v, options),
  },
  additiveAttention: {
    draw: (random, width) => ({
      wq: random.tensor([6, width]),
      wk: random.tensor([6, width]),
      wv: random.tensor([6]),
    }),
    run: ([q, k, v], drawn, options) => attention.additiveAttention(q, k, v, drawn, options),
    judge: ([q, k, v], drawn, options) => oracle.additive(q, k, v, drawn, options),
  },
};

const pick = (/** @type {Tensor} */ matrix, /** @type {number[]} */ order) =>
  concatenate(...order.map((row) => rows(matrix, row, 1)));

const count = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => i);
const sizes = { L: size(), S: size(), E: size(9), Ev: size(9) };

for (const [name, { draw, run, judge }] of Object.entries(mechanisms)) {
  /** @param {any} sizes @param {(drawn: any) => void} holds @param {number} [numRuns] */
  const checkInputs = (sizes, holds, numRuns) =>
    check(
      sizes,
      (/** @type {any} */ { random, L, S, E, Ev, ...rest }) => {
        const inputs = [random.tensor([L, E]), random.tensor([S, E]), random.tensor([S, Ev])];
        holds({ random, L, S, E, Ev, ...rest, inputs, drawn: draw(random, E) });
      },
      numRuns,
    );

  /** Asserts that two calculations agree within the bounds of both. */
  const assertNear = (
    /** @type {any} */ is,
    /** @type {any} */ should,
    /** @type {Float64Array} */ error,
    /** @type {string} */ what,
  ) => assertWithin(is, should, (i) => 2 * error[i], what);

  describe(name, () => {
    it('moves with its queries, to the bit', () => {
      checkInputs(sizes, ({ random, L, inputs, drawn }) => {
        const order = random.shuffle(count(L));
        const [q, k, v] = inputs;
        const result = run(inputs, drawn);
        const moved = run([pick(q, order), k, v], drawn);
        assertSameBits(moved.output, pick(result.output, order));
        assertSameBits(moved.weights, pick(result.weights, order));
      });
    });

    it('does not see the order of keys that move with their values', () => {
      checkInputs(sizes, ({ random, S, inputs, drawn }) => {
        const order = random.shuffle(count(S));
        const [q, k, v] = inputs;
        const moved = run([q, pick(k, order), pick(v, order)], drawn);
        const { error } = judge(inputs, drawn).output;
        assertNear(moved.output, run(inputs, drawn).output, error, 'output');
      });
    });

    it('answers each query as if it were alone, to the bit', () => {
      checkInputs(sizes, ({ L, inputs, drawn }) => {
        const [q, k, v] = inputs;
        const { output } = run(inputs, drawn);
        for (const l of count(L)) {
          assertSameBits(rows(output, l, 1), run([rows(q, l, 1), k, v], drawn).output);
        }
      });
    });

    it('answers each batch item as if it were alone, to the bit', () => {
      checkInputs({ ...sizes, N: size(4) }, ({ random, N, L, S, E, Ev, drawn }) => {
        const batch = [
          [L, E],
          [S, E],
          [S, Ev],
        ].map((shape) => random.tensor([N, ...shape]));
        const { output, weights } = run(batch, drawn);
        for (const n of count(N)) {
          const item = batch.map((tensor) => reshape(rows(tensor, n, 1), tensor.shape.slice(1)));
          const alone = run(item, drawn);
          assertSameBits(reshape(rows(output, n, 1), [L, Ev]), alone.output);
          assertSameBits(reshape(rows(weights, n, 1), [L, S]), alone.weights);
        }
      });
    });

    it('is causal: later keys and values change nothing of the queries before, to the bit', () => {
      checkInputs(sizes, ({ random, L, S, E, Ev, inputs, drawn }) => {
        const [q, k, v] = inputs;
        const seen = random.integer(1, S);
        const more = random.integer(1, 5);
        const result = run(inputs, drawn, { isCausal: true });
        const longer = run(
          [
            concatenate(q, random.tensor([more, E])),
            concatenate(rows(k, 0, seen), random.tensor([S - seen + more, E])),
            concatenate(rows(v, 0, seen), random.tensor([S - seen + more, Ev])),
          ],
          drawn,
          { isCausal: true },
        );
        const prefix = Math.min(L, seen);
        assertSameBits(rows(longer.output, 0, prefix), rows(result.output, 0, prefix));
      });
    });

    it('gives the mean of the values when all keys are equal', () => {
      checkInputs(sizes, ({ S, Ev, inputs, drawn }) => {
        const [q, k, v] = inputs;
        const { output, weights } = run([q, pick(k, count(S).fill(0)), v], drawn);
        assert.ok(weights.data.every((/** @type {number} */ p) => p === Math.fround(1 / S)));
        const mean = count(Ev).map((j) =>
          count(S).reduce((sum, s) => sum + v.data[s * Ev + j] / S, 0),
        );
        const expected = output.data.map(
          (/** @type {number} */ _, /** @type {number} */ i) => mean[i % Ev],
        );
        // Each of the S products and sums rounds once, and so does 1 / S. No value exceeds 1.
        assertWithin(output, { shape: output.shape, data: expected }, () => (S + 2) * 2 ** -24);
      });
    });

    it('gives the value of the only key that is not masked, to the bit', () => {
      checkInputs(sizes, ({ random, L, S, inputs, drawn }) => {
        const only = count(L).map(() => random.integer(0, S - 1));
        const attnMask = { shape: [L, S], data: new Uint8Array(L * S) };
        only.forEach((s, l) => {
          attnMask.data[l * S + s] = 1;
        });
        const { output } = run(inputs, drawn, { attnMask });
        assertSameBits(output, pick(inputs[2], only));
      });
    });

    it('gives what it gives without the masked keys, to the bit, when they come last', () => {
      checkInputs(sizes, ({ random, S, inputs, drawn }) => {
        const length = random.integer(1, S);
        const [q, k, v] = inputs;
        const short = run([q, rows(k, 0, length), rows(v, 0, length)], drawn);
        const options = [
          { validLens: [length] },
          {
            keyPaddingMask: {
              shape: [1, S],
              data: Uint8Array.from(count(S), (s) => Number(s < length)),
            },
          },
        ];
        for (const option of options)
          assertSameBits(run(inputs, drawn, option).output, short.output);
      });
    });

    it('puts out numbers between the least and the largest value', () => {
      checkInputs(sizes, ({ S, Ev, inputs, drawn }) => {
        const [, , v] = inputs;
        run(inputs, drawn).output.data.forEach(
          (/** @type {number} */ x, /** @type {number} */ i) => {
            const column = count(S).map((s) => v.data[s * Ev + (i % Ev)]);
            const slack = (10 + 2 * S) * 2 ** -23;
            assert.ok(x >= Math.min(...column) - slack && x <= Math.max(...column) + slack);
          },
        );
      });
    });

    it('is linear in its values: twice the values, twice the output, to the bit', () => {
      checkInputs(sizes, ({ inputs, drawn }) => {
        const [q, k, v] = inputs;
        const twice = (/** @type {any} */ { shape, data }) => ({
          shape,
          data: data.map((/** @type {number} */ x) => 2 * x),
        });
        const { output } = run([q, k, twice(v)], drawn);
        assertSameBits(output, twice(run(inputs, drawn).output));
      });
    });

    it('gives a mask of ones, of zeros to be added and no mask the same bits', () => {
      checkInputs(sizes, ({ L, S, inputs, drawn }) => {
        const plain = run(inputs, drawn);
        const ones = { shape: [L, S], data: new Uint8Array(L * S).fill(1) };
        for (const attnMask of [ones, filled([1, S], 0), filled([1], 0)]) {
          const masked = run(inputs, drawn, { attnMask });
          assertSameBits(masked.output, plain.output);
          assertSameBits(masked.weights, plain.weights);
        }
      });
    });

    it('of scale 0 is even', () => {
      checkInputs(sizes, ({ S, inputs, drawn }) => {
        const { weights } = run(inputs, drawn, { scale: 0 });
        assert.ok(weights.data.every((/** @type {number} */ p) => p === Math.fround(1 / S)));
      });
    });

    it('gives the same bits for the same call', () => {
      checkInputs(sizes, ({ inputs, drawn }) => {
        assertSameBits(run(inputs, drawn).output, run(inputs, drawn).output);
      });
    });
  });
}

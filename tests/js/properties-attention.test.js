// What is true of scaled dot-product and of additive attention alike.
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { concatenate, filled, reshape, rows } from '../support/arrange.js';
import { check, size } from '../support/check.js';
import { assertSameBits } from '../support/near.js';

/** @import { Tensor } from '../support/arrange.js' */
/** @import { Random } from '../support/random.js' */

/** @type {any} results are looked at by name */
const attention = await loadAttention();

/**
 * @typedef {object} Mechanism
 * @property {(random: Random, width: number) => any} draw what it needs beside its inputs
 * @property {(inputs: Tensor[], drawn: any, options?: any) => any} run
 */
/** @type {Record<string, Mechanism>} */
const mechanisms = {
  scaledDotProductAttention: {
    draw: () => undefined,
    run: ([q, k, v], _, options) => attention.scaledDotProductAttention(q, k, v, options),
  },
  additiveAttention: {
    draw: (random, width) => ({
      wq: random.tensor([6, width]),
      wk: random.tensor([6, width]),
      wv: random.tensor([6]),
    }),
    run: ([q, k, v], drawn, options) => attention.additiveAttention(q, k, v, drawn, options),
  },
};

const count = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => i);
const sizes = { L: size(), S: size(), E: size(9), Ev: size(9) };

for (const [name, { draw, run }] of Object.entries(mechanisms)) {
  /** @param {any} sizes @param {(drawn: any) => void} holds */
  const checkInputs = (sizes, holds) =>
    check(sizes, (/** @type {any} */ { random, L, S, E, Ev, ...rest }) => {
      const inputs = [random.tensor([L, E]), random.tensor([S, E]), random.tensor([S, Ev])];
      holds({ random, L, S, E, Ev, ...rest, inputs, drawn: draw(random, E) });
    });

  describe(name, () => {
    it('answers each query as if it were alone, to the bit', () => {
      checkInputs(sizes, ({ L, inputs, drawn }) => {
        const [q, k, v] = inputs;
        const { output, weights } = run(inputs, drawn);
        for (const l of count(L)) {
          const alone = run([rows(q, l, 1), k, v], drawn);
          assertSameBits(rows(output, l, 1), alone.output);
          assertSameBits(rows(weights, l, 1), alone.weights);
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
  });
}

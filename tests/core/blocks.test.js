// Rows beyond the first block (96 rows of scores, 24 if causality limits keys) are the same as in a
// block of their own.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { reshape } from '../support/arrange.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { RawCall, RawCore } from '../support/raw.js';

/** @import { Tensor } from '../support/arrange.js' */
/** @import { Random } from '../support/random.js' */

/** @type {any} tests read results by name */
const attention = await loadAttention();

const [L, S, E, Ev] = [250, 37, 5, 7];

/** @param {any} one a result @param {any} other a result with the same numbers in other shapes */
function assertSameNumbers({ trace = {}, ...results }, other) {
  const compare = (/** @type {any} */ tensors, /** @type {any} */ others) => {
    for (const [name, tensor] of Object.entries(tensors)) {
      assertSameBits(reshape(others[name], tensor.shape), tensor, name);
    }
  };
  compare(results, other);
  compare(trace, other.trace);
}

/** Returns a mask in which about two thirds may attend. @param {Random} random */
const someSeen = (random) =>
  Uint8Array.from({ length: L * S }, () => Number(random.bits() % 3 > 0));

/** Returns numbers of which some are not finite. @param {Tensor} tensor @returns {Tensor} */
function poison({ shape, data }) {
  const poisoned = Float32Array.from(data);
  for (let i = 3; i < data.length; i += 41) poisoned[i] = [Number.NaN, Infinity, -Infinity][i % 3];
  return { shape, data: poisoned };
}

describe('a row in a later block', () => {
  for (const isPoisoned of [false, true]) {
    it(`is that of a head of its own, ${isPoisoned ? 'not all numbers finite' : 'finite'}`, () => {
      const random = createRandom(71);
      const query = random.tensor([L, E]);
      const key = random.tensor([1, 1, S, E]);
      const plain = random.tensor([1, 1, S, Ev]);
      const value = isPoisoned ? poison(plain) : plain;
      const mask = someSeen(random);
      for (const trace of [false, true]) {
        const options = { trace, dropout: { p: 0.3, seed: 5 } };
        const [rows, heads] = [
          [1, 1, L],
          [1, L, 1],
        ].map((sizes) =>
          attention.scaledDotProductAttention(reshape(query, [...sizes, E]), key, value, {
            ...options,
            attnMask: { shape: [...sizes, S], data: mask },
          }),
        );
        assertSameNumbers(rows, heads);
      }
    });
  }

  it('is that of an item of its own, in additive attention', () => {
    const random = createRandom(72);
    const A = 3;
    const parameters = {
      wq: random.tensor([A, E]),
      wk: random.tensor([A, E]),
      wv: random.tensor([A]),
    };
    const query = random.tensor([L, E]);
    const [keys, values] = [random.tensor([S, E]), random.tensor([S, Ev])];
    const mask = someSeen(random);
    const call = (/** @type {number} */ N, /** @type {number} */ rows) => {
      const repeat = (/** @type {Tensor} */ { shape, data }) => ({
        shape: [N, ...shape],
        data: Float32Array.from({ length: N * data.length }, (_, i) => data[i % data.length]),
      });
      const attnMask = { shape: [N, rows, S], data: mask };
      const inputs = [reshape(query, [N, rows, E]), repeat(keys), repeat(values)];
      const options = { attnMask, trace: true, dropout: { p: 0.3, seed: 6 } };
      const { trace, ...results } = attention.additiveAttention(...inputs, parameters, options);
      // Keys are projected separately for each item.
      const { projectedKeys, ...steps } = trace;
      return { ...results, trace: steps };
    };
    assertSameNumbers(call(1, L), call(L, 1));
  });

  it('sees the keys of its own under a causal mask', () => {
    const random = createRandom(73);
    for (const { isCausal, keys } of [
      { isCausal: true, keys: 250 },
      { isCausal: 'lower-right', keys: 300 },
      { isCausal: 'lower-right', keys: 200 },
    ]) {
      const offset = isCausal === true ? 0 : keys - L;
      const triangle = Array.from({ length: L }, (_, l) =>
        Array.from({ length: keys }, (_, s) => s <= l + offset),
      );
      const query = random.tensor([L, E]);
      const [key, value] = [random.tensor([keys, E]), random.tensor([keys, Ev])];
      for (const [k, v] of [
        [key, value],
        [key, poison(value)],
        [poison(key), value],
      ]) {
        for (const wanted of [{ needWeights: false }, {}, { trace: true }]) {
          assertSameNumbers(
            attention.scaledDotProductAttention(query, k, v, { isCausal, ...wanted }),
            attention.scaledDotProductAttention(query, k, v, { attnMask: triangle, ...wanted }),
          );
        }
      }
    }
  });
});

describe('a row of many keys', () => {
  it('has the weights that the steps of its trace give, at any scale', () => {
    const random = createRandom(74);
    for (const keys of [17, 23, 40, 300]) {
      const inputs = [
        random.tensor([3, E], 20),
        random.tensor([keys, E]),
        random.tensor([keys, Ev]),
      ];
      for (const scale of [1, 0.3, 0, -0.7, -3]) {
        const { output, weights } = attention.scaledDotProductAttention(...inputs, { scale });
        const traced = attention.scaledDotProductAttention(...inputs, { scale, trace: true });
        assertSameBits(weights, traced.trace.weights, `${keys} keys, scale ${scale}`);
        assertSameBits(output, traced.output, `${keys} keys, scale ${scale}`);
      }
    }
  });
});

describe('a negative length', () => {
  it('leaves no key, as 0 does', () => {
    const core = new RawCore();
    const run = (/** @type {number} */ length) => {
      const sizes = { N: 2, H: 1, L: 3, S: 5, inner: 1 };
      const call = new RawCall(core, 'attn_softmax', sizes, createRandom(75));
      call.clearOptions('allowed', 'added', 'key_padding', 'causal', 'valid_lens_per_query');
      const first = call.get('options.valid_lens') / 4;
      core.words[first] = length;
      core.words[first + 1] = 3;
      assert.equal(call.run(), 0);
      const from = call.get('output') / 4;
      return { shape: [2, 3, 5], data: core.floats.slice(from, from + 30) };
    };
    for (const length of [-1, -5, -(2 ** 31)]) assertSameBits(run(length), run(0));
    assert.notDeepEqual(run(4), run(0));
  });
});

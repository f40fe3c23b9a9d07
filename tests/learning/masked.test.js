// Masked entries add nothing to any gradient, whatever numbers they are: NaN, Infinity or large
// ones.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensor } from '../../src/js/index.js';
import { loadGradients } from '../../src/js/learning/index.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';

/** Untyped, so that tests can pass anything. @type {any} */
const gradients = await loadGradients();
const random = createRandom(35);
// Dropout multiplies 3e38 by more than 1, which overflows.
const POISONS = [Number.NaN, Infinity, -Infinity, 1e38, 3e38];
const [N, L, S, D] = [2, 5, 6, 4];
const numHeads = 2;

/** @param {...number} shape */
const numbers = (...shape) => tensor(shape, random.tensor(shape, 1).data);

/**
 * Returns a copy with one row of the last axis replaced.
 * @param {any} x @param {number} row @param {number} value
 */
function poisoned({ shape, data }, row, value) {
  const width = shape[shape.length - 1];
  return tensor(shape, Float32Array.from(data).fill(value, row * width, (row + 1) * width));
}

/**
 * Lists every tensor of a result by its path.
 * @param {any} result @param {string} [path]
 * @returns {[string, any][]}
 */
const tensorsOf = (result, path = '') =>
  Object.entries(result).flatMap(([name, value]) =>
    value.data ? [[path + name, value]] : tensorsOf(value, `${path + name}.`),
  );

/**
 * Queries do not see key 2 of item 0 and the last two keys of item 1. Query 3 of item 1 sees no key
 * at all.
 */
const attnMask = Array.from({ length: N }, (_, n) =>
  Array.from({ length: L }, (_, l) =>
    Array.from({ length: S }, (_, s) => (n === 0 ? s !== 2 : s < 4 && l !== 3)),
  ),
);
const added = attnMask.map((item) =>
  item.map((row) => row.map((sees) => (sees ? 0.25 : -Infinity))),
);
/** @type {Record<string, object>} */
const MASKS = {
  'a boolean mask': { attnMask },
  'an added mask': { attnMask: added },
  'a boolean mask and dropout': { attnMask, dropout: { p: 0.4, seed: 3 } },
  'a fill whose weights are 0': { attnMask, maskFill: -1e9, validLens: [6, 6] },
};
/** Rows over all items: keys that no query sees, and the query that sees no key. */
const KEYS = [2, S + 4, S + 5];
const QUERY = L + 3;

/** @type {Record<string, { inputs: any[], run: (inputs: any[], options: any) => any }>} */
const ATTENTIONS = {
  'dot product': {
    inputs: [numbers(N, L, 3), numbers(N, L, D), numbers(N, S, D), numbers(N, S, 3)],
    run: (inputs, options) => gradients.scaledDotProductAttention(...inputs, options),
  },
  additive: {
    inputs: [numbers(N, L, 3), numbers(N, L, D), numbers(N, S, D), numbers(N, S, 3)],
    run: (inputs, options) => gradients.additiveAttention(...inputs, additive, options),
  },
  'multi-head': {
    inputs: [numbers(N, L, D), numbers(N, L, D), numbers(N, S, D), numbers(N, S, D)],
    run: (inputs, { attnMask: mask, ...options }) =>
      gradients.multiHeadAttention(...inputs, heads, {
        ...options,
        numHeads,
        // The same mask for every head.
        attnMask: mask.map((/** @type {any} */ item) => new Array(numHeads).fill(item)),
      }),
  },
};
const additive = { wq: numbers(3, D), wk: numbers(3, D), wv: numbers(3) };
const heads = {
  inProjWeight: numbers(3 * D, D),
  inProjBias: numbers(3 * D),
  outProjWeight: numbers(D, D),
};

for (const [attention, { inputs, run }] of Object.entries(ATTENTIONS)) {
  describe(`of ${attention} attention`, () => {
    for (const [mask, options] of Object.entries(MASKS)) {
      const hasFill = 'maskFill' in options;
      // With a large finite fill, large masked numbers still count.
      const values = hasFill ? POISONS.slice(0, 1) : POISONS;

      it(`a masked value adds nothing, by ${mask}`, () => {
        const clean = tensorsOf(run(inputs, options));
        for (const value of values) {
          for (const key of hasFill ? [2] : KEYS) {
            const [gradOutput, query, keys, v] = inputs;
            const results = run([gradOutput, query, keys, poisoned(v, key, value)], options);
            for (const [name, result] of tensorsOf(results)) {
              const right = clean.find(([other]) => other === name)?.[1];
              // The gradient of a weight depends on the value, if that is a finite number.
              if (name !== 'trace.gradWeights') assertSameBits(result, right, name);
              else if (!Number.isFinite(value)) assert.ok(result.data.every(Number.isFinite), name);
            }
          }
        }
      });

      if (hasFill) continue;

      /**
       * Asserts that poison in a row of an input adds nothing.
       * @param {number} input @param {number} row @param {number[]} poisons
       */
      const assertHarmless = (input, row, poisons) => {
        const clean = new Map(tensorsOf(run(inputs, options)));
        for (const value of poisons) {
          const wrong = inputs.with(input, poisoned(inputs[input], row, value));
          for (const [name, result] of tensorsOf(run(wrong, options))) {
            const isOutput = input === 0;
            // The output projection has a row for this query, which contains only the bias.
            if (isOutput && name === 'gradParameters.outProjWeight') continue;
            if (isOutput && name === 'trace.gradWeights')
              assert.ok(result.data.every(Number.isFinite), name);
            else assertSameBits(result, clean.get(name), `${name}, row ${row} of ${value}`);
          }
        }
      };

      it(`a masked key adds nothing, by ${mask}`, () => {
        for (const key of KEYS) assertHarmless(2, key, POISONS);
      });

      it(`a query that sees nothing adds nothing, by ${mask}`, () => {
        assertHarmless(1, QUERY, POISONS);
      });

      it(`the output of a query that sees nothing hands nothing on, by ${mask}`, () => {
        assertHarmless(0, QUERY, [Number.NaN, Infinity]);
      });
    }

    it('a query of NaN, and an output of NaN, reach what it sees and nothing else', () => {
      const options = { attnMask };
      const clean = new Map(tensorsOf(run(inputs, options)));
      const [gradOutput, query, keys, v] = inputs;
      for (const wrong of [
        [poisoned(gradOutput, 1, Number.NaN), query, keys, v],
        [gradOutput, poisoned(query, 1, Number.NaN), keys, v],
      ]) {
        const results = new Map(tensorsOf(run(wrong, options)));
        for (const part of ['Key', 'Value']) {
          const name = results.has(`grad${part}`) ? `grad${part}` : `grad${part}s`;
          const [is, should] = [results.get(name), clean.get(name)];
          const width = is.shape[2];
          for (let row = 0; row < N * S; row++) {
            const isSeen = row < S && row !== 2;
            for (let j = row * width; j < (row + 1) * width; j++) {
              if (isSeen) assert.ok(Number.isNaN(is.data[j]), `${name}[${j}]`);
              else assert.equal(is.data[j], should.data[j], `${name}[${j}]`);
            }
          }
        }
      }
    });
  });
}

it('A causal mask keeps what comes later out of gradients.', () => {
  const [gradOutput, query, key, value] = [1, 2, 3, 4].map(() => numbers(L, D));
  const options = { isCausal: true };
  const clean = gradients.scaledDotProductAttention(gradOutput, query, key, value, options);
  const last = L - 1;
  const later = gradients.scaledDotProductAttention(
    gradOutput,
    query,
    poisoned(key, last, Number.NaN),
    poisoned(value, last, Number.NaN),
    options,
  );
  // Only the last query sees the last key, and passes NaN on to everything that it sees.
  const before = (/** @type {any} */ { data }) => [...data.subarray(0, last * D)];
  assert.deepEqual(before(later.gradQuery), before(clean.gradQuery));
  const spoiled = [poisoned(gradOutput, 0, Number.NaN), query, key, value];
  const first = gradients.scaledDotProductAttention(...spoiled, options);
  for (const name of ['gradKey', 'gradValue']) {
    const after = (/** @type {any} */ { data }) => [...data.subarray(D)];
    assert.deepEqual(after(first[name]), after(clean[name]), name);
  }
});

it('A masked key of NaN gives finite gradients: keys [NaN, NaN] and [1, 1], the first masked.', () => {
  const [identity, keys] = [
    [
      [1, 0],
      [0, 1],
    ],
    [
      [Number.NaN, Number.NaN],
      [1, 1],
    ],
  ];
  const attnMask = [
    [false, true],
    [false, true],
  ];
  const result = gradients.scaledDotProductAttention(
    [
      [1, 2],
      [3, 4],
    ],
    identity,
    keys,
    identity,
    { attnMask },
  );
  const lists = tensorsOf(result).map(([name, { data }]) => [name, [...data]]);
  assert.deepEqual(Object.fromEntries(lists), {
    ...{ gradQuery: [0, 0, 0, 0], gradKey: [0, 0, 0, 0], gradValue: [0, 0, 4, 6] },
    ...{ 'trace.gradWeights': [1, 2, 3, 4] },
    ...{ 'trace.gradScaledScores': [0, 0, 0, 0], 'trace.gradScores': [0, 0, 0, 0] },
  });
});

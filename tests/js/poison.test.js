import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { reshape, sizeOf } from '../support/arrange.js';
import { chooseCaseCount, tally } from '../support/bar.js';
import { makeCase, runCase } from '../support/cases.js';
import { assertSameBits } from '../support/near.js';
import { masksOf } from '../support/oracle-attend.js';
import { createRandom } from '../support/random.js';

/** @import { Case } from '../support/cases.js' */
/** @import { Random } from '../support/random.js' */

const attention = await loadAttention();
const bar = tally('unseen');
const poisons = [Number.NaN, Infinity, -Infinity, 1e38, -1e38, -3.4e38];

/**
 * Returns the names of keys and values and their number of heads. For softmax, these are the
 * scores.
 */
function sourcesOf(/** @type {Case} */ { operation, sizes }) {
  if (operation === 'softmax') return { names: ['input'], Hkv: 1 };
  if (operation === 'additiveAttention') return { names: ['keys', 'values'], Hkv: 1 };
  // The rows of a layer's inputs serve all heads.
  const Hkv = operation === 'multiHeadAttention' ? 1 : (sizes.Hkv ?? 1);
  return { names: ['key', 'value'], Hkv };
}

/**
 * Returns the call with poison in every key and value that query l of batch item n does not see.
 * @param {Random} random
 * @param {Case} case_
 * @param {number} n
 * @param {number} l
 * @returns {Case}
 */
function poisoned(random, case_, n, l) {
  const { operation, sizes, options } = case_;
  const { N, L, S, H = 1 } = sizes;
  const { names, Hkv } = sourcesOf(case_);
  const maskAt = masksOf(options, scoresOf(case_));
  const inputs = { ...case_.inputs };
  for (const name of names) inputs[name] = { ...inputs[name], data: inputs[name].data.slice() };

  for (let g = 0; g < Hkv; g++) {
    const heads = Array.from({ length: H / Hkv }, (_, i) => (g * H) / Hkv + i);
    const sees = (/** @type {number} */ h, /** @type {number} */ s) => maskAt(n, h, l, s, 0).isSeen;
    const keys = Array.from({ length: S }, (_, s) => s);
    // With a finite fill, a row without visible keys attends evenly, so its values count.
    const isFinite_ = Number.isFinite(options.maskFill ?? -Infinity);
    const isEven = isFinite_ && heads.some((h) => !keys.some((s) => sees(h, s)));
    for (const s of keys) {
      if (heads.some((h) => sees(h, s))) continue;
      for (const name of names) {
        if (isEven && name.startsWith('value')) continue;
        const { data } = inputs[name];
        const width = operation === 'softmax' ? 1 : data.length / (N * Hkv * S);
        const row = operation === 'softmax' ? (n * L + l) * S + s : (n * Hkv + g) * S + s;
        for (let i = 0; i < width; i++) data[row * width + i] = random.pick(poisons);
      }
    }
  }
  return { ...case_, inputs };
}

/** Returns the shape of the scores to which masks are broadcast. */
function scoresOf(/** @type {Case} */ { operation, sizes: { N, H, L, S }, inputs }) {
  if (operation === 'softmax') return [...inputs.input.shape];
  if (operation === 'multiHeadAttention') return [N, H, L, S];
  return [...(inputs.query ?? inputs.queries).shape.slice(0, -1), S];
}

/**
 * Asserts that the output of query l of item n is the same, bit for bit.
 * @param {Random} random
 * @param {Case} case_
 * @param {string} what
 */
function verify(random, case_, what) {
  bar.count('calls');
  const { N, L, H = 1 } = case_.sizes;
  const clean = runCase(attention, case_);
  const n = random.integer(0, N - 1);
  const l = random.integer(0, L - 1);
  const results = runCase(attention, poisoned(random, case_, n, l));
  for (const name of ['output', 'weights']) {
    if (!clean[name]) continue;
    const isByHead = name === 'weights' || case_.operation === 'scaledDotProductAttention';
    const heads = isByHead ? H : 1;
    const width = sizeOf(clean[name].shape) / (N * heads * L);
    for (let h = 0; h < heads; h++) {
      const [is, should] = [results, clean].map((result) => {
        const { data } = reshape(result[name], [N, heads, L, width]);
        const at = ((n * heads + h) * L + l) * width;
        return { shape: [width], data: data.slice(at, at + width) };
      });
      assertSameBits(is, should, `${name} of item ${n}, head ${h}, query ${l}: ${what}`);
    }
  }
}

/** @type {Record<string, (random: Random, scores: number[]) => any>} */
const masks = {
  'a boolean mask': (random, scores) => ({ attnMask: random.mask(scores) }),
  'an added mask of -Infinity': (random, scores) => {
    const { data } = random.mask(scores);
    return {
      attnMask: { shape: scores, data: Float32Array.from(data, (on) => (on ? 0.5 : -Infinity)) },
    };
  },
  'a key padding mask': (random, [N, , , S]) => ({ keyPaddingMask: random.mask([N, S]) }),
  'a length for every batch item': (random, [N, , , S]) => ({
    validLens: random.integers([N], 0, S),
  }),
  'a length for every query': (random, [N, , L, S]) => ({
    validLens: random.integers([N, L], 0, S),
  }),
  'a causal mask': () => ({ isCausal: true }),
  'all of them at once': (random, [N, H, L, S]) => ({
    attnMask: random.mask([N, H, L, S], 0.8),
    keyPaddingMask: random.mask([N, S], 0.8),
    validLens: random.integers([N, L], 1, S),
    isCausal: true,
  }),
};

const fills = { '-Infinity': {}, '-1e9': { maskFill: -1e9 }, '-1e6': { maskFill: -1e6 } };

describe('a masked key or value never reaches the output, even when it is NaN', () => {
  for (const operation of [
    'scaledDotProductAttention',
    'additiveAttention',
    'multiHeadAttention',
  ]) {
    for (const [kind, maskOf] of Object.entries(masks)) {
      for (const [fill, options] of Object.entries(fills)) {
        it(`${operation}: ${kind}, filled with ${fill}`, () => {
          const random = createRandom(31);
          for (let i = 0; i < 25; i++) {
            const case_ = makeCase(random, operation, { max: 11, grouped: i % 2 === 0 });
            const { N, H = 1, L, S } = case_.sizes;
            const rank = scoresOf(case_).length;
            const { numHeads, numKvHeads, rotary, inProjLayout } = case_.options;
            const isLayer = operation === 'multiHeadAttention';
            const layer = isLayer ? { numHeads, numKvHeads, rotary, inProjLayout } : {};
            const mask = maskOf(random, [N, H, L, S]);
            if (mask.attnMask && rank < 4) {
              const shape = rank === 2 ? [L, S] : [N, L, S];
              mask.attnMask = { shape, data: mask.attnMask.data.slice(0, sizeOf(shape)) };
            }
            case_.options = { ...layer, ...options, ...mask };
            verify(random, case_, `${kind}, call ${i}`);
          }
        });
      }
    }

    const calls = chooseCaseCount(500, 34_000);
    it(`${operation}: ${calls} calls with any options`, () => {
      const random = createRandom(32);
      for (let i = 0; i < calls; i++) {
        const case_ = makeCase(random, operation);
        // A fill near the scores gives masked keys a weight, as intended.
        if (case_.options.maskFill === -2) case_.options.maskFill = -1e9;
        verify(random, case_, `call ${i}`);
      }
    });
  }

  it('softmax: a masked score never reaches the weights', () => {
    const random = createRandom(33);
    for (let i = 0; i < 300; i++) {
      const [N, L, S] = [random.integer(1, 3), random.integer(1, 7), random.integer(1, 19)];
      const shape = [N, L, S];
      const input = random.tensor(shape, 5);
      const options = random.pick([
        { attnMask: random.mask(shape) },
        { validLens: random.integers([N], 0, S) },
        { validLens: random.integers([N, L], 0, S), maskFill: -1e6 },
        { attnMask: random.mask([S]), validLens: random.integers([N], 0, S) },
      ]);
      const case_ = { operation: 'softmax', sizes: { N, L, S }, inputs: { input }, options };
      verify(random, case_, `call ${i}`);
    }
  });
});

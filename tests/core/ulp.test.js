// exp and tanh as the wasm computes them, on at most one in 997 of all floats, read from traces of
// the public API.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { tally } from '../support/bar.js';
import { reduceCaseCount } from '../support/extent.js';

const attention = await loadAttention();
const bar = tally('exponentials');
const header = readFileSync(new URL('../../src/core/exp.h', import.meta.url), 'utf8');

/** The step is prime, so that every bit varies. */
const STEP = 997;
const BATCH = 2 ** 16;
// At the first, exp is barely larger than the smallest normal number; at the second it becomes 0.
const SMALLEST_NORMAL = Math.fround(-87.33);
const CUTOFF = Number(header.match(/EXP_CUTOFF \((.*)F\)/)?.[1]);
const INFINITE = 0x7f800000;
const SIGN = 0x80000000;

/**
 * Yields every 997th or 3989th float between two bit patterns, in batches.
 * @param {number} first
 * @param {number} end
 */
function* floats(first, end) {
  for (let start = first; start < end; start += BATCH * STEP) {
    const count = Math.min(BATCH, Math.ceil((end - start) / STEP));
    const bits = Uint32Array.from({ length: count }, (_, i) => start + i * STEP);
    yield new Float32Array(bits.buffer);
  }
}

const float64 = new Float64Array(1);
const words = new Uint32Array(float64.buffer);

/** Returns the error in units in the last place of a float32 of the exact value's size. */
function errorOf(/** @type {number} */ is, /** @type {number} */ exact) {
  float64[0] = exact;
  const exponent = ((words[1] >>> 20) & 0x7ff) - 1023;
  return Math.abs(is - exact) / 2 ** (Math.max(exponent, -126) - 23);
}

/** @param {ArrayLike<number>} x */
function exp(x) {
  // Next to a key of score 0, the largest, a score's exponential is that of the score itself.
  const data = new Float32Array(x.length + 1);
  data.set(x);
  const key = { shape: [x.length + 1, 1], data };
  const value = { shape: [x.length + 1, 0], data: new Float32Array() };
  const { trace } = attention.scaledDotProductAttention([[1]], key, value, {
    scale: 1,
    needWeights: false,
    trace: true,
  });
  assert.ok(trace);
  return trace.exponentials.data.subarray(0, x.length);
}

/** @param {ArrayLike<number>} x */
function tanh(x) {
  const queries = { shape: [x.length, 1], data: Float32Array.from(x) };
  const parameters = { wq: [[1]], wk: [[1]], wv: [1] };
  const options = { needWeights: false, trace: true };
  const { trace } = attention.additiveAttention(queries, [[0]], [[0]], parameters, options);
  assert.ok(trace);
  return trace.features.data;
}

describe('exp', () => {
  it('lies within 2 ULP of float64 while it is a normal number, and is 0 below the cut-off', (t) => {
    assert.ok(CUTOFF > -89, 'exp.h says where the cut-off is');
    let [largest, inputs] = [0, 0];
    for (const x of floats(SIGN, SIGN + INFINITE)) {
      const results = exp(x);
      for (let i = 0; i < x.length; i++) {
        if (x[i] < CUTOFF) {
          assert.ok(Object.is(results[i], 0), `exp(${x[i]}) is ${results[i]}`);
        } else if (x[i] < SMALLEST_NORMAL) {
          assert.ok(results[i] >= 0 && results[i] <= 2 ** -125, `exp(${x[i]}) is ${results[i]}`);
        } else {
          largest = Math.max(largest, errorOf(results[i], Math.exp(x[i])));
        }
      }
      inputs += x.length;
    }
    t.diagnostic(`${largest.toFixed(4)} ULP at most, of ${inputs} floats`);
    assert.ok(inputs > reduceCaseCount(2_000_000));
    assert.ok(largest <= 2, `${largest} ULP`);
    bar.count('floats', inputs);
    bar.most('ULP of exp', largest);
  });

  it('is 1 at 0, NaN for NaN and 0 for -Infinity', () => {
    assert.deepEqual([...exp([0, -0, Number.NaN, -Infinity])], [1, 1, Number.NaN, 0]);
  });
});

describe('tanh', () => {
  it('lies within 3 ULP of float64 and is odd', (t) => {
    let [largest, inputs] = [0, 0];
    for (const x of floats(STEP, INFINITE)) {
      const results = tanh(x);
      const negated = tanh(x.map((value) => -value));
      for (let i = 0; i < x.length; i++) {
        assert.equal(negated[i], -results[i], `tanh(${-x[i]})`);
        largest = Math.max(largest, errorOf(results[i], Math.tanh(x[i])));
      }
      inputs += x.length;
    }
    t.diagnostic(`${largest.toFixed(4)} ULP at most, of ${inputs} floats and their negatives`);
    assert.ok(inputs > reduceCaseCount(2_000_000));
    assert.ok(largest <= 3, `${largest} ULP`);
    bar.count('floats', 2 * inputs);
    bar.most('ULP of tanh', largest);
  });

  it('is 1 from 10 on, NaN for NaN and x where x is denormal', () => {
    const tiny = [2 ** -149, -(2 ** -149), 2 ** -127];
    const x = [10, -10, Infinity, -Infinity, Number.NaN, 0, ...tiny];
    assert.deepEqual([...tanh(x)], [1, -1, 1, -1, Number.NaN, 0, ...tiny]);
  });
});

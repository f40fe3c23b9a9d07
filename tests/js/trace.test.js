// A trace shows the numbers of the calculation: each step follows from the previous one bit for
// bit, with float32 arithmetic repeated here.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { permute, reshape, sizeOf } from '../support/arrange.js';
import { makeCase, runCase } from '../support/cases.js';
import { assertSameBits, UNIT } from '../support/near.js';
import { linearInFloat32 } from '../support/oracle.js';
import { createRandom } from '../support/random.js';

/** @import { Tensor } from '../support/arrange.js' */
/** @import { Case } from '../support/cases.js' */

const attention = await loadAttention();
const { fround } = Math;

/** Makes calls with a trace and weights. */
function traced(/** @type {string} */ operation, /** @type {number} */ seed, count = 250) {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const case_ = makeCase(random, operation, { max: 13 });
    case_.options = { ...case_.options, trace: true, needWeights: true };
    return { case_, results: runCase(attention, case_) };
  });
}

/** Returns item i, j … of a tensor, with the remaining axes. */
function item(/** @type {any} */ { shape, data }, /** @type {number[]} */ ...indices) {
  const rest = shape.slice(indices.length);
  const at = indices.reduce((sum, index, axis) => sum * shape[axis] + index, 0);
  return { shape: rest, data: data.slice(at * sizeOf(rest), (at + 1) * sizeOf(rest)) };
}

/** Returns the same numbers in another shape. */
const as = (/** @type {any} */ tensor, /** @type {number[]} */ ...shape) => reshape(tensor, shape);

/** Returns a distance in units in the last place of the exact value, as for normal numbers. */
const inUlps = (/** @type {number} */ is, /** @type {number} */ exact) =>
  Math.abs(is - exact) / 2 ** (Math.floor(Math.log2(Math.abs(exact))) - 23);

/** Verifies the steps from scores to weights. */
function verifySteps(
  /** @type {Case} */ { options },
  /** @type {Record<string, Tensor>} */ results,
  /** @type {number} */ defaultScale,
) {
  const { 'trace.scores': scores, 'trace.scaledScores': scaled } = results;
  const { 'trace.maskedScores': masked, 'trace.exponentials': exponentials } = results;
  const { 'trace.weights': weights, 'trace.dropped': dropped } = results;
  const { 'trace.rowMax': rowMax, 'trace.rowSum': rowSum } = results;
  const [L, S] = scores.shape.slice(-2);
  const sinkOf = (/** @type {number} */ row) => {
    const { data } = options.sinks ?? { data: [-Infinity] };
    return data[Math.floor(row / L) % data.length];
  };
  const scale = fround(options.scale ?? defaultScale);
  assertSameBits(scaled, { shape: scores.shape, data: scores.data.map((x) => x * scale) });
  assert.deepEqual([...rowMax.shape], scores.shape.slice(0, -1));
  assert.deepEqual([...rowSum.shape], scores.shape.slice(0, -1));

  rowMax.data.forEach((max, row) => {
    const sliceRow = (/** @type {Tensor} */ { data }) => data.slice(row * S, (row + 1) * S);
    // Either 0 or −0 may be the largest.
    const sink = sinkOf(row);
    assert.ok(max === Math.max(...sliceRow(masked), sink), 'rowMax');
    // In any order, each of S sums rounds once.
    const sunk = sink === -Infinity ? 0 : Math.exp(sink - max);
    const sum = sliceRow(exponentials).reduce((total, e) => total + e, sunk);
    const error = Math.abs(rowSum.data[row] - sum);
    // The sink's own exponential is within 2 ULP.
    assert.ok(error <= S * UNIT * sum + (sunk && 6 * UNIT * sum) || Number.isNaN(sum), 'rowSum');
    assert.equal(Number.isNaN(rowSum.data[row]), Number.isNaN(sum), 'rowSum');
    // A row without any key has no exponentials. emptyRow decides its weights.
    const isEmpty = max === -Infinity;
    const empty = options.emptyRow === 'nan' ? Number.NaN : 0;
    sliceRow(exponentials).forEach((e, s) => {
      const x = fround(sliceRow(masked)[s] - max);
      if (isEmpty) assert.ok(Object.is(e, empty));
      // Below this, results may be denormal or 0.
      else if (x < -87.33) assert.ok(e >= 0 && e <= Math.exp(-87.33), `exp(${x}) is ${e}`);
      else assert.ok(inUlps(e, Math.exp(x)) <= 2, `exp(${x}) is ${e}`);
      const weight = isEmpty ? empty : fround(e / rowSum.data[row]);
      assert.ok(Object.is(sliceRow(weights)[s], weight), 'weights');
    });
  });

  assertSameBits(results.weights, dropped ?? weights, 'weights as applied');
  assert.equal(dropped !== undefined, options.dropout !== undefined, 'dropped is there');
  if (!dropped) return;
  const kept = fround(1 / fround(1 - fround(options.dropout.p)));
  dropped.data.forEach((weight, i) => {
    const scaledWeight = fround(weights.data[i] * kept);
    assert.ok(
      weight === 0 || Object.is(weight, scaledWeight),
      `dropped ${weight} of ${scaledWeight}`,
    );
  });
}

const sumValues = (/** @type {Tensor} */ weights, /** @type {Tensor} */ value) =>
  linearInFloat32(weights, permute(value, [1, 0]));

describe('each step of a trace follows from the one before, to the bit', () => {
  it('scaled dot product', () => {
    for (const { case_, results } of traced('scaledDotProductAttention', 21)) {
      const { H, Hkv, L, S, E, Ev, N } = case_.sizes;
      const { query, key, value } = case_.inputs;
      verifySteps(case_, results, 1 / Math.sqrt(E));
      for (let n = 0; n < N; n++) {
        for (let h = 0; h < H; h++) {
          const from = Math.floor((h * Hkv) / H);
          const q = item(as(query, N, H, L, E), n, h);
          const k = item(as(key, N, Hkv, S, E), n, from);
          const v = item(as(value, N, Hkv, S, Ev), n, from);
          const readItem = (/** @type {string} */ name, /** @type {number} */ width) =>
            item(as(results[name], N, H, L, width), n, h);
          assertSameBits(readItem('trace.scores', S), linearInFloat32(q, k), 'scores');
          if (case_.options.emptyRow === 'nan') continue;
          assertSameBits(readItem('output', Ev), sumValues(readItem('weights', S), v), 'output');
        }
      }
    }
  });

  it('additive', () => {
    for (const { case_, results } of traced('additiveAttention', 22)) {
      const { N, L, S, Ev, A } = case_.sizes;
      const { queries, keys, values, wq, wk, wv } = case_.inputs;
      verifySteps(case_, results, 1);
      const { 'trace.projectedQueries': q, 'trace.projectedKeys': k } = results;
      assertSameBits(q, linearInFloat32(queries, wq), 'projected queries');
      assertSameBits(k, linearInFloat32(keys, wk), 'projected keys');
      const { 'trace.features': features, 'trace.scores': scores } = results;
      features.data.forEach((feature, i) => {
        const [a, s, row] = [i % A, Math.floor(i / A) % S, Math.floor(i / A / S)];
        const n = Math.floor(row / L);
        const x = fround(q.data[row * A + a] + k.data[(n * S + s) * A + a]);
        assert.ok(inUlps(feature, Math.tanh(x)) <= 3, `tanh(${x}) is ${feature}`);
      });
      const flat = reshape(features, [N * L * S, A]);
      const weight = { shape: [1, A], data: wv.data };
      assertSameBits(
        reshape(scores, [N * L * S, 1]),
        linearInFloat32(flat, weight),
        'scores from features',
      );
      if (case_.options.emptyRow === 'nan') continue;
      for (let n = 0; n < N; n++) {
        const w = item(reshape(results.weights, [N, L, S]), n);
        const v = item({ shape: [N, S, Ev], data: values.data }, n);
        assertSameBits(item(reshape(results.output, [N, L, Ev]), n), sumValues(w, v), 'output');
      }
    }
  });

  it('multi-head', () => {
    for (const { case_, results } of traced('multiHeadAttention', 23)) {
      const { N, H, L, S, D } = case_.sizes;
      const d = D / H;
      const { outProjWeight, outProjBias } = case_.inputs;
      verifySteps(case_, results, 1 / Math.sqrt(d));
      const step = (/** @type {string} */ name, /** @type {number[]} */ ...shape) =>
        reshape(results[name === 'weights' ? name : `trace.${name}`], shape);
      const [q, k, v] = [step('q', N, H, L, d), step('k', N, H, S, d), step('v', N, H, S, d)];
      const heads = step('heads', N, H, L, d);
      for (let n = 0; n < N; n++) {
        for (let h = 0; h < H; h++) {
          const scores = item(step('scores', N, H, L, S), n, h);
          assertSameBits(scores, linearInFloat32(item(q, n, h), item(k, n, h)), 'scores');
          const columns = permute(as(outProjWeight, D, H, d), [1, 0, 2]);
          assertSameBits(
            item(step('headContributions', N, H, L, D), n, h),
            linearInFloat32(item(heads, n, h), item(columns, h)),
            'head contributions',
          );
          if (case_.options.emptyRow === 'nan') continue;
          const weights = item(step('weights', N, H, L, S), n, h);
          assertSameBits(item(heads, n, h), sumValues(weights, item(v, n, h)), 'heads');
        }
      }
      const concatenated = step('concatenated', N, L, D);
      const joined = reshape(permute(heads, [0, 2, 1, 3]), [N, L, D]);
      assertSameBits(concatenated, joined, 'concatenated');
      const output = linearInFloat32(concatenated, outProjWeight, outProjBias);
      assertSameBits(reshape(results.output, [N, L, D]), output, 'output');
    }
  });

  it('q, k and v of multi-head are the projections, split into heads, in either layout', () => {
    for (const { case_, results } of traced('multiHeadAttention', 24, 60)) {
      const { N, H, L, S, D } = case_.sizes;
      const d = D / H;
      const { query, key, value, ...parameters } = case_.inputs;
      const isPerHead = case_.options.inProjLayout === 'per-head';
      [query, key, value].forEach((input, part) => {
        /** Returns the rows of q, k or v in the order of the heads. */
        const rowsOf = (/** @type {any} */ stacked) => {
          if (!stacked) return undefined;
          const width = sizeOf(stacked.shape) / (3 * D);
          const order = isPerHead ? [H, 3, d, width] : [3, H, d, width];
          const parts = permute(reshape(stacked, order), isPerHead ? [1, 0, 2, 3] : [0, 1, 2, 3]);
          return { shape: [D, ...stacked.shape.slice(1)], data: item(parts, part).data };
        };
        const name = ['q', 'k', 'v'][part];
        const weight = parameters[`${name}ProjWeight`] ?? rowsOf(parameters.inProjWeight);
        const flat = linearInFloat32(
          input,
          /** @type {any} */ (weight),
          rowsOf(parameters.inProjBias),
        );
        const rows = part === 0 ? L : S;
        const split = permute(reshape(flat, [N, rows, H, d]), [0, 2, 1, 3]);
        assertSameBits(reshape(results[`trace.${name}`], [N, H, rows, d]), split, name);
      });
    }
  });
});

describe('steps that are named', () => {
  for (const operation of /** @type {const} */ ([
    ...['scaledDotProductAttention', 'additiveAttention', 'multiHeadAttention'],
  ])) {
    it(`are those of the whole trace of ${operation}, and no others`, () => {
      const random = createRandom(26);
      for (const { case_, results } of traced(operation, 27, 60)) {
        const all = Object.keys(results).flatMap((name) =>
          name.startsWith('trace.') ? [name.slice('trace.'.length)] : [],
        );
        assert.ok(all.length >= 7, all.join());
        const trace = all.filter(() => random.uniform() < 0.3);
        case_.options = { ...case_.options, trace, needWeights: random.uniform() < 0.5 };
        const some = runCase(attention, case_);
        const { output, weights, ...steps } = some;
        assert.deepEqual(
          new Set(Object.keys(steps)),
          new Set(trace.map((name) => `trace.${name}`)),
        );
        for (const name of Object.keys(some)) assertSameBits(some[name], results[name], name);
      }
    });
  }
});

describe('an output does not depend on whether a trace is wanted', () => {
  it('nor where dropout leaves masked keys of a row of NaN', () => {
    const random = createRandom(25);
    for (let i = 0; i < 400; i++) {
      // A block has at most 96 rows, so the last rows of a longer input form another block.
      const L = random.pick([1, 2, 3, 7, 98, 130]);
      const S = random.pick([1, 2, 3, 9, 98, 140]);
      const [E, Ev] = [random.integer(1, 5), random.integer(1, 9)];
      const key = random.tensor([S, E]);
      key.data[random.integer(0, S - 1) * E] = Number.NaN;
      const value = random.tensor([S, Ev]);
      if (random.uniform() < 0.3) value.data[random.integer(0, S - 1) * Ev] = Number.NaN;
      const lengths = { shape: [L], data: random.integers([L], 0, S).data };
      const masks = random.pick([
        { isCausal: true },
        { isCausal: true, maskFill: -5 },
        { isCausal: true, emptyRow: 'nan' },
        { attnMask: { shape: [S], data: Uint8Array.from({ length: S }, (_, s) => s % 2) } },
        { isCausal: true, attnMask: { shape: [L, 1], data: new Uint8Array(L).fill(1) } },
        { validLens: lengths },
      ]);
      /** @type {any} */
      const options = { ...masks, dropout: { p: random.pick([0.5, 0.9, 1]), seed: i } };
      const query = random.tensor([L, E]);
      const attend = (/** @type {object} */ more) =>
        attention.scaledDotProductAttention(query, key, value, { ...options, ...more });
      const what = `call ${i}, ${L} x ${S}, ${JSON.stringify(Object.keys(masks))}`;
      const { output } = attend({ needWeights: false });
      assertSameBits(attend({ trace: true }).output, output, `${what}, with a trace`);
      assertSameBits(attend({ needWeights: true }).output, output, `${what}, with weights`);
    }
  });
});

// Capped scores and attention sinks agree with their definitions in terms of other calls.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadGradients } from '../../src/js/learning/index.js';
import { makeInstance } from '../support/instance.js';
import { assertSameBits, assertWithin } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, caught } from '../support/refusal.js';

/** @import { Random } from '../support/random.js' */

const { attention } = makeInstance();

/** @param {Random} random */
function makeInputs(random) {
  const [N, H] = [random.integer(1, 2), random.integer(1, 3)];
  const [L, S, E] = [random.integer(1, 5), random.integer(1, 40), random.integer(1, 9)];
  const inputs = [
    random.tensor([N, H, L, E], 4),
    random.tensor([N, H, S, E], 4),
    random.tensor([N, H, S, E]),
  ];
  return { inputs, N, H, L, S };
}

describe('a softcap', () => {
  it('makes softcap · tanh(score / softcap) of each scaled score, before the masks', () => {
    const random = createRandom(551);
    for (let i = 0; i < 150; i++) {
      const { inputs, L, S } = makeInputs(random);
      const [q, k, v] = inputs;
      const softcap = random.pick([0.5, 1, 30, 0.1]);
      const attnMask = random.pick([undefined, random.mask([L, S]), random.tensor([L, S], 2)]);
      const plain = attnMask === undefined ? {} : { attnMask };
      const { output, weights, trace } = attention.scaledDotProductAttention(q, k, v, {
        ...{ ...plain, softcap, trace: true },
      });
      const cap = Math.fround(softcap);
      const { shape, data } = trace.scaledScores;
      const quotients = { shape, data: data.map((score) => score / cap) };
      const { data: tanhs } = attention.activation(quotients, 'tanh');
      // The weights are those of a call with the capped scores.
      const capped = { shape, data: tanhs.map((tanh) => cap * tanh) };
      assertSameBits(weights, attention.softmax(capped, plain));
      if (attnMask === undefined) assertSameBits(trace.maskedScores, capped);
      const again = attention.scaledDotProductAttention(q, k, v, { ...plain, softcap });
      assertSameBits(again.output, output, 'without a trace');
      assertSameBits(again.weights, weights, 'without a trace');
    }
  });

  it('keeps masked keys masked, even infinite scores, and lets NaN through', () => {
    const query = [[1]];
    const key = [[1e30], [-1e30], [Number.NaN], [0]];
    const value = [[1], [2], [3], [4]];
    const options = { softcap: 2, scale: 1e30, trace: /** @type {const} */ (true) };
    const attnMask = [[true, true, false, true]];
    const { trace, output } = attention.scaledDotProductAttention(query, key, value, {
      ...{ ...options, attnMask },
    });
    assert.deepEqual([...trace.scaledScores.data.slice(0, 2)], [Infinity, -Infinity]);
    assert.deepEqual([...trace.maskedScores.data], [2, -2, -Infinity, 0]);
    assert.ok(Number.isFinite(output.data[0]));
    const open = attention.scaledDotProductAttention(query, key, value, options);
    assert.ok(open.weights.data.every(Number.isNaN));
  });
});

describe('a sink', () => {
  it('is a key more whose value is left out', () => {
    const random = createRandom(552);
    for (let i = 0; i < 150; i++) {
      const { inputs, N, H, L, S } = makeInputs(random);
      const [q, k, v] = inputs;
      const sinks = random.tensor([H], 5);
      const attnMask = random.pick([random.mask([L, S]), random.tensor([L, S])]);
      const { output, weights, trace } = attention.scaledDotProductAttention(q, k, v, {
        ...{ sinks, attnMask, trace: true },
      });
      const scores = { shape: [N, H, L, S + 1], data: new Float32Array(N * H * L * (S + 1)) };
      for (let row = 0; row < N * H * L; row++) {
        const from = trace.maskedScores.data.subarray(row * S, (row + 1) * S);
        scores.data.set(from, row * (S + 1));
        scores.data[row * (S + 1) + S] = sinks.data[Math.floor(row / L) % H];
      }
      const all = attention.softmax(scores);
      const kept = all.data.filter((_, index) => index % (S + 1) !== S);
      const bound = (/** @type {number} */ index) => 2 ** -21 * kept[index] + 2 ** -120;
      assertWithin(weights, { shape: weights.shape, data: kept }, bound, 'weights');
      const again = attention.scaledDotProductAttention(q, k, v, {
        ...{ sinks, attnMask, needWeights: false },
      });
      assertSameBits(again.output, output);
    }
  });

  it('takes all of a row without keys, and nothing where it is -Infinity', () => {
    const x = [[1, 2]];
    const attnMask = [[false]];
    for (const emptyRow of /** @type {const} */ (['zeros', 'nan'])) {
      const options = { attnMask, emptyRow, sinks: [0] };
      const { output, weights } = attention.scaledDotProductAttention(x, x, x, options);
      assert.deepEqual([...weights.data, ...output.data], [0, 0, 0]);
    }
    const random = createRandom(553);
    for (let i = 0; i < 60; i++) {
      const { inputs, H } = makeInputs(random);
      const [q, k, v] = inputs;
      const sinks = Array(H).fill(-Infinity);
      const right = attention.scaledDotProductAttention(q, k, v, { trace: true });
      const result = attention.scaledDotProductAttention(q, k, v, { trace: true, sinks });
      assertSameBits(result.output, right.output);
      assertSameBits(result.trace.rowSum, right.trace.rowSum);
    }
  });

  it('that is far above all scores overflows nothing, and NaN makes NaN', () => {
    const x = [[1, 2]];
    const { output } = attention.scaledDotProductAttention(x, x, x, { sinks: [1000] });
    assert.deepEqual([...output.data], [0, 0]);
    const { weights } = attention.scaledDotProductAttention(x, x, x, { sinks: [Number.NaN] });
    assert.deepEqual([...weights.data], [Number.NaN]);
  });

  it('has gradients: those of the same weights', async () => {
    const gradients = await loadGradients();
    const random = createRandom(554);
    const [q, k, v, g] = [1, 2, 3, 4].map(() => random.tensor([3, 4]));
    const loss = (/** @type {any} */ query) => {
      const { output } = attention.scaledDotProductAttention(query, k, v, { sinks: [0.5] });
      return output.data.reduce((sum, x, i) => sum + x * g.data[i], 0);
    };
    const { gradQuery } = gradients.scaledDotProductAttention(g, q, k, v, { sinks: [0.5] });
    for (let i = 0; i < 12; i++) {
      const shifted = (/** @type {number} */ by) => ({
        ...q,
        data: q.data.map((x, j) => (i === j ? x + by : x)),
      });
      const difference = (loss(shifted(0.01)) - loss(shifted(-0.01))) / 0.02;
      assert.ok(Math.abs(gradQuery.data[i] - difference) < 1e-3, `${gradQuery.data[i]}`);
    }
  });

  it('refuses what is no softcap and no sinks', () => {
    const x = [[1, 2]];
    const attend = (/** @type {any} */ options) =>
      caught(() => attention.scaledDotProductAttention(x, x, x, options));
    const refused = { operation: 'scaledDotProductAttention' };
    for (const softcap of [0, -1, Infinity, Number.NaN, 1e-60, 1e39, '5', null, [5]]) {
      const says = /expected a number above 0 that float32 can hold/;
      const [kind, argument] = ['ArgumentError', 'options.softcap'];
      assertRefusal(attend({ softcap }), { ...refused, kind, argument, says });
    }
    const says = /shape \(2,\); expected \(1,\) with one number for each head/;
    const argument = 'options.sinks';
    assertRefusal(attend({ sinks: [1, 2] }), { ...refused, kind: 'ShapeError', argument, says });
    assertRefusal(attend({ sinks: [true] }), { ...refused, kind: 'ArgumentError', argument });
    const nearest = attend({ sink: [1] });
    assertRefusal(nearest, { ...refused, kind: 'ArgumentError', says: /did you mean sinks\?/ });
    const other = caught(() => attention.softmax(x, /** @type {any} */ ({ softcap: 5 })));
    assertRefusal(other, {
      kind: 'ArgumentError',
      operation: 'softmax',
      argument: 'options.softcap',
    });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention, tensor } from '../../src/js/index.js';
import { loadGradients } from '../../src/js/learning/gradients.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefused } from '../support/refusal.js';

/** @import { Tensor } from '../../src/js/index.js' */

const attention = await loadAttention();
const gradients = await loadGradients();
const random = createRandom(7);

/**
 * The step of the differences, and how far float32 may differ from the gradient. With a step h and
 * values and outputs of size 1, rounding gives 2^-24 / h = 6e-6 for each of some tens of outputs.
 */
const STEP = 1 / 64;
const TOLERANCE = 2e-3;

/** @param {...number} shape */
const numbers = (...shape) => tensor(shape, random.tensor(shape, 1).data);

/**
 * Computes the change of sum(output · gradOutput) with each number, by central differences through
 * the core.
 * @param {Tensor} x @param {Tensor} gradOutput @param {(x: Tensor) => Tensor} run
 */
function differences(x, gradOutput, run) {
  const loss = (/** @type {number} */ i, /** @type {number} */ step) => {
    const data = Float32Array.from(x.data);
    data[i] += step;
    const output = run(tensor([...x.shape], data)).data;
    return gradOutput.data.reduce((sum, g, j) => sum + g * output[j], 0);
  };
  return Array.from(x.data, (_, i) => (loss(i, STEP) - loss(i, -STEP)) / (2 * STEP));
}

/** @param {Tensor} is @param {number[]} should @param {string} what */
function assertNear(is, should, what) {
  is.data.forEach((value, i) => {
    assert.ok(Math.abs(value - should[i]) < TOLERANCE, `${what}[${i}]: ${value}, not ${should[i]}`);
  });
}

/**
 * Compares a gradient with central differences.
 * @param {Tensor} is @param {string} what
 * @param {Parameters<typeof differences>} change x, the gradient of the output, and the run
 */
const assertGradient = (is, what, ...change) => assertNear(is, differences(...change), what);

const [queries, keys, values] = [numbers(2, 3, 4), numbers(2, 5, 4), numbers(2, 5, 4)];
const gradOutput = numbers(2, 3, 4);
const additive = { wq: numbers(6, 4), wk: numbers(6, 4), wv: numbers(6) };
const heads = { inProjWeight: numbers(12, 4), outProjWeight: numbers(4, 4) };

/**
 * Each attention of tensors whose rows have 4 numbers.
 * @type {Record<string, (api: any, tensors: Tensor[], options?: object) => any>}
 */
const attentions = {
  scaledDotProductAttention: (api, tensors, options) =>
    api.scaledDotProductAttention(...tensors, options),
  additiveAttention: (api, tensors, options) =>
    api.additiveAttention(...tensors, additive, options),
  multiHeadAttention: (api, tensors, options) =>
    api.multiHeadAttention(...tensors, heads, { numHeads: 2, ...options }),
};

describe('the gradients of an attention', () => {
  it('are how its output changes, with masks and dropout', () => {
    const [query, key, value] = [numbers(2, 3, 4), numbers(2, 5, 4), numbers(2, 5, 3)];
    const gradOutput = numbers(2, 3, 3);
    const attnMask = [
      [true, true, false, true, true],
      [true, false, true, true, true],
      [true, true, true, true, false],
    ];
    const options = { attnMask, validLens: [4, 5], dropout: { p: 0.25, seed: 3 } };
    const run = (/** @type {Tensor} */ q, /** @type {Tensor} */ k, /** @type {Tensor} */ v) =>
      attention.scaledDotProductAttention(q, k, v, options).output;
    const result = gradients.scaledDotProductAttention(gradOutput, query, key, value, options);
    const { gradQuery, gradKey, gradValue } = result;
    assertGradient(gradQuery, 'query', query, gradOutput, (x) => run(x, key, value));
    assertGradient(gradKey, 'key', key, gradOutput, (x) => run(query, x, value));
    assertGradient(gradValue, 'value', value, gradOutput, (x) => run(query, key, x));
  });

  it('are how its output changes with numbers that a mask adds, however they are broadcast', () => {
    const [N, H, L, S] = [2, 3, 2, 4];
    const [query, key, value] = [numbers(N, H, L, 3), numbers(N, 1, S, 3), numbers(N, 1, S, 2)];
    const gradOutput = numbers(N, H, L, 2);
    for (const shape of [[L, S], [H, 1, S], [N, 1, L, 1], [1, H, L, S], [S], [N, H, L, S], []]) {
      const attnMask = numbers(...shape);
      const run = (/** @type {Tensor} */ mask) =>
        attention.scaledDotProductAttention(query, key, value, { attnMask: mask }).output;
      const result = gradients.scaledDotProductAttention(gradOutput, query, key, value, {
        attnMask,
      });
      const { gradAttnMask = assert.fail('no gradient of the mask') } = result;
      assert.deepEqual(gradAttnMask.shape, shape);
      assertGradient(gradAttnMask, `mask ${shape}`, attnMask, gradOutput, run);
    }
    const flags = gradients.scaledDotProductAttention(gradOutput, query, key, value, {
      attnMask: [[true, true, false, true]],
    });
    assert.ok(!('gradAttnMask' in flags));
  });

  it('are how its output changes with such a mask in additive and multi-head attention', () => {
    const bias = numbers(3, 5);
    bias.data[7] = -Infinity;
    const alibi = numbers(1, 2, 3, 5);
    const tensors = [queries, keys, keys];
    for (const [name, attnMask] of /** @type {[string, Tensor][]} */ ([
      ['additiveAttention', bias],
      ['multiHeadAttention', alibi],
    ])) {
      const call = attentions[name];
      const { gradAttnMask } = call(gradients, [gradOutput, ...tensors], { attnMask });
      assertGradient(gradAttnMask, `mask of ${name}`, attnMask, gradOutput, (mask) => {
        return call(attention, tensors, { attnMask: mask }).output;
      });
      if (attnMask === bias) assert.equal(gradAttnMask.data[7], 0);
    }
  });

  it('are how its output changes with sinks, in each attention', () => {
    const grouped = [numbers(2, 4, 3, 4), numbers(2, 2, 5, 4), numbers(2, 2, 5, 3)];
    const plain = [queries, keys, keys];
    const options = { validLens: [4, 5], dropout: { p: 0.25, seed: 3 }, softcap: 2 };
    for (const [
      name,
      count,
      gradient,
      tensors,
    ] of /** @type {[string, number, Tensor, Tensor[]][]} */ ([
      ['scaledDotProductAttention', 4, numbers(2, 4, 3, 3), grouped],
      ['additiveAttention', 1, gradOutput, plain],
      ['multiHeadAttention', 2, gradOutput, plain],
    ])) {
      const [call, sinks] = [attentions[name], numbers(count)];
      const { gradSinks } = call(gradients, [gradient, ...tensors], { ...options, sinks });
      assert.deepEqual(gradSinks.shape, [count]);
      assertGradient(gradSinks, `sinks of ${name}`, sinks, gradient, (given) => {
        return call(attention, tensors, { ...options, sinks: given }).output;
      });
    }
    const without = gradients.scaledDotProductAttention(gradOutput, queries, keys, keys);
    assert.ok(!('gradSinks' in without));
  });

  it('are for sinks those of a key whose value is 0', () => {
    const [query, gradOutput] = [numbers(2, 3, 4, 4), numbers(2, 3, 4, 2)];
    const [key, value] = [numbers(2, 3, 5, 4), numbers(2, 3, 5, 2)];
    // The weights of the sinks are from 1e-9 to almost 1.
    const sinks = [-20, 0.5, 16];
    const addKey = (/** @type {Tensor} */ { shape: [N, H, S, E], data }) => {
      const wide = new Float32Array(N * H * (S + 1) * E);
      for (let i = 0; i < N * H; i++) {
        wide.set(data.subarray(i * S * E, (i + 1) * S * E), i * (S + 1) * E);
      }
      return tensor([N, H, S + 1, E], wide);
    };
    const attnMask = tensor(
      [1, 3, 1, 6],
      Float32Array.from({ length: 18 }, (_, i) => (i % 6 === 5 ? sinks[(i - 5) / 6] : 0)),
    );
    const is = gradients.scaledDotProductAttention(gradOutput, query, key, value, { sinks });
    const should = gradients.scaledDotProductAttention(
      ...[gradOutput, query, addKey(key), addKey(value)],
      { attnMask },
    );
    sinks.forEach((_, h) => {
      const [gradient, other] = [is.gradSinks?.data[h], should.gradAttnMask?.data[6 * h + 5]];
      assert.ok(gradient !== undefined && other !== undefined && gradient !== 0);
      const error = Math.abs(gradient - other) / Math.abs(other);
      assert.ok(error < 1e-5, `sink ${h}: ${gradient}, not ${other}`);
    });
  });

  it('are 0 for a sink of -Infinity, and finite beside masked NaN', () => {
    const [x, keys, gradOutput] = [numbers(2, 1, 4), numbers(2, 2, 4), numbers(2, 1, 4)];
    keys.data.fill(Number.NaN, 12);
    const attnMask = tensor([2, 1, 1, 2], Uint8Array.of(0, 0, 1, 0));
    const [g, q, k] = [gradOutput, x, keys].map(({ shape: [N, ...rest], data }) =>
      tensor([N, 1, ...rest], data),
    );
    const { gradSinks } = gradients.scaledDotProductAttention(g, q, k, k, {
      ...{ attnMask, sinks: [-Infinity] },
    });
    assert.deepEqual([...(gradSinks?.data ?? [])], [0]);
    const open = gradients.scaledDotProductAttention(gradOutput, x, keys, keys, {
      attnMask: tensor([2, 1, 2], attnMask.data),
      sinks: [0.5],
    });
    assert.ok(Number.isFinite(open.gradSinks?.data[0]) && open.gradSinks?.data[0] !== 0);
  });

  it('are how its output changes with scores that a softcap bounds', () => {
    // The scores are about 2, so the softcap removes half of the gradient.
    const options = { softcap: 1.5, scale: 1.2, validLens: [4, 5] };
    for (const [name, call] of Object.entries(attentions)) {
      const result = call(gradients, [gradOutput, queries, keys, values], options);
      const run = (/** @type {Tensor[]} */ ...tensors) => call(attention, tensors, options).output;
      const ofQuery = differences(queries, gradOutput, (x) => run(x, keys, values));
      const ofKey = differences(keys, gradOutput, (x) => run(queries, x, values));
      assertNear(result.gradQuery ?? result.gradQueries, ofQuery, `query of ${name}`);
      assertNear(result.gradKey ?? result.gradKeys, ofKey, `key of ${name}`);
      assert.ok(ofQuery.some((number) => Math.abs(number) > 10 * TOLERANCE));
    }
  });

  it('pass a softcap by 1 − (capped score / softcap)², and not at all where it is reached', () => {
    const [query, gradOutput] = [tensor([[1]]), tensor([[1]])];
    // The scores are 1, −2 and 1e30. The last key is masked and NaN.
    const key = tensor([[1], [-2], [1e30], [Number.NaN]]);
    const value = tensor([[1], [2], [4], [Number.NaN]]);
    const options = { softcap: 3, attnMask: [[true, true, true, false]] };
    const result = gradients.scaledDotProductAttention(gradOutput, query, key, value, options);
    const { trace, weights, output } = attention.scaledDotProductAttention(query, key, value, {
      ...options,
      trace: true,
    });
    const { gradScaledScores } = result.trace;
    for (let s = 0; s < 4; s++) {
      const capped = trace.maskedScores.data[s];
      const masked = s === 3 ? 0 : weights.data[s] * (value.data[s] - output.data[0]);
      const should = s === 3 ? 0 : masked * (1 - (capped / 3) ** 2);
      const is = gradScaledScores.data[s];
      // A weight of size 1 and its factors have three roundings each.
      assert.ok(Math.abs(is - should) <= 16 * 2 ** -24, `score ${s}: ${is}, not ${should}`);
    }
    assert.equal(gradScaledScores.data[2], 0);
    assert.equal(result.gradKey.data[3], 0);
    assert.ok(Number.isFinite(result.gradQuery.data[0]));
  });

  it('are how a layer with fewer heads of keys, or rotary positions, changes with all its numbers', () => {
    const [query, key, value] = [numbers(2, 3, 8), numbers(2, 5, 8), numbers(2, 5, 8)];
    const gradient = numbers(2, 3, 8);
    const biases = { inProjBias: numbers(16), outProjBias: numbers(8) };
    const outProjWeight = numbers(8, 8);
    const stacked = { inProjWeight: numbers(16, 8), outProjWeight, ...biases };
    const separate = {
      ...{ qProjWeight: numbers(8, 8), kProjWeight: numbers(4, 8), vProjWeight: numbers(4, 8) },
      ...{ outProjWeight, ...biases },
    };
    const groups = { numHeads: 4, numKvHeads: 2 };
    const rotated = { numHeads: 2, numKvHeads: 1, softcap: 2 };
    for (const [parameters, options] of /** @type {[Record<string, Tensor>, any][]} */ ([
      [stacked, groups],
      [separate, groups],
      [separate, { ...rotated, rotary: {} }],
      [separate, { ...rotated, rotary: { theta: 50, pairs: 'interleaved' } }],
      [separate, { ...rotated, rotary: { width: 2 } }],
    ])) {
      const result = gradients.multiHeadAttention(
        ...[gradient, query, key, value],
        ...[/** @type {any} */ (parameters), options],
      );
      assert.deepEqual(Object.keys(result.gradParameters).sort(), Object.keys(parameters).sort());
      /** @type {Record<string, Tensor>} */
      const given = { query, key, value, ...parameters };
      /** @type {Record<string, Tensor>} */
      const is = {
        ...{ query: result.gradQuery, key: result.gradKey, value: result.gradValue },
        ...result.gradParameters,
      };
      for (const name of Object.keys(given)) {
        const run = (/** @type {Tensor} */ x) => {
          const { query: q, key: k, value: v, ...rest } = { ...given, [name]: x };
          return attention.multiHeadAttention(q, k, v, /** @type {any} */ (rest), options).output;
        };
        assert.deepEqual(is[name].shape, given[name].shape);
        const what = `${name} with ${JSON.stringify(options)}`;
        assertGradient(is[name], what, given[name], gradient, run);
      }
    }
  });

  it('sum up over a batch that shares its keys, and its values', () => {
    const [query, gradOutput] = [numbers(3, 2, 4, 5), numbers(3, 2, 4, 2)];
    const [key, value] = [numbers(1, 1, 6, 5), numbers(1, 1, 6, 2)];
    const dotProduct = gradients.scaledDotProductAttention(gradOutput, query, key, value);
    const run = (/** @type {Tensor} */ k, /** @type {Tensor} */ v) =>
      attention.scaledDotProductAttention(query, k, v).output;
    assert.deepEqual(dotProduct.gradKey.shape, [1, 1, 6, 5]);
    assertGradient(dotProduct.gradKey, 'key', key, gradOutput, (x) => run(x, value));
    assertGradient(dotProduct.gradValue, 'value', value, gradOutput, (x) => run(key, x));
    const [grad, item] = [numbers(2, 3, 4), numbers(1, 5, 4)];
    const { gradKeys } = gradients.additiveAttention(grad, queries, item, item, additive);
    assertGradient(gradKeys, 'keys', item, grad, (x) => {
      return attention.additiveAttention(queries, x, item, additive).output;
    });
  });

  it('has a trace: of the weights, the scaled scores and the scores', () => {
    const [query, key, value] = [numbers(3, 4), numbers(5, 4), numbers(5, 2)];
    const gradOutput = numbers(3, 2);
    const options = { scale: 0.25, isCausal: true };
    const { trace } = gradients.scaledDotProductAttention(gradOutput, query, key, value, options);
    for (const { shape } of Object.values(trace)) assert.deepEqual(shape, [3, 5]);
    // gradWeights = gradOutput · valueᵀ, as the core's linear computes it.
    assertSameBits(trace.gradWeights, attention.linear(gradOutput, value), 'gradWeights');
    trace.gradScaledScores.data.forEach((scaled, i) => {
      assert.equal(trace.gradScores.data[i], scaled * 0.25);
      if (i % 5 > Math.floor(i / 5)) assert.equal(scaled, 0);
    });
    // Adding a number to a whole row changes nothing.
    for (let row = 0; row < 3; row++) {
      const sum = trace.gradScaledScores.data
        .subarray(5 * row, 5 * row + 5)
        .reduce((a, b) => a + b);
      assert.ok(Math.abs(sum) < 1e-6, `${sum}`);
    }
  });

  it('is summed up by the projections of heads, in either layout', () => {
    const [x, gradOutput] = [numbers(2, 3, 4), numbers(2, 3, 4)];
    const [weight, bias, outProjWeight] = [numbers(12, 4), numbers(12), numbers(4, 4)];
    // The rows of q, k and v, for each of two heads in turn.
    const order = [0, 1, 4, 5, 8, 9, 2, 3, 6, 7, 10, 11];
    const reorder = (/** @type {Tensor} */ { shape: [rows, ...shape], data }) => {
      const run = data.length / rows;
      const moved = order.flatMap((from) => [...data.subarray(from * run, (from + 1) * run)]);
      return tensor([rows, ...shape], Float32Array.from(moved));
    };
    const stacked = gradients.multiHeadAttention(
      ...[gradOutput, x, x, x],
      { inProjWeight: weight, inProjBias: bias, outProjWeight },
      { numHeads: 2 },
    );
    const perHead = gradients.multiHeadAttention(
      ...[gradOutput, x, x, x],
      { inProjWeight: reorder(weight), inProjBias: reorder(bias), outProjWeight },
      { numHeads: 2, inProjLayout: 'per-head' },
    );
    assert.deepEqual(Object.keys(stacked.gradParameters).sort(), [
      'inProjBias',
      'inProjWeight',
      'outProjWeight',
    ]);
    for (const name of ['gradQuery', 'gradKey', 'gradValue']) {
      assertSameBits(/** @type {any} */ (perHead)[name], /** @type {any} */ (stacked)[name], name);
    }
    for (const name of /** @type {const} */ (['inProjWeight', 'inProjBias'])) {
      const [is, right] = [perHead, stacked].map(({ gradParameters }) => gradParameters[name]);
      assert.ok(is && right);
      assertSameBits(is, reorder(right), name);
    }
    assert.deepEqual(stacked.trace.gradScores.shape, [2, 2, 3, 3]);
  });

  it('takes tensors that are resident in the core', () => {
    const [query, gradOutput] = [numbers(3, 4), numbers(3, 4)];
    const plain = gradients.scaledDotProductAttention(gradOutput, query, query, query);
    const held = attention.resident(query);
    const result = gradients.scaledDotProductAttention(gradOutput, held, held, held);
    assertSameBits(result.gradKey, plain.gradKey);
    held.dispose();
  });

  it('is empty where there is nothing to attend', () => {
    const none = tensor([0, 4], new Float32Array(0));
    const gradOutput = tensor([2, 4], new Float32Array(8).fill(1));
    const query = numbers(2, 4);
    const result = gradients.scaledDotProductAttention(gradOutput, query, none, none);
    assert.deepEqual([...result.gradQuery.data], new Array(8).fill(0));
    assert.deepEqual(result.gradKey.shape, [0, 4]);
  });

  it('refuses what the attention refuses, and a gradient of another shape', () => {
    const x = numbers(3, 4);
    const run = gradients.scaledDotProductAttention.bind(gradients);
    const refused = { kind: 'ShapeError', operation: 'scaledDotProductAttention' };
    for (const [argument, call] of /** @type {[string, () => unknown][]} */ ([
      ['key', () => run(x, x, numbers(3, 5), x)],
      ['gradOutput', () => run(numbers(3, 5), x, x, x)],
    ])) {
      assertRefused(call, { ...refused, argument, says: /has shape \(3, 5\)/ });
    }
    assert.equal(run(x, x, x, x).gradQuery.shape.length, 2);
  });

  it('refuses a destination, which no gradient has, and checks the options of results', () => {
    for (const [operation, attend] of Object.entries(attentions)) {
      const call = (/** @type {object} */ options) =>
        attend(gradients, [gradOutput, queries, keys, keys], options);
      for (const name of ['out', 'weightsOut']) {
        const argument = `options.${name}`;
        assertRefused(() => call({ [name]: new Float32Array(24) }), {
          ...{ kind: 'ArgumentError', operation, argument },
          says: /absent, because gradients are fresh tensors/,
        });
      }
      for (const options of [{ needWeights: 1 }, { trace: 'scores' }, { trace: ['score'] }]) {
        const argument = `options.${Object.keys(options)[0]}`;
        assertRefused(() => call(options), { kind: 'ArgumentError', operation, argument });
      }
      const [right, same] = [call({}), call({ needWeights: false, trace: ['scores'] })];
      assertSameBits(same.trace.gradScores, right.trace.gradScores);
    }
  });

  it('are the same the next time, whatever a call has left in memory', async () => {
    const fresh = await loadGradients();
    const x = numbers(40, 8);
    const parameters = { wq: numbers(6, 8), wk: numbers(6, 8), wv: numbers(6) };
    const first = fresh.additiveAttention(x, x, x, x, parameters);
    for (let time = 0; time < 20; time++) {
      const again = fresh.additiveAttention(x, x, x, x, parameters);
      assertSameBits(again.gradKeys, first.gradKeys);
    }
  });
});

// Weights and caches with 16-bit numbers give the bits of float32 with the same rounded numbers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensor } from '../../src/js/index.js';
import { layOutParameters } from '../../src/js/multi-head-parameters.js';
import { permute, slice } from '../support/arrange.js';
import { makeInstance } from '../support/instance.js';
import { narrowTypes, roundTensor, roundTo } from '../support/narrow.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefused } from '../support/refusal.js';

/** @import { Random } from '../support/random.js' */

/**
 * Draws a layer's parameters of any widths. Some lie between two 16-bit numbers.
 * @param {Random} random
 * @param {number} [widest]
 */
function makeParameters(random, widest = 19) {
  const Hkv = random.integer(1, 3);
  const H = Hkv * random.integer(1, 2);
  const d = random.integer(1, widest);
  const [D, Dkv] = [H * d, Hkv * d];
  const [Kdim, Vdim] = [random.integer(1, 70), random.integer(1, 70)];
  const weights = {
    qProjWeight: random.tensor([D, D]),
    kProjWeight: random.tensor([Dkv, Kdim]),
    vProjWeight: random.tensor([Dkv, Vdim]),
    outProjWeight: random.tensor([D, D]),
  };
  const biases = { inProjBias: random.tensor([D + 2 * Dkv]), outProjBias: random.tensor([D]) };
  const width = d - (d % 2);
  const rotary = random.pick([undefined, { width }, { width, pairs: 'interleaved', theta: 100 }]);
  /** @type {any} */
  const options = { numHeads: H, numKvHeads: Hkv, ...(rotary && { rotary }) };
  return { weights, biases, options, sizes: { H, Hkv, d, D, Dkv, Kdim, Vdim } };
}

/** @param {any} result @param {any} right @param {string} what */
function assertSameResult(result, right, what) {
  assertSameBits(result.output, right.output, `output, ${what}`);
  assertSameBits(result.weights, right.weights, `weights, ${what}`);
  for (const [name, step] of Object.entries(right.trace)) {
    assertSameBits(result.trace[name], step, `${name}, ${what}`);
  }
}

for (const { dtype, special } of narrowTypes) {
  const dtypeOption = { dtype };
  const round = (/** @type {{ shape: readonly number[], data: Float32Array }} */ tensor) =>
    roundTensor(dtype, tensor);
  /** @param {Record<string, any>} tensors */
  const roundAll = (tensors) =>
    Object.fromEntries(Object.entries(tensors).map(([name, each]) => [name, round(each)]));

  describe(`weights of ${dtype}`, () => {
    it('give every bit of rounded weights in float32, in any shape', () => {
      const { attention, arena } = makeInstance();
      for (let seed = 1; seed <= 60; seed++) {
        const random = createRandom(seed);
        const { weights, biases, options, sizes } = makeParameters(random, seed % 10 ? 19 : 100);
        if (seed % 3 === 0) {
          const { data } = random.pick(Object.values(weights));
          data[random.integer(0, data.length - 1)] = random.pick(special);
        }
        const make = (/** @type {any} */ each, /** @type {any} */ option) =>
          /** @type {any} */ (attention).createMultiHeadAttention(
            { ...each, ...biases },
            { ...options, ...option },
          );
        const layer = make(weights, dtypeOption);
        const rounded = make(roundAll(weights), {});
        for (const most of [1, 5, seed % 10 ? 12 : 110]) {
          const L = random.integer(1, most);
          const S = L + random.integer(0, 5);
          const N = random.integer(1, 2);
          const inputs = [
            random.tensor([N, L, sizes.D]),
            random.tensor([N, S, sizes.Kdim]),
            random.tensor([N, S, sizes.Vdim]),
          ];
          const call = { trace: true, isCausal: random.pick([true, false]) };
          const what = `seed ${seed}, ${JSON.stringify({ ...sizes, L, S })}`;
          assertSameResult(layer.forward(...inputs, call), rounded.forward(...inputs, call), what);
        }
        layer.dispose();
        rounded.dispose();
      }
      assert.equal(arena.used, 0);
    });

    it('change nothing if they are such already, however they come', () => {
      const { attention } = makeInstance();
      const random = createRandom(3);
      const words = Uint16Array.from({ length: 3 * 8 * 8 }, () => random.integer(0x3e00, 0x3fff));
      const inProjWeight = /** @type {const} */ ({ shape: [24, 8], data: words, dtype });
      const parameters = { inProjWeight, outProjWeight: round(random.tensor([8, 8])) };
      const x = random.tensor([3, 8]);
      const [narrow, widened] = [{ numHeads: 2, ...dtypeOption }, { numHeads: 2 }].map((options) =>
        attention.createMultiHeadAttention(parameters, options).forward(x),
      );
      assertSameBits(narrow.output, widened.output);
    });

    it('of a linear layer give every bit of the rounded weight', () => {
      const { attention, arena } = makeInstance();
      for (let seed = 1; seed <= 60; seed++) {
        const random = createRandom(seed);
        const [rows, out, width] = [0, 0, 0].map(() => random.integer(0, seed % 10 ? 19 : 200));
        const [weight, bias] = [random.tensor([out, width]), random.tensor([out])];
        if (seed % 3 === 0 && weight.data.length > 0) weight.data[0] = random.pick(special);
        const input = random.tensor([rows, width]);
        const layer = attention.createLinear(weight, bias, dtypeOption);
        const right = attention.linear(input, round(weight), bias);
        assertSameBits(layer.forward(input), right, `${rows} rows of (${out}, ${width})`);
        layer.dispose();
      }
      assert.equal(arena.used, 0);
    });

    it('have the bits of float32, all 65,536 numbers, in one row and in several', () => {
      const { attention } = makeInstance();
      const data = Uint16Array.from({ length: 65536 }, (_, bits) => bits);
      // In the order of their bits, infinities and NaN are neighbours. With the other step, each
      // product has one of them.
      for (const step of [1, 4097]) {
        const words = data.map((bits) => step * bits);
        // The last columns do not fill a panel.
        for (const shape of [
          [65536, 1],
          [2048, 32],
          [5, 13107],
        ]) {
          const [out, width] = shape;
          const weight = { shape, data: words.slice(0, out * width), dtype };
          const narrow = attention.createLinear(weight, null, dtypeOption);
          const wide = attention.createLinear(weight);
          for (const rows of [1, 2, 5]) {
            const x = { shape: [rows, width], data: new Float32Array(rows * width).fill(0.375) };
            const what = `${rows} rows of ${shape}, step ${step}`;
            assertSameBits(narrow.forward(x), wide.forward(x), what);
          }
          narrow.dispose();
          wide.dispose();
        }
      }
    });

    it('are the nearest numbers, below and above the middle between any two', () => {
      const { attention } = makeInstance();
      const largest = dtype === 'float16' ? 0x7c00 : 0x7f80;
      const words = Uint16Array.from({ length: largest }, (_, bits) => bits);
      const lower = tensor({ shape: [largest], data: words, dtype }).data;
      const float = new Float32Array(1);
      const bits = new Uint32Array(float.buffer);
      const near = Array.from(lower).flatMap((value, i) => {
        const next = i + 1 < largest ? lower[i + 1] : 2 * value - lower[i - 1];
        float[0] = value / 2 + next / 2;
        return [-1, 1, 1].map((units) => {
          bits[0] += units;
          return float[0];
        });
      });
      const weight = { shape: [near.length, 1], data: Float32Array.from(near) };
      const rounded = attention.createLinear(weight, null, dtypeOption).forward([[1]]);
      assertSameBits(rounded, { ...rounded, data: round(weight).data });
      weight.data.forEach((value, i) => {
        weight.data[i] = -value;
      });
      const negative = attention.createLinear(weight, null, dtypeOption).forward([[1]]);
      // A product of one number is added to 0, so −0 becomes 0.
      assertSameBits(negative, { ...negative, data: round(weight).data.map((value) => value + 0) });
    });

    it('take half the memory, and caches likewise', () => {
      const { attention, arena } = makeInstance();
      const random = createRandom(4);
      const weights = random.parameters(64);
      const used = (/** @type {() => unknown} */ make) => {
        const before = arena.used;
        make();
        return arena.used - before;
      };
      const options = { numHeads: 4 };
      /** @type {any} */
      let layer;
      const wide = used(() => (layer = attention.createMultiHeadAttention(weights, options)));
      const narrow = used(() =>
        attention.createMultiHeadAttention(weights, { ...options, ...dtypeOption }),
      );
      assert.ok(narrow < 0.52 * wide, `${narrow} of ${wide} bytes`);
      const { outProjWeight } = weights;
      const wideLinear = used(() => attention.createLinear(outProjWeight));
      const narrowLinear = used(() => attention.createLinear(outProjWeight, null, dtypeOption));
      assert.equal(wideLinear - narrowLinear, 2 * 64 * 64);
      const wideCache = used(() => layer.createCache({ capacity: 100 }));
      assert.equal(2 * used(() => layer.createCache({ capacity: 100, ...dtypeOption })), wideCache);
    });
  });

  describe(`a cache of ${dtype}`, () => {
    it('holds the nearest of each key and value, and attends to these, to the bit', () => {
      const { attention, arena } = makeInstance();
      for (let seed = 1; seed <= 60; seed++) {
        const random = createRandom(seed);
        const { weights, biases, options, sizes } = makeParameters(random, seed % 10 ? 19 : 100);
        const { H, Hkv, D, Kdim, Vdim } = sizes;
        const N = random.integer(1, 2);
        const ofLayer = random.pick([{}, dtypeOption]);
        const parameters = { ...weights, ...biases };
        const layer = attention.createMultiHeadAttention(parameters, { ...options, ...ofLayer });
        const capacity = random.integer(30, 40);
        const cache = layer.createCache({ capacity, batchSize: N, ...dtypeOption });
        const S = random.integer(5, 30);
        const [k, v] = [random.tensor([N, S, Kdim]), random.tensor([N, S, Vdim])];
        if (seed % 3 === 0) v.data[random.integer(0, v.data.length - 1)] = random.pick(special);
        const q = random.tensor([N, S, D]);
        const right = layer.forward(q, k, v, { isCausal: true, trace: ['k', 'v'] });
        const [keys, values] = [round(right.trace.k), round(right.trace.v)];
        const what = `seed ${seed}, ${JSON.stringify({ ...sizes, N, S })}`;
        for (let end = 0; end < S; ) {
          const start = end;
          end = Math.min(S, start + random.pick([1, 1, 2, 9, 17]));
          const [a, b, c] = [q, k, v].map((all) => slice(all, 1, start, end));
          const step = layer.forward(a, b, c, { cache, trace: true });
          assertSameBits(step.trace.k, slice(keys, 2, 0, end), `k, ${what}`);
          assertSameBits(step.trace.v, slice(values, 2, 0, end), `v, ${what}`);
          const heads = attention.scaledDotProductAttention(
            step.trace.q,
            step.trace.k,
            step.trace.v,
            { isCausal: 'lower-right' },
          );
          assert.deepEqual([H % Hkv, step.weights.shape[1]], [0, H]);
          assertSameBits(step.weights, heads.weights, `weights, ${what}`);
          assertSameBits(step.trace.heads, heads.output, `heads, ${what}`);
          const merged = permute(heads.output, [0, 2, 1, 3]);
          const concatenated = { shape: [N, end - start, D], data: merged.data };
          const wo = 'dtype' in ofLayer ? round(weights.outProjWeight) : weights.outProjWeight;
          const output = attention.linear(concatenated, wo, biases.outProjBias);
          assertSameBits(step.output, output, `output, ${what}`);
        }
        cache.dispose();
        layer.dispose();
      }
      assert.equal(arena.used, 0);
    });

    it('rounds ties to even, and keeps infinities and NaN', () => {
      const { attention } = makeInstance();
      const identity = { shape: [1, 1], data: Float32Array.of(1) };
      const layer = attention.createMultiHeadAttention(
        {
          qProjWeight: identity,
          kProjWeight: identity,
          vProjWeight: identity,
          outProjWeight: identity,
        },
        { numHeads: 1 },
      );
      const column = { shape: [special.length, 1], data: Float32Array.from(special) };
      // Column by column, each in its own lane, and all at once.
      const cache = layer.createCache(dtypeOption);
      const atOnce = layer.forward(column, column, column, { cache, trace: ['k', 'v'] }).trace;
      cache.reset();
      /** @type {any} */
      let step;
      for (const number of special) {
        step = layer.forward([[number]], [[number]], [[number]], {
          cache,
          trace: ['k', 'v'],
        }).trace;
      }
      // A product of one number is added to 0, so −0 becomes 0.
      const right = Float32Array.from(special, (number) => roundTo(dtype, number + 0));
      for (const { k, v } of [atOnce, step]) {
        for (const { data } of [k, v]) assert.deepEqual([...data], [...right]);
      }
      assert.deepEqual([...right.slice(4, 8)], [Infinity, -Infinity, 1, 4 * special[6] - 3]);
    });

    it('keeps a masked NaN out of the output', () => {
      const { attention } = makeInstance();
      const random = createRandom(6);
      const layer = attention.createMultiHeadAttention(random.parameters(16), {
        numHeads: 2,
        ...dtypeOption,
      });
      const x = random.tensor([12, 16]);
      const spoilt = { shape: x.shape, data: x.data.slice() };
      spoilt.data.fill(Number.NaN, 3 * 16, 4 * 16);
      const attnMask = { shape: [12, 12], data: new Uint8Array(144).fill(1) };
      for (let l = 0; l < 12; l++) attnMask.data[12 * l + 3] = 0;
      const [right, result] = [x, spoilt].map((keys) => {
        const cache = layer.createCache({ capacity: 12, ...dtypeOption });
        return layer.forward(x, keys, keys, { cache, attnMask }).output;
      });
      assertSameBits(result, right);
    });
  });
}

describe('a dtype', () => {
  it('that is another one is refused', () => {
    const { attention } = makeInstance();
    const random = createRandom(7);
    const parameters = random.parameters(2);
    /** @type {any} for calls that the types forbid */
    const any = attention;
    const layer = any.createMultiHeadAttention(parameters, { numHeads: 1, dtype: 'float32' });
    for (const dtype of ['half', 'BFLOAT16', 1, null, true]) {
      /** @type {Record<string, () => unknown>} */
      const calls = {
        createMultiHeadAttention: () =>
          any.createMultiHeadAttention(parameters, { numHeads: 1, dtype }),
        createCache: () => layer.createCache({ dtype }),
        createLinear: () => any.createLinear(parameters.outProjWeight, null, { dtype }),
      };
      for (const [operation, run] of Object.entries(calls)) {
        assertRefused(run, {
          ...{ kind: 'ArgumentError', operation, argument: 'options.dtype' },
          says: /expected 'float32', 'bfloat16' or 'float16'/,
        });
      }
    }
    const x = random.tensor([1, 2]);
    assert.equal(
      layer.forward(x, x, x, { cache: layer.createCache({ dtype: 'bfloat16' }) }).output.shape[1],
      2,
    );
    // Positions need half the memory, so twice as many are within the limit.
    for (const { dtype } of narrowTypes) {
      assertRefused(() => layer.createCache({ dtype, capacity: 2 ** 30 }), {
        ...{ kind: 'LimitError', operation: 'createCache', argument: 'options.capacity' },
        says: new RegExp(`8 GiB as \\(2, 1, 1073741824, 2\\) ${dtype}`),
      });
    }
  });

  it('half of a size that is too large is too large', () => {
    const weight = { shape: [1, 2 ** 28] };
    const core = { sizeFrom: () => 2 ** 32 - 1 };
    const given = { projections: [{ weight }], dtype: 'bfloat16' };
    assert.ok(
      layOutParameters(/** @type {any} */ (core), /** @type {any} */ (given)).total >= 2 ** 32,
    );
  });
});

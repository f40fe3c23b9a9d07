import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rows, slice } from '../support/arrange.js';
import { tensorsOf } from '../support/cases.js';
import { makeInstance } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';

/** @import { Random } from '../support/random.js' */

/**
 * Makes a layer and random inputs of S positions, with or without a batch.
 * @param {any} attention
 * @param {Random} random
 */
function makeLayer(attention, random) {
  const H = random.integer(1, 4);
  const D = H * random.integer(1, 5);
  const lead = random.pick([[], [1], [random.integer(2, 3)]]);
  const [N = 1] = lead;
  const S = random.integer(1, 12);
  const isApart = random.uniform() < 0.4;
  const [Kdim, Vdim] = isApart ? [random.integer(1, 9), random.integer(1, 9)] : [D, D];
  /** @type {Record<string, any>} */
  const parameters = { outProjWeight: random.tensor([D, D]) };
  if (isApart) {
    parameters.qProjWeight = random.tensor([D, D]);
    parameters.kProjWeight = random.tensor([D, Kdim]);
    parameters.vProjWeight = random.tensor([D, Vdim]);
  } else {
    parameters.inProjWeight = random.tensor([3 * D, D]);
  }
  if (random.uniform() < 0.5) parameters.inProjBias = random.tensor([3 * D]);
  if (random.uniform() < 0.5) parameters.outProjBias = random.tensor([D]);
  const inProjLayout = random.pick(['stacked', 'per-head']);
  const layer = attention.createMultiHeadAttention(parameters, { numHeads: H, inProjLayout });
  const inputs = [D, Kdim, Vdim].map((width) => random.tensor([...lead, S, width]));
  return { layer, inputs, lead, sizes: { N, H, S, D } };
}

/**
 * Draws options for L queries and S keys.
 * @param {Random} random
 * @param {{ N: number, H: number, S: number }} sizes
 */
function makeOptions(random, { N, H, S }) {
  /** @type {Record<string, any>} */
  const options = {};
  const sometimes = (/** @type {number} */ share) => random.uniform() < share;
  if (sometimes(0.4)) {
    const shape = random.pick([
      [S, S],
      [N, H, S, S],
      [1, H, S, S],
      [N, 1, 1, S],
      [1, S],
    ]);
    options.attnMask = sometimes(0.5) ? random.mask(shape) : random.tensor(shape, 2);
  }
  if (sometimes(0.3)) options.keyPaddingMask = random.mask([N, S], 0.7);
  if (sometimes(0.3)) {
    options.validLens = random.integers(sometimes(0.5) ? [N] : [N, S], 0, S + 1);
  }
  if (sometimes(0.3)) options.scale = random.pick([1, 0.25, -0.7, 0]);
  if (sometimes(0.2)) options.maskFill = random.pick([-1e9, -2]);
  if (sometimes(0.2)) options.emptyRow = 'nan';
  if (sometimes(0.3)) options.needWeights = false;
  if (sometimes(0.5)) options.trace = true;
  return options;
}

/**
 * Returns the options of a step with queries first … end − 1 and keys 0 … end − 1.
 * @param {any} options
 * @param {number} first
 * @param {number} end
 */
function optionsOfStep({ attnMask, keyPaddingMask, validLens, ...options }, first, end) {
  if (attnMask) {
    const { length } = attnMask.shape;
    const keys = slice(attnMask, length - 1, 0, end);
    options.attnMask =
      attnMask.shape[length - 2] === 1 ? keys : slice(keys, length - 2, first, end);
  }
  if (keyPaddingMask) options.keyPaddingMask = slice(keyPaddingMask, 1, 0, end);
  if (validLens) {
    options.validLens = validLens.shape.length === 1 ? validLens : slice(validLens, 1, first, end);
  }
  return options;
}

/**
 * Returns the part of the whole call's result for queries first … end − 1 and keys 0 … end − 1.
 * @param {string} name
 * @param {any} tensor
 * @param {number} first
 * @param {number} end
 */
function partOf(name, tensor, first, end) {
  const { length } = tensor.shape;
  const last = length - 1;
  if (name === 'trace.rowMax' || name === 'trace.rowSum') return slice(tensor, last, first, end);
  if (name === 'trace.k' || name === 'trace.v') return slice(tensor, last - 1, 0, end);
  const queries = slice(tensor, last - 1, first, end);
  const isOfKeys = /scores|Scores|exponentials|weights/.test(name);
  return isOfKeys ? slice(queries, last, 0, end) : queries;
}

/** @param {any} tensor gets up to two special values */
function spoil(tensor, /** @type {Random} */ random) {
  for (let count = random.pick([0, 0, 1, 2]); count > 0; count--) {
    const at = random.integer(0, tensor.data.length - 1);
    tensor.data[at] = random.pick([Number.NaN, Infinity, -Infinity, -0, 1e38]);
  }
}

describe('a cache that is filled in pieces', () => {
  for (const kind of ['numbers', 'NaN and infinities']) {
    it(`gives the bits of one causal call: ${kind}, any masks, 300 layers`, () => {
      const { attention, arena } = makeInstance();
      const random = createRandom(kind === 'numbers' ? 401 : 402);
      for (let i = 0; i < 300; i++) {
        const { layer, inputs, lead, sizes } = makeLayer(attention, random);
        const { N, S } = sizes;
        if (kind !== 'numbers') for (const input of inputs) spoil(input, random);
        const options = makeOptions(random, sizes);
        const right = tensorsOf(layer.forward(...inputs, { ...options, isCausal: 'lower-right' }));
        const cache = layer.createCache({ capacity: S + random.integer(0, 5), batchSize: N });
        for (let first = 0; first < S; ) {
          const end = first + random.integer(1, random.pick([1, 3, S]));
          const last = Math.min(end, S);
          const step = inputs.map((input) => slice(input, lead.length, first, last));
          const stepOptions = optionsOfStep(options, first, last);
          if (random.uniform() < 0.3) stepOptions.isCausal = 'lower-right';
          const results = tensorsOf(layer.forward(...step, { ...stepOptions, cache }));
          assert.equal(cache.length, last);
          assert.deepEqual(Object.keys(results), Object.keys(right));
          for (const [name, part] of Object.entries(results)) {
            // With a finite fill, later keys keep a share of the weight.
            if (options.maskFill !== undefined && last < S) break;
            const what = `layer ${i}, positions ${first} to ${last} of ${S}, ${name}`;
            assertSameBits(part, partOf(name, right[name], first, last), what);
          }
          first = last;
        }
        cache.dispose();
        layer.dispose();
        assert.equal(arena.used, 0);
      }
    });
  }

  it('takes other numbers of queries than of new positions, and none of either', () => {
    const { attention } = makeInstance();
    const random = createRandom(403);
    for (let i = 0; i < 200; i++) {
      const { layer, inputs, lead, sizes } = makeLayer(attention, random);
      const { N, H, S, D } = sizes;
      const [, key, value] = inputs;
      const cache = layer.createCache({ capacity: S, batchSize: N });
      const cut = random.integer(0, S);
      const piece = (/** @type {number} */ first, /** @type {number} */ end) =>
        [key, value].map((input) => slice(input, lead.length, first, end));
      const nobody = { shape: [...lead, 0, D], data: new Float32Array() };
      const none = layer.forward(nobody, ...piece(0, cut), { cache });
      assert.deepEqual([...none.output.shape], [...lead, 0, D]);
      assert.deepEqual([...none.weights.shape], [...lead, H, 0, cut]);
      assert.equal(cache.length, cut);
      const L = random.integer(0, 6);
      const query = random.tensor([...lead, L, D]);
      const results = tensorsOf(layer.forward(query, ...piece(cut, S), { cache, trace: true }));
      const options = { isCausal: 'lower-right', trace: true };
      const right = tensorsOf(layer.forward(query, key, value, options));
      for (const [name, tensor] of Object.entries(right))
        assertSameBits(results[name], tensor, name);
      // Without new positions, the queries see the cached keys.
      const again = layer.forward(query, ...piece(S, S), { cache });
      assertSameBits(again.output, right.output);
      assert.equal(cache.length, S);
      for (const held of [cache, layer]) held.dispose();
    }
  });

  it('takes residents, and goes on when the memory grows and moves', () => {
    const { attention, memory } = makeInstance();
    const random = createRandom(405);
    const parameters = random.parameters(8);
    const layer = attention.createMultiHeadAttention(parameters, { numHeads: 2 });
    const cache = layer.createCache({ capacity: 20 });
    const x = random.tensor([20, 8]);
    const right = layer.forward(x, x, x, { isCausal: true }).output;
    const word = attention.resident(rows(x, 0, 1));
    const out = attention.resident(rows(x, 0, 1));
    for (let i = 0; i < 20; i++) {
      word.write(rows(x, i, 1));
      layer.forward(word, word, word, { cache, out, needWeights: false });
      assertSameBits(out.read(), rows(right, i, 1));
      const large = memory.buffer.byteLength / 4;
      if (i % 7 === 0) attention.softmax({ shape: [large], data: new Float32Array(large) });
    }
  });

  it('of several, of one layer and of others, each keeps its own', () => {
    const { attention } = makeInstance();
    const random = createRandom(406);
    const layers = Array.from({ length: 6 }, () => {
      const { layer, inputs, lead, sizes } = makeLayer(attention, random);
      const caches = [0, 1].map(() => layer.createCache({ capacity: sizes.S, batchSize: sizes.N }));
      const right = layer.forward(...inputs, { isCausal: true }).output;
      return { layer, inputs, axis: lead.length, S: sizes.S, caches, right };
    });
    for (let position = 0; position < 12; position++) {
      for (const { layer, inputs, axis, S, caches, right } of random.shuffle(layers)) {
        if (position >= S) continue;
        const step = inputs.map((/** @type {any} */ x) => slice(x, axis, position, position + 1));
        for (const cache of random.shuffle(caches)) {
          const { output } = layer.forward(...step, { cache });
          assertSameBits(output, slice(right, axis, position, position + 1));
        }
      }
    }
  });
});

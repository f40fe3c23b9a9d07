// Layers with fewer key heads and rotary positions give the bits of the same steps in single calls.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromStateDict } from '../../src/js/index.js';
import { loadGradients } from '../../src/js/learning/index.js';
import { permute, reshape, rows } from '../support/arrange.js';
import { makeInstance } from '../support/instance.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefused } from '../support/refusal.js';

/** @import { Random } from '../support/random.js' */

const { attention } = makeInstance();

/** @param {Random} random */
function makeLayer(random) {
  const Hkv = random.integer(1, 3);
  const H = Hkv * random.integer(1, 3);
  const d = 2 * random.integer(1, 6);
  const [D, Dkv] = [H * d, Hkv * d];
  const N = random.integer(1, 3);
  const L = random.integer(1, 9);
  const S = L + random.integer(0, 9);
  const rotary = random.pick([
    undefined,
    {},
    { theta: 100, pairs: /** @type {const} */ ('interleaved') },
    { width: d - 2 },
  ]);
  const weights = {
    q: random.tensor([D, D]),
    k: random.tensor([Dkv, D]),
    v: random.tensor([Dkv, D]),
    out: random.tensor([D, D]),
    bias: random.pick([undefined, random.tensor([D + 2 * Dkv])]),
  };
  const options = { numHeads: H, numKvHeads: Hkv, ...(rotary && { rotary }) };
  const query = random.tensor([N, L, D]);
  const key = random.tensor([N, S, D]);
  return { N, H, Hkv, L, S, D, Dkv, d, rotary, weights, options, query, key };
}

/** @typedef {ReturnType<typeof makeLayer>} Layer */

/**
 * Returns the parameters of a layer, stacked or separate.
 * @param {Layer} layer
 * @param {boolean} isStacked
 */
function parametersOf({ weights: { q, k, v, out, bias } }, isStacked) {
  const both = { outProjWeight: out, inProjBias: bias };
  if (!isStacked) return { ...both, qProjWeight: q, kProjWeight: k, vProjWeight: v };
  const data = Float32Array.from([q, k, v].flatMap((part) => Array.from(part.data)));
  return { ...both, inProjWeight: { shape: [data.length / q.shape[1], q.shape[1]], data } };
}

/**
 * Computes by definition: projections, heads, rotations, grouped attention, output.
 * @param {Layer} layer
 * @param {any} options
 */
function compute({ N, H, Hkv, L, S, D, Dkv, d, rotary, weights, query, key }, options) {
  const { q, k, v, out, bias } = weights;
  const part = (/** @type {number} */ first, /** @type {number} */ count) =>
    bias && { shape: [count], data: bias.data.slice(first, first + count) };
  /** @param {any} input @param {any} weight @param {any} partBias @param {number} heads @param {number} length */
  const project = (input, weight, partBias, heads, length) =>
    permute(
      reshape(attention.linear(input, weight, partBias), [N, length, heads, d]),
      [0, 2, 1, 3],
    );
  let queries = project(query, q, part(0, D), H, L);
  let keys = project(key, k, part(D, Dkv), Hkv, S);
  const values = project(key, v, part(D + Dkv, Dkv), Hkv, S);
  if (rotary) {
    const positions = (/** @type {number} */ first, /** @type {number} */ count) =>
      Array.from({ length: count }, (_, i) => first + i);
    queries = attention.rotary(queries, { ...rotary, positions: positions(S - L, L) });
    keys = attention.rotary(keys, { ...rotary, positions: positions(0, S) });
  }
  const result = attention.scaledDotProductAttention(queries, keys, values, options);
  const concatenated = reshape(permute(result.output, [0, 2, 1, 3]), [N, L, D]);
  return { queries, keys, values, ...result, output: attention.linear(concatenated, out) };
}

describe('a layer of grouped queries and rotary positions', () => {
  it('has the bits of its parts, in 200 layers, stacked, apart and in one call', () => {
    const random = createRandom(561);
    for (let i = 0; i < 200; i++) {
      const setup = makeLayer(random);
      const { options, query, key, S, L } = setup;
      /** @type {boolean | 'lower-right'} */
      const isCausal = random.pick([false, 'lower-right', true]);
      const attnMask = random.pick([undefined, random.mask([L, S])]);
      const call = { isCausal, ...(attnMask && { attnMask }) };
      const right = compute(setup, call);
      const parameters = parametersOf(setup, i % 2 === 0);
      const layer = attention.createMultiHeadAttention(parameters, options);
      const { output, weights, trace } = layer.forward(query, key, key, { ...call, trace: true });
      assertSameBits(output, right.output);
      assertSameBits(weights, right.weights);
      assertSameBits(trace.q, right.queries);
      assertSameBits(trace.k, right.keys);
      assertSameBits(trace.v, right.values);
      const once = attention.multiHeadAttention(query, key, key, parameters, {
        ...{ ...options, ...call, needWeights: false },
      });
      assertSameBits(once.output, right.output);
      layer.dispose();
    }
  });

  it('decodes word by word the bits of the whole, through truncated and reordered caches', () => {
    const random = createRandom(562);
    for (let i = 0; i < 60; i++) {
      const setup = makeLayer(random);
      const { N, S, options, key } = setup;
      const layer = attention.createMultiHeadAttention(parametersOf(setup, true), options);
      const right = layer.forward(key, key, key, { isCausal: 'lower-right', trace: true });
      const cache = layer.createCache({ capacity: S + 2, batchSize: N });
      const cut = random.integer(0, S);
      const step = (/** @type {number} */ from, /** @type {number} */ to) => {
        const size = key.shape[2];
        const shape = [N, to - from, size];
        const parts = Array.from({ length: N }, (_, n) =>
          Array.from(key.data.slice((n * S + from) * size, (n * S + to) * size)),
        );
        const x = { shape, data: Float32Array.from(parts.flat()) };
        return layer.forward(x, x, x, { cache, trace: true });
      };
      step(0, cut);
      step(cut, Math.min(cut + 1, S));
      cache.truncate(cut);
      cache.reorder(Array.from({ length: N }, (_, n) => n));
      const { output, trace } = step(cut, S);
      assertSameBits(trace.k, right.trace.k);
      assertSameBits(trace.v, right.trace.v);
      for (let n = 0; n < N; n++) {
        const [all, last] = [right.output, output].map((tensor) =>
          reshape(rows(tensor, n, 1), [...tensor.shape.slice(1)]),
        );
        assertSameBits(last, rows(all, cut, S - cut));
      }
      for (const held of [cache, layer]) held.dispose();
    }
  });

  it('takes the parameters of a saved model', () => {
    const random = createRandom(563);
    const [q, k, v, o] = [
      [4, 4],
      [2, 4],
      [2, 4],
      [4, 4],
    ].map((shape) => random.tensor(shape));
    const [qBias, vBias] = [random.tensor([4]), random.tensor([2])];
    const saved = {
      ...{ 'q_proj.weight': q, 'k_proj.weight': k, 'v_proj.weight': v, 'o_proj.weight': o },
      ...{ 'q_proj.bias': qBias, 'v_proj.bias': vBias },
    };
    const options = { numHeads: 2, numKvHeads: 1, rotary: {} };
    const layer = attention.createMultiHeadAttention(fromStateDict(saved), options);
    const inProjBias = Float32Array.of(...qBias.data, 0, 0, ...vBias.data);
    const right = attention.createMultiHeadAttention(
      { qProjWeight: q, kProjWeight: k, vProjWeight: v, outProjWeight: o, inProjBias },
      options,
    );
    const x = random.tensor([3, 4]);
    assertSameBits(layer.forward(x).output, right.forward(x).output);
  });

  it('refuses heads, widths and queries that do not fit', async () => {
    const random = createRandom(564);
    const [wide, narrow] = [random.tensor([4, 4]), random.tensor([2, 4])];
    const parameters = {
      qProjWeight: wide,
      kProjWeight: narrow,
      vProjWeight: narrow,
      outProjWeight: wide,
    };
    const fused = { inProjWeight: random.tensor([8, 4]), outProjWeight: wide };
    const headOptions = { numHeads: 2, numKvHeads: 1 };
    const make = (/** @type {any} */ given, /** @type {any} */ options) => () =>
      attention.createMultiHeadAttention(given, options);
    /** @type {[run: () => unknown, argument: string, says: RegExp, kind?: string][]} */
    const cases = [
      ...[0, 3, 0.5, '1', null].map(
        /** @returns {[() => unknown, string, RegExp]} */ (numKvHeads) => [
          make(parameters, { numHeads: 2, numKvHeads }),
          'options.numKvHeads',
          /expected a number of heads that divides numHeads, 2/,
        ],
      ),
      [
        make(parameters, { numHeads: 2 }),
        'parameters.kProjWeight',
        /expected \(4, Kdim\)/,
        'ShapeError',
      ],
      [
        make({ ...fused, inProjWeight: random.tensor([12, 4]) }, headOptions),
        'parameters.inProjWeight',
        /expected \(8, 4\) to match outProjWeight and numKvHeads/,
        'ShapeError',
      ],
      [
        make(fused, { ...headOptions, inProjLayout: 'per-head' }),
        'options.inProjLayout',
        /expected 'stacked' where numKvHeads is not numHeads/,
      ],
      [
        make(parameters, { ...headOptions, rotary: { width: 3 } }),
        'options.rotary.width',
        /an even integer from 0 to 2/,
      ],
      [
        make(parameters, { ...headOptions, rotary: { width: 4 } }),
        'options.rotary.width',
        /an even integer from 0 to 2/,
      ],
      [
        make(
          { inProjWeight: random.tensor([12, 4]), outProjWeight: wide },
          { numHeads: 4, rotary: {} },
        ),
        'options.rotary.width',
        /width is undefined; expected an even integer from 0 to 1, the width of a head/,
      ],
      [
        make({ ...fused, inProjBias: random.tensor([12]) }, headOptions),
        'parameters.inProjBias',
        /expected \(8,\) to match outProjWeight and numKvHeads/,
        'ShapeError',
      ],
      [
        make(parameters, { ...headOptions, rotary: { theta: 0 } }),
        'options.rotary.theta',
        /from 1 to 2\^64/,
      ],
      [
        make(parameters, { ...headOptions, rotary: { thetta: 1 } }),
        'options.rotary.thetta',
        /did you mean theta\?/,
      ],
      [make(parameters, { ...headOptions, rotary: true }), 'options.rotary', /expected an object/],
    ];
    for (const [run, argument, says, kind = 'ArgumentError'] of cases) {
      const operation = 'createMultiHeadAttention';
      assertRefused(run, { kind, operation, argument, says });
    }
    const layer = attention.createMultiHeadAttention(parameters, { ...headOptions, rotary: {} });
    const [three, two] = [random.tensor([3, 4]), random.tensor([2, 4])];
    const says = /expected at most 2 positions, as many as there are keys/;
    const refused = { kind: 'ShapeError', operation: 'forward', argument: 'query', says };
    assertRefused(() => layer.forward(three, two, two), refused);
    const gradients = await loadGradients();
    const given = { ...fused, inProjWeight: random.tensor([12, 4]) };
    const options = { numHeads: 2, rotary: {} };
    assertRefused(() => gradients.multiHeadAttention(three, three, two, two, given, options), {
      ...refused,
      operation: 'multiHeadAttention',
    });
  });
});

it('no rotary layer turns what it was given', () => {
  const random = createRandom(565);
  const setup = makeLayer(random);
  const layer = attention.createMultiHeadAttention(parametersOf(setup, true), setup.options);
  const before = [...setup.key.data];
  layer.forward(setup.query, setup.key);
  assert.deepEqual([...setup.key.data], before);
});

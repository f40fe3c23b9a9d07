import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loadAttention } from '../../src/js/index.js';
import { concatenate, permute, reshape, rows } from '../support/arrange.js';
import { check, size } from '../support/check.js';
import { assertSameBits, assertWithin, UNIT } from '../support/near.js';

/** @import { Tensor } from '../support/arrange.js' */
/** @import { Random } from '../support/random.js' */

/** @type {any} tests read results by name */
const attention = await loadAttention();
const sizes = { N: size(3), L: size(9), S: size(9), H: size(4), d: size(5) };

/** Draws stacked weights of a multi-head layer, each with or without a bias. */
function drawParameters(/** @type {Random} */ random, /** @type {number} */ D) {
  /** @type {Record<string, Tensor>} */
  const parameters = {
    inProjWeight: random.tensor([3 * D, D], 1 / Math.sqrt(D)),
    outProjWeight: random.tensor([D, D], 1 / Math.sqrt(D)),
  };
  if (random.uniform() < 0.7) parameters.inProjBias = random.tensor([3 * D]);
  if (random.uniform() < 0.7) parameters.outProjBias = random.tensor([D]);
  return parameters;
}

/** Returns the weight and bias of q, k or v. */
const partOf = (/** @type {any} */ { inProjWeight, inProjBias }, /** @type {number} */ part) => {
  const [, D] = inProjWeight.shape;
  return [rows(inProjWeight, part * D, D), inProjBias && rows(inProjBias, part * D, D)];
};

describe('grouped-query attention', () => {
  it('gives the bits of keys and values that are repeated for every head', () => {
    check(
      { N: size(3), groups: size(3), repeat: size(3), L: size(7), S: size(7), E: size(7) },
      ({ random, N, groups, repeat, L, S, E }) => {
        const H = groups * repeat;
        const query = random.tensor([N, H, L, E]);
        const key = random.tensor([N, groups, S, E]);
        const value = random.tensor([N, groups, S, 3]);
        const repeated = (/** @type {Tensor} */ tensor) => {
          const [, , rowCount, width] = tensor.shape;
          const heads = Array.from({ length: N * H }, (_, i) =>
            rows(
              reshape(tensor, [N * groups, rowCount, width]),
              Math.floor(i / H) * groups + Math.floor((i % H) / repeat),
              1,
            ),
          );
          return reshape(concatenate(...heads), [N, H, rowCount, width]);
        };
        const few = attention.scaledDotProductAttention(query, key, value);
        const all = attention.scaledDotProductAttention(query, repeated(key), repeated(value));
        assertSameBits(few.output, all.output);
        assertSameBits(few.weights, all.weights);
      },
    );
  });

  it('answers each head as if it were alone, to the bit', () => {
    check({ H: size(4), L: size(7), S: size(7), E: size(7) }, ({ random, H, L, S, E }) => {
      const inputs = [
        random.tensor([1, H, L, E]),
        random.tensor([1, H, S, E]),
        random.tensor([1, H, S, 3]),
      ];
      const { output } = attention.scaledDotProductAttention(...inputs);
      for (let h = 0; h < H; h++) {
        const head = inputs.map(({ shape, data }) =>
          reshape(rows(reshape({ data }, shape.slice(1)), h, 1), shape.slice(2)),
        );
        const alone = attention.scaledDotProductAttention(...head).output;
        assertSameBits(reshape(rows(reshape(output, [H, L, 3]), h, 1), [L, 3]), alone);
      }
    });
  });
});

describe('multi-head attention', () => {
  it('with one head is linear after attention after linear, to the bit', () => {
    check({ L: size(), S: size(), D: size() }, ({ random, L, S, D }) => {
      const parameters = drawParameters(random, D);
      const inputs = [random.tensor([L, D]), random.tensor([S, D]), random.tensor([S, D])];
      const projected = inputs.map((input, part) =>
        attention.linear(input, ...partOf(parameters, part)),
      );
      const head = attention.scaledDotProductAttention(...projected);
      const { outProjWeight, outProjBias } = parameters;
      const expected = attention.linear(head.output, outProjWeight, outProjBias);
      const result = attention.multiHeadAttention(...inputs, parameters, { numHeads: 1 });
      assertSameBits(result.output, expected);
      assertSameBits(reshape(result.weights, [L, S]), head.weights);
    });
  });

  it('with many heads is the same over heads that are split and put together again', () => {
    check(sizes, ({ random, N, L, S, H, d }) => {
      const D = H * d;
      const parameters = drawParameters(random, D);
      const inputs = [random.tensor([N, L, D]), random.tensor([N, S, D]), random.tensor([N, S, D])];
      const heads = inputs.map((input, part) => {
        const projected = attention.linear(input, ...partOf(parameters, part));
        return permute(reshape(projected, [N, input.shape[1], H, d]), [0, 2, 1, 3]);
      });
      const { output } = attention.scaledDotProductAttention(...heads);
      const joined = reshape(permute(output, [0, 2, 1, 3]), [N, L, D]);
      const { outProjWeight, outProjBias } = parameters;
      const expected = attention.linear(joined, outProjWeight, outProjBias);
      const result = attention.multiHeadAttention(...inputs, parameters, { numHeads: H });
      assertSameBits(result.output, expected);
    });
  });

  it("is the sum of its heads' contributions and the bias", () => {
    check(sizes, ({ random, N, L, S, H, d }) => {
      const D = H * d;
      const parameters = drawParameters(random, D);
      const options = { numHeads: H, trace: true };
      const inputs = [random.tensor([N, L, D]), random.tensor([N, S, D]), random.tensor([N, S, D])];
      const { output, trace } = attention.multiHeadAttention(...inputs, parameters, options);
      const { headContributions, concatenated } = trace;
      const bias = parameters.outProjBias?.data;
      const error = new Float64Array(N * L * D);
      const sums = output.data.map((/** @type {number} */ _, /** @type {number} */ i) => {
        const [n, l, column] = [Math.floor(i / (L * D)), Math.floor(i / D) % L, i % D];
        let sum = bias ? bias[column] : 0;
        for (let h = 0; h < H; h++)
          sum += headContributions.data[((n * H + h) * L + l) * D + column];
        // Both ways add the same D products and a bias, and round each sum.
        let magnitude = bias ? Math.abs(bias[column]) : 0;
        for (let j = 0; j < D; j++) {
          const product =
            concatenated.data[(n * L + l) * D + j] * parameters.outProjWeight.data[column * D + j];
          magnitude += Math.abs(product);
        }
        error[i] = 2 * (D + H + 2) * UNIT * magnitude;
        return sum;
      });
      assertWithin(output, { shape: output.shape, data: sums }, (i) => error[i]);
    });
  });

  it('in the per-head layout is the stacked one with its rows in another order, to the bit', () => {
    check(sizes, ({ random, N, L, H, d }) => {
      const D = H * d;
      const stacked = drawParameters(random, D);
      // Rearranges (3, H, d, …) to (H, 3, d, …).
      const interleave = (/** @type {Tensor} */ tensor) => {
        const width = tensor.data.length / (3 * D);
        const parts = permute(reshape(tensor, [3, H, d, width]), [1, 0, 2, 3]);
        return reshape(parts, [...tensor.shape]);
      };
      /** @type {typeof stacked} */
      const perHead = { ...stacked, inProjWeight: interleave(stacked.inProjWeight) };
      if (stacked.inProjBias) perHead.inProjBias = interleave(stacked.inProjBias);
      const x = random.tensor([N, L, D]);
      const stackedResult = attention.multiHeadAttention(x, x, x, stacked, { numHeads: H });
      const perHeadResult = attention.multiHeadAttention(x, x, x, perHead, {
        numHeads: H,
        inProjLayout: 'per-head',
      });
      assertSameBits(perHeadResult.output, stackedResult.output);
      assertSameBits(perHeadResult.weights, stackedResult.weights);
    });
  });

  it('with its weights stacked or apart gives the same bits', () => {
    check(sizes, ({ random, L, S, H, d }) => {
      const D = H * d;
      const { inProjWeight, ...rest } = drawParameters(random, D);
      const apart = {
        ...rest,
        qProjWeight: rows(inProjWeight, 0, D),
        kProjWeight: rows(inProjWeight, D, D),
        vProjWeight: rows(inProjWeight, 2 * D, D),
      };
      const inputs = [random.tensor([L, D]), random.tensor([S, D]), random.tensor([S, D])];
      const options = { numHeads: H };
      const fusedResult = attention.multiHeadAttention(
        ...inputs,
        { inProjWeight, ...rest },
        options,
      );
      assertSameBits(
        attention.multiHeadAttention(...inputs, apart, options).output,
        fusedResult.output,
      );
    });
  });

  it('does not mind the order of its heads, if all weights go along', () => {
    check(sizes, ({ random, L, S, H, d }) => {
      const D = H * d;
      const parameters = drawParameters(random, D);
      const order = random.shuffle(Array.from({ length: H }, (_, h) => h));
      const inputs = [random.tensor([L, D]), random.tensor([S, D]), random.tensor([S, D])];
      const moved = attention.multiHeadAttention(
        ...inputs,
        {
          ...parameters,
          inProjWeight: reorderHeads(parameters.inProjWeight, order, d),
          inProjBias: parameters.inProjBias && reorderHeads(parameters.inProjBias, order, d),
          // The columns of the output projection belong to the heads.
          outProjWeight: permute(
            reorderHeads(permute(parameters.outProjWeight, [1, 0]), order, d),
            [1, 0],
          ),
        },
        { numHeads: H },
      );
      const options = { numHeads: H, trace: true };
      const { output, weights, trace } = attention.multiHeadAttention(
        ...inputs,
        parameters,
        options,
      );
      const heads = order.map((h) => rows(weights, h, 1));
      assertSameBits(moved.weights, concatenate(...heads));
      const largest = Math.max(...trace.concatenated.data.map(Math.abs), 1);
      // The last sum has its terms in another order. Weights are at most 1 / √D, the bias is 1.
      const error = 2 * (D + 2) * UNIT * (Math.sqrt(D) * largest + 1);
      assertWithin(moved.output, output, () => error);
    });
  });
});

/** Moves blocks of d rows within each block of H * d. */
function reorderHeads(
  /** @type {any} */ tensor,
  /** @type {number[]} */ order,
  /** @type {number} */ d,
) {
  const D = order.length * d;
  const parts = [];
  for (let first = 0; first < tensor.shape[0]; first += D) {
    for (const h of order) parts.push(rows(tensor, first + h * d, d));
  }
  return concatenate(...parts);
}

describe('a layer gives the bits of the one-shot call', () => {
  it('linear', () => {
    check(
      { rowCount: size(9), out: size(20), width: size(20) },
      ({ random, rowCount, out, width }) => {
        const weight = random.tensor([out, width]);
        const bias = random.pick([undefined, random.tensor([out])]);
        const layer = attention.createLinear(weight, bias);
        for (let i = 0; i < 3; i++) {
          const input = random.tensor([rowCount + i, width]);
          assertSameBits(layer.forward(input), attention.linear(input, weight, bias));
        }
        layer.dispose();
      },
    );
  });

  it('multi-head, with keys and values of their own or left out', () => {
    const layouts = fc.constantFrom('stacked', 'per-head');
    check({ ...sizes, layout: layouts }, ({ random, N, L, S, H, d, layout }) => {
      const D = H * d;
      const parameters = drawParameters(random, D);
      const layerOptions = { numHeads: H, inProjLayout: layout };
      const layer = attention.createMultiHeadAttention(parameters, layerOptions);
      const [x, y, z] = [
        random.tensor([N, L, D]),
        random.tensor([N, S, D]),
        random.tensor([N, S, D]),
      ];
      const options = { isCausal: true, dropout: { p: 0.3, seed: 5 } };
      for (const [given, all] of [
        [[x], [x, x, x]],
        [
          [x, y],
          [x, y, y],
        ],
        [
          [x, y, z],
          [x, y, z],
        ],
      ]) {
        const [query, key, value] = given;
        const functionResult = attention.multiHeadAttention(...all, parameters, {
          ...layerOptions,
          ...options,
        });
        const layerResult = layer.forward(query, key, value, options);
        assertSameBits(layerResult.output, functionResult.output);
        assertSameBits(layerResult.weights, functionResult.weights);
      }
      layer.dispose();
    });
  });

  it('and does not see later changes of the arrays that it was made of', () => {
    const weight = new Float32Array([1, 2]);
    const layer = attention.createLinear({ shape: [1, 2], data: weight });
    weight.fill(100);
    assert.deepEqual([...layer.forward([1, 1]).data], [3]);
    layer.dispose();
  });
});

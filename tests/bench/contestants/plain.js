// The formulas as three loops over Float32Arrays: what a page without any library would do.

/** @import { Contestant } from '../measure.js' */
/** @import { Outputs, Problem } from '../problems.js' */

/** @returns {Contestant} */
export function openPlain() {
  return {
    name: 'plain JavaScript',
    version: '',
    prepare(problem) {
      const compute = kinds[problem.work.kind];
      return compute ? [{ way: 'three loops', run: () => compute(problem) }] : [];
    },
  };
}

/** @type {Partial<Record<string, (problem: Problem) => Outputs>>} */
const kinds = {
  product: ({ work: { sizes }, inputs }) => ({
    output: project(inputs.input, inputs.weight, sizes.K),
  }),

  softmax({ work: { sizes, dim }, inputs }) {
    const { M, N } = sizes;
    const output = inputs.input.slice();
    if (dim === 0) for (let column = 0; column < N; column++) softmaxOf(output, column, M, N);
    else for (let row = 0; row < M; row++) softmaxRow(output, row * N, N);
    return { output };
  },

  attention: attend,

  layer({ work: { sizes }, inputs }) {
    const { L, D, H } = sizes;
    const d = D / H;
    const stacked = project(inputs.input, inputs.inWeight, D, inputs.inBias);
    /** @param {number} part @returns {Float32Array} (H, L, d) */
    const heads = (part) => {
      const result = new Float32Array(L * D);
      for (let i = 0; i < L * D; i++) {
        const [h, l] = [Math.floor(i / (L * d)), Math.floor(i / d) % L];
        result[i] = stacked[l * 3 * D + part * D + h * d + (i % d)];
      }
      return result;
    };
    const split = { query: heads(0), key: heads(1), value: heads(2) };
    const { output } = attend({ work: { sizes: { H, L, S: L, E: d } }, inputs: split });
    const concatenated = new Float32Array(L * D);
    for (let i = 0; i < L * D; i++) {
      const [l, h] = [Math.floor(i / D), Math.floor((i % D) / d)];
      concatenated[i] = output[(h * L + l) * d + (i % d)];
    }
    return { output: project(concatenated, inputs.outWeight, D, inputs.outBias) };
  },

  chain({ work: { sizes }, inputs }) {
    const { L, E } = sizes;
    const x = project(inputs.input, inputs.inWeight, E, inputs.inBias);
    const split = { query: x, key: x, value: x };
    const { output } = attend({ work: { sizes: { H: 1, L, S: L, E } }, inputs: split });
    return { output: project(output, inputs.outWeight, E, inputs.outBias) };
  },

  additive({ work: { sizes }, inputs }) {
    const { L, S, A } = sizes;
    const E = inputs.query.length / L;
    const q = project(inputs.query, inputs.wq, E);
    const k = project(inputs.key, inputs.wk, E);
    const weights = new Float32Array(L * S);
    const output = new Float32Array(L * E);
    for (let l = 0; l < L; l++) {
      for (let s = 0; s < S; s++) {
        let sum = 0;
        for (let a = 0; a < A; a++) sum += inputs.wv[a] * Math.tanh(q[l * A + a] + k[s * A + a]);
        weights[l * S + s] = sum;
      }
      softmaxRow(weights, l * S, S);
      mixRow(output, l * E, E, weights, l * S, S, inputs.value, 0);
    }
    return { output, weights };
  },
};

/**
 * @param {Pick<Problem, 'inputs' | 'mask'> & { work: Pick<Problem['work'], 'sizes' | 'weights'> }}
 *   problem
 */
function attend({ work: { sizes, weights: needWeights }, inputs, mask }) {
  const { H, L, S, E } = sizes;
  const output = new Float32Array(H * L * E);
  const weights = new Float32Array(needWeights ? H * L * S : S);
  const scale = 1 / Math.sqrt(E);
  for (let row = 0; row < H * L; row++) {
    const head = Math.floor(row / L) * S * E;
    const at = needWeights ? row * S : 0;
    for (let s = 0; s < S; s++) {
      let sum = 0;
      for (let e = 0; e < E; e++) sum += inputs.query[row * E + e] * inputs.key[head + s * E + e];
      weights[at + s] = sum * scale;
    }
    if (mask) hide(weights, at, mask, (row % L) * S, S);
    softmaxRow(weights, at, S);
    mixRow(output, row * E, E, weights, at, S, inputs.value, head);
  }
  return needWeights ? { output, weights } : { output };
}

/**
 * input · weightᵀ + bias
 * @param {Float32Array} input
 * @param {Float32Array} weight
 * @param {number} width
 * @param {Float32Array} [bias]
 */
function project(input, weight, width, bias) {
  const rows = input.length / width;
  const columns = weight.length / width;
  const output = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = bias ? bias[column] : 0;
      for (let i = 0; i < width; i++) sum += input[row * width + i] * weight[column * width + i];
      output[row * columns + column] = sum;
    }
  }
  return output;
}

/** @param {Float32Array} x @param {number} from @param {number} count */
function softmaxRow(x, from, count) {
  let max = -Infinity;
  for (let i = from; i < from + count; i++) max = Math.max(max, x[i]);
  let sum = 0;
  for (let i = from; i < from + count; i++) {
    x[i] = Math.exp(x[i] - max);
    sum += x[i];
  }
  for (let i = from; i < from + count; i++) x[i] /= sum;
}

/**
 * Sets masked scores to -Infinity.
 * @param {Float32Array} scores
 * @param {number} at
 * @param {Uint8Array} mask
 * @param {number} from
 * @param {number} count
 */
function hide(scores, at, mask, from, count) {
  for (let i = 0; i < count; i++) if (!mask[from + i]) scores[at + i] = -Infinity;
}

/**
 * A softmax of numbers that lie `step` apart.
 * @param {Float32Array} x
 * @param {number} from
 * @param {number} count
 * @param {number} step
 */
function softmaxOf(x, from, count, step) {
  const numbers = Float32Array.from({ length: count }, (_, i) => x[from + i * step]);
  softmaxRow(numbers, 0, count);
  for (let i = 0; i < count; i++) x[from + i * step] = numbers[i];
}

/**
 * One row of weights · values.
 * @param {Float32Array} output
 * @param {number} to
 * @param {number} width
 * @param {Float32Array} weights
 * @param {number} at
 * @param {number} count
 * @param {Float32Array} values
 * @param {number} from
 */
function mixRow(output, to, width, weights, at, count, values, from) {
  for (let s = 0; s < count; s++) {
    const weight = weights[at + s];
    for (let e = 0; e < width; e++) output[to + e] += weight * values[from + s * width + e];
  }
}

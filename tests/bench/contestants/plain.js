// The formulas as three loops over Float32Arrays: what a page without any library would do.

/** @returns {import('../measure.js').Contestant} */
export function openPlain() {
  return {
    name: 'plain JavaScript',
    version: '',
    prepare: (problem) => [{ way: 'three loops', run: () => kinds[problem.work.kind](problem) }],
  };
}

/** @type {Record<string, (problem: import('../problems.js').Problem) => import('../problems.js').Outputs>} */
const kinds = {
  product: ({ work: { sizes }, inputs }) => ({
    output: project(inputs.input, inputs.weight, sizes.K),
  }),

  softmax({ work: { sizes }, inputs }) {
    const output = inputs.input.slice();
    for (let row = 0; row < sizes.M; row++) softmaxRow(output, row * sizes.N, sizes.N);
    return { output };
  },

  attention({ work: { sizes, weights: needWeights }, inputs }) {
    const { H, L, E } = sizes;
    const output = new Float32Array(H * L * E);
    const weights = new Float32Array(needWeights ? H * L * L : L);
    const scale = 1 / Math.sqrt(E);
    for (let row = 0; row < H * L; row++) {
      const head = Math.floor(row / L) * L * E;
      const at = needWeights ? row * L : 0;
      for (let s = 0; s < L; s++) {
        let sum = 0;
        for (let e = 0; e < E; e++) sum += inputs.query[row * E + e] * inputs.key[head + s * E + e];
        weights[at + s] = sum * scale;
      }
      softmaxRow(weights, at, L);
      mixRow(output, row * E, E, weights, at, L, inputs.value, head);
    }
    return needWeights ? { output, weights } : { output };
  },

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
    const work = { name: '', kind: /** @type {const} */ ('attention'), sizes: { H, L, E: d } };
    const split = { query: heads(0), key: heads(1), value: heads(2) };
    const { output } = kinds.attention({
      ...{ flops: 0, elements: 0, check: () => {} },
      ...{ work, inputs: split },
    });
    const concatenated = new Float32Array(L * D);
    for (let i = 0; i < L * D; i++) {
      const [l, h] = [Math.floor(i / D), Math.floor((i % D) / d)];
      concatenated[i] = output[(h * L + l) * d + (i % d)];
    }
    return { output: project(concatenated, inputs.outWeight, D, inputs.outBias) };
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

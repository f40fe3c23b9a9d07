// A problem is a workload with its inputs, how much work it is, and rows of the right answer.
import { createRandom } from '../support/random.js';
import { transpose } from './contestants/transpose.js';
import { checkLosses } from './training.js';
import { ADDITIVE_WIDTH } from './workloads.js';

/** @import { Random } from '../support/random.js' */

/**
 * @typedef {import('./workloads.js').Work} Work
 * @typedef {Record<string, Float32Array>} Arrays
 * @typedef {{ output: Float32Array, weights?: Float32Array }} Outputs
 * @typedef {object} Problem
 * @property {Work} work
 * @property {Arrays} inputs
 * @property {Uint8Array} [mask] (L, S), 1 = may attend
 * @property {number} flops
 * @property {number} elements
 * @property {Check} check
 * @typedef {(outputs: Outputs) => void | Promise<void>} Check throws where a number is wrong
 */

/**
 * Largest error, as a part of the output's largest number. Float32 and the least exact exp of a
 * peer stay well below.
 */
const TOLERANCE = 1e-4;
/** The same if weights, keys and values are rounded to bfloat16, by at most 2^-9 of each. */
const ROUNDED_TOLERANCE = 1e-2;
const ROWS_CHECKED = 12;

/** @param {Work} work @returns {Problem} */
export function makeProblem(work) {
  const random = createRandom(work.name.length * 7919);
  /** @param {number} count @param {number} [size] */
  const numbers = (count, size) => random.tensor([count], size).data;
  return { work, ...kinds[work.kind](work, numbers, random) };
}

/**
 * @type {Record<Work['kind'], (work: Work, numbers: (count: number, size?: number) => Float32Array,
 *   random: Random) => Omit<Problem, 'work'>>}
 */
const kinds = {
  product({ sizes: { M, K, N } }, numbers) {
    const inputs = { input: numbers(M * K), weight: numbers(N * K) };
    const check = checkRows(M, { output: N }, (row) => ({
      output: project(inputs.input, inputs.weight, K, row),
    }));
    return { inputs, flops: 2 * M * K * N, elements: 0, check };
  },

  softmax({ sizes: { M, N }, dim }, numbers) {
    const inputs = { input: numbers(M * N, 8) };
    const [rows, width] = dim === 0 ? [N, M] : [M, N];
    const read = (/** @type {Float32Array} */ data) => (dim === 0 ? transpose(data, M, N) : data);
    const checkEach = checkRows(rows, { output: width }, (row) => ({
      output: softmax(
        Float64Array.from(read(inputs.input).subarray(row * width, (row + 1) * width)),
      ),
    }));
    const check = (/** @type {Outputs} */ { output }) => checkEach({ output: read(output) });
    return { inputs, flops: 0, elements: M * N, check };
  },

  attention({ sizes: { H, L, S, E }, weights, mask: kind }, numbers, random) {
    const inputs = {
      query: numbers(H * L * E),
      key: numbers(H * S * E),
      value: numbers(H * S * E),
    };
    const mask = kind && makeMask(kind, L, S, random);
    const widths = { output: E, ...(weights && { weights: S }) };
    const check = checkRows(H * L, widths, (row) => {
      const from = Math.floor(row / L) * S * E;
      const query = inputs.query.subarray(row * E, (row + 1) * E);
      const key = inputs.key.subarray(from, from + S * E);
      const mayAttend = mask?.subarray((row % L) * S, ((row % L) + 1) * S);
      return attend(query, key, inputs.value.subarray(from, from + S * E), S, mayAttend);
    });
    const pairs = kind === 'causal' ? (L * (L + 1)) / 2 : L * S;
    return { inputs, mask, flops: 4 * H * pairs * E, elements: 0, check };
  },

  layer({ sizes: { L, D, H } }, numbers) {
    const inputs = { input: numbers(L * D), ...layerParameters(D, numbers) };
    /** @type {Float64Array[]} */
    let stacked;
    const check = checkRows(L, { output: D }, (row) => {
      stacked ??= projectRows(inputs.input, inputs.inWeight, D, inputs.inBias);
      return attendHeads(stacked, row, H, inputs);
    });
    return { inputs, flops: 8 * L * D * D + 4 * L * L * D, elements: 0, check };
  },

  decoding({ sizes: { D, H, earlier, room }, dtype }, numbers) {
    const inputs = {
      earlier: numbers(earlier * D),
      input: numbers(D),
      ...layerParameters(D, numbers),
    };
    // Checks the first step. Later steps append the same position again.
    const check = checkRows(
      1,
      { output: D },
      () => {
        const all = Float32Array.from([...inputs.earlier, ...inputs.input]);
        const stacked = projectRows(all, inputs.inWeight, D, inputs.inBias);
        return attendHeads(stacked, earlier, H, inputs);
      },
      dtype === 'bfloat16' ? ROUNDED_TOLERANCE : TOLERANCE,
    );
    return { inputs, flops: 8 * D * D + 4 * (earlier + room / 2) * D, elements: 0, check };
  },

  chain({ sizes: { L, E } }, numbers) {
    const inputs = {
      input: numbers(L * E),
      inWeight: numbers(E * E),
      inBias: numbers(E),
      outWeight: numbers(E * E),
      outBias: numbers(E),
    };
    const check = checkRows(L, { output: E }, (row) => {
      const rows = projectRows(inputs.input, inputs.inWeight, E, inputs.inBias);
      const all = gather(rows, 0, E);
      const { output } = attend(rows[row], all, all, L);
      return { output: project(output, inputs.outWeight, E, 0, inputs.outBias) };
    });
    return { inputs, flops: 4 * L * E * E + 4 * L * L * E, elements: 0, check };
  },

  additive({ sizes: { L, S, A } }, numbers) {
    const E = ADDITIVE_WIDTH;
    const inputs = {
      query: numbers(L * E),
      key: numbers(S * E),
      value: numbers(S * E),
      wq: numbers(A * E, 0.2),
      wk: numbers(A * E, 0.2),
      wv: numbers(A),
    };
    /** @type {Float64Array[]} */
    let keys;
    const check = checkRows(L, { output: E, weights: S }, (row) => {
      keys ??= Array.from({ length: S }, (_, s) => project(inputs.key, inputs.wk, E, s));
      const q = project(inputs.query, inputs.wq, E, row);
      const scores = keys.map((k) =>
        inputs.wv.reduce((sum, w, a) => sum + w * Math.tanh(q[a] + k[a]), 0),
      );
      return mix(softmax(Float64Array.from(scores)), inputs.value);
    });
    return { inputs, flops: 0, elements: L * S * A, check };
  },

  // Models bring their numbers along; what they output here are the losses of the first steps.
  training: (work) => ({ inputs: {}, flops: 0, elements: 0, check: checkLosses(work) }),
};

/** @param {number} D @param {(count: number, size?: number) => Float32Array} numbers */
const layerParameters = (D, numbers) => ({
  inWeight: numbers(3 * D * D, 2 / Math.sqrt(D)),
  inBias: numbers(3 * D),
  outWeight: numbers(D * D, 2 / Math.sqrt(D)),
  outBias: numbers(D),
});

/**
 * @param {'random' | 'causal'} kind
 * @param {number} L
 * @param {number} S
 * @param {Random} random
 */
function makeMask(kind, L, S, random) {
  const { data } = random.mask([L, S]);
  if (kind === 'causal') return data.map((_, i) => Number(i % S <= Math.floor(i / S)));
  // Each query has at least one key: for empty rows peers have other rules.
  for (let l = 0; l < L; l++) data[l * S + (l % S)] = 1;
  return data;
}

/**
 * Some rows, spread over all, of each output against the formula.
 * @param {number} rows
 * @param {Record<string, number>} widths
 * @param {(row: number) => Record<string, Float64Array>} formula
 * @param {number} [tolerance] of the largest number of a row
 * @returns {Check}
 */
function checkRows(rows, widths, formula, tolerance = TOLERANCE) {
  const count = Math.min(rows, ROWS_CHECKED);
  /** @type {{ row: number, right: Record<string, Float64Array> }[]} */
  let expected;
  return (outputs) => {
    expected ??= Array.from({ length: count }, (_, i) => {
      const row = count > 1 ? Math.floor((i * (rows - 1)) / (count - 1)) : 0;
      return { row, right: formula(row) };
    });
    for (const [name, width] of Object.entries(widths)) {
      const data = outputs[/** @type {keyof Outputs} */ (name)];
      if (data?.length !== rows * width) {
        throw new Error(`${name} has ${data?.length} numbers, not ${rows * width}`);
      }
      for (const { row, right } of expected) {
        const largest = right[name].reduce((most, x) => Math.max(most, Math.abs(x)), 0);
        right[name].forEach((should, i) => {
          const is = data[row * width + i];
          // Not a number is not within, either.
          if (!(Math.abs(is - should) <= tolerance * largest)) {
            throw new Error(`${name}[${row}][${i}] is ${is}, expected ${should}`);
          }
        });
      }
    }
  };
}

/**
 * One row of input · weightᵀ + bias.
 * @param {ArrayLike<number>} input
 * @param {Float32Array} weight
 * @param {number} width
 * @param {number} row
 * @param {Float32Array} [bias]
 */
function project(input, weight, width, row, bias) {
  const result = new Float64Array(weight.length / width);
  for (let o = 0; o < result.length; o++) {
    let sum = bias ? bias[o] : 0;
    for (let i = 0; i < width; i++) sum += input[row * width + i] * weight[o * width + i];
    result[o] = sum;
  }
  return result;
}

/**
 * All rows of input · weightᵀ + bias.
 * @param {Float32Array} input
 * @param {Float32Array} weight
 * @param {number} width
 * @param {Float32Array} bias
 */
const projectRows = (input, weight, width, bias) =>
  Array.from({ length: input.length / width }, (_, row) =>
    project(input, weight, width, row, bias),
  );

/**
 * One row of a multi-head layer.
 * @param {Float64Array[]} stacked q, k and v of each position
 * @param {number} row
 * @param {number} H
 * @param {Arrays} parameters
 */
function attendHeads(stacked, row, H, { outWeight, outBias }) {
  const D = outBias.length;
  const d = D / H;
  const heads = Array.from({ length: H }, (_, h) => {
    const [q, k, v] = [0, 1, 2].map((part) => part * D + h * d);
    const [key, value] = [gather(stacked, k, d), gather(stacked, v, d)];
    return [...attend(stacked[row].subarray(q, q + d), key, value, stacked.length).output];
  });
  return { output: project(heads.flat(), outWeight, D, 0, outBias) };
}

/** @param {Float64Array} x */
function softmax(x) {
  const max = x.reduce((most, value) => Math.max(most, value), -Infinity);
  const exponentials = x.map((value) => Math.exp(value - max));
  const sum = exponentials.reduce((total, value) => total + value, 0);
  return exponentials.map((value) => value / sum);
}

/**
 * Attention of one query.
 * @param {Float32Array | Float64Array} query
 * @param {Float32Array | Float64Array} key
 * @param {Float32Array | Float64Array} value
 * @param {number} S
 * @param {Uint8Array} [mayAttend] to each key
 */
function attend(query, key, value, S, mayAttend) {
  const E = query.length;
  const scores = new Float64Array(S);
  for (let s = 0; s < S; s++) {
    for (let e = 0; e < E; e++) scores[s] += query[e] * key[s * E + e];
    scores[s] = mayAttend?.[s] === 0 ? -Infinity : scores[s] / Math.sqrt(E);
  }
  return mix(softmax(scores), value);
}

/** @param {Float64Array} weights @param {Float32Array | Float64Array} value */
function mix(weights, value) {
  const E = value.length / weights.length;
  const output = new Float64Array(E);
  weights.forEach((weight, s) => {
    for (let e = 0; e < E; e++) output[e] += weight * value[s * E + e];
  });
  return { output, weights };
}

/** @param {Float64Array[]} rows @param {number} from @param {number} width */
function gather(rows, from, width) {
  const result = new Float64Array(rows.length * width);
  rows.forEach((row, l) => {
    result.set(row.subarray(from, from + width), l * width);
  });
  return result;
}

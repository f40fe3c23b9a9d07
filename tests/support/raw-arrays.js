// The arrays of each entry point of the core, with their sizes in floats.

/** @import { Sizes } from './raw.js' */

/** @param {Sizes} sizes */
const softmaxShape = ({ N, H, L, S, inner }) => N * H * L * S * inner;

/** Returns how many floats each array of an attn_trace has. @param {Sizes} sizes */
const traceArrays = ({ N, H = 1, L, S }) => {
  const [rows, cells] = [N * H * L, N * H * L * S];
  return {
    'trace.scores': cells,
    'trace.scaled_scores': cells,
    'trace.masked_scores': cells,
    'trace.row_max': rows,
    'trace.exponentials': cells,
    'trace.row_sum': rows,
    'trace.weights': cells,
    'trace.dropped': cells,
  };
};

/** @param {number} count */
const roundUpTo8 = (count) => 8 * Math.ceil(count / 8);

/**
 * Returns how many floats the numbers of a type occupy.
 * @param {number | undefined} dtype
 * @param {number} count
 */
const countFloats = (dtype, count) => (dtype ? count / 2 : count);

/**
 * Returns how many floats a head of a cache occupies.
 * @param {number | undefined} dtype
 * @param {number} d
 * @param {number} capacity
 */
const cachedHead = (dtype, d, capacity) =>
  countFloats(dtype, roundUpTo8(capacity) * d + roundUpTo8(d) * capacity);

/**
 * The arrays that each entry point reads and writes, in floats, without the masks.
 * @type {Record<string, (sizes: Sizes, packed: (out: number, width: number) => number) =>
 *   { inputs: Sizes, outputs: Sizes }>}
 */
export const rawArrays = {
  attn_pack_weight: ({ out, in: width, dtype }, packed) => ({
    inputs: { weight: out * width },
    outputs: { packed: countFloats(dtype, packed(out, width)) },
  }),
  attn_linear: ({ rows, out, in: width, dtype }, packed) => ({
    inputs: { input: rows * width, packed: countFloats(dtype, packed(out, width)), bias: out },
    outputs: { output: rows * out },
  }),
  attn_linear_unpacked: ({ rows, out, in: width }) => ({
    inputs: { input: rows * width, weight: out * width, bias: out },
    outputs: { output: rows * out },
  }),
  attn_pack_transposed_weight: ({ out, in: width, dtype }, packed) => ({
    inputs: { weight: out * width },
    outputs: { packed: countFloats(dtype, packed(out, width)) },
  }),
  attn_embedding: ({ rows, V, D }) => ({
    inputs: { table: V * D, ids: rows },
    outputs: { output: rows * D },
  }),
  attn_packed_embedding: ({ rows, V, D, dtype }, packed) => ({
    inputs: { packed: countFloats(dtype, packed(V, D)), ids: rows },
    outputs: { output: rows * D },
  }),
  attn_gather_cache: ({ N, H, D, from_capacity, to_capacity, dtype }) => ({
    inputs: { from: N * H * cachedHead(dtype, D / H, from_capacity), items: N },
    outputs: { to: N * H * cachedHead(dtype, D / H, to_capacity) },
  }),
  attn_layer_norm: ({ rows, D }) => ({
    inputs: { input: rows * D, weight: D, bias: D },
    // If the rows have no numbers, they have no mean.
    outputs: { output: rows * D, mean: D && rows, inverse_deviation: D && rows },
  }),
  attn_rms_norm: ({ rows, D }) => ({
    inputs: { input: rows * D, weight: D },
    outputs: { output: rows * D },
  }),
  attn_activation: ({ count }) => ({ inputs: { input: count }, outputs: { output: count } }),
  attn_rotary: ({ rows, L, E }) => ({
    inputs: { input: rows * L * E, positions: L },
    outputs: { output: rows * L * E },
  }),
  attn_split_heads: ({ N, L, parts, H, d }) => ({
    inputs: { input: N * L * parts * H * d },
    outputs: { output: N * L * parts * H * d },
  }),
  attn_merge_heads: ({ N, L, H, d }) => ({
    inputs: { input: N * L * H * d },
    outputs: { output: N * L * H * d },
  }),
  attn_add: ({ count }) => ({
    inputs: { first: count, second: count },
    outputs: { output: count },
  }),
  attn_multiply: ({ count }) => ({
    inputs: { first: count, second: count },
    outputs: { output: count },
  }),
  attn_softmax: (sizes) => ({
    inputs: { input: softmaxShape(sizes) },
    outputs: { output: softmaxShape(sizes) },
  }),
  attn_scaled_dot_product_attention: (sizes) => {
    const { N, H, Hkv, L, S, E, Ev } = sizes;
    return {
      inputs: { query: N * H * L * E, key: N * Hkv * S * E, value: N * Hkv * S * Ev },
      outputs: { output: N * H * L * Ev, weights: N * H * L * S, ...traceArrays(sizes) },
    };
  },
  attn_additive_attention: (sizes) => {
    const { N, L, S, Ev, A } = sizes;
    return {
      inputs: { queries: N * L * A, keys: N * S * A, values: N * S * Ev, wv: A },
      outputs: {
        ...{ output: N * L * Ev, weights: N * L * S, ...traceArrays(sizes) },
        'trace.features': N * L * S * A,
      },
    };
  },
  attn_multi_head_attention: (sizes, packed) => {
    const { N, H, Hkv, L, S, D, Kdim, Vdim, capacity, length = 0, dtype } = sizes;
    const d = H === 0 ? 0 : D / H;
    const Dkv = Hkv * d;
    return {
      inputs: {
        ...{ query: N * L * D, key: N * (S - length) * Kdim, value: N * (S - length) * Vdim },
        'parameters.q_weight': countFloats(dtype, packed(D, D)),
        'parameters.k_weight': countFloats(dtype, packed(Dkv, Kdim)),
        'parameters.v_weight': countFloats(dtype, packed(Dkv, Vdim)),
        'parameters.out_weight': countFloats(dtype, packed(D, D)),
        'parameters.q_bias': D,
        'parameters.k_bias': Dkv,
        'parameters.v_bias': Dkv,
        'parameters.out_bias': D,
      },
      outputs: {
        ...(capacity === undefined
          ? {}
          : { 'cache.data': N * Hkv * cachedHead(dtype, d, capacity) }),
        ...{ output: N * L * D, weights: N * H * L * S, ...traceArrays(sizes) },
        'trace.q': N * L * D,
        'trace.k': N * S * Dkv,
        'trace.v': N * S * Dkv,
        'trace.heads': N * L * D,
        'trace.concatenated': N * L * D,
        'trace.head_contributions': N * H * L * D,
      },
    };
  },
};

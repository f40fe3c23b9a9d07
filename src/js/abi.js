// This file repeats src/core/attention.h in JavaScript: exports, statuses, enumerations, and the structs that several files
// write.

/**
 * @import { Arena } from './arena.js'
 * @import { Argument } from './types.js'
 */

/** `ATTN_ABI_VERSION` of the header. */
export const ABI_VERSION = 8;

/** The functions of the header that this library calls. */
export const CORE_EXPORTS = `
  attn_heap_base attn_packed_size attn_pack_weight attn_linear
  attn_linear_unpacked_workspace attn_linear_unpacked
  attn_softmax_workspace attn_softmax
  attn_scaled_dot_product_workspace attn_scaled_dot_product_attention
  attn_additive_workspace attn_additive_attention
  attn_multi_head_workspace attn_multi_head_attention attn_cache_size attn_gather_cache
  attn_pack_transposed_weight
  attn_embedding attn_packed_embedding
  attn_layer_norm attn_rms_norm attn_activation
  attn_rotary_workspace attn_rotary attn_split_heads attn_merge_heads
  attn_add attn_multiply`
  .trim()
  .split(/\s+/);

/**
 * `attn_status`: the meanings of its numbers. This library checks all arguments before a call, so a status other than 0
 * is a bug of the library.
 * @type {Record<number, string>}
 */
export const STATUSES = {
  1: 'a required pointer was null or misaligned',
  2: 'sizes do not fit each other',
  3: 'an array has more than 2^30 elements',
  4: 'an array lies outside the memory',
  5: 'an output overlaps another array',
  6: 'the workspace is too small',
  7: 'an option is outside its range',
};

// Each enumeration lists names in the order of the core's numbers.

/** `attn_dtype`: the number formats in wasm memory. */
export const DTYPES = ['float32', 'bfloat16', 'float16'];
export const FLOAT32 = DTYPES.indexOf('float32');
export const BFLOAT16 = DTYPES.indexOf('bfloat16');
export const FLOAT16 = DTYPES.indexOf('float16');

/** `attn_causal`: the values of the option `isCausal`. */
export const CAUSAL = /** @type {const} */ ([false, true, 'lower-right']);

/** `attn_activation_kind` */
export const ACTIVATIONS = /** @type {const} */ (['relu', 'gelu', 'gelu_tanh', 'silu', 'tanh']);

/** `attn_rotary_pairs` */
export const PAIRS = /** @type {const} */ (['half', 'interleaved']);

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/**
 * Returns the bits of a float, as a word of a struct. They are signed, so that an engine keeps those of -Infinity as a
 * small integer, and the array of a struct as one of small integers.
 * @param {number} value
 */
export function toFloatBits(value) {
  float[0] = value;
  return bits[0];
}

/** @typedef {Pick<Arena, 'put'>} Memory */

/**
 * The members of `attn_options`, with the names that they have there. A missing member has no effect.
 * @template [Tensor=number] a tensor: its address, or an argument that is not in memory yet
 * @typedef {object} AttnOptions
 * @property {Tensor | undefined} [allowed]
 * @property {Tensor | undefined} [added]
 * @property {readonly number[]} [maskStrides] strides over N, H, L, S
 * @property {Tensor | undefined} [keyPadding]
 * @property {Tensor | undefined} [validLens]
 * @property {boolean} [validLensPerQuery]
 * @property {number} [causal] an index of `CAUSAL`
 * @property {number} [scale]
 * @property {number} [maskFill]
 * @property {boolean} [emptyRowIsNan]
 * @property {{ p: number, seed: number } | undefined} [dropout]
 * @property {number} [softcap]
 * @property {Tensor | undefined} [sinks]
 */

/**
 * @typedef {{ factor: number, low: number, high: number }} Scaling frequencies of at most `low` are divided by `factor`,
 *   and those of at least `high` stay
 */

/**
 * @typedef {{ theta: number, width: number, pairs: number, scaling: Scaling }} Rotary rotary positions; `pairs` is an
 *   index of `PAIRS`
 */

/** The strides over N, H, L, S if there is no mask, or if a single element broadcasts to all scores. */
export const NO_STRIDES = Object.freeze([0, 0, 0, 0]);

/** @param {Memory | undefined} arena @param {Argument<any> | number | undefined} tensor */
const putTensor = (arena, tensor) =>
  typeof tensor === 'object' ? /** @type {Memory} */ (arena).put(tensor) : (tensor ?? 0);

const NO_DROPOUT = Object.freeze({ p: 0, seed: 0 });

/**
 * Lists the words of the struct `attn_options`. Only this function knows their order.
 * @param {AttnOptions<Argument<any> | number>} members
 * @param {Memory} [arena] the memory for tensors that are not addresses
 */
export const listOptionWords = (
  {
    allowed,
    added,
    maskStrides = NO_STRIDES,
    keyPadding,
    validLens,
    validLensPerQuery = false,
    causal = 0,
    scale = 1,
    maskFill = -Infinity,
    emptyRowIsNan = false,
    dropout = NO_DROPOUT,
    softcap = 0,
    sinks,
  },
  arena = undefined,
) => [
  putTensor(arena, allowed),
  putTensor(arena, added),
  maskStrides[0],
  maskStrides[1],
  maskStrides[2],
  maskStrides[3],
  putTensor(arena, keyPadding),
  putTensor(arena, validLens),
  Number(validLensPerQuery),
  causal,
  toFloatBits(scale),
  toFloatBits(maskFill),
  Number(emptyRowIsNan),
  toFloatBits(dropout.p),
  dropout.seed,
  toFloatBits(softcap),
  putTensor(arena, sinks),
];

/** The members of the struct `attn_trace`, in their order. */
export const TRACE_STEPS =
  'scores scaledScores maskedScores rowMax exponentials rowSum weights dropped'.split(' ');

/**
 * Names the exports of an attention, and lists the words of its structs of sizes and of its trace.
 * @param {string} prefix
 * @param {(sizes: Record<string, number>) => number[]} listSizes destructures, because a loop over names is slower
 * @param {string[]} [steps] the members of its trace
 */
const describeAttention = (prefix, listSizes, steps = TRACE_STEPS) => ({
  prefix,
  attention: `${prefix}_attention`,
  workspace: `${prefix}_workspace`,
  listSizes,
  /** @param {Record<string, number>} addresses the address of each wanted step */
  listTrace: (addresses) => steps.map((step) => addresses[step] ?? 0),
});

/** @typedef {ReturnType<typeof describeAttention>} AttentionAbi */

export const SCALED_DOT_PRODUCT = describeAttention(
  'attn_scaled_dot_product',
  ({ N, H, Hkv, L, S, E, Ev }) => [N, H, Hkv, L, S, E, Ev],
);
export const ADDITIVE = describeAttention(
  'attn_additive',
  ({ N, L, S, Ev, A }) => [N, L, S, Ev, A],
  [...TRACE_STEPS, 'features'],
);
export const MULTI_HEAD = describeAttention(
  'attn_multi_head',
  ({ N, H, Hkv, L, S, D, Kdim, Vdim }) => [N, H, Hkv, L, S, D, Kdim, Vdim],
  [...TRACE_STEPS, 'q', 'k', 'v', 'heads', 'concatenated', 'headContributions'],
);

/** The bytes of the struct `attn_multi_head_parameters`. */
export const PARAMETERS_BYTES = 48;

/**
 * Lists the words of the struct `attn_multi_head_parameters`.
 * @param {readonly number[]} weights the addresses of the weights of q, k, v and the output
 * @param {readonly number[]} biases those of their biases
 * @param {Rotary | undefined} rotary
 * @param {number} dtype an index of `DTYPES`
 */
export const listParameterWords = (weights, biases, rotary, dtype) => {
  const { theta = 0, width = 0, pairs = 0 } = rotary ?? {};
  return [...weights, ...biases, toFloatBits(theta), width, pairs, dtype];
};

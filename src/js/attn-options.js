import { toFloatBits } from './arena.js';

/** @import { Arena } from './arena.js' */
/** @import { Argument } from './types.js' */

/** @typedef {Pick<Arena, 'put'>} Memory */

/**
 * The members of `attn_options` of src/core/attention.h, with the names that they have there. A missing member has no
 * effect.
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
 * Lists the words of the struct `attn_trace`.
 * @param {Readonly<Record<string, number>>} addresses the address of each wanted step
 */
export const listTraceWords = (addresses) => TRACE_STEPS.map((step) => addresses[step] ?? 0);

import { toFloatBits } from './arena.js';

/**
 * The members of `attn_options` of src/core/attention.h, with the names that they have there. A missing member has no
 * effect.
 * @typedef {object} AttnOptions
 * @property {number} [allowed] an address, as are `added`, `keyPadding`, `validLens` and `sinks`; 0: none
 * @property {number} [added]
 * @property {readonly number[]} [maskStrides] strides over N, H, L, S
 * @property {number} [keyPadding]
 * @property {number} [validLens]
 * @property {boolean} [validLensPerQuery]
 * @property {number} [causal] 0: none, 1: aligned at the top left, 2: at the lower right
 * @property {number} [scale]
 * @property {number} [maskFill]
 * @property {boolean} [emptyRowIsNan]
 * @property {number} [dropoutP]
 * @property {number} [dropoutSeed]
 * @property {number} [softcap]
 * @property {number} [sinks]
 */

/** The strides over N, H, L, S if there is no mask, or if a single element broadcasts to all scores. */
export const NO_STRIDES = Object.freeze([0, 0, 0, 0]);

/**
 * Lists the words of the struct `attn_options`. Only this function knows their order.
 * @param {AttnOptions} members
 */
export const listOptionWords = ({
  allowed = 0,
  added = 0,
  maskStrides = NO_STRIDES,
  keyPadding = 0,
  validLens = 0,
  validLensPerQuery = false,
  causal = 0,
  scale = 1,
  maskFill = -Infinity,
  emptyRowIsNan = false,
  dropoutP = 0,
  dropoutSeed = 0,
  softcap = 0,
  sinks = 0,
}) => [
  allowed,
  added,
  maskStrides[0],
  maskStrides[1],
  maskStrides[2],
  maskStrides[3],
  keyPadding,
  validLens,
  Number(validLensPerQuery),
  causal,
  toFloatBits(scale),
  toFloatBits(maskFill),
  Number(emptyRowIsNan),
  toFloatBits(dropoutP),
  dropoutSeed,
  toFloatBits(softcap),
  sinks,
];

/** The members of the struct `attn_trace`, in their order. */
export const TRACE_STEPS =
  'scores scaledScores maskedScores rowMax exponentials rowSum weights dropped'.split(' ');

/**
 * Lists the words of the struct `attn_trace`.
 * @param {Readonly<Record<string, number>>} addresses the address of each wanted step
 */
export const listTraceWords = (addresses) => TRACE_STEPS.map((step) => addresses[step] ?? 0);

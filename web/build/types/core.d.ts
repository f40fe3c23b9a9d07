// By default, TypeScript does not know `Symbol.dispose`.
/// <reference lib="esnext.disposable" />

/**
 * Attention, computed by a WebAssembly core, in Node, browsers and workers. Names and shapes are as in PyTorch.
 *
 * ```js
 * import { loadAttention } from 'attention-lab';
 *
 * const attention = await loadAttention();
 * const { output, weights } = attention.scaledDotProductAttention(query, key, value, { isCausal: true });
 * ```
 *
 * {@link loadAttention} returns an {@link Attention}, whose methods are the operations. Letters name the axes of shapes:
 * N batch, H heads, L queries, S keys, E width of queries and keys, Ev width of values, A hidden width of additive
 * attention, D width of a multi-head layer; … stands for any other axes. All numbers are float32.
 * @module attention-lab
 */

export type { Attention } from '../../../src/js/attention.js';
export type { KeyValueCache } from '../../../src/js/cache.js';
export * from '../../../src/js/index.js';
export type { LinearLayer } from '../../../src/js/linear.js';
export type { MultiHeadAttentionLayer } from '../../../src/js/multi-head.js';
export type { Resident } from '../../../src/js/resident.js';
export type {
  AdditiveParameters,
  AdditiveTrace,
  AttentionOptions,
  AttentionResult,
  AttentionTrace,
  BuildOptions,
  CacheOptions,
  Destination,
  Dropout,
  Dtype,
  ErrorDetails,
  ForwardOptions,
  HeadsTrace,
  HeldLayerOptions,
  Indices,
  LayerOptions,
  LinearLayerOptions,
  LinearOptions,
  MaskLike,
  Masks,
  MaskTensor,
  MultiHeadParameters,
  MultiHeadTrace,
  Nested,
  NestedOf,
  NormOptions,
  NumberArray,
  Numbers,
  ProjectionTrace,
  RotaryOptions,
  RotaryScaling,
  SoftmaxOptions,
  Step,
  Tensor,
  TensorLike,
  TensorOrMask,
  WasmSource,
} from '../../../src/js/types.js';

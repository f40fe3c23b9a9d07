// `Symbol.dispose` is younger than what TypeScript knows by default.
/// <reference lib="esnext.disposable" />

/**
 * Attention, computed by a WebAssembly core, in Node, browsers and workers. Names and shapes are those of PyTorch.
 *
 * ```js
 * import { loadAttention } from 'attention-lab';
 *
 * const attention = await loadAttention();
 * const { output, weights } = attention.scaledDotProductAttention(query, key, value, { isCausal: true });
 * ```
 *
 * {@link loadAttention} gives an {@link Attention}, whose methods are the operations. Shapes name their axes: N batch,
 * H heads, L queries, S keys, E width of queries and keys, Ev width of values, A hidden width of additive attention,
 * D width of a multi-head layer; … stands for any other axes. All numbers are float32.
 * @module attention-lab
 */

export type { Attention } from '../../../src/js/attention.js';
export type { KeyValueCache } from '../../../src/js/cache.js';
export type { WasmSource } from '../../../src/js/core.js';
export type { ErrorDetails } from '../../../src/js/errors.js';
export * from '../../../src/js/index.js';
export type { LinearLayer, LinearOptions } from '../../../src/js/linear.js';
export type { Masks } from '../../../src/js/masks.js';
export type {
  ForwardOptions,
  HeadsTrace,
  MultiHeadAttentionLayer,
  MultiHeadTrace,
} from '../../../src/js/multi-head.js';
export type { LayerOptions, MultiHeadParameters } from '../../../src/js/multi-head-parameters.js';
export type {
  AdditiveParameters,
  AdditiveTrace,
  ProjectionTrace,
  SoftmaxOptions,
} from '../../../src/js/operations.js';
export type { AttentionOptions, Destination, Dropout, Step } from '../../../src/js/options.js';
export type { AttentionResult, AttentionTrace } from '../../../src/js/outputs.js';
export type { Resident } from '../../../src/js/resident.js';
export type { MaskTensor, Tensor, TensorLike } from '../../../src/js/tensor.js';

/**
 * attention-lab: attention computed by a WebAssembly SIMD core, in Node, browsers and workers.
 *
 *     const attention = await loadAttention();
 *     const { output, weights } = attention.scaledDotProductAttention(query, key, value);
 *
 * @typedef {import('./attention.js').Attention} Attention
 * @typedef {import('./options.js').AttentionOptions} AttentionOptions
 * @typedef {import('./outputs.js').AttentionResult} AttentionResult
 * @typedef {import('./additive.js').AdditiveParameters} AdditiveParameters
 * @typedef {import('./linear.js').LinearLayer} LinearLayer
 * @typedef {import('./load.js').WasmSource} WasmSource
 * @typedef {import('./multi-head.js').LayerOptions} LayerOptions
 * @typedef {import('./multi-head.js').MultiHeadAttentionLayer} MultiHeadAttentionLayer
 * @typedef {import('./multi-head.js').MultiHeadParameters} MultiHeadParameters
 * @typedef {import('./softmax.js').SoftmaxOptions} SoftmaxOptions
 * @typedef {import('./tensor.js').MaskTensor} MaskTensor
 * @typedef {import('./tensor.js').Tensor} Tensor
 * @typedef {import('./tensor.js').TensorLike} TensorLike
 */

export {
  ArgumentError,
  AttentionError,
  DisposedError,
  LimitError,
  LoadError,
  OutOfMemoryError,
  ShapeError,
} from './errors.js';
export { loadAttention } from './load.js';
export { tensor } from './tensor.js';

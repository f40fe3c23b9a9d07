/**
 * attention-lab: attention computed by a WebAssembly SIMD core, in Node, browsers and workers.
 *
 *     const attention = await loadAttention();
 *     const { output, weights } = attention.scaledDotProductAttention(query, key, value);
 *
 * @typedef {import('./attention.js').Attention} Attention
 * @typedef {import('./cache.js').KeyValueCache} KeyValueCache
 * @typedef {import('./core.js').WasmSource} WasmSource
 * @typedef {import('./linear.js').LinearLayer} LinearLayer
 * @typedef {import('./multi-head.js').MultiHeadAttentionLayer} MultiHeadAttentionLayer
 * @typedef {import('./options.js').AttentionOptions} AttentionOptions
 * @typedef {import('./outputs.js').AttentionResult} AttentionResult
 * @typedef {import('./resident.js').Resident} Resident
 * @typedef {import('./tensor.js').Tensor} Tensor
 * @typedef {import('./tensor.js').TensorLike} TensorLike
 */

export { loadAttention } from './attention.js';
export {
  ArgumentError,
  AttentionError,
  DisposedError,
  LimitError,
  LoadError,
  OutOfMemoryError,
  ShapeError,
} from './errors.js';
export { masks } from './masks.js';
export { fromStateDict } from './state-dict.js';
export { tensor, toNested } from './tensor.js';

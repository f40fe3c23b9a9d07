/**
 * attention-lab: attention computed by a WebAssembly SIMD core, in Node, browsers and workers.
 *
 *     const attention = await loadAttention();
 *     const { output, weights } = attention.scaledDotProductAttention(query, key, value);
 * @typedef {import('./attention.js').Attention} Attention the operations of an instance of the core
 * @typedef {import('./cache.js').KeyValueCache} KeyValueCache the keys and values of earlier positions, for decoding
 * @typedef {import('./types.js').WasmSource} WasmSource a source of the core
 * @typedef {import('./types.js').BuildOptions} BuildOptions
 * @typedef {import('./linear.js').LinearLayer} LinearLayer a projection whose weight stays in wasm memory
 * @typedef {import('./multi-head.js').MultiHeadAttentionLayer} MultiHeadAttentionLayer multi-head
 *   attention whose weights stay in wasm memory
 * @typedef {import('./types.js').AttentionOptions} AttentionOptions
 * @typedef {import('./types.js').AttentionResult} AttentionResult
 * @typedef {import('./resident.js').Resident} Resident a tensor in wasm memory, accepted as any tensor and as `out`
 * @typedef {import('./types.js').Tensor} Tensor
 * @typedef {import('./types.js').TensorLike} TensorLike
 * @typedef {import('./types.js').TensorOrMask} TensorOrMask
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

/**
 * attention-lab: attention computed by a WebAssembly SIMD core, in Node, browsers and workers.
 *
 *     const attention = await loadAttention();
 *     const { output, weights } = attention.scaledDotProductAttention(query, key, value);
 *
 * @typedef {import('./attention.js').Attention} Attention
 * @typedef {import('./options.js').AttentionOptions} AttentionOptions
 * @typedef {import('./outputs.js').AttentionResult} AttentionResult
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

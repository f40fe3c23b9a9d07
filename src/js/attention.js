import { additiveAttention } from './additive.js';
import { createLinear, linear } from './linear.js';
import { createMultiHeadAttention, multiHeadAttention } from './multi-head.js';
import { scaledDotProductAttention } from './scaled-dot-product.js';
import { softmax } from './softmax.js';

/**
 * @typedef {import('./tensor.js').TensorLike} TensorLike
 * @typedef {import('./tensor.js').Tensor} Tensor
 * @typedef {import('./options.js').AttentionOptions} AttentionOptions
 * @typedef {import('./multi-head.js').MultiHeadParameters} MultiHeadParameters
 * @typedef {import('./multi-head.js').LayerOptions} LayerOptions
 * @typedef {ReturnType<typeof createAttention>} Attention
 */

/**
 * The operations of one instance of the core. All are synchronous; results are fresh tensors; what
 * is passed in is never written to.
 *
 * Shapes: N batch, H heads, L queries, S keys, E width of queries and keys, Ev of values, A hidden
 * width of additive attention, D model width.
 *
 * All throw `ShapeError` where shapes do not fit, `ArgumentError` where an argument is of the wrong
 * kind or out of range, `LimitError` where a tensor exceeds 4 GiB and `OutOfMemoryError` where the
 * host gives no more memory. After an error the next call works.
 *
 * @param {import('./core.js').Core} core
 */
export function createAttention(core) {
  return Object.freeze({
    /**
     * Linear projection, as `torch.nn.Linear`: output = input · weightᵀ + bias.
     *
     * @param {TensorLike} input (…, in)
     * @param {TensorLike} weight (out, in)
     * @param {TensorLike} [bias] (out)
     * @returns {Tensor} (…, out)
     */
    linear: (input, weight, bias) => linear(core, input, weight, bias),

    /**
     * softmax(x)ᵢ = exp(xᵢ − max x) / Σⱼ exp(xⱼ − max x) along one axis, as `torch.softmax`; with
     * `validLens` or `attnMask` the third article's `masked_softmax`.
     *
     * @param {TensorLike} input
     * @param {import('./softmax.js').SoftmaxOptions} [options] `dim` is the axis, the last by
     *   default; masks need the last
     * @returns {Tensor} of the input's shape
     */
    softmax: (input, options) => softmax(core, input, options),

    /**
     * Scaled dot-product attention (Vaswani et al. 2017, eq. 1), as
     * `torch.nn.functional.scaled_dot_product_attention`:
     * output = softmax(mask(query · keyᵀ · scale)) · value.
     *
     * With four axes key and value may have fewer heads than query, if their number divides
     * query's: grouped-query attention, head h uses key head ⌊h · Hkv / H⌋.
     *
     * @param {TensorLike} query (L, E), (N, L, E) or (N, H, L, E)
     * @param {TensorLike} key (…, S, E)
     * @param {TensorLike} value (…, S, Ev)
     * @param {AttentionOptions} [options]
     * @returns output (…, L, Ev) and weights (…, L, S). A trace holds scores, scaledScores,
     *   maskedScores, exponentials, weights and, with dropout, dropped (…, L, S); rowMax and rowSum
     *   (…, L)
     */
    scaledDotProductAttention: (query, key, value, options) =>
      scaledDotProductAttention(core, query, key, value, options),

    /**
     * Additive attention (Bahdanau et al. 2015): scoreₗₛ = wv · tanh(wq queryₗ + wk keyₛ), then
     * softmax and weighted sum as in the dot product. Queries, keys and values may differ in width.
     *
     * @param {TensorLike} queries (L, Q) or (N, L, Q)
     * @param {TensorLike} keys (…, S, K)
     * @param {TensorLike} values (…, S, Ev)
     * @param {import('./additive.js').AdditiveParameters} parameters wq (A, Q), wk (A, K), wv (A)
     * @param {AttentionOptions} [options]
     * @returns output (…, L, Ev) and weights (…, L, S). A trace also holds projectedQueries
     *   (…, L, A), projectedKeys (…, S, A) and features (…, L, S, A) = tanh(…)
     */
    additiveAttention: (queries, keys, values, parameters, options) =>
      additiveAttention(core, queries, keys, values, parameters, options),

    /**
     * Multi-head attention (Vaswani et al. 2017, section 3.2.2), as `nn.MultiheadAttention`:
     * output = concat(head₁ … head_H) · W_Oᵀ + b_O, where head h is scaled dot-product attention
     * over the h-th D/H columns of the projected query, key and value.
     *
     * @param {TensorLike} query (L, D) or (N, L, D)
     * @param {TensorLike} key (…, S, Kdim)
     * @param {TensorLike} value (…, S, Vdim)
     * @param {MultiHeadParameters} parameters
     * @param {LayerOptions & AttentionOptions} options
     * @returns output (…, L, D) and weights (…, H, L, S). A trace also holds q, k, v and heads
     *   (…, H, L or S, D/H), concatenated (…, L, D) and headContributions (…, H, L, D), which sum to
     *   the output less its bias
     */
    multiHeadAttention: (query, key, value, parameters, options) =>
      multiHeadAttention(core, query, key, value, parameters, options),

    /**
     * A projection whose weight stays in wasm memory, packed for the product, until `dispose()`.
     *
     * @param {TensorLike} weight (out, in)
     * @param {TensorLike} [bias] (out)
     */
    createLinear: (weight, bias) => createLinear(core, weight, bias),

    /**
     * A multi-head attention whose weights stay in wasm memory, packed, until `dispose()`.
     *
     * @param {MultiHeadParameters} parameters
     * @param {LayerOptions} options
     */
    createMultiHeadAttention: (parameters, options) =>
      createMultiHeadAttention(core, parameters, options),
  });
}

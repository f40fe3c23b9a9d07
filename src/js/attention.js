import { readAdditive } from './additive.js';
import { callAttention } from './attention-calls.js';
import { makeValueError, runNamed } from './errors.js';
import { loadBuild } from './fast.js';
import { DISPOSE } from './held.js';
import { LinearLayer, linear } from './linear.js';
import { loadCore } from './load-core.js';
import { matmul } from './matmul.js';
import { MultiHeadAttentionLayer, multiHeadAttention } from './multi-head.js';
import { makeResident } from './resident.js';
import { readScaledDotProduct } from './scaled-dot-product.js';
import { runScope } from './scope.js';
import { softmax } from './softmax.js';
import { activation, embedding, layerNorm, rmsNorm, rotary } from './transformer.js';

/**
 * @import { Core } from './core.js'
 * @import { AttentionError, LoadError } from './errors.js'
 * @import { AdditiveParameters, AdditiveTrace, BuildOptions, Destination, HeldLayerOptions, Indices } from './types.js'
 * @import { LayerOptions, LinearLayerOptions, LinearOptions, MultiHeadParameters, MultiHeadTrace } from './types.js'
 * @import { NormOptions, AttentionOptions as Options, AttentionResult as Result, RotaryOptions } from './types.js'
 * @import { TensorLike, SoftmaxOptions, Step, TensorOrMask, WasmSource, Written } from './types.js'
 */

/**
 * Loads the core. Each call creates an instance with its own memory. All operations of an instance are synchronous.
 *
 * `loadAttention({ fast: true })` loads the fast build. Its last bits differ from those of the exact build and between
 * machines. An engine without relaxed SIMD gets the exact build; `isFast` says which one was loaded. With `threads: n`,
 * n threads compute large calls if the host allows shared memory; `threads` is the actual number.
 * @param {WasmSource | BuildOptions} [source] bytes, a URL, a response, a compiled module, or options; by default the
 *   bytes that come with this library
 * @returns {Promise<Attention>}
 * @throws {LoadError} if the source is of another kind, or the core does not load, for example without SIMD
 */
export async function loadAttention(source) {
  return frozen(new Attention(await loadBuild(source)));
}

/**
 * Loads only the operations that evaluate a graph, for bundles that do not use the others.
 * @internal
 * @param {WasmSource} [source]
 */
export async function loadOperations(source) {
  return frozen(new Operations(await loadCore(source)));
}

/**
 * Freezes an instance and keeps its type: `Object.freeze` returns a type without private members.
 * @template Instance
 * @param {Instance} instance
 */
function frozen(instance) {
  Object.freeze(instance);
  return instance;
}

/**
 * The operations that evaluate a graph. Every bundle of the page needs them, and most need no others: those are in
 * `Attention`, which bundlers then leave out.
 */
export class Operations {
  #instance;

  /** @internal @param {Core} core */
  constructor(core) {
    this.#instance = core;
  }

  /** The core, after checking that it is in use. */
  get #core() {
    return this.#instance.open();
  }

  /** Whether this is the fast build, whose last bits differ between machines. */
  get isFast() {
    return this.#instance.isFast;
  }

  /** The number of threads that compute a large call. */
  get threads() {
    return this.#instance.threads;
  }

  /**
   * Ends the instance and its threads. Any later use of the instance, or of a layer, resident tensor, cache or model in
   * its memory, throws a `DisposedError`.
   */
  dispose = () => this.#instance.dispose();

  /** Ends the instance at the end of a `using` declaration. */
  [DISPOSE]() {
    this.dispose();
  }

  /** Returns the core of an instance, for code that keeps models in its memory. @internal @param {unknown} attention */
  static getCore(attention) {
    const isOurs = typeof attention === 'object' && attention !== null && #instance in attention;
    if (isOurs) return attention.#core;
    const expected = 'what loadAttention() of the same copy of this library gives';
    throw makeValueError('attention', expected, attention);
  }

  /**
   * Computes a linear projection, as `torch.nn.Linear`: output = input · weightᵀ + bias.
   * @template {Destination | undefined} [Out=undefined]
   * @param {TensorLike} input (…, in)
   * @param {TensorLike} weight (out, in)
   * @param {TensorLike | null} [bias] (out)
   * @param {LinearOptions<Out>} [options]
   * @returns {Written<Out>} (…, out)
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  linear = (input, weight, bias, options) =>
    runNamed('linear', () => linear(this.#core, input, weight, bias, options));

  /**
   * Computes softmax(x)ᵢ = exp(xᵢ − max x) / Σⱼ exp(xⱼ − max x) along one axis, as `torch.softmax`. With
   * `validLens` or `attnMask` it is the `masked_softmax` of the third article.
   * @template {Destination | undefined} [Out=undefined]
   * @param {TensorLike} input a tensor of any shape with at least one axis
   * @param {SoftmaxOptions<Out>} [options]
   * @returns {Written<Out>} a tensor of the input's shape
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  softmax = (input, options) => runNamed('softmax', () => softmax(this.#core, input, options));

  /**
   * Computes scaled dot-product attention (Vaswani et al. 2017, eq. 1), as
   * `torch.nn.functional.scaled_dot_product_attention`:
   * output = softmax(mask(query · keyᵀ · scale)) · value.
   *
   * With four axes, key and value may have fewer heads than query, if that number divides the number of query heads
   * (grouped-query attention): head h uses key head ⌊h · Hkv / H⌋. A key or value with a single item, (1, …, S, E), is
   * copied for all N items of query.
   * @template {boolean | undefined} [Needed=true]
   * @template {boolean | readonly Step[] | undefined} [Traced=false]
   * @template {Destination | undefined} [Out=undefined]
   * @template {Destination | undefined} [WeightsOut=undefined]
   * @param {TensorLike} query (L, E), (N, L, E) or (N, H, L, E)
   * @param {TensorLike} key (…, S, E)
   * @param {TensorLike} value (…, S, Ev)
   * @param {Options<Needed, Traced, Out, WeightsOut>} [options]
   * @returns {Result<Needed, Traced, Out, WeightsOut>} output (…, L, Ev), weights (…, L, S) and a
   *   trace of the steps
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  scaledDotProductAttention = (query, key, value, options) =>
    runNamed('scaledDotProductAttention', () =>
      callAttention(this.#core, readScaledDotProduct(query, key, value, options)),
    );

  /**
   * Computes additive attention (Bahdanau et al. 2015): scoreₗₛ = wv · tanh(wq queryₗ + wk keyₛ), then softmax and
   * weighted sum as in the dot product. Queries, keys and values may differ in width. Keys or values with a single item
   * are copied for all N items of queries.
   * @template {boolean | undefined} [Needed=true]
   * @template {boolean | readonly Step[] | undefined} [Traced=false]
   * @template {Destination | undefined} [Out=undefined]
   * @template {Destination | undefined} [WeightsOut=undefined]
   * @param {TensorLike} queries (L, Q) or (N, L, Q)
   * @param {TensorLike} keys (…, S, K)
   * @param {TensorLike} values (…, S, Ev)
   * @param {AdditiveParameters} parameters wq (A, Q), wk (A, K), wv (A)
   * @param {Options<Needed, Traced, Out, WeightsOut>} [options]
   * @returns {Result<Needed, Traced, Out, WeightsOut, AdditiveTrace>}
   *   output (…, L, Ev), weights (…, L, S) and a trace that also has the projections and features
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  additiveAttention = (queries, keys, values, parameters, options) =>
    runNamed('additiveAttention', () =>
      callAttention(this.#core, readAdditive(queries, keys, values, parameters, options)),
    );

  /**
   * Looks up rows of a table, as `torch.nn.Embedding`: output[i] = table[ids[i]].
   * @template {Destination | undefined} [Out=undefined]
   * @param {Indices} ids integers from 0 to V − 1, in any shape
   * @param {TensorLike} table (V, D)
   * @param {LinearOptions<Out>} [options]
   * @returns {Written<Out>} (…, D)
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  embedding = (ids, table, options) =>
    runNamed('embedding', () => embedding(this.#core, ids, table, options));

  /**
   * Computes layer normalization (Ba et al. 2016) of the last axis, as `torch.nn.LayerNorm`:
   * output = (x − mean x) / √(variance x + eps) · weight + bias, with the variance divided by D.
   * @template {Destination | undefined} [Out=undefined]
   * @param {TensorLike} input (…, D)
   * @param {TensorLike} weight (D)
   * @param {TensorLike | null} [bias] (D)
   * @param {NormOptions<Out>} [options] eps is 1e-5 by default
   * @returns {Written<Out>} a tensor of the input's shape
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  layerNorm = (input, weight, bias, options) =>
    runNamed('layerNorm', () => layerNorm(this.#core, input, weight, bias, options));

  /**
   * Computes root mean square normalization (Zhang and Sennrich 2019) of the last axis, as `torch.nn.RMSNorm`:
   * output = x / √(mean x² + eps) · weight.
   * @template {Destination | undefined} [Out=undefined]
   * @param {TensorLike} input (…, D)
   * @param {TensorLike} weight (D)
   * @param {NormOptions<Out>} [options] eps is 1e-6 by default
   * @returns {Written<Out>} a tensor of the input's shape
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  rmsNorm = (input, weight, options) =>
    runNamed('rmsNorm', () => rmsNorm(this.#core, input, weight, options));

  /**
   * Applies an activation function to each number: `relu` is max(x, 0); `gelu` is x · Φ(x), with the distribution
   * function Φ of the normal distribution; `gelu_tanh` is x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2; `silu` is
   * x / (1 + exp(−x)); `tanh` is tanh(x). The error of the first four is at most 3 · 2⁻²⁴ · |x|.
   * @template {Destination | undefined} [Out=undefined]
   * @param {TensorLike} input a tensor of any shape
   * @param {'relu' | 'gelu' | 'gelu_tanh' | 'silu' | 'tanh'} kind
   * @param {LinearOptions<Out>} [options]
   * @returns {Written<Out>} a tensor of the input's shape
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  activation = (input, kind, options) =>
    runNamed('activation', () => activation(this.#core, input, kind, options));

  /**
   * Rotates vectors by their positions (rotary positions, Su et al. 2021). Pair i of the first `width` features of a
   * vector at position p is rotated by the angle p · theta^(−2i / width), which `scaling` may divide. The other features
   * do not change. Angles are computed in double.
   * @template {Destination | undefined} [Out=undefined]
   * @param {TensorLike} input (…, L, E), such as the queries or keys of all heads
   * @param {RotaryOptions<Out>} [options]
   * @returns {Written<Out>} a tensor of the input's shape
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  rotary = (input, options) => runNamed('rotary', () => rotary(this.#core, input, options));
}

/**
 * The operations of one instance of the core. An instance also owns the layers and resident tensors in its memory. All
 * calls are synchronous. A result is a fresh tensor, unless the option `out` gives its destination. No call writes to
 * its arguments.
 *
 * Shapes: N batch, H heads, L queries, S keys, E width of queries and keys, Ev width of values, A hidden width of
 * additive attention, D model width. Nested arrays, a plain Float32Array (one axis) and a resident tensor are accepted
 * as tensors.
 *
 * The cost of a call, in multiplications: `linear` rows · in · out; dot-product attention H · L · S · (E + Ev) for each
 * item; additive attention L · S · (A + Ev), and L · S · A tanh; softmax one exponential per element. A current core
 * does about 2 · 10¹⁰ multiplications per second. A call cannot be interrupted, so put long calls into a worker.
 *
 * All operations throw `ShapeError` if shapes do not fit, `ArgumentError` if an argument is of the wrong kind or out of
 * range, `LimitError` if a tensor exceeds 4 GiB or a mask 1 GiB, `OutOfMemoryError` if the host has no more memory, and
 * `DisposedError` if a layer, a resident tensor, a cache or the instance is used after its `dispose()`. Properties that
 * are sizes, such as `shape` and `length`, still answer then. After an error the next call works.
 */
export class Attention extends Operations {
  /** The core, after checking that it is in use. */
  get #core() {
    return Operations.getCore(this);
  }

  /**
   * Computes a matrix product, as `torch.matmul`: output[i][j] = Σₖ input[i][k] · other[k][j], summed in the order of k.
   * Axes before the last two broadcast. A vector is a row on the left and a column on the right; the result lacks
   * that axis.
   *
   *     attention.matmul(query, [[1, 0], [0, 1]]); // (…, L, 2) · (2, 2)
   * @template {Destination | undefined} [Out=undefined]
   * @param {TensorLike} input (…, L, K) or (K)
   * @param {TensorLike} other (…, K, P) or (K)
   * @param {LinearOptions<Out>} [options]
   * @returns {Written<Out>} (…, L, P), without L if `input` is a vector, and without P if `other` is a vector
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  matmul = (input, other, options) =>
    runNamed('matmul', () => matmul(this.#core, input, other, options));

  /**
   * Computes multi-head attention (Vaswani et al. 2017, section 3.2.2), as `nn.MultiheadAttention`:
   * output = concat(head₁ … head_H) · W_Oᵀ + b_O. Head h is scaled dot-product attention over the h-th slice of D/H
   * columns of the projected query, key and value.
   * @template {boolean | undefined} [Needed=true]
   * @template {boolean | readonly Step[] | undefined} [Traced=false]
   * @template {Destination | undefined} [Out=undefined]
   * @template {Destination | undefined} [WeightsOut=undefined]
   * @param {TensorLike} query (L, D) or (N, L, D)
   * @param {TensorLike} key (…, S, Kdim)
   * @param {TensorLike} value (…, S, Vdim)
   * @param {MultiHeadParameters} parameters
   * @param {LayerOptions & Options<Needed, Traced, Out, WeightsOut>} options
   * @returns {Result<Needed, Traced, Out, WeightsOut, MultiHeadTrace>}
   *   output (…, L, D), weights (…, H, L, S) and a trace that also has the projections, the heads and
   *   their contributions to the output
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  multiHeadAttention = (query, key, value, parameters, options) =>
    runNamed('multiHeadAttention', () =>
      multiHeadAttention(this.#core, query, key, value, parameters, options),
    );

  /**
   * Creates a projection whose weight stays in wasm memory, packed for the product, until `dispose()`.
   * @param {TensorLike} weight (out, in), as `nn.Linear` stores it
   * @param {TensorLike | null} [bias] (out)
   * @param {LinearLayerOptions} [options]
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  createLinear = (weight, bias, options) =>
    runNamed('createLinear', () => new LinearLayer(this.#core, weight, bias, options));

  /**
   * Creates a multi-head attention whose weights stay in wasm memory, packed, until `dispose()`.
   * @param {MultiHeadParameters} parameters named as in `nn.MultiheadAttention`; `fromStateDict` finds them in a dict
   * @param {HeldLayerOptions} options
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  createMultiHeadAttention = (parameters, options) =>
    runNamed(
      'createMultiHeadAttention',
      () => new MultiHeadAttentionLayer(this.#core, parameters, options),
    );

  /**
   * Copies a tensor to wasm memory, where it stays until `dispose()`. Calls do not copy it as an argument, and it can
   * be the destination `out` of a result.
   * @template {TensorOrMask} Input
   * @param {Input} tensor a tensor of any shape
   * @param {{ capacity?: number | undefined }} [options] `capacity` is the largest size of the first axis, so that
   *   `append` can add items; by default the current size
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  resident = (tensor, options) =>
    runNamed('resident', () => makeResident(this.#core, tensor, options));

  /**
   * Calls a function, then disposes of the layers, resident tensors and caches of this instance that it created, even
   * if it throws. Those that the function returns stay in use, also as members of arrays, objects, Maps and Sets. Private
   * fields and variables of closures are not searched. Scopes may be nested: the outer scope owns what an inner scope
   * returns.
   *
   *     const sum = attention.scope(() => {
   *       const layer = attention.createLinear(weight);
   *       return layer.forward(words); // a fresh tensor; the layer is disposed of
   *     });
   * @template Result
   * @param {() => Result} body a synchronous function; a promise is refused
   * @returns {Result} the result of the function
   */
  scope = (body) => runNamed('scope', () => runScope(this.#core, body));
}

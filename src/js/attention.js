import { callAttention } from './calls.js';
import { loadCore } from './core.js';
import { makeValueError, runNamed } from './errors.js';
import { loadBuild } from './fast.js';
import { LinearLayer, linear } from './linear.js';
import { matmul } from './matmul.js';
import { MultiHeadAttentionLayer, multiHeadAttention } from './multi-head.js';
import { readAdditive, readScaledDotProduct, softmax } from './operations.js';
import { makeResident } from './resident.js';
import { runScope } from './scope.js';
import { activation, embedding, layerNorm, rmsNorm, rotary } from './transformer.js';

/**
 * @import { Core } from './core.js'
 * @import { LoadError } from './errors.js'
 * @import { AdditiveParameters, AdditiveTrace, BuildOptions, Destination, HeldLayerOptions, Indices } from './types.js'
 * @import { LayerOptions, LinearLayerOptions, LinearOptions, MultiHeadParameters, MultiHeadTrace } from './types.js'
 * @import { NormOptions, AttentionOptions as Options, AttentionResult as Result, RotaryOptions } from './types.js'
 * @import { SoftmaxOptions, Step, TensorLike, WasmSource, Written } from './types.js'
 */

/**
 * Loads the core; every operation of what it returns is synchronous. Each call makes an instance
 * with a memory of its own.
 *
 * `loadAttention({ fast: true })` loads the fast build, which gives other bits than the exact one, and
 * not the same on every machine. An engine without relaxed SIMD gets the exact build; `isFast` tells.
 * With `threads: n`, n threads compute large calls, where threads may share memory; `threads` tells how many.
 *
 * @param {WasmSource | BuildOptions} [source] bytes, an address,
 *   a response or a compiled module; by default the bytes that come with this library
 * @returns {Promise<Attention>}
 * @throws {LoadError} if the core cannot be fetched, compiled or started, as without SIMD
 */
export async function loadAttention(source) {
  return frozen(new Attention(await loadBuild(source)));
}

/**
 * Only what evaluates a graph, for bundles that have no use for the rest.
 *
 * @internal
 * @param {WasmSource} [source]
 */
export async function loadOperations(source) {
  return frozen(new Operations(await loadCore(source)));
}

/**
 * To the types a frozen object is another, without private members.
 *
 * @template Instance
 * @param {Instance} instance
 */
function frozen(instance) {
  Object.freeze(instance);
  return instance;
}

/**
 * The core of an instance, for what keeps whole models in its memory.
 *
 * @internal
 * @param {unknown} attention
 */
export function getCore(attention) {
  const core = Operations.coreIn(attention);
  if (core !== undefined) return core;
  const expected = 'what loadAttention() of the same copy of this library gives';
  throw makeValueError('attention', expected, attention);
}

/** The operations that a graph is evaluated with: what each bundle of the page needs. */
export class Operations {
  #core;

  /**
   * @internal
   * @param {Core} core
   */
  constructor(core) {
    this.#core = core;
  }

  /** Whether this is the fast build, whose bits differ between machines. */
  get isFast() {
    return this.#core.isFast;
  }

  /** How many threads compute a large call. */
  get threads() {
    return this.#core.threads;
  }

  /** @internal @param {unknown} attention @returns {Core | undefined} */
  static coreIn(attention) {
    const isOurs = typeof attention === 'object' && attention !== null && #core in attention;
    return isOurs ? attention.#core : undefined;
  }

  /**
   * Linear projection, as `torch.nn.Linear`: output = input · weightᵀ + bias.
   *
   * @template {Destination | undefined} [Out=undefined]
   * @param {TensorLike} input (…, in)
   * @param {TensorLike} weight (out, in)
   * @param {TensorLike | null} [bias] (out)
   * @param {LinearOptions<Out>} [options]
   * @returns {Written<Out>} (…, out)
   */
  linear = (input, weight, bias, options) =>
    runNamed('linear', () => linear(this.#core, input, weight, bias, options));

  /**
   * softmax(x)ᵢ = exp(xᵢ − max x) / Σⱼ exp(xⱼ − max x) along one axis, as `torch.softmax`; with
   * `validLens` or `attnMask` the third article's `masked_softmax`.
   *
   * @template {Destination | undefined} [Out=undefined]
   * @param {TensorLike} input of any shape with at least one axis
   * @param {SoftmaxOptions<Out>} [options]
   * @returns {Written<Out>} of the input's shape
   */
  softmax = (input, options) => runNamed('softmax', () => softmax(this.#core, input, options));

  /**
   * Scaled dot-product attention (Vaswani et al. 2017, eq. 1), as
   * `torch.nn.functional.scaled_dot_product_attention`:
   * output = softmax(mask(query · keyᵀ · scale)) · value.
   *
   * With four axes key and value may have fewer heads than query, if their number divides
   * query's: grouped-query attention, head h uses key head ⌊h · Hkv / H⌋. Key and value of one item, (1, …, S, E), serve
   * all N of query: they are copied for each.
   *
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
   */
  scaledDotProductAttention = (query, key, value, options) =>
    runNamed('scaledDotProductAttention', () =>
      callAttention(this.#core, readScaledDotProduct(query, key, value, options)),
    );

  /**
   * Additive attention (Bahdanau et al. 2015): scoreₗₛ = wv · tanh(wq queryₗ + wk keyₛ), then
   * softmax and weighted sum as in the dot product. Queries, keys and values may differ in width. Keys and values of one
   * item serve all N of queries.
   *
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
   */
  additiveAttention = (queries, keys, values, parameters, options) =>
    runNamed('additiveAttention', () =>
      callAttention(this.#core, readAdditive(queries, keys, values, parameters, options)),
    );

  /**
   * The rows of a table: output[i] = table[ids[i]], as `torch.nn.Embedding`.
   *
   * @template {Destination | undefined} [Out=undefined]
   * @param {Indices} ids integers from 0 to V − 1, of any shape
   * @param {TensorLike} table (V, D)
   * @param {LinearOptions<Out>} [options]
   * @returns {Written<Out>} (…, D)
   */
  embedding = (ids, table, options) =>
    runNamed('embedding', () => embedding(this.#core, ids, table, options));

  /**
   * Layer normalization (Ba et al. 2016) of the last axis, as `torch.nn.LayerNorm`:
   * output = (x − mean x) / √(variance x + eps) · weight + bias, the variance divided by D.
   *
   * @template {Destination | undefined} [Out=undefined]
   * @param {TensorLike} input (…, D)
   * @param {TensorLike} weight (D)
   * @param {TensorLike | null} [bias] (D)
   * @param {NormOptions<Out>} [options] eps is 1e-5 by default
   * @returns {Written<Out>} of the input's shape
   */
  layerNorm = (input, weight, bias, options) =>
    runNamed('layerNorm', () => layerNorm(this.#core, input, weight, bias, options));

  /**
   * Root mean square normalization (Zhang and Sennrich 2019) of the last axis, as `torch.nn.RMSNorm`:
   * output = x / √(mean x² + eps) · weight.
   *
   * @template {Destination | undefined} [Out=undefined]
   * @param {TensorLike} input (…, D)
   * @param {TensorLike} weight (D)
   * @param {NormOptions<Out>} [options] eps is 1e-6 by default
   * @returns {Written<Out>} of the input's shape
   */
  rmsNorm = (input, weight, options) =>
    runNamed('rmsNorm', () => rmsNorm(this.#core, input, weight, options));

  /**
   * A function of each number: `relu` max(x, 0); `gelu` x · Φ(x), with the distribution function Φ of the
   * normal distribution; `gelu_tanh` x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2; `silu` x / (1 + exp(−x));
   * `tanh`. The error of the first four is at most 3 · 2⁻²⁴ · |x|.
   *
   * @template {Destination | undefined} [Out=undefined]
   * @param {TensorLike} input of any shape
   * @param {'relu' | 'gelu' | 'gelu_tanh' | 'silu' | 'tanh'} kind
   * @param {LinearOptions<Out>} [options]
   * @returns {Written<Out>} of the input's shape
   */
  activation = (input, kind, options) =>
    runNamed('activation', () => activation(this.#core, input, kind, options));

  /**
   * Rotary positions (Su et al. 2021): the pair i of the first `width` features of a vector at position p
   * is turned by the angle p · theta^(−2i / width). The features behind them stay as they are.
   *
   * @template {Destination | undefined} [Out=undefined]
   * @param {TensorLike} input (…, L, E), such as the queries or keys of all heads
   * @param {RotaryOptions<Out>} [options]
   * @returns {Written<Out>} of the input's shape
   */
  rotary = (input, options) => runNamed('rotary', () => rotary(this.#core, input, options));
}

/**
 * All operations of one instance of the core, and what stays in wasm memory between them: layers and
 * resident tensors. All calls are synchronous. A result is a fresh tensor, unless `out` says where it goes; no call
 * writes to its arguments.
 *
 * Shapes: N batch, H heads, L queries, S keys, E width of queries and keys, Ev of values, A hidden
 * width of additive attention, D model width. Wherever a tensor is taken, so are nested arrays, a
 * plain Float32Array (one axis) and a resident tensor.
 *
 * What a call costs, in multiplications: `linear` rows · in · out; the dot product H · L · S · (E +
 * Ev) for each item; additive attention L · S · (A + Ev), with as many tanh as L · S · A; softmax one
 * exponential an element. A core of today does about 2 · 10¹⁰ multiplications a second. Nothing
 * interrupts a call: put long ones into a worker.
 *
 * All throw `ShapeError` if shapes do not fit, `ArgumentError` if an argument is of the wrong
 * kind or out of range, `LimitError` if a tensor exceeds 4 GiB, `OutOfMemoryError` if the host
 * has no more memory, and `DisposedError` if a layer, a resident or a cache is used after its
 * `dispose()`. After an error the next call works.
 */
export class Attention extends Operations {
  #core;

  /**
   * @internal
   * @param {Core} core
   */
  constructor(core) {
    super(core);
    this.#core = core;
  }

  /**
   * Matrix product, as `torch.matmul`: output[i][j] = Σₖ input[i][k] · other[k][j], summed in the order of k. Axes
   * before the last two broadcast. A vector on the left is a row, on the right a column, and leaves no axis.
   *
   *     attention.matmul(query, [[1, 0], [0, 1]]); // (…, L, 2) · (2, 2)
   *
   * @template {Destination | undefined} [Out=undefined]
   * @param {TensorLike} input (…, L, K) or (K)
   * @param {TensorLike} other (…, K, P) or (K)
   * @param {LinearOptions<Out>} [options]
   * @returns {Written<Out>} (…, L, P), without L or P where a vector was given
   */
  matmul = (input, other, options) =>
    runNamed('matmul', () => matmul(this.#core, input, other, options));

  /**
   * Multi-head attention (Vaswani et al. 2017, section 3.2.2), as `nn.MultiheadAttention`:
   * output = concat(head₁ … head_H) · W_Oᵀ + b_O, where head h is scaled dot-product attention
   * over the h-th D/H columns of the projected query, key and value.
   *
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
   *   what each contributes
   */
  multiHeadAttention = (query, key, value, parameters, options) =>
    runNamed('multiHeadAttention', () =>
      multiHeadAttention(this.#core, query, key, value, parameters, options),
    );

  /**
   * A projection whose weight stays in wasm memory, packed for the product, until `dispose()`.
   *
   * @param {TensorLike} weight (out, in), as `nn.Linear` stores it
   * @param {TensorLike | null} [bias] (out)
   * @param {LinearLayerOptions} [options]
   */
  createLinear = (weight, bias, options) =>
    runNamed('createLinear', () => new LinearLayer(this.#core, weight, bias, options));

  /**
   * A multi-head attention whose weights stay in wasm memory, packed, until `dispose()`.
   *
   * @param {MultiHeadParameters} parameters as `nn.MultiheadAttention` names them; `fromStateDict` finds them in a dict
   * @param {HeldLayerOptions} options
   */
  createMultiHeadAttention = (parameters, options) =>
    runNamed(
      'createMultiHeadAttention',
      () => new MultiHeadAttentionLayer(this.#core, parameters, options),
    );

  /**
   * A tensor that stays in wasm memory until `dispose()`: as an argument it is not copied, and as
   * `out` it takes a result.
   *
   * @param {TensorLike} tensor of any shape
   * @param {{ capacity?: number | undefined }} [options] how many items along the first axis it has room for, so
   *   that `append` can add some; as many as there are by default
   */
  resident = (tensor, options) =>
    runNamed('resident', () => makeResident(this.#core, tensor, options));

  /**
   * Calls a function, and disposes of the layers, resident tensors and caches of this instance that were made
   * meanwhile, also if it throws. What the function returns stays, alone or in arrays and plain objects. Scopes
   * may be nested: what an inner one returns belongs to the outer one.
   *
   *     const sum = attention.scope(() => {
   *       const layer = attention.createLinear(weight);
   *       return layer.forward(words); // a fresh tensor; the layer is gone
   *     });
   *
   * @template Result
   * @param {() => Result} body synchronous: a promise is refused
   * @returns {Result} what the function returns
   */
  scope = (body) => runNamed('scope', () => runScope(this.#core, body));
}

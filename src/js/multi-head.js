import { DTYPES, MULTI_HEAD } from './abi.js';
import { readTensor } from './arguments.js';
import { callAttention, listTraceShapes } from './attention-calls.js';
import { KeyValueCache } from './cache.js';
import { fitOptions, readOptions } from './call-options.js';
import { makeOptionError, makeShapeError, runNamed } from './errors.js';
import { Held } from './held.js';
import { layOutParameters, packParameters, readParameters } from './multi-head-parameters.js';
import { checkLimit, expectRank, expectShape } from './shapes.js';

/**
 * @import { ReadOptions } from './call-options.js'
 * @import { Core } from './core.js'
 * @import { AttentionError, LimitError } from './errors.js'
 * @import { AttentionResult, CacheOptions, Destination, ForwardOptions, MultiHeadTrace, Sizes, Step } from './types.js'
 * @import { TensorLike } from './types.js'
 */

/**
 * Reads the inputs of a call.
 * @internal
 * @param {Sizes & { rotary: unknown }} sizes
 * @param {unknown} query
 * @param {unknown} key
 * @param {unknown} value
 * @param {ReadOptions} read
 * @param {KeyValueCache | undefined} cache
 */
export function readMultiHead({ D, H, Hkv, Kdim, Vdim, rotary }, query, key, value, read, cache) {
  const q = readTensor('query', query);
  const k = readTensor('key', key);
  const v = readTensor('value', value);
  expectRank(q, [2, 3], `(L, ${D}) or (N, L, ${D})`);
  const batch = q.shape.slice(0, -2);
  const [L] = q.shape.slice(-2);
  const [N = 1] = batch;
  expectShape(q, [...batch, L, D], 'to match the weights');
  expectShape(k, [...batch, 'S', Kdim], 'to match query and the weights');
  const [added] = k.shape.slice(-2);
  expectShape(v, [...batch, added, Vdim], 'to match key and the weights');
  const S = cache === undefined ? added : cache.lengthWith(q.shape, added);
  const shortest =
    cache?.unevenLengths?.reduce((least, length) => Math.min(least, length + added), S) ?? S;
  if (rotary !== undefined && L > shortest) {
    const expected = `at most ${shortest} positions, as many as there are keys: rotary positions begin with them`;
    throw makeShapeError('query', expected, q.shape);
  }
  const d = D / H;
  const scale = d === 0 ? 1 : 1 / Math.sqrt(d);
  const options = fitOptions(read, [N, H, L, S], scale, batch.length > 0, [2, 4]);
  const scores = [...batch, H, L, S];
  return {
    abi: MULTI_HEAD,
    inputs: [q, k, v],
    sizes: { N, H, Hkv, L, S, D, Kdim, Vdim },
    added,
    options,
    output: [...batch, L, D],
    weights: scores,
    trace: () => ({
      ...listTraceShapes(scores, options),
      q: [...batch, H, L, d],
      k: [...batch, Hkv, S, d],
      v: [...batch, Hkv, S, d],
      heads: [...batch, H, L, d],
      concatenated: [...batch, L, D],
      headContributions: [...batch, H, L, D],
    }),
  };
}

/**
 * @param {Core} core
 * @param {ReturnType<typeof readMultiHead>} call
 * @param {KeyValueCache | undefined} cache
 * @param {() => number} putParameters puts the parameters into memory, and returns their address
 */
function callMultiHead(core, call, cache, putParameters) {
  const putArguments = (/** @type {Core} */ { arena }, /** @type {number[]} */ inputs) => ({
    args: [...inputs, putParameters()],
    structs: [cache?.put(arena) ?? 0],
  });
  return callAttention(core, { ...call, putArguments });
}

/** Multi-head attention whose packed weights stay in wasm memory. */
export class MultiHeadAttentionLayer extends Held {
  /** @internal */
  static kind = 'multi-head layer';

  #sizes;

  /** @internal @param {Core} core @param {unknown} parameters @param {unknown} options */
  constructor(core, parameters, options) {
    const read = readParameters(parameters, readOptions.layer(options));
    const layout = layOutParameters(core, read);
    super(core, layout.total, (block) => {
      core.arena.run(() => packParameters(core, read, layout, block));
    });
    this.#sizes = { ...read.sizes, rotary: read.rotary };
  }

  /**
   * Computes output = concat(head₁ … head_H) · W_Oᵀ + b_O, as `multiHeadAttention`. With a cache, the call appends the
   * keys and values of `key` and `value` to it. The queries then attend to all keys in the cache, aligned at the lower
   * right, as `isCausal: 'lower-right'` does; `attnMask` and the other masks span all of these keys. Such a call takes no
   * other `isCausal` and no `dropout`. A layer with rotary positions takes at most as many queries as keys.
   * @template {boolean | undefined} [Needed=true]
   * @template {boolean | readonly Step[] | undefined} [Traced=false]
   * @template {Destination | undefined} [Out=undefined]
   * @template {Destination | undefined} [WeightsOut=undefined]
   * @param {TensorLike} query (L, D) or (N, L, D)
   * @param {TensorLike} [key] (…, S, Kdim); by default `query`
   * @param {TensorLike} [value] (…, S, Vdim); by default `key`
   * @param {ForwardOptions<Needed, Traced, Out, WeightsOut>} [options]
   * @returns {AttentionResult<Needed, Traced, Out, WeightsOut, MultiHeadTrace>} output (…, L, D),
   *   weights (…, H, L, S) and a trace
   * @throws {LimitError} if the cache has no room for the keys
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  forward(query, key = query, value = key, options = undefined) {
    return runNamed('forward', () => {
      const { core } = Held.open(this, MultiHeadAttentionLayer);
      const read = readOptions.forward(options);
      const cache = read.cache === undefined ? undefined : KeyValueCache.openFor(read.cache, this);
      if (cache !== undefined) fitToCache(read, cache);
      const call = readMultiHead(this.#sizes, query, key, value, read, cache);
      const open = () => Held.open(this, MultiHeadAttentionLayer).address;
      const result = callMultiHead(core, call, cache, open);
      cache?.advance(call.added);
      return result;
    });
  }

  /**
   * Creates a cache for decoding: `layer.forward(x, x, x, { cache })` appends the keys and values of x. The cache takes
   * about 8 · N · D · numKvHeads / numHeads bytes for each position of its capacity, and half as many if its dtype is
   * 'bfloat16' or 'float16'.
   * @param {CacheOptions} [options]
   * @throws {AttentionError} a `ShapeError`, an `ArgumentError` or another kind that the class `Attention` lists
   */
  createCache(options) {
    return runNamed('createCache', () => {
      const { core } = Held.open(this, MultiHeadAttentionLayer);
      const { capacity, batchSize, dtype } = readOptions.cache(options);
      const { D: wide, H: heads, Hkv: H } = this.#sizes;
      const D = (wide / heads) * H;
      // The factor 2 is for keys and values; the core also rounds both up to full panels.
      // Limit the number of positions even if they have no width.
      const largest = batchSize > capacity ? 'batchSize' : 'capacity';
      checkLimit(`options.${largest}`, [2, batchSize, capacity, Math.max(D, 1)], dtype);
      const sizes = { batchSize, H, D, capacity, dtype: DTYPES.indexOf(dtype) };
      return new KeyValueCache(core, this, sizes);
    });
  }
}

/**
 * Sets the alignment of queries and keys that a cache needs. Refuses dropout, because each call would draw from the same
 * seed, and a trace of items with different lengths, because their keys would differ in shape.
 * @param {ReadOptions} read
 * @param {KeyValueCache} cache
 */
function fitToCache(read, cache) {
  const { isCausal = 'lower-right', dropout, trace } = read;
  if (dropout !== undefined) {
    throw makeOptionError('dropout', 'absent where a cache is given', dropout);
  }
  if (trace !== false && cache.unevenLengths !== undefined) {
    const expected = 'absent where the items of the cache have different lengths';
    throw makeOptionError('trace', expected, trace);
  }
  if (isCausal !== 'lower-right') {
    throw makeOptionError('isCausal', "'lower-right' or absent where a cache is given", isCausal);
  }
  read.isCausal = isCausal;
}

/**
 * @internal
 * @param {Core} core
 * @param {unknown} query
 * @param {unknown} key
 * @param {unknown} value
 * @param {unknown} parameters
 * @param {unknown} options
 */
export function multiHeadAttention(core, query, key, value, parameters, options) {
  const read = readOptions.multiHead(options);
  const projections = readParameters(parameters, read);
  const { sizes, rotary } = projections;
  const call = readMultiHead({ ...sizes, rotary }, query, key, value, read, undefined);
  const layout = layOutParameters(core, projections);
  return callMultiHead(core, call, undefined, () => {
    const block = core.arena.take(layout.total);
    packParameters(core, projections, layout, block);
    return block;
  });
}

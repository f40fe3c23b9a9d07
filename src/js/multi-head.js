import {
  checkLimit,
  elementsOf,
  expectRank,
  expectShape,
  floatsOf,
  readKeys,
  readOptionalTensor,
  readTensor,
  sizeOf,
} from './arguments.js';
import { KeyValueCache } from './cache.js';
import { allocate, argumentError, named } from './errors.js';
import { packWeight } from './linear.js';
import { ATTENTION_OPTIONS, optionError, readOptions } from './options.js';
import { attentionTrace, callAttention } from './outputs.js';
import { Held } from './resident.js';

/**
 * @import { Argument } from './arguments.js'
 * @import { Core } from './core.js'
 * @import { Destination, Step } from './options.js'
 * @import { Tensor, TensorLike } from './tensor.js'
 */

/**
 * Weights as `nn.MultiheadAttention` names them: the three input projections stacked in one, or
 * apart where keys and values are of other widths than queries.
 *
 * @typedef {object} MultiHeadParameters
 * @property {TensorLike | undefined} [inProjWeight] (3D, D)
 * @property {TensorLike | undefined} [inProjBias] (3D)
 * @property {TensorLike | undefined} [qProjWeight] (D, D)
 * @property {TensorLike | undefined} [kProjWeight] (D, Kdim)
 * @property {TensorLike | undefined} [vProjWeight] (D, Vdim)
 * @property {TensorLike} outProjWeight (D, D)
 * @property {TensorLike | undefined} [outProjBias] (D)
 */

/**
 * How the parameters of multi-head attention are divided into heads.
 *
 * @typedef {object} LayerOptions
 * @property {number} numHeads H, which divides D
 * @property {'stacked' | 'per-head' | undefined} [inProjLayout] rows of inProjWeight and inProjBias: all of q,
 *   all of k, all of v; or q, k, v of the first head, then of the next (the fifth article's layer)
 */

/**
 * @typedef {object} HeadsTrace what multi-head attention computes besides the steps of each head
 * @property {Tensor} q (…, H, L, D/H) projected queries
 * @property {Tensor} k (…, H, S, D/H) projected keys, those in the cache among them
 * @property {Tensor} v (…, H, S, D/H) projected values, likewise
 * @property {Tensor} heads (…, H, L, D/H) the output of each head
 * @property {Tensor} concatenated (…, L, D) the heads side by side
 * @property {Tensor} headContributions (…, H, L, D) each head times its columns of W_O
 * @typedef {import('./outputs.js').AttentionTrace & HeadsTrace} MultiHeadTrace what multi-head attention
 *   computes on its way
 */

/**
 * @template {boolean | undefined} [Needed=boolean | undefined]
 * @template {boolean | readonly Step[] | undefined} [Traced=boolean | readonly Step[] | undefined]
 * @template {Destination | undefined} [Out=Destination | undefined]
 * @template {Destination | undefined} [WeightsOut=Destination | undefined]
 * @typedef {import('./options.js').AttentionOptions<Needed, Traced, Out, WeightsOut>
 *   & { cache?: KeyValueCache | undefined }} ForwardOptions what the call of a layer can be told: with a
 *   `cache` its keys and values are appended, and all of them are attended to
 */

const PARAMETERS = [
  ...['inProjWeight', 'inProjBias', 'qProjWeight', 'kProjWeight', 'vProjWeight'],
  ...['outProjWeight', 'outProjBias'],
];
const LAYER_OPTIONS = ['numHeads', 'inProjLayout'];
const CALL_OPTIONS = [...LAYER_OPTIONS, ...ATTENTION_OPTIONS];
const FORWARD_OPTIONS = [...ATTENTION_OPTIONS, 'cache'];
const MAX_HEADS = 2 ** 30;

/**
 * Parameters that have been read: the projections of q, k, v and the output as the core takes them.
 *
 * @typedef {{ weight: Argument, bias: Argument | undefined }} Projection
 * @typedef {{ D: number, H: number, Kdim: number, Vdim: number }} Sizes
 * @typedef {{ sizes: Sizes, projections: Projection[] }} Projections
 */

/**
 * @param {unknown} parameters
 * @param {Record<string, unknown>} options with numHeads and inProjLayout
 * @returns {Projections}
 */
export function readParameters(parameters, { numHeads, inProjLayout = 'stacked' }) {
  const given = readKeys('parameters', parameters, PARAMETERS);
  /** @param {string} name */
  const read = (name) => readTensor(`parameters.${name}`, given[name]);
  /** @param {string} name */
  const readOptional = (name) => readOptionalTensor(`parameters.${name}`, given[name]);

  const outWeight = read('outProjWeight');
  const [D] = outWeight.shape;
  expectShape(outWeight, [D, D]);
  const H = readHeads(numHeads, D);
  if (inProjLayout !== 'stacked' && inProjLayout !== 'per-head') {
    throw optionError('inProjLayout', "'stacked' or 'per-head'", inProjLayout);
  }
  const outBias = readOptional('outProjBias');
  if (outBias) expectShape(outBias, [D], 'to match outProjWeight');
  const inBias = readOptional('inProjBias');
  if (inBias) expectShape(inBias, [3 * D], 'to match outProjWeight');
  const stride = inProjLayout === 'per-head' ? D / H : D;
  const biases = inBias ? unstack(inBias, stride) : [];
  const weights = readInputWeights(given, read, D, stride);
  const [q, k, v] = weights.map((weight, i) => ({ weight, bias: biases[i] }));
  const [Kdim, Vdim] = [k.weight.shape[1], v.weight.shape[1]];
  return {
    sizes: { D, H, Kdim, Vdim },
    projections: [q, k, v, { weight: outWeight, bias: outBias }],
  };
}

/**
 * @param {unknown} numHeads
 * @param {number} D
 */
function readHeads(numHeads, D) {
  const isCount = typeof numHeads === 'number' && Number.isSafeInteger(numHeads) && numHeads > 0;
  if (isCount && D % numHeads === 0 && numHeads <= MAX_HEADS) return numHeads;
  throw optionError('numHeads', `a number of heads that divides the model width ${D}`, numHeads);
}

/**
 * The weights of q, k and v, apart.
 *
 * @param {Record<string, unknown>} given
 * @param {(name: string) => Argument} read
 * @param {number} D
 * @param {number} stride rows of q before those of k in a stacked weight
 */
function readInputWeights(given, read, D, stride) {
  const names = ['qProjWeight', 'kProjWeight', 'vProjWeight'];
  const apart = names.find((name) => given[name] != null);
  if (apart === undefined) {
    const stacked = read('inProjWeight');
    expectShape(stacked, [3 * D, D], 'to match outProjWeight');
    return unstack(stacked, stride);
  }
  if (given.inProjWeight != null) {
    const [argument, expected] = ['parameters.inProjWeight', `absent where ${apart} is given`];
    throw argumentError(argument, expected, 'given');
  }
  const [q, k, v] = names.map(read);
  expectShape(q, [D, D], 'to match outProjWeight');
  expectShape(k, [D, 'Kdim'], 'to match outProjWeight');
  expectShape(v, [D, 'Vdim'], 'to match outProjWeight');
  return [q, k, v];
}

/**
 * Three arguments out of one whose rows are `stride` of q, `stride` of k, `stride` of v, and so on.
 *
 * @param {Argument} stacked
 * @param {number} stride
 * @returns {Argument[]}
 */
function unstack(stacked, stride) {
  const { name, isMask } = stacked;
  const shape = [stacked.shape[0] / 3, ...stacked.shape.slice(1)];
  const count = stacked.count / 3;
  const run = stride * sizeOf(shape.slice(1));
  const all = {
    name,
    shape,
    count: stacked.count,
    isMask,
    data: elementsOf(stacked),
    resident: undefined,
  };
  return [0, 1, 2].map((part) => {
    const first = part * run;
    // Where all rows of one stand together nothing needs to be copied.
    const data = run === count ? floatsOf(all, first, count) : gather(all, first, run, count);
    return { name, shape, count, isMask, data, resident: undefined };
  });
}

/**
 * @param {Argument} stacked
 * @param {number} first
 * @param {number} run floats that stand together, of every 3 · run
 * @param {number} count
 */
function gather(stacked, first, run, count) {
  const data = allocate(4 * count, () => new Float32Array(count));
  for (let to = 0; to < count; to += run) data.set(floatsOf(stacked, first + 3 * to, run), to);
  return data;
}

/**
 * What packed parameters take: the struct, then the four weights, then the four biases.
 *
 * @param {Core} core
 * @param {Projections} parameters
 */
function layoutOf(core, { sizes: { D }, projections }) {
  const struct = 4 * 2 * projections.length;
  const weights = projections.map(({ weight: { shape } }) =>
    core.sizeFrom('attn_packed_size', shape),
  );
  const total = weights.reduce((sum, size) => sum + size, struct + 4 * D * projections.length);
  return { struct, weights, total };
}

/**
 * Packs parameters into a block of memory, which begins with the core's struct. To be called inside
 * `arena.run`.
 *
 * @param {Core} core
 * @param {Projections} parameters
 * @param {ReturnType<typeof layoutOf>} layout
 * @param {number} block
 */
function packParameters(core, { sizes: { D }, projections }, layout, block) {
  const { arena } = core;
  let next = block + layout.struct;
  /** @param {number} bytes */
  const place = (bytes) => {
    next += bytes;
    return next - bytes;
  };
  const weights = projections.map(({ weight }, i) =>
    // Each copy is released before the next is made.
    arena.run(() => packWeight(core, weight, place(layout.weights[i]))),
  );
  const biases = projections.map(({ bias }) => {
    if (bias === undefined) return 0;
    const to = place(4 * D);
    arena.putAt(bias, to);
    return to;
  });
  arena.copy(block, arena.putStruct([...weights, ...biases]), layout.struct);
}

/**
 * Reads the inputs and options of a call.
 *
 * @param {Sizes} sizes
 * @param {unknown} query
 * @param {unknown} key
 * @param {unknown} value
 * @param {Record<string, unknown>} read options
 * @param {KeyValueCache | undefined} cache
 */
export function readCall({ D, H, Kdim, Vdim }, query, key, value, read, cache) {
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
  const S = cache === undefined ? added : cache.lengthWith(N, added);
  const d = D / H;
  const options = readOptions(read, [N, H, L, S], {
    isBatched: batch.length > 0,
    maskAxes: [2, 4],
    scale: d === 0 ? 1 : 1 / Math.sqrt(d),
  });
  const scores = [...batch, H, L, S];
  return {
    inputs: [q, k, v],
    sizes: [N, H, L, S, D, Kdim, Vdim],
    cached: S - added,
    options,
    output: [...batch, L, D],
    weights: scores,
    trace: () => [
      ...attentionTrace(scores, options),
      { name: 'q', shape: [...batch, H, L, d] },
      { name: 'k', shape: [...batch, H, S, d] },
      { name: 'v', shape: [...batch, H, S, d] },
      { name: 'heads', shape: [...batch, H, L, d] },
      { name: 'concatenated', shape: [...batch, L, D] },
      { name: 'headContributions', shape: [...batch, H, L, D] },
    ],
  };
}

/** Multi-head attention whose weights stay, packed, in wasm memory. */
export class MultiHeadAttentionLayer extends Held {
  /** @internal */
  static kind = 'multi-head layer';

  #sizes;

  /**
   * @internal
   * @param {Core} core
   * @param {unknown} parameters
   * @param {unknown} options
   */
  constructor(core, parameters, options) {
    const read = readParameters(parameters, readKeys('options', options, LAYER_OPTIONS));
    const layout = layoutOf(core, read);
    super(core, layout.total, (block) => {
      core.arena.run(() => packParameters(core, read, layout, block));
    });
    this.#sizes = read.sizes;
  }

  /**
   * output = concat(head₁ … head_H) · W_Oᵀ + b_O, as `multiHeadAttention`. With a cache the keys and
   * values of `key` and `value` are appended to it, and the queries attend to all that it holds
   * then, aligned at the lower right; `attnMask` and the others span all of these keys.
   *
   * @template {boolean | undefined} [Needed=true]
   * @template {boolean | readonly Step[] | undefined} [Traced=false]
   * @template {Destination | undefined} [Out=undefined]
   * @template {Destination | undefined} [WeightsOut=undefined]
   * @param {TensorLike} query (L, D) or (N, L, D)
   * @param {TensorLike} [key] (…, S, Kdim); query, if left out
   * @param {TensorLike} [value] (…, S, Vdim); key, if left out
   * @param {ForwardOptions<Needed, Traced, Out, WeightsOut>} [options]
   * @returns {import('./outputs.js').AttentionResult<Needed, Traced, Out, WeightsOut, MultiHeadTrace>}
   */
  forward(query, key = query, value = key, options = undefined) {
    return named('forward', () => {
      Held.open(this, MultiHeadAttentionLayer);
      const read = readKeys('options', options, FORWARD_OPTIONS);
      const cache = read.cache === undefined ? undefined : KeyValueCache.of(read.cache, this);
      if (cache !== undefined) alignWithCache(read);
      const call = readCall(this.#sizes, query, key, value, read, cache);
      // A getter of an argument may have disposed of the layer.
      const { core, address } = Held.open(this, MultiHeadAttentionLayer);
      return callMultiHead(core, call, address, cache);
    });
  }

  /**
   * A cache for decoding: `layer.forward(x, x, x, { cache })` appends the keys and values of x.
   *
   * @param {{ capacity?: number | undefined, batchSize?: number | undefined }} [options] how many positions it has room for,
   *   1,024 by default; N, 1 by default
   */
  createCache(options) {
    return named('createCache', () => {
      const { core } = Held.open(this, MultiHeadAttentionLayer);
      const read = readKeys('options', options, ['capacity', 'batchSize']);
      const capacity = readCount('capacity', read.capacity, 1024);
      const batchSize = readCount('batchSize', read.batchSize, 1);
      const { D, H } = this.#sizes;
      // Keys and values; the core rounds both up to whole panels.
      // Positions are counted even where they have no width.
      checkLimit('the cache', [2, batchSize, capacity, Math.max(D, 1)]);
      return new KeyValueCache(core, this, { batchSize, H, D, capacity });
    });
  }
}

/** A cache implies how queries and keys are aligned. @param {Record<string, unknown>} read */
function alignWithCache(read) {
  const { isCausal = 'lower-right' } = read;
  if (isCausal !== 'lower-right') {
    throw optionError('isCausal', "'lower-right' or absent where a cache is given", isCausal);
  }
  read.isCausal = isCausal;
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number} byDefault
 */
function readCount(name, value, byDefault) {
  if (value === undefined) return byDefault;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw optionError(name, 'an integer of 1 or more', value);
}

/**
 * @param {Core} core
 * @param {ReturnType<typeof readCall>} call
 * @param {number | ((arena: import('./arena.js').Arena) => number)} parameters where the core's
 *   struct of them is, or what puts it there
 * @param {KeyValueCache} [cache]
 */
function callMultiHead(core, call, parameters, cache) {
  const result = callAttention({
    core,
    name: 'attn_multi_head_attention',
    workspace: 'attn_multi_head_workspace',
    inputs: call.inputs,
    parameters: (arena) => [typeof parameters === 'number' ? parameters : parameters(arena)],
    sizes: call.sizes,
    options: call.options,
    cache: (arena) => [cache?.put(arena, call.cached) ?? 0],
    output: call.output,
    weights: call.weights,
    trace: call.trace,
  });
  cache?.advance(call.sizes[KEYS]);
  return result;
}

/** Where `sizes` has S. */
const KEYS = 3;

/**
 * @param {Core} core
 * @param {unknown} query
 * @param {unknown} key
 * @param {unknown} value
 * @param {unknown} parameters
 * @param {unknown} options
 */
export function multiHeadAttention(core, query, key, value, parameters, options) {
  const read = readKeys('options', options, CALL_OPTIONS);
  const projections = readParameters(parameters, read);
  const call = readCall(projections.sizes, query, key, value, read, undefined);
  const layout = layoutOf(core, projections);
  return callMultiHead(core, call, (arena) => {
    const block = arena.take(layout.total);
    packParameters(core, projections, layout, block);
    return block;
  });
}

/** Types that several modules of src/js/ use. */

import type { KeyValueCache } from './cache.js';
import type { Resident } from './resident.js';

/** A tensor argument that has been read and checked. */
export type Argument<Data extends Float32Array | Uint8Array | Int32Array = Float32Array> = {
  name: string;
  shape: readonly number[];
  /** elements that the shape asks for */
  count: number;
  /** bytes of 0 and 1, not numbers */
  isMask: boolean;
  /** empty where it is resident */
  data: Data;
  /** what holds the elements in wasm memory */
  resident: Resident | undefined;
  /** how many items of a batch its only item stands for */
  copies?: number;
};

/** The sources that the core can be loaded from. */
export type WasmSource =
  | BufferSource
  | URL
  | string
  | Response
  | PromiseLike<Response>
  | WebAssembly.Module;

/** Options of `loadAttention`. */
export type BuildOptions = {
  /** whether to load the fast build, whose results differ in their last bits from one machine to another */
  fast?: boolean;
  /** how many threads compute large calls of the fast build, 1 by default */
  threads?: number;
};

/** The properties that every error of this library has besides its message. */
export type ErrorDetails = {
  /** the call that failed, such as `linear`; by default the one under way */
  operation?: string;
  /** the argument at fault, such as `key` or `options.scale` */
  argument?: string;
  /** what would have been right */
  expected?: string;
  /** what came */
  received?: string;
  /** the error behind this one */
  cause?: unknown;
};

/**
 * An option: its default, what it may be in words, and whether a value is that. Without `accepts` the
 * operation checks it, because it depends on the other arguments.
 */
export type Option<Value> = {
  byDefault?: Value;
  expected?: string | ((value: unknown) => string);
  accepts?: (value: unknown) => boolean;
  /** in place of both, for an object of options */
  read?: (value: unknown) => Value;
  isRequired?: boolean;
};

/** Options of `linear` and of a linear layer. */
export type LinearOptions<Out extends Destination | undefined = Destination | undefined> = {
  /** takes the result, and is returned */
  out?: Out;
};

/** Options of `layerNorm` and `rmsNorm`. */
export type NormOptions<Out extends Destination | undefined = Destination | undefined> =
  LinearOptions<Out> & {
    /** what is added to the variance or the mean square, above 0 */
    eps?: number | undefined;
  };

/** Options of `rotary`. */
export type RotaryOptions<Out extends Destination | undefined = Destination | undefined> =
  LinearOptions<Out> & {
    /** (L) integers of 0 or more; 0, 1, 2 and so on by default */
    positions?: Indices | undefined;
    /** from 1 to 2⁶⁴: 10000 by default */
    theta?: number | undefined;
    /** how many features are turned, an even number: all of them by default */
    width?: number | undefined;
    /** `half`: features i and i + width/2 are a pair, by default; `interleaved`: features 2i and 2i + 1 */
    pairs?: 'half' | 'interleaved' | undefined;
  };

/** Integers that name rows or positions. */
export type Indices = TensorLike | Int32Array | Uint32Array;

/**
 * Makers of masks for L queries and S keys. The queries are the last ones: query i stands at position i + S − L.
 */
export type Masks = {
  /**
   * a boolean mask (L, S), 1 = may attend: a query attends to the last `window` keys up to its own position, and
   * to the first `sinks` keys (attention sinks, 0 by default)
   */
  slidingWindow: (L: number, S: number, options: { window: number; sinks?: number }) => MaskTensor;
  /**
   * attention with linear biases (Press et al. 2022): (H, L, S) to be added to the scores, −slope · distance. The slopes
   * of the heads are 2^(−8/H), 2^(−16/H) and so on if H is a power of two; otherwise those of the next lower power,
   * then every other one of the next higher.
   * Multi-head attention takes it with four axes: `tensor([1, H, L, S], alibi.data)`
   */
  alibi: (H: number, L: number, S: number) => Tensor;
};

/**
 * Weights as `nn.MultiheadAttention` names them: the three input projections stacked in one, or
 * apart where keys and values are of other widths than queries.
 */
export type MultiHeadParameters = {
  /** (3D, D), with fewer heads of keys and values (D + 2 · Dkv, D) */
  inProjWeight?: TensorLike | undefined;
  /** (3D) or (D + 2 · Dkv) */
  inProjBias?: TensorLike | undefined;
  /** (D, D) */
  qProjWeight?: TensorLike | undefined;
  /** (D, Kdim) or (Dkv, Kdim) */
  kProjWeight?: TensorLike | undefined;
  /** (D, Vdim) or (Dkv, Vdim) */
  vProjWeight?: TensorLike | undefined;
  /** (D, D) */
  outProjWeight: TensorLike;
  /** (D) */
  outProjBias?: TensorLike | undefined;
};

/** How the parameters of multi-head attention are divided into heads. */
export type LayerOptions = {
  /** H, which divides D */
  numHeads: number;
  /**
   * heads of keys and values, Hkv, which divides H: grouped-query attention. Head h attends to their head
   * ⌊h · Hkv / H⌋; H by default. With Dkv = Hkv · D / H, the projections of keys and values have Dkv rows, and
   * inProjWeight has D + 2 · Dkv
   */
  numKvHeads?: number | undefined;
  /**
   * turns projected queries and keys by their position, as `rotary`: key s stands at s, query l at l + S − L; with a
   * cache, positions go on behind those that it holds. The width is that of a head by default
   */
  rotary?:
    | {
        /** 10000 by default */
        theta?: number | undefined;
        /** an even number: D/H by default */
        width?: number | undefined;
        /** which features are a pair: `half` by default */
        pairs?: 'half' | 'interleaved' | undefined;
      }
    | undefined;
  /**
   * rows of inProjWeight and inProjBias: all of q, all of k, all of v; or q, k, v of the first head, then of the next
   * (the fifth article's layer)
   */
  inProjLayout?: 'stacked' | 'per-head' | undefined;
};

/** How numbers are kept in wasm memory. */
export type Dtype = 'float32' | 'bfloat16' | 'float16';

/** Options of `createLinear`: how a layer keeps its weights. */
export type LinearLayerOptions = {
  /**
   * how its weights are kept: float32 by default; as bfloat16 or float16 they take half the memory, rounded to the
   * nearest, ties to even. Results are those of the rounded weights in float32, bit for bit
   */
  dtype?: Dtype | undefined;
};

/** Options of `createMultiHeadAttention`. */
export type HeldLayerOptions = LayerOptions & LinearLayerOptions;

/** Options of `createCache`. */
export type CacheOptions = {
  /** how many positions it has room for: 1,024 by default */
  capacity?: number | undefined;
  /** N: 1 by default */
  batchSize?: number | undefined;
  /**
   * how its keys and values are kept: float32 by default; as bfloat16 or float16 they take half the memory, rounded to
   * the nearest, ties to even, when they are appended. Attention is computed in float32 from the rounded numbers
   */
  dtype?: Dtype | undefined;
};

export type Sizes = { D: number; H: number; Hkv: number; Kdim: number; Vdim: number };

/** what multi-head attention computes besides the steps of each head */
export type HeadsTrace = {
  /** (…, H, L, D/H) projected queries, turned if the layer is rotary */
  q: Tensor;
  /** (…, Hkv, S, D/H) projected keys, turned likewise, those in the cache among them */
  k: Tensor;
  /** (…, Hkv, S, D/H) projected values, likewise */
  v: Tensor;
  /** (…, H, L, D/H) the output of each head */
  heads: Tensor;
  /** (…, L, D) the heads side by side */
  concatenated: Tensor;
  /** (…, H, L, D) each head times its columns of W_O */
  headContributions: Tensor;
};

/** what multi-head attention computes on its way */
export type MultiHeadTrace = AttentionTrace & HeadsTrace;

/** what the call of a layer can be told: with a `cache` its keys and values are appended, and all of them are attended to */
export type ForwardOptions<
  Needed extends boolean | undefined = boolean | undefined,
  Traced extends boolean | readonly Step[] | undefined = boolean | readonly Step[] | undefined,
  Out extends Destination | undefined = Destination | undefined,
  WeightsOut extends Destination | undefined = Destination | undefined,
> = AttentionOptions<Needed, Traced, Out, WeightsOut> & {
  cache?: KeyValueCache | undefined;
};

/** Options of `softmax`. Masks need the last axis. */
export type SoftmaxOptions<Out extends Destination | undefined = Destination | undefined> = {
  /** the axis, from 0 or, if negative, from the end; -1 by default */
  dim?: number | undefined;
  /** broadcastable to the input: a mask, 1 = counts, or numbers to add */
  attnMask?: AttentionOptions['attnMask'];
  /** (N) or (N, L), or one number for every item: elements at or past the length are masked */
  validLens?: AttentionOptions['validLens'];
  /** what a masked element becomes: -Infinity by default */
  maskFill?: AttentionOptions['maskFill'];
  /** what a row gets that is masked throughout: zeros, or NaN */
  emptyRow?: AttentionOptions['emptyRow'];
  /** takes the result, and is returned */
  out?: Out;
};

/** The weights of additive attention. */
export type AdditiveParameters = {
  /** (A, Q) what queries are multiplied by */
  wq: TensorLike;
  /** (A, K) what keys are multiplied by */
  wk: TensorLike;
  /** (A) what the tanh of their sums is multiplied by */
  wv: TensorLike;
};

/** what additive attention computes before its scores */
export type ProjectionTrace = {
  /** (…, L, A) wq · query */
  projectedQueries: Tensor;
  /** (…, S, A) wk · key */
  projectedKeys: Tensor;
  /** (…, L, S, A) tanh of their sums */
  features: Tensor;
};

/** what additive attention computes on its way */
export type AdditiveTrace = AttentionTrace & ProjectionTrace;

/** The destination of a result: a resident tensor of its shape, or a Float32Array of its length. */
export type Destination = Resident | Float32Array;

/** A step on the way to a result, of any of the attentions. */
export type Step =
  | 'scores'
  | 'scaledScores'
  | 'maskedScores'
  | 'rowMax'
  | 'exponentials'
  | 'rowSum'
  | 'weights'
  | 'dropped'
  | 'projectedQueries'
  | 'projectedKeys'
  | 'features'
  | 'q'
  | 'k'
  | 'v'
  | 'heads'
  | 'concatenated'
  | 'headContributions';

/** Inverted dropout: a weight becomes 0 with probability p, and w / (1 − p) otherwise. */
export type Dropout = {
  /** from 0 to 1 */
  p: number;
  /** an integer; the same seed drops the same weights everywhere */
  seed: number;
};

/**
 * The options of an attention. Scores have shape (N, H, L, S), without the axes that the inputs do
 * not have.
 */
export type AttentionOptions<
  Needed extends boolean | undefined = boolean | undefined,
  Traced extends boolean | readonly Step[] | undefined = boolean | readonly Step[] | undefined,
  Out extends Destination | undefined = Destination | undefined,
  WeightsOut extends Destination | undefined = Destination | undefined,
> = {
  /**
   * broadcastable to the scores; of two or four axes in multi-head
   * attention. Booleans, or a Uint8Array of 0 and 1: 1 = may attend, as in
   * `scaled_dot_product_attention` (`nn.MultiheadAttention` has the opposite sense). Numbers are
   * added to the scaled scores; -Infinity masks, whatever maskFill. Numbers that are all 0 or 1 are
   * refused, since they would be added
   */
  attnMask?: TensorLike | undefined;
  /** (N, S), 1 = a real key (`nn.MultiheadAttention` has the opposite sense) */
  keyPaddingMask?: TensorLike | undefined;
  /** (N) or (N, L), or one number for every item: keys at or past the length are masked */
  validLens?: TensorLike | number | undefined;
  /**
   * true: query i sees keys 0...i, aligned at the top left. 'lower-right': keys 0...i + S − L, as decoding with
   * earlier keys needs. S counts all keys that are passed: if only the first n of them are filled, `validLens: n`
   * does not move the queries to their end. Pass the filled keys alone, `keys.slice(0, n)` of a resident, or use a
   * cache
   */
  isCausal?: boolean | 'lower-right' | undefined;
  /** what scores are multiplied by; 1/√E by default, 1 in additive attention */
  scale?: number | undefined;
  /**
   * what a masked score becomes: -Infinity by default. A finite number
   * (-1e9, -1e6) reproduces the articles: a fully masked row attends evenly
   */
  maskFill?: number | undefined;
  /**
   * the weights of a row without any key, with a maskFill of
   * -Infinity: zeros, or NaN as PyTorch 1.13 gives
   */
  emptyRow?: 'zeros' | 'nan' | undefined;
  /** inverted dropout on the weights */
  dropout?: Dropout | undefined;
  /**
   * above 0: scaled scores become softcap · tanh(score / softcap) before the masks, as in ONNX's Attention and
   * Gemma 2; 50 keeps them between −50 and 50
   */
  softcap?: number | undefined;
  /**
   * (H), (1) without heads: the score of a key without value that the queries of a head may also attend to, as
   * in gpt-oss. The weights of a row then sum to less than 1
   */
  sinks?: TensorLike | undefined;
  /** false: no weights are returned, and memory grows with L + S, not L · S */
  needWeights?: Needed;
  /** true: every step on the way is returned as well; names: these alone, such as `['scores']` */
  trace?: Traced;
  /** takes the output, and is returned as `output` */
  out?: Out;
  /** takes the weights, and is returned as `weights` */
  weightsOut?: WeightsOut;
};

/** what the steps from scores to weights give */
export type AttentionTrace = {
  /** (…, L, S) */
  scores: Tensor;
  /** (…, L, S) scores · scale */
  scaledScores: Tensor;
  /** (…, L, S) after the softcap and the masks */
  maskedScores: Tensor;
  /** (…, L) the largest masked score of a row, or its sink */
  rowMax: Tensor;
  /** (…, L, S) exp(masked score − row max) */
  exponentials: Tensor;
  /** (…, L) the sum of a row's exponentials, that of its sink among them */
  rowSum: Tensor;
  /** (…, L, S) exponential / row sum, before dropout */
  weights: Tensor;
  /** (…, L, S) the weights after dropout, if there is any */
  dropped?: Tensor;
};

/** The memory of a result: the caller's destination, or a fresh tensor. */
export type Written<Out> = 0 extends 1 & Out ? Tensor : [Out] extends [Destination] ? Out : Tensor;

export type Weights<Needed, WeightsOut> = 0 extends 1 & Needed
  ? { readonly weights?: Tensor }
  : [Needed] extends [false]
    ? { readonly weights?: never }
    : false extends Needed
      ? { readonly weights?: Written<WeightsOut> }
      : { readonly weights: Written<WeightsOut> };

export type Traced<Wanted, Trace> = 0 extends 1 & Wanted
  ? { readonly trace?: Trace }
  : [Wanted] extends [true]
    ? { readonly trace: Trace }
    : [Wanted] extends [readonly (infer Name)[]]
      ? { readonly trace: Pick<Trace, Name & keyof Trace> }
      : true extends Wanted
        ? { readonly trace?: Trace }
        : { readonly trace?: never };

/**
 * The result of an attention, as its options want it: `output`; `weights` as they were applied, after dropout,
 * unless `needWeights` is false; `trace`, every step on the way, if `trace` is true, or those that it names.
 */
export type AttentionResult<
  Needed = boolean,
  Wanted = boolean | readonly Step[],
  Out = undefined,
  WeightsOut = undefined,
  Trace = AttentionTrace,
> = { readonly output: Written<Out> } & Weights<Needed, WeightsOut> & Traced<Wanted, Trace>;

/**
 * A row-major array of float32: the sizes of its axes are in `shape`, its numbers in `data`. `JSON.stringify` writes it
 * as `{ shape, data: [...] }`, with NaN, ±Infinity and −0 as strings and a mask as booleans; a
 * mask without elements also has `dtype: 'bool'`. `tensor(JSON.parse(…))` makes the same tensor again.
 */
export type Tensor = {
  /** the size of each axis; [] for a single number */
  shape: readonly number[];
  /** the numbers, the last axis innermost */
  data: Float32Array;
};

/** A row-major array of booleans: the sizes of its axes are in `shape`, bytes of 0 and 1 in `data`. */
export type MaskTensor = {
  /** the size of each axis */
  shape: readonly number[];
  /** 1 = may attend, 0 = masked; the last axis innermost */
  data: Uint8Array;
};

/** Nested arrays of numbers or, for a mask, of booleans. */
export type Nested = ReadonlyArray<number | boolean | Nested>;

/** Whatever is taken where a tensor is wanted; a plain typed array is a tensor of one axis. */
export type TensorLike =
  | { readonly shape: readonly number[]; readonly data: Numbers }
  | {
      readonly shape: readonly number[];
      /** the bits of each number */
      readonly data: Uint16Array;
      readonly dtype: 'float16' | 'bfloat16';
    }
  | Nested
  | Float32Array
  | Float64Array
  | Uint8Array
  | Resident;

/** typed array or array */
export type Numbers = ArrayLike<number> | readonly boolean[];

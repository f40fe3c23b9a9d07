/** Types that several modules of src/js use. */

import type { KeyValueCache } from './cache.js';
import type { Resident } from './resident.js';

/** A tensor argument that has been read and checked. */
export type Argument<Data extends Float32Array | Uint8Array | Int32Array = Float32Array> = {
  name: string;
  shape: readonly number[];
  /** the number of elements of the shape */
  count: number;
  /** whether the elements are bytes of 0 and 1, not numbers */
  isMask: boolean;
  /** the elements; empty if the argument is a resident tensor */
  data: Data;
  /** the resident tensor that holds the elements in wasm memory */
  resident: Resident<Float32Array | Uint8Array> | undefined;
  /** the number of batch items for which the only item is repeated */
  copies?: number;
};

/**
 * A `WebAssembly.Module`. Its type has no members, so it would take a value of any type. This one takes the module, and
 * refuses what has members.
 */
type WasmModule = { fast?: never; threads?: never };

type WasmContent = ArrayBufferLike | ArrayBufferView | URL | string | Response | WasmModule;

/** The sources that the core can be loaded from: bytes, an address, a response, a compiled module, or a promise of one. */
export type WasmSource = WasmContent | PromiseLike<WasmContent>;

/** Options of `loadAttention`. */
export type BuildOptions = {
  /** whether to load the fast build, whose results differ between machines in their last bits */
  fast?: boolean | undefined;
  /** the number of threads that compute large calls of the fast build, 1 by default */
  threads?: number | undefined;
};

/** The properties that every error of this library has besides its message. */
export type ErrorDetails = {
  /** the call that failed, such as `linear`; by default the current call */
  operation?: string;
  /** the argument at fault, such as `key` or `options.scale` */
  argument?: string;
  /** the value that would have been right, in words */
  expected?: string;
  /** the value that was received, in words */
  received?: string;
  /** the error that caused this one */
  cause?: unknown;
};

/**
 * An option: its default, the expected values in words, and a check. Without `accepts`, the operation
 * checks the option, because the check depends on other arguments.
 */
export type Option<Value> = {
  byDefault?: Value;
  expected?: string;
  accepts?: (value: unknown) => boolean;
  /** reads and checks an object of options, in place of `expected` and `accepts` */
  read?: (value: unknown) => Value;
  isRequired?: boolean;
};

/** Options of `linear`, `matmul`, `embedding`, `activation` and a linear layer. */
export type LinearOptions<Out extends Destination | undefined = Destination | undefined> = {
  /** the destination of the result, which is also returned */
  out?: Out;
};

/** Options of `layerNorm` and `rmsNorm`. */
export type NormOptions<Out extends Destination | undefined = Destination | undefined> =
  LinearOptions<Out> & {
    /** a number above 0 that is added to the variance or the mean square */
    eps?: number | undefined;
  };

/** Options of `rotary`. */
export type RotaryOptions<Out extends Destination | undefined = Destination | undefined> =
  LinearOptions<Out> & {
    /** the positions, (L) integers of 0 or more; 0, 1, 2, … by default */
    positions?: Indices | undefined;
    /** the base of the angles, from 1 to 2⁶⁴, rounded to float32; 10000 by default */
    theta?: number | undefined;
    /** the number of features to rotate, an even number; all of them by default */
    width?: number | undefined;
    /** the pairs: features i and i + width/2 (`half`, the default), or 2i and 2i + 1 (`interleaved`) */
    pairs?: 'half' | 'interleaved' | undefined;
    /** the scaling of the angles in models for longer texts, such as Llama 3; none by default */
    scaling?: RotaryScaling | undefined;
  };

/**
 * The scaling of the angles of rotary positions. Without `length`, all angles are divided by `factor`. With it, pairs
 * that turn at most `low` times in `length` positions are slowed by `factor`, those that turn at least `high` times stay,
 * and pairs between them have a share of both.
 */
export type RotaryScaling = {
  /** from 1 to 2⁶⁴ */
  factor: number;
  /** the length of the texts that the model was first trained on, in tokens */
  length?: number | undefined;
  /** 1 by default; it needs `length` */
  low?: number | undefined;
  /** above `low`; 4 by default; it needs `length` */
  high?: number | undefined;
};

/** Integers that are indices of rows or positions. */
export type Indices =
  | TensorLike
  | Uint16Array
  | BigInt64Array
  | BigUint64Array
  | { readonly shape: readonly number[]; readonly data: BigInt64Array | BigUint64Array };

/**
 * Functions that make masks for L queries and S keys. The queries are the last positions: query i is at position
 * i + S − L.
 */
export type Masks = {
  /**
   * Returns a boolean mask (L, S), 1 = may attend. A query attends to the last `window` keys up to its own position,
   * and to the first `sinks` keys (attention sinks, 0 by default).
   * @throws {ArgumentError} if a size or an option is no integer in its range
   * @throws {LimitError} if the mask exceeds 1 GiB
   */
  slidingWindow: (
    L: number,
    S: number,
    options: { window: number; sinks?: number | undefined },
  ) => MaskTensor;
  /**
   * Returns linear biases (H, L, S) to add to the scores, −slope · distance (ALiBi, Press et al. 2022). If H is a power
   * of two, the slopes of the heads are 2^(−8/H), 2^(−16/H), and so on. Otherwise they are the slopes for the next lower
   * power of two, then every other slope for the next higher power.
   * Multi-head attention needs four axes: `tensor([1, H, L, S], alibi.data)`.
   * @throws {ArgumentError} if a size is no integer of 0 or more
   * @throws {LimitError} if the biases exceed 4 GiB
   */
  alibi: (H: number, L: number, S: number) => Tensor;
};

/**
 * Weights and biases, named as in `nn.MultiheadAttention`. The weights of the three input projections are stacked
 * in one tensor, or are separate tensors if keys or values have other widths than queries.
 */
export type MultiHeadParameters = {
  /** the stacked input projections, (3D, D), or (D + 2 · Dkv, D) with fewer heads of keys and values */
  inProjWeight?: TensorLike | undefined;
  /** the stacked biases of the input projections, (3D) or (D + 2 · Dkv) */
  inProjBias?: TensorLike | undefined;
  /** the projection of queries, (D, D) */
  qProjWeight?: TensorLike | undefined;
  /** the projection of keys, (D, Kdim) or (Dkv, Kdim) */
  kProjWeight?: TensorLike | undefined;
  /** the projection of values, (D, Vdim) or (Dkv, Vdim) */
  vProjWeight?: TensorLike | undefined;
  /** the output projection, (D, D) */
  outProjWeight: TensorLike;
  /** the bias of the output projection, (D) */
  outProjBias?: TensorLike | undefined;
};

/** Options that describe the heads of multi-head attention. */
export type LayerOptions = {
  /** the number of heads H, which must divide D; each head is D / H wide */
  numHeads: number;
  /**
   * the number of heads of keys and values, Hkv, which must divide H (grouped-query attention); H by default. Query head
   * h attends to key head ⌊h · Hkv / H⌋. With Dkv = Hkv · D / H, the projections of keys and values have Dkv rows, and
   * inProjWeight has D + 2 · Dkv
   */
  numKvHeads?: number | undefined;
  /**
   * rotates the projected queries and keys of each head by their positions, as `rotary` does. Key s is at position s,
   * query l at l + S − L, so more queries than keys are refused. With a cache, new positions follow those in the cache
   */
  rotary?: Pick<RotaryOptions, 'theta' | 'width' | 'pairs'> | undefined;
  /**
   * the order of the rows of inProjWeight and inProjBias. `stacked`, the default: all rows of q, then of k, then of v.
   * `per-head`: the rows of q, k and v of the first head, then of the next head (the layer of the fifth article). With
   * qProjWeight, kProjWeight and vProjWeight, it is the order of inProjBias alone
   */
  inProjLayout?: 'stacked' | 'per-head' | undefined;
};

/** A number format in wasm memory. */
export type Dtype = 'float32' | 'bfloat16' | 'float16';

/** Options of `createLinear`. */
export type LinearLayerOptions = {
  /**
   * the format of the weights, float32 by default. bfloat16 and float16 take half the memory. They round to the
   * nearest, ties to even. Results equal those of the rounded weights in float32, bit for bit
   */
  dtype?: Dtype | undefined;
};

/** Options of `createMultiHeadAttention`. */
export type HeldLayerOptions = LayerOptions & LinearLayerOptions;

/** Options of `createCache`. */
export type CacheOptions = {
  /** the largest number of positions, 1,024 by default */
  capacity?: number | undefined;
  /** the number of batch items N, 1 by default */
  batchSize?: number | undefined;
  /**
   * the format of the keys and values, float32 by default. bfloat16 and float16 take half the memory. Keys and values
   * are rounded to the nearest, ties to even, when they are appended. Attention is computed in float32
   */
  dtype?: Dtype | undefined;
};

/** The sizes of a multi-head layer. */
export type Sizes = { D: number; H: number; Hkv: number; Kdim: number; Vdim: number };

/** The steps of multi-head attention before and after those of each head. */
export type HeadsTrace = {
  /** projected queries (…, H, L, D/H), rotated if the layer has rotary positions */
  q: Tensor;
  /** projected keys (…, Hkv, S, D/H), rotated likewise, including those in the cache */
  k: Tensor;
  /** projected values (…, Hkv, S, D/H), including those in the cache */
  v: Tensor;
  /** the output of each head (…, H, L, D/H) */
  heads: Tensor;
  /** the heads side by side (…, L, D) */
  concatenated: Tensor;
  /** each head times its columns of W_O (…, H, L, D) */
  headContributions: Tensor;
};

/** All steps of multi-head attention. */
export type MultiHeadTrace = AttentionTrace & HeadsTrace;

/**
 * Options of `forward` of a multi-head layer. With a `cache`, the call appends its keys and values, and attends to all
 * in the cache.
 */
export type ForwardOptions<
  Needed extends boolean | undefined = boolean | undefined,
  Traced extends boolean | readonly Step[] | undefined = boolean | readonly Step[] | undefined,
  Out extends Destination | undefined = Destination | undefined,
  WeightsOut extends Destination | undefined = Destination | undefined,
> = AttentionOptions<Needed, Traced, Out, WeightsOut> & {
  /**
   * the cache to extend. With it, `isCausal` is `'lower-right'` or absent, and `dropout` is absent. If the
   * items of the cache have different lengths, `trace` is absent, too
   */
  cache?: KeyValueCache | undefined;
};

/** Options of `softmax`. Masks need the last axis. */
export type SoftmaxOptions<Out extends Destination | undefined = Destination | undefined> = {
  /** the axis, counted from 0 or, if negative, from the end; -1 by default */
  dim?: number | undefined;
  /** a mask, 1 = counts, or numbers to add; it must broadcast to the input */
  attnMask?: AttentionOptions['attnMask'];
  /** lengths (N), (N, L), or (L) without a batch, or one number for all: elements at or past the length are masked */
  validLens?: AttentionOptions['validLens'];
  /** the value of a masked element, -Infinity by default */
  maskFill?: AttentionOptions['maskFill'];
  /** the result of a fully masked row: zeros (the default) or NaN */
  emptyRow?: AttentionOptions['emptyRow'];
  /** the destination of the result, which is also returned */
  out?: Out;
};

/** The weights of additive attention. */
export type AdditiveParameters = {
  /** the projection of queries, (A, Q) */
  wq: TensorLike;
  /** the projection of keys, (A, K) */
  wk: TensorLike;
  /** the weights of the hidden features, (A): a score is wv · tanh(projected query + projected key) */
  wv: TensorLike;
};

/** The steps of additive attention before its scores. */
export type ProjectionTrace = {
  /** wq · query (…, L, A) */
  projectedQueries: Tensor;
  /** wk · key (…, S, A) */
  projectedKeys: Tensor;
  /** tanh(projected query + projected key) (…, L, S, A) */
  features: Tensor;
};

/** All steps of additive attention. */
export type AdditiveTrace = AttentionTrace & ProjectionTrace;

/** The destination of a result: a resident tensor of the result's shape, or a Float32Array of its length. */
export type Destination = Resident | Float32Array;

/** The name of an intermediate step of any attention. */
export type Step = keyof AdditiveTrace | keyof MultiHeadTrace;

/** Inverted dropout: a weight becomes 0 with probability p, and w / (1 − p) otherwise. */
export type Dropout = {
  /** the probability, from 0 to 1 */
  p: number;
  /** an integer; the same seed drops the same weights on every machine */
  seed: number;
};

/**
 * The options of an attention. Scores have the shape (N, H, L, S), without N or H if the inputs have no such axis.
 */
export type AttentionOptions<
  Needed extends boolean | undefined = boolean | undefined,
  Traced extends boolean | readonly Step[] | undefined = boolean | readonly Step[] | undefined,
  Out extends Destination | undefined = Destination | undefined,
  WeightsOut extends Destination | undefined = Destination | undefined,
> = {
  /**
   * a mask that broadcasts to the scores; in multi-head attention it has two or four axes. Booleans, or a Uint8Array of
   * 0 and 1: 1 = may attend, as in `scaled_dot_product_attention` (`nn.MultiheadAttention` has the opposite sense).
   * Numbers are added to the scaled scores; -Infinity masks with any maskFill. Numbers that are all 0 or 1 are refused,
   * because they would be added
   */
  attnMask?: TensorOrMask | undefined;
  /** (N, S), or (S) for one item, 1 = a real key, as booleans or numbers (`nn.MultiheadAttention` has the opposite sense) */
  keyPaddingMask?: TensorOrMask | undefined;
  /**
   * lengths (N), (N, L), or (L) without a batch, or one number for all: keys at or past the length are masked; a length
   * past S masks none
   */
  validLens?: Indices | number | undefined;
  /**
   * true: query i sees keys 0...i, aligned at the top left. 'lower-right': query i sees keys 0...i + S − L, as decoding
   * with earlier keys needs. S counts all keys: if only the first n hold data, `validLens: n` does not align the queries
   * with key n. Pass only those keys, such as `keys.slice(0, n)` of a resident tensor, or use a cache
   */
  isCausal?: boolean | 'lower-right' | undefined;
  /** the factor of the scores, which float32 can hold; 1/√E by default, 1 in additive attention */
  scale?: number | undefined;
  /**
   * the value of a masked score, -Infinity by default. A finite number (-1e9, -1e6) reproduces the articles: a fully
   * masked row attends evenly. One beyond the range of float32, such as -1e39, becomes its nearest end, -3.4028235e38
   */
  maskFill?: number | undefined;
  /**
   * the weights of a row without any key or sink if maskFill is -Infinity: zeros (the default), or NaN, as PyTorch 1.13
   * gives
   */
  emptyRow?: 'zeros' | 'nan' | undefined;
  /** inverted dropout on the weights; a call with a cache takes none */
  dropout?: Dropout | undefined;
  /**
   * a number above 0: scaled scores become softcap · tanh(score / softcap) before the masks, as in ONNX's Attention and
   * Gemma 2. With 50, scores stay between −50 and 50
   */
  softcap?: number | undefined;
  /**
   * scores of attention sinks, (H), or (1) without heads: each is the score of an additional key without a value, as in
   * gpt-oss. The weights of a row then sum to less than 1
   */
  sinks?: TensorLike | undefined;
  /** whether to return the weights, true by default; without them, memory grows with L + S, not L · S */
  needWeights?: Needed;
  /** true to return all intermediate steps, or a list of the steps to return, such as `['scores']` */
  trace?: Traced;
  /** the destination of the output, which is also returned as `output` */
  out?: Out;
  /** the destination of the weights, which is also returned as `weights` */
  weightsOut?: WeightsOut;
};

/** The steps from scores to weights. */
export type AttentionTrace = {
  /** the scores (…, L, S) */
  scores: Tensor;
  /** scores · scale (…, L, S) */
  scaledScores: Tensor;
  /** the scores after the softcap and the masks (…, L, S) */
  maskedScores: Tensor;
  /** the largest masked score of a row, or its sink if that is larger (…, L) */
  rowMax: Tensor;
  /** exp(masked score − row max) (…, L, S) */
  exponentials: Tensor;
  /** the sum of a row's exponentials, including its sink's (…, L) */
  rowSum: Tensor;
  /** exponential / row sum, before dropout (…, L, S) */
  weights: Tensor;
  /** the weights after dropout, if there is dropout (…, L, S) */
  dropped?: Tensor;
};

/**
 * The type of a result: the caller's destination, or a fresh tensor. If the type of the options leaves open whether there
 * is a destination, as a variable of the type `AttentionOptions` does, it counts as absent.
 */
export type Written<Out> = 0 extends 1 & Out ? Tensor : [Out] extends [Destination] ? Out : Tensor;

/** The weights of a result, by the options `needWeights` and `weightsOut`. */
export type Weights<Needed, WeightsOut> = 0 extends 1 & Needed
  ? { readonly weights?: Tensor }
  : [Needed] extends [false]
    ? { readonly weights?: never }
    : false extends Needed
      ? { readonly weights?: Written<WeightsOut> }
      : { readonly weights: Written<WeightsOut> };

/** The trace of a result, by the option `trace`. */
export type Traced<Wanted, Trace> = 0 extends 1 & Wanted
  ? { readonly trace?: Trace }
  : [Wanted] extends [true]
    ? { readonly trace: Trace }
    : [Wanted] extends [readonly (infer Name)[]]
      ? // A list that may hold any step, such as `Step[]`, does not tell which.
        {
          readonly trace: keyof Trace extends Name
            ? Partial<Trace>
            : Pick<Trace, Name & keyof Trace>;
        }
      : true extends Wanted
        ? { readonly trace?: Trace }
        : { readonly trace?: never };

/**
 * The result of an attention: `output`; `weights` after dropout, unless the option `needWeights` is false; and `trace`
 * with the intermediate steps, if the option `trace` is true or lists steps.
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
  readonly shape: readonly number[];
  /** the numbers, the last axis innermost */
  readonly data: Float32Array<ArrayBuffer>;
};

/** A row-major array of booleans: the sizes of its axes are in `shape`, bytes of 0 and 1 in `data`. */
export type MaskTensor = {
  /** the size of each axis */
  readonly shape: readonly number[];
  /** 1 = may attend, 0 = masked; the last axis innermost */
  readonly data: Uint8Array<ArrayBuffer>;
};

/** Nested arrays of numbers or, for a mask, of booleans. */
export type Nested = ReadonlyArray<number | boolean | Nested>;

/** Nested arrays of elements of one type. */
export type NestedOf<Element> = ReadonlyArray<Element | NestedOf<Element>>;

/** Numbers that are accepted as a tensor. A plain typed array is a tensor with one axis. */
export type TensorLike =
  | {
      readonly shape: readonly number[];
      readonly data: NumberArray | readonly number[];
      /** any name but `bool` */
      readonly dtype?: string | undefined;
    }
  | {
      readonly shape: readonly number[];
      /** the bits of each number */
      readonly data: Uint16Array;
      readonly dtype: 'float16' | 'bfloat16';
    }
  | NestedOf<number>
  | NumberArray
  | Resident<Float32Array>;

/** A value that is accepted where either numbers or a mask may stand. */
export type TensorOrMask =
  | TensorLike
  | MaskLike
  | Nested
  | {
      readonly shape: readonly number[];
      readonly data: Numbers;
      /** `bool` for a mask; other names change nothing */
      readonly dtype?: string | undefined;
    };

/** A typed array of numbers. A bare `Uint8Array` is a mask, and a `Uint16Array` may hold undecoded float16. */
export type NumberArray =
  | Float32Array
  | Float64Array
  | Int8Array
  | Uint8ClampedArray
  | Int16Array
  | Int32Array
  | Uint32Array;

/** A tensor with elements of a kind: a mask for bytes. */
export type TensorOf<Data> = Data extends Uint8Array ? MaskTensor : Tensor;

/** The kind of elements that a tensor of this type has: bytes for a mask. */
export type ElementsOf<Input> = 0 extends 1 & Input
  ? Float32Array
  : [Input] extends [readonly never[] | { readonly data: readonly never[] }]
    ? Float32Array
    : [Input] extends [MaskLike]
      ? Uint8Array
      : Float32Array;

/** A value that is accepted as a mask of booleans. */
export type MaskLike =
  | NestedOf<boolean>
  | Uint8Array
  | { readonly shape: readonly number[]; readonly data: Uint8Array | readonly boolean[] }
  | Resident<Uint8Array>;

/** A typed array or an array of numbers or booleans. */
export type Numbers = NumberArray | Uint8Array | readonly number[] | readonly boolean[];

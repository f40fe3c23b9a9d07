/** Types of pretrained models. */

import type { Tensor } from '../types.js';
import type { Tokens } from './tokens.js';

/** A file of a model: JSON may be text or an object. */
export type ModelFile = Blob | ArrayBuffer | Uint8Array | string | object;

/** `use-lite`, which ships; the name of a model on the Hub, such as `openai-community/gpt2`; or files by name or as a list. */
export type ModelSource =
  | string
  | Readonly<Record<string, ModelFile>>
  | ReadonlyMap<string, ModelFile>
  | readonly File[];

/** How a model is loaded. */
export type LoadOptions = {
  /** is called as bytes are read: how many, and of how many; a model of the Hub counts all its files */
  onProgress?: ((progress: { loaded: number; total: number }) => void) | undefined;
  /** ends the loading, and releases what it took */
  signal?: AbortSignal | undefined;
  /** the address of the Hub, https://huggingface.co by default; of the folder dist/models, for a model that ships */
  endpoint?: string | URL | undefined;
  /** the branch, tag or commit of a model that is named: main by default */
  revision?: string | undefined;
  /** how much wasm memory the model may take: 4 GiB by default */
  maxBytes?: number | undefined;
  /** refuse a model that cannot read texts, before its weights are requested; false by default: it runs on ids */
  needsTokenizer?: boolean | undefined;
};

/** The origin of a model of the Hub. */
export type ModelOrigin = {
  /** owner/name */
  readonly id: string;
  /** the address of the Hub it came from, such as `https://huggingface.co` */
  readonly endpoint: string;
  /** what was asked for */
  readonly revision: string;
  /** which commit that was, if the Hub says so */
  readonly commit: string | undefined;
  /** as its card says, such as `mit` */
  readonly license: string | undefined;
  /** whether the browser keeps it, so that it opens without a network */
  readonly isKept: boolean;
  /** why it is not kept, in a sentence */
  readonly note: string | undefined;
};

/** The facts that a Hub gives about a model before its files are requested. */
export type ModelSummary = Pick<
  ModelOrigin,
  'id' | 'endpoint' | 'revision' | 'commit' | 'license' | 'isKept'
> & {
  /** the `model_type` of its configuration, if the Hub says so */
  readonly family: string | undefined;
  /** of all files that are loaded */
  readonly bytes: number;
};

/** How a model is described. */
export type DescribeOptions = Pick<
  LoadOptions,
  'signal' | 'endpoint' | 'revision' | 'needsTokenizer'
>;

/** Integers, each of one token. */
export type TokenIntegers = readonly number[] | Int32Array | Uint32Array;

/** A text, what `tokenize` gives, or ids. */
export type RunInput =
  | string
  | Tokens
  | TokenIntegers
  | {
      readonly ids: TokenIntegers;
      /** for each id 0, or 1 for the second text of a pair; 0 by default */
      readonly typeIds?: TokenIntegers | undefined;
      /** of an encoder with a decoder: what the decoder has read, from its start token on, which it reads by default */
      readonly targetIds?: TokenIntegers | undefined;
    };

/** The sizes of a model. */
export type ModelSizes = {
  /** how many */
  readonly layers: number;
  /** H, heads of queries */
  readonly heads: number;
  /** K, heads of keys and values */
  readonly kvHeads: number;
  /** D */
  readonly width: number;
  /** d, the width of a head */
  readonly headWidth: number;
  /** V */
  readonly vocabulary: number;
  /** how many tokens a text may have */
  readonly positions: number;
  /** whether a token sees only those before it */
  readonly isCausal: boolean;
  /** whether a norm follows the last layer */
  readonly hasFinalNorm: boolean;
  /** whether an encoder reads one text, and these layers write another */
  readonly hasEncoder: boolean;
  /** how many layers the encoder has; 0 without one */
  readonly encoderLayers: number;
};

/** A table of a layer. */
export type TableName = keyof LayerTables;

/** A stack of layers: a model with an encoder has all three, others the decoder alone. */
export type LayerStack = 'decoder' | 'encoder' | 'cross';

/**
 * The changes of a run. A name with a position changes that position only; in `generate` it may be the position of a later
 * token. In `block`, * covers every position, also those of later tokens. `edits` take no *: each name is one number.
 */
export type RunChanges = {
  /**
   * heads whose output becomes 0: `layer.head`, or * for all, as `'2.*'`. These are heads of the decoder, as
   * `decoder.layer.head` are; in a model with an encoder, `encoder.layer.head` and `cross.layer.head` name the others.
   */
  silence?: readonly string[] | undefined;
  /** pairs of tokens that may not attend: `layer.head.query.key`, or * for any part: all layers, heads, queries or keys; stacks as above */
  block?: readonly string[] | undefined;
  /** numbers that are set once their table is computed, by `layer.table.index…`: `{ '0.weights.1.2.0': 0.5 }`; `decoder.` and `encoder.` as above */
  edits?: Readonly<Record<string, number>> | undefined;
};

/** The additional results of a run, and its changes. */
export type RunOptions = RunChanges & {
  /** true: all tables of the layers; names: these alone, such as `['weights']`; false by default */
  trace?: boolean | readonly TableName[] | undefined;
  /** the layers whose tables are wanted, of an encoder and of its decoder alike: all by default */
  layers?: readonly number[] | undefined;
};

/** The tables of a layer; n tokens, H heads, K heads of keys, d their width, D the width of the model. */
export type LayerTables = {
  /** (n, D) */
  input?: Tensor;
  /** (n, D), where the norm comes first */
  normAttn?: Tensor;
  /** (H, n, d) */
  q?: Tensor;
  /** (K, n, d) */
  k?: Tensor;
  /** (K, n, d) */
  v?: Tensor;
  /** (H, n, d) with rotary positions */
  qRot?: Tensor;
  /** (K, n, d) with rotary positions */
  kRot?: Tensor;
  /** (H, n, n) scaled; −Infinity where masked */
  scores?: Tensor;
  /** (H, n, n) */
  weights?: Tensor;
  /** (H, n, d) weights times values */
  headOut?: Tensor;
  /** (n, D) the heads mixed by the output projection */
  attnOut?: Tensor;
  /** (n, D) the residual stream after attention */
  afterAttn?: Tensor;
  /** (H, n, d) queries to the text of the encoder, which has S tokens */
  crossQ?: Tensor;
  /** (K, S, d) */
  crossK?: Tensor;
  /** (K, S, d) */
  crossV?: Tensor;
  /** (H, n, S) */
  crossScores?: Tensor;
  /** (H, n, S) */
  crossWeights?: Tensor;
  /** (H, n, d) */
  crossHeadOut?: Tensor;
  /** (n, D) */
  crossAttnOut?: Tensor;
  /** (n, D) the residual stream after attention to the encoder */
  afterCross?: Tensor;
  /** (n, D), where the norm comes first */
  normMlp?: Tensor;
  /** (n, F) the hidden layer of the feed-forward network, after its activation */
  mlpHidden?: Tensor;
  /** (n, D) */
  mlpOut?: Tensor;
  /** (n, D) */
  output?: Tensor;
};

/** The results of a run: n tokens, D the width of the model, V the size of its vocabulary. */
export type Run = {
  /** what was read */
  readonly tokens: string[];
  /** of the tokens, in the vocabulary */
  readonly ids: number[];
  /** which word each token belongs to; −1: none */
  readonly words: number[];
  /** (n, D) after the final norm */
  readonly hidden: Tensor;
  /** (n, V), if the file has what makes them */
  readonly logits: Tensor | undefined;
  /** (D) of the first token, if the file has a pooler */
  readonly pooled: Tensor | undefined;
  /** of the whole text, for models that embed sentences */
  readonly embedding: Tensor | undefined;
  /** the tables of each layer that are wanted; those of the decoder, if there is an encoder */
  readonly layers: readonly LayerTables[];
  /** the ids that the decoder has read, if there is an encoder */
  readonly targetIds: readonly number[] | undefined;
  /** the same as tokens */
  readonly targetTokens: readonly string[] | undefined;
  /** the last hidden states of the encoder, and its tables */
  readonly encoder:
    | { readonly hidden: Tensor; readonly layers: readonly LayerTables[] }
    | undefined;
};

/** A token that may follow: the `token`, its `id` and its `probability` among all tokens. */
export type NextToken = { token: string; id: number; probability: number };

/** How a model writes on, and what it changes meanwhile. */
export type GenerateOptions = RunChanges & {
  /** how many to write: 20 by default */
  tokens?: number | undefined;
  /** 0, by default: the most probable token; above: tokens are drawn, at 1 as probable as the model says */
  temperature?: number | undefined;
  /** draw from the most probable ones alone */
  topK?: number | undefined;
  /** the same seed draws the same tokens; 0 by default */
  seed?: number | undefined;
  /** ends the writing with its reason, between two tokens */
  signal?: AbortSignal | undefined;
  /** is called with each token as soon as it is known */
  onToken?: ((token: { token: string; id: number }) => void) | undefined;
};

/** A generated text: the new `tokens`, their `ids`, and their `text`. */
export type GeneratedText = { tokens: string[]; ids: number[]; text: string };

/** A projection as `torch.nn.Linear` has it, or the gain and bias of a norm. */
export type Projection = {
  /** (out, in), or (D) of a norm */
  weight: Tensor;
  /** (out) */
  bias: Tensor | undefined;
};

/** The numbers that a layer consists of; D is the width of the model, H and K its heads, d their width, F its hidden width. */
export type LayerParameters = {
  /** the norm of attention: before it, or behind its residual sum */
  attnNorm: Projection;
  /** (H · d, D) */
  q: Projection;
  /** (K · d, D) */
  k: Projection;
  /** (K · d, D) */
  v: Projection;
  /** (D, H · d) */
  attnOut: Projection;
  /** of the input, where its width is not that of the output */
  residual: Projection | undefined;
  /** the norm of the feed-forward layer */
  mlpNorm: Projection;
  /** (F, D) of gated feed-forward layers */
  gate: Projection | undefined;
  /** (F, D) */
  mlpIn: Projection;
  /** (D, F) */
  mlpOut: Projection;
};

/** The place of the numbers of a projection or a norm in model.safetensors. */
export type StoredPart = {
  /** the name of the tensor */
  weight: string;
  /** the name of its bias */
  bias: string | undefined;
  /** whether the file has it as (in, out) */
  isTransposed: boolean;
  /** of a tensor with queries, keys and values: these rows of each block */
  rows: { first: number; count: number; blockSize: number } | undefined;
};

/** The parts of a layer, as model.safetensors has them. */
export type StoredLayer = {
  [Name in keyof LayerParameters]: LayerParameters[Name] extends Projection
    ? StoredPart
    : StoredPart | undefined;
};

/** How a layer computes. */
export type LayerDescription = {
  /** heads of queries */
  heads: number;
  /** heads of keys and values, which several heads of queries may share */
  kvHeads: number;
  /** numbers of a query */
  headWidth: number;
  /** units of the feed-forward layer */
  hidden: number;
  /** what scores are multiplied by */
  scale: number;
  /** whether a token sees no later one */
  isCausal: boolean;
  /** how many keys a query sees, itself among them */
  window: number | undefined;
  /** which norm */
  norm: 'layer' | 'rms';
  /** what the norms add to the variance, or the mean square */
  eps: number;
  /** of attention and feed-forward, else behind the residual sum */
  isNormBefore: boolean;
  /** attention and feed-forward read the same rows */
  isParallel: boolean;
  /** how many features are turned, and the base of their angles */
  rotary: { width: number; theta: number } | undefined;
  /** of the feed-forward layer */
  activation: 'relu' | 'gelu' | 'gelu_tanh' | 'silu';
};

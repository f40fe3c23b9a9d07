/** Types of pretrained models. */

import type { RotaryScaling, Tensor, TensorLike } from '../types.js';
import type { Tokens } from './tokens.js';

/** A file of a model. JSON may be a string or an object. */
export type ModelFile = Blob | ArrayBuffer | Uint8Array | string | object;

/**
 * A source of a model: `use-lite`, which comes with this library; the name of a model on the Hub, such as
 * `openai-community/gpt2`; the address of a folder with its files; or its files, by name or as a list.
 *
 * A string is the address of a folder if it begins with `./`, `../`, `/` or `file:`, or if it begins with `https:` or
 * `http:` and ends with `/`, unless it is that of a model's page on the Hub. Relative addresses start from the page or,
 * in Node, from the current folder.
 */
export type ModelSource =
  | string
  | URL
  | Readonly<Record<string, ModelFile>>
  | ReadonlyMap<string, ModelFile>
  | readonly File[]
  // A FileList. Programs for Node alone do not have that type.
  | { readonly length: number; readonly item: unknown; readonly [index: number]: File };

/** Options of `loadPretrained`. */
export type LoadOptions = {
  /** a function that is called as bytes are read; for a model of the Hub, the bytes of all files count */
  onProgress?: ((progress: { loaded: number; total: number }) => void) | undefined;
  /** a signal that aborts the loading and releases its memory */
  signal?: AbortSignal | undefined;
  /** the URL of the Hub, https://huggingface.co by default; for `use-lite`, the URL of the folder dist/models */
  endpoint?: string | URL | undefined;
  /** the branch, tag or commit of a model of the Hub; main by default */
  revision?: string | undefined;
  /** the largest size of the model in wasm memory; 4 GiB by default */
  maxBytes?: number | undefined;
  /**
   * whether to refuse a model without a tokenizer, before its weights are requested; false by default: such a model runs
   * on ids
   */
  needsTokenizer?: boolean | undefined;
};

/** The origin of a model of the Hub. */
export type ModelOrigin = {
  /** owner/name */
  readonly id: string;
  /** the URL of the Hub, such as `https://huggingface.co` */
  readonly endpoint: string;
  /** the requested revision */
  readonly revision: string;
  /** the commit of the revision, if the Hub says so */
  readonly commit: string | undefined;
  /** the license on the model card, such as `mit` */
  readonly license: string | undefined;
  /** whether the browser has stored the model, so that it loads without a network */
  readonly isKept: boolean;
  /** why the model is not stored, in a sentence */
  readonly note: string | undefined;
};

/** The facts that a Hub gives about a model before its files are requested. */
export type ModelSummary = Pick<
  ModelOrigin,
  'id' | 'endpoint' | 'revision' | 'commit' | 'license' | 'isKept'
> & {
  /** the `model_type` of its configuration, if the Hub says so */
  readonly family: string | undefined;
  /** the total size of the files that are loaded */
  readonly bytes: number;
};

/** Options of `describePretrained`. */
export type DescribeOptions = Pick<
  LoadOptions,
  'signal' | 'endpoint' | 'revision' | 'needsTokenizer'
>;

/** A list with an integer for each token. */
export type TokenIntegers = ArrayLike<number> | BigInt64Array | BigUint64Array;

/** The input of a run: a text, the result of `tokenize`, or ids. */
export type RunInput =
  | string
  | Tokens
  | TokenIntegers
  | {
      readonly ids: TokenIntegers;
      /** 0 for each id, or 1 in the second text of a pair; 0 by default */
      readonly typeIds?: TokenIntegers | undefined;
      /** the ids that the decoder reads, if there is an encoder; by default only its start token */
      readonly targetIds?: TokenIntegers | undefined;
    };

/** The sizes of a model. */
export type ModelSizes = {
  /** the number of layers; of the decoder, if there is an encoder */
  readonly layers: number;
  /** the number of heads of queries, H */
  readonly heads: number;
  /** the number of heads of keys and values, K */
  readonly kvHeads: number;
  /** the width of the model, D */
  readonly width: number;
  /** the width of a head, d */
  readonly headWidth: number;
  /** the number of tokens in the vocabulary, V */
  readonly vocabulary: number;
  /** the largest number of tokens of a text */
  readonly positions: number;
  /** whether a token attends only to itself and to earlier tokens */
  readonly isCausal: boolean;
  /** whether a norm follows the last layer */
  readonly hasFinalNorm: boolean;
  /** whether the model has an encoder, to which its decoder attends */
  readonly hasEncoder: boolean;
  /** the number of layers of the encoder; 0 without an encoder */
  readonly encoderLayers: number;
};

/** The name of a table of a layer. */
export type TableName = keyof LayerTables;

/** A stack of layers. A model with an encoder has all three stacks, other models only the decoder. */
export type LayerStack = 'decoder' | 'encoder' | 'cross';

/**
 * The changes of a run. A name with a position changes only that position; in `generate` it may be the position of a later
 * token. In `block`, * covers every position, including those of later tokens. `edits` accept no *.
 */
export type RunChanges = {
  /**
   * heads whose output is set to 0: `layer.head`, where each part may be * for all, such as `'2.*'`. These are heads of the
   * decoder, like `decoder.layer.head`. In a model with an encoder, `encoder.layer.head` and `cross.layer.head` name the
   * other heads.
   */
  silence?: readonly string[] | undefined;
  /**
   * pairs of tokens that may not attend: `layer.head.query.key`, where each part may be * for all; with the same prefixes
   * as `silence`
   */
  block?: readonly string[] | undefined;
  /**
   * numbers to set after their table is computed, by `layer.table.index…`: `{ '0.weights.1.2.0': 0.5 }`; with the prefixes
   * `decoder.` and `encoder.`. A name with fewer indices takes a tensor of the other axes: `{ '0.output.3': row }` sets
   * the row (D) of token 3, `{ '0.weights.1': weights }` those of head 1 (n, n). A tensor of states may have fewer positions, and
   * then sets the first ones. A number fills the other axes: `{ '0.headOut.1': 0 }`
   */
  edits?: Readonly<Record<string, number | TensorLike>> | undefined;
};

/** Options of `run`: the tables to return, and the changes. */
export type RunOptions<
  Wanted = boolean | readonly TableName[] | undefined,
  Layers = readonly number[] | undefined,
> = RunChanges & {
  /**
   * the tokens whose logits are computed: `'all'`, the default; `'last'` for the last token alone, with the same numbers in
   * less time; false for none
   */
  logits?: 'all' | 'last' | false | undefined;
  /** true to return all tables of the layers, or a list of names, such as `['weights']`; a table that the model lacks is left out; false by default */
  trace?: Wanted;
  /** the layers whose tables are returned, of both the encoder and the decoder; all by default */
  layers?: Layers;
};

/**
 * The tables of a layer, with n tokens, H heads, K heads of keys, head width d, model width D, hidden width F, and S tokens
 * of the encoder.
 */
export type LayerTables = {
  /** the input of the layer (n, D) */
  input: Tensor;
  /** the normalized input of attention (n, D), if the norm precedes attention */
  normAttn?: Tensor;
  /** queries (H, n, d) */
  q: Tensor;
  /** keys (K, n, d) */
  k: Tensor;
  /** values (K, n, d) */
  v: Tensor;
  /** normalized queries (H, n, d) */
  qNorm?: Tensor;
  /** normalized keys (K, n, d) */
  kNorm?: Tensor;
  /** queries (H, n, d) after the rotation by rotary positions */
  qRot?: Tensor;
  /** keys (K, n, d) after the rotation by rotary positions */
  kRot?: Tensor;
  /** scaled scores (H, n, n); −Infinity where masked */
  scores: Tensor;
  /** attention weights (H, n, n) */
  weights: Tensor;
  /** weights times values (H, n, d) */
  headOut: Tensor;
  /** the output projection of the heads (n, D) */
  attnOut: Tensor;
  /** the normalized output of attention (n, D), which the sum adds, if there is a norm before the sum */
  normAttnOut?: Tensor;
  /** the residual stream after attention (n, D) */
  afterAttn?: Tensor;
  /** queries of the attention to the encoder (H, n, d) */
  crossQ?: Tensor;
  /** keys of the encoder's text (K, S, d) */
  crossK?: Tensor;
  /** values of the encoder's text (K, S, d) */
  crossV?: Tensor;
  /** scaled scores of the attention to the encoder (H, n, S) */
  crossScores?: Tensor;
  /** weights of the attention to the encoder (H, n, S) */
  crossWeights?: Tensor;
  /** weights times values of the encoder's text (H, n, d) */
  crossHeadOut?: Tensor;
  /** the output projection of these heads (n, D) */
  crossAttnOut?: Tensor;
  /** the residual stream after the attention to the encoder (n, D) */
  afterCross?: Tensor;
  /** the normalized input of the feed-forward layer (n, D), if the norm precedes the feed-forward layer */
  normMlp?: Tensor;
  /** the hidden units of the feed-forward layer, after the activation (n, F) */
  mlpHidden: Tensor;
  /** the output of the feed-forward layer (n, D) */
  mlpOut: Tensor;
  /** the normalized output of the feed-forward layer (n, D), if there is a norm before the sum */
  normMlpOut?: Tensor;
  /** the output of the layer (n, D) */
  output: Tensor;
};

/**
 * The tables of a layer that the options `trace` and `layers` request. A table is certain if every model has it and all
 * layers are traced.
 */
export type TracedTables<
  Wanted = boolean | readonly TableName[],
  Layers = readonly number[] | undefined,
> = 0 extends 1 & Wanted
  ? Partial<LayerTables>
  : [Wanted] extends [false | undefined]
    ? { readonly [Name in TableName]?: never }
    : [Layers] extends [undefined]
      ? [Wanted] extends [true]
        ? LayerTables
        : [Wanted] extends [readonly (infer Name)[]]
          ? [TableName] extends [Name]
            ? Partial<LayerTables>
            : Pick<LayerTables, Name & TableName>
          : Partial<LayerTables>
      : Partial<LayerTables>;

/** The results of a run, with n tokens, model width D and vocabulary size V. */
export type Run<Tables = Partial<LayerTables>> = {
  /** the tokens of the text */
  readonly tokens: string[];
  /** the ids of the tokens in the vocabulary */
  readonly ids: number[];
  /** the index of the word of each token; −1 for none */
  readonly words: number[];
  /** the last hidden states (n, D), after the final norm */
  readonly hidden: Tensor;
  /** the logits (n, V), or (1, V) of the last token, if the file has a head and `logits` is not false */
  readonly logits: Tensor | undefined;
  /** the pooled output of the first token (D), if the file has a pooler */
  readonly pooled: Tensor | undefined;
  /** the embedding of the text, if the model embeds sentences */
  readonly embedding: Tensor | undefined;
  /** the requested tables of each layer; of the decoder, if there is an encoder */
  readonly layers: readonly Tables[];
  /** the ids that the decoder has read, if there is an encoder */
  readonly targetIds: readonly number[] | undefined;
  /** the tokens that the decoder has read, if there is an encoder */
  readonly targetTokens: readonly string[] | undefined;
  /** the last hidden states of the encoder, and its tables */
  readonly encoder: { readonly hidden: Tensor; readonly layers: readonly Tables[] } | undefined;
};

/** A possible next token: the `token`, its `id`, its `probability` among all tokens, and its `logit`. */
export type NextToken = { token: string; id: number; probability: number; logit: number };

/** Options of `generate` and `stream`. */
export type GenerateOptions = RunChanges & {
  /** the number of tokens to write; 20 by default */
  tokens?: number | undefined;
  /**
   * 0, the default, takes the most probable token; above 0, tokens are drawn, at 1 with the
   * probabilities of the model
   */
  temperature?: number | undefined;
  /** the number of most probable tokens to draw from at a temperature above 0; all by default */
  topK?: number | undefined;
  /** the seed of the draws at a temperature above 0; 0 by default */
  seed?: number | undefined;
  /** a signal that ends the generation between two tokens, by throwing its reason */
  signal?: AbortSignal | undefined;
  /** a function that is called with each token as soon as it is known */
  onToken?: ((token: WrittenToken) => void) | undefined;
};

/**
 * A written token: the `token`, its `id`, and the `text` of all new tokens so far, as `decode` gives it. A character of
 * several tokens is U+FFFD until its last token is written.
 */
export type WrittenToken = { token: string; id: number; text: string };

/** A generated text: the new `tokens`, their `ids`, and their `text`. */
export type GeneratedText = { tokens: string[]; ids: number[]; text: string };

/** The weight and bias of a projection, as in `torch.nn.Linear`, or of a norm. */
export type Projection = {
  /** (out, in), or (D) for a norm */
  weight: Tensor;
  /** (out) */
  bias: Tensor | undefined;
};

/** The parameters outside the layers, with rows of n tokens and model width D. */
export type OuterParameters = {
  /** the embeddings of the tokens (n, width of the table) */
  embedding: Tensor;
  /** the factor of the embeddings */
  embeddingScale: number;
  /** the embeddings of the positions, the first one first, in models with a table of them */
  positions: Tensor | undefined;
  /** the embeddings of the token types, in models such as BERT */
  types: Tensor | undefined;
  /** the norm of the sum of the embeddings, in models such as BERT */
  embeddingNorm: Projection | undefined;
  /** the norm after the last layer, in models that have one */
  finalNorm: Projection | undefined;
  /** the projection before the head's norm, in models such as BERT; the activation follows it */
  headDense: Projection | undefined;
  /** the norm before the unembedding, in models such as BERT */
  headNorm: Projection | undefined;
  /** the rows of the tokens, which give their logits: weight (n, D), bias (n); undefined without a head */
  unembedding: Projection | undefined;
};

/** The parameters of a layer, with model width D, H query heads, K key heads, head width d and hidden width F. */
export type LayerParameters = {
  /** the norm of attention: before attention, or after its residual sum */
  attnNorm: Projection;
  /** the projection of queries (H · d, D) */
  q: Projection;
  /** the projection of keys (K · d, D) */
  k: Projection;
  /** the projection of values (K · d, D) */
  v: Projection;
  /** the norm of each query (d), if the layer has one */
  qNorm: Projection | undefined;
  /** the norm of each key (d), if the layer has one */
  kNorm: Projection | undefined;
  /** the output projection (D, H · d) */
  attnOut: Projection;
  /** the norm of the output of attention, before the sum, if the layer has one */
  attnOutNorm: Projection | undefined;
  /** the projection of the residual, if the layer's input and output differ in width */
  residual: Projection | undefined;
  /** the norm of the feed-forward layer */
  mlpNorm: Projection;
  /** the gate (F, D), if the feed-forward layer is gated */
  gate: Projection | undefined;
  /** the first projection of the feed-forward layer (F, D) */
  mlpIn: Projection;
  /** the last projection of the feed-forward layer (D, F) */
  mlpOut: Projection;
  /** the norm of the output of the feed-forward layer, before the sum, if the layer has one */
  mlpOutNorm: Projection | undefined;
};

/** The place of a projection or a norm in model.safetensors. */
export type StoredPart = {
  /** the file with the tensors or, if there are several, the index that names the file of each */
  file: string;
  /** the name of the tensor of the weight */
  weight: string;
  /** a number that is added to each number of the weight */
  offset: 0 | 1;
  /** the name of the tensor of the bias */
  bias: string | undefined;
  /** whether the file stores the weight as (in, out) */
  isTransposed: boolean;
  /** the rows of this part in each block, if the tensor has queries, keys and values */
  rows: { first: number; count: number; blockSize: number } | undefined;
};

/** The places of the parts of a layer in the files of the weights. */
export type StoredLayer = {
  [Name in keyof LayerParameters]: LayerParameters[Name] extends Projection
    ? StoredPart
    : StoredPart | undefined;
};

/** The structure of a layer. */
export type LayerDescription = {
  /** the number of heads of queries */
  heads: number;
  /** the number of heads of keys and values, which several heads of queries may share */
  kvHeads: number;
  /** the width of a query */
  headWidth: number;
  /** the number of hidden units of the feed-forward layer */
  hidden: number;
  /** the factor of the scores */
  scale: number;
  /** whether a token attends only to itself and to earlier tokens */
  isCausal: boolean;
  /** the largest number of keys that a query sees, including its own; undefined for all */
  window: number | undefined;
  /** the kind of norm */
  norm: 'layer' | 'rms';
  /** the number that norms add to the variance or the mean square */
  eps: number;
  /** whether norms precede attention and feed-forward layer; otherwise they follow the residual sums */
  isNormBefore: boolean;
  /** whether attention and feed-forward layer read the same input */
  isParallel: boolean;
  /** the number of rotated features, the base of their angles, and how angles are scaled */
  rotary: { width: number; theta: number; scaling: RotaryScaling | undefined } | undefined;
  /** the activation of the feed-forward layer */
  activation: 'relu' | 'gelu' | 'gelu_tanh' | 'silu';
};

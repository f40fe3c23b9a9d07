// The parts of a model, and the tensors from which they are read. Families describe their models with these parts.

/** @import { Activation, Config } from './config.js' */
/** @import { Repository } from './source.js' */
/** @import { ModelTokenizer } from './tokens.js' */
/** @import { RotaryScaling } from '../types.js' */

/**
 * A projection. Its tensors are stacked: query, key and value may be one tensor or three.
 * @typedef {object} Linear
 * @property {'linear'} kind
 * @property {{ weight: string, bias: string | undefined, rows: number }[]} tensors the tensors, in the order of the rows
 * @property {number} out
 * @property {number} width the width of the input
 * @property {'out,in' | 'in,out'} layout
 * @property {number[]} order the row of the tensor for each row i; empty if the order is the same
 */

/**
 * @typedef {object} Norm
 * @property {'norm'} kind
 * @property {string[]} weight the possible names of the tensor of the weight
 * @property {string[]} bias the possible names of the tensor of the bias; empty without a bias
 * @property {number} width
 * @property {0 | 1} offset a number that is added to each weight of the file
 */

/** A bias of logits, which has no weight. @typedef {{ kind: 'bias', name: string, width: number }} Bias */

/**
 * @typedef {object} Block the parts of a layer
 * @property {Norm} attnNorm
 * @property {Linear} qkv the rows of all queries, then all keys, then all values, head by head
 * @property {Norm} [qNorm] the norm of each query, head by head; with it, `kNorm` is there too
 * @property {Norm} [kNorm] the norm of each key
 * @property {Linear} attnOut
 * @property {Norm} [attnOutNorm] the norm of the output of attention, before the sum; with it, `mlpOutNorm` is there too
 * @property {Linear} [residual] the projection of the residual, if input and output differ in width
 * @property {Norm} mlpNorm
 * @property {Linear} [gate]
 * @property {Linear} mlpIn
 * @property {Linear} mlpOut
 * @property {Norm} [mlpOutNorm] the norm of the output of the feed-forward layer, before the sum
 * @property {Cross} [cross] the attention to the encoder, if there is one
 *
 * @typedef {object} Cross the parts of the attention to the text of the encoder
 * @property {Norm} norm
 * @property {Linear} q
 * @property {Linear} kv the rows of all keys, then all values
 * @property {Linear} out
 */

/**
 * @typedef {object} Head the parts that compute logits from the last hidden states
 * @property {Linear} [dense]
 * @property {Norm} [norm]
 * @property {Linear} [decoder] the projection to logits, by default the token embedding table
 * @property {Bias} [bias] the bias of the logits
 * @property {Activation} [activation] the activation after the dense layer; by default that of the model
 */

/** Rotary positions of the first `width` features. @typedef {{ width: number, theta: number, scaling: RotaryScaling | undefined }} Rotary */

/**
 * The description of a model, made from its config.json.
 * @typedef {object} Description
 * @property {number} width D
 * @property {number} heads
 * @property {number} kvHeads
 * @property {number} headWidth
 * @property {number} vocabulary
 * @property {number} positions the largest number of tokens of a text
 * @property {number} firstPosition the row of the position table for the first token
 * @property {number} [paddingId] the id of a token that takes no position; it is also the row of its position
 * @property {boolean} isCausal
 * @property {(number | undefined)[]} windows for each layer, the number of keys that a query sees, including its own;
 *   empty or undefined for all keys
 * @property {number} [scale] the factor of the scores; 1/√d by default, with the head width d of each layer
 * @property {'layer' | 'rms'} norm
 * @property {number} eps
 * @property {boolean} isNormBefore whether norms precede attention and feed-forward layer; otherwise they follow the
 *   residual sums
 * @property {boolean} isParallel whether attention and feed-forward layer read the same input
 * @property {Rotary} [rotary]
 * @property {Rotary} [windowRotary] the rotary positions of layers with a window, if they have other ones
 * @property {Activation} activation
 * @property {Linear} tokens
 * @property {Linear} [positionTable]
 * @property {Linear} [types] the table of token types
 * @property {Norm} [embeddingNorm]
 * @property {Block[]} layers
 * @property {Norm} [finalNorm]
 * @property {Linear} [pooler]
 * @property {Linear} [sentence] the projection of the mean hidden state to the embedding of the text
 * @property {Head} [head]
 * @property {number} embeddingScale the factor of the rows of the token embedding table
 * @property {boolean} [hasSinusoids] whether positions are sines and cosines
 * @property {Description} [encoder] the encoder to which the decoder attends
 * @property {number} startId the first token of a decoder with an encoder
 * @property {readonly number[]} endIds ids of tokens that end a text
 * @property {readonly number[][]} forbidden sequences of ids that are never written
 */

/**
 * @typedef {object} Family
 * @property {string[]} types the values of `model_type`
 * @property {string[]} prefixes optional prefixes of the names of tensors
 * @property {(config: Config, has: (name: string) => boolean) => Description} describe
 * @property {(repository: Repository) => Promise<ModelTokenizer | undefined>} [readTokenizer] reads the tokenizer, if it
 *   is not in tokenizer.json
 */

/**
 * Describes a projection of a single tensor.
 * @param {string} name @param {number} out @param {number} width
 * @param {Partial<Linear> & { hasBias?: boolean }} [rest] @returns {Linear}
 */
export const makeLinearPart = (name, out, width, rest) => stackParts([[name, out]], width, rest);

/**
 * Describes a projection of several tensors.
 * @param {(readonly [name: string, rows: number])[]} parts @param {number} width
 * @param {Partial<Linear> & { hasBias?: boolean }} [rest] @returns {Linear}
 */
export const stackParts = (parts, width, { hasBias = true, ...rest } = {}) => ({
  kind: 'linear',
  tensors: parts.map(([name, rows]) => ({
    weight: `${name}.weight`,
    bias: hasBias ? `${name}.bias` : undefined,
    rows,
  })),
  out: parts.reduce((sum, [, rows]) => sum + rows, 0),
  width,
  layout: 'out,in',
  order: [],
  ...rest,
});

/**
 * Describes a norm.
 * @param {string} name @param {number} width
 * @param {{ hasBias?: boolean, isOld?: boolean, offset?: 0 | 1 }} [options] `isOld` also allows the old names gamma and beta
 * @returns {Norm}
 */
export const makeNorm = (name, width, { hasBias = true, isOld = false, offset = 0 } = {}) => ({
  kind: 'norm',
  weight: [`${name}.weight`, ...(isOld ? [`${name}.gamma`] : [])],
  bias: hasBias ? [`${name}.bias`, ...(isOld ? [`${name}.beta`] : [])] : [],
  width,
  offset,
});

/** Describes a bias of logits. @param {string} name @param {number} width @returns {Bias} */
export const makeBias = (name, width) => ({ kind: 'bias', name, width });

/**
 * Describes an embedding table, with a row for each token or position.
 * @param {string} name @param {number} rows @param {number} width
 */
export const makeEmbeddingTable = (name, rows, width) =>
  makeLinearPart(name, rows, width, { hasBias: false });

/**
 * Returns the head width of a layer, and the factor of its scores.
 * @param {Description} model @param {Block} block
 */
export function computeHeadScale({ heads, kvHeads, scale }, { qkv }) {
  const headWidth = qkv.out / (heads + 2 * kvHeads);
  return { headWidth, scale: scale ?? 1 / Math.sqrt(headWidth) };
}

/** Returns the rotary positions of a layer. @param {Description} model @param {number} index */
export const findRotary = ({ rotary, windowRotary, windows }, index) =>
  windows[index] === undefined ? rotary : (windowRotary ?? rotary);

/** Makes a number of items. @template Item @param {number} count @param {(i: number) => Item} make */
export const makeEach = (count, make) => Array.from({ length: count }, (_, i) => make(i));

/**
 * Describes several projections of one input, such as query, key and value, each with the width of the input.
 * @param {string} name the prefix of all names
 * @param {string[]} parts @param {number} width
 * @param {Partial<Linear> & { hasBias?: boolean }} [rest]
 */
export const makeProjections = (name, parts, width, rest) =>
  stackParts(
    parts.map((part) => [`${name}.${part}`, width]),
    width,
    rest,
  );

/**
 * Describes a head without further layers: a table of its own or, by default of the configuration, the token embeddings.
 * @param {Config} config @param {(name: string) => boolean} has @param {string} name the name of its table
 * @param {Linear} tokens
 * @param {boolean} [isTied] the default of the configuration
 * @returns {Head | undefined} undefined if the file lacks the table
 */
export function makePlainHead(config, has, name, { out, width }, isTied = true) {
  if (config.flag('tie_word_embeddings', isTied)) return {};
  return has(`${name}.weight`) ? { decoder: makeEmbeddingTable(name, out, width) } : undefined;
}

/**
 * The parts of the head of a masked language model, by name; `isOld` and `activation` as in `makeNorm` and `Head`.
 * @typedef {Record<'dense' | 'norm' | 'decoder' | 'bias', string> & { isOld?: boolean, activation?: Activation }} HeadNames
 */

/**
 * Describes the head of a masked language model: a projection, an activation and a norm before the table.
 * @param {Config} config @param {(name: string) => boolean} has @param {HeadNames} names @param {Linear} tokens
 * @returns {Head | undefined} undefined if the file lacks the head
 */
export function makeMaskedHead(config, has, { isOld, activation, bias, ...names }, tokens) {
  const { out, width } = tokens;
  const head = makePlainHead(config, has, names.decoder, tokens);
  if (head === undefined || !has(`${names.dense}.weight`)) return undefined;
  const dense = makeLinearPart(names.dense, width, width);
  const norm = makeNorm(names.norm, width, { isOld });
  return { ...head, dense, activation, norm, bias: makeBias(bias, out) };
}

/** Returns the common properties of decoders. @param {number} width @param {number} heads */
export const makePlainDecoder = (width, heads) => ({
  width,
  heads,
  kvHeads: heads,
  headWidth: width / heads,
  windows: [],
  firstPosition: 0,
  isCausal: true,
  isNormBefore: true,
  isParallel: false,
  norm: /** @type {const} */ ('layer'),
  embeddingScale: 1,
  startId: 0,
  endIds: [],
  forbidden: [],
});

/** Returns the common properties of encoders. @param {number} width @param {number} heads */
export const makePlainEncoder = (width, heads) => ({
  ...makePlainDecoder(width, heads),
  isCausal: false,
  isNormBefore: false,
});

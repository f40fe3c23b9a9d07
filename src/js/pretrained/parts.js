// The parts of a model and the tensors that they are read from. A family describes its model with these.

/**
 * @import { Activation, Config } from './config.js'
 * @import { Repository } from './source.js'
 * @import { ModelTokenizer } from './tokens.js'
 */

/**
 * A projection. Its tensors are stacked: those of query, key and value may be one tensor or three.
 *
 * @typedef {object} Linear
 * @property {'linear'} kind
 * @property {{ weight: string, bias: string | undefined, rows: number }[]} tensors rows in this order
 * @property {number} out
 * @property {number} width of the input
 * @property {'out,in' | 'in,out'} layout
 * @property {number[]} order of the rows: empty, or which row of the tensor is the row i
 * @property {boolean} isOptional absent where its first tensor is
 */

/**
 * @typedef {object} Norm
 * @property {'norm'} kind
 * @property {string[]} weight names that its tensor may have
 * @property {string[]} bias the same; empty where it has none
 * @property {number} width
 */

/** @typedef {Linear | Norm} Part */

/**
 * @typedef {object} Block the parts of a layer
 * @property {Norm} attnNorm
 * @property {Linear} qkv rows of all queries, all keys, all values, head by head
 * @property {Linear} attnOut
 * @property {Linear | undefined} [residual] of the input, where its width is not that of the output
 * @property {Norm} mlpNorm
 * @property {Linear} [gate]
 * @property {Linear} mlpIn
 * @property {Linear} mlpOut
 * @property {Cross} [cross] of a decoder with an encoder
 *
 * @typedef {object} Cross attention to the text of the encoder
 * @property {Norm} norm
 * @property {Linear} q
 * @property {Linear} kv rows of all keys, then all values
 * @property {Linear} out
 */

/**
 * @typedef {object} Head what makes logits of the last hidden states
 * @property {Linear | undefined} dense
 * @property {Norm | undefined} norm
 * @property {Linear | undefined} decoder undefined: the table of tokens
 * @property {string[]} bias names that the decoder's bias may have; empty where it has none
 * @property {Activation} [activation] after the dense layer: that of the model by default
 */

/**
 * A model of a family, from its config.json.
 *
 * @typedef {object} Description
 * @property {number} width D
 * @property {number} heads
 * @property {number} kvHeads
 * @property {number} headWidth
 * @property {number} vocabulary
 * @property {number} positions how many tokens a text may have
 * @property {number} firstPosition row of the table of positions for the first token
 * @property {boolean} isCausal
 * @property {(number | undefined)[]} windows of each layer: how many keys a query sees, itself among them; empty: all keys
 * @property {number | undefined} scale of the scores; undefined: 1/√d, by the width of each layer's heads
 * @property {'layer' | 'rms'} norm
 * @property {number} eps
 * @property {boolean} isNormBefore of attention and feed-forward, else behind the residual sum
 * @property {boolean} isParallel attention and feed-forward read the same input
 * @property {{ width: number, theta: number } | undefined} rotary
 * @property {Activation} activation
 * @property {Linear} tokens
 * @property {Linear | undefined} positionTable
 * @property {Linear | undefined} types of tokens
 * @property {Norm | undefined} embeddingNorm
 * @property {Block[]} layers
 * @property {Norm | undefined} finalNorm
 * @property {Linear | undefined} pooler
 * @property {Linear | undefined} sentence makes the embedding of the text from the mean of its rows
 * @property {Head | undefined} head
 * @property {number} embeddingScale what rows of the table of tokens are multiplied by
 * @property {boolean} hasSinusoids positions are sines and cosines
 * @property {Description | undefined} encoder of another text, which the decoder attends to
 * @property {number} startId the token that a decoder with an encoder begins with
 */

/**
 * @typedef {object} Family
 * @property {string[]} types values of `model_type`
 * @property {string[]} prefixes that the names of tensors may have, or none
 * @property {(config: Config, has: (name: string) => boolean) => Description} describe
 * @property {(repository: Repository) => Promise<ModelTokenizer | undefined>} [readTokenizer]
 *   if it is not tokenizer.json
 */

/**
 * @param {string} name
 * @param {number} out
 * @param {number} width
 * @param {Partial<Linear> & { hasBias?: boolean }} [rest]
 * @returns {Linear}
 */
export const makeLinearPart = (name, out, width, rest) => stackParts([[name, out]], width, rest);

/**
 * One projection of several tensors.
 *
 * @param {(readonly [name: string, rows: number])[]} parts
 * @param {number} width
 * @param {Partial<Linear> & { hasBias?: boolean }} [rest]
 * @returns {Linear}
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
  isOptional: false,
  ...rest,
});

/**
 * @param {string} name
 * @param {number} width
 * @param {{ hasBias?: boolean, isOld?: boolean }} [options] `isOld`: gamma and beta, too
 * @returns {Norm}
 */
export const makeNorm = (name, width, { hasBias = true, isOld = false } = {}) => ({
  kind: 'norm',
  weight: [`${name}.weight`, ...(isOld ? [`${name}.gamma`] : [])],
  bias: hasBias ? [`${name}.bias`, ...(isOld ? [`${name}.beta`] : [])] : [],
  width,
});

/** A table, whose rows tokens or positions choose: a projection of each choice. @param {string} name @param {number} rows @param {number} width */
export const makeEmbeddingTable = (name, rows, width) =>
  makeLinearPart(name, rows, width, { hasBias: false });

/**
 * The width of the heads of a layer, and what their scores are multiplied by.
 *
 * @param {Description} model
 * @param {Block} block
 */
export function computeHeadScale({ heads, kvHeads, scale }, { qkv }) {
  const headWidth = qkv.out / (heads + 2 * kvHeads);
  return { headWidth, scale: scale ?? 1 / Math.sqrt(headWidth) };
}

/**
 * Something of each part of a layer.
 *
 * @template Result
 * @param {Description} model
 * @param {Block} block
 * @param {boolean} isCross whether attention is that to the text of the encoder
 * @param {(part: Linear | Norm) => Result} read
 * @param {(projections: Linear[], counts: number[], headWidth: number) => Result[]} readInputs the same of queries, keys
 *   and values, of one projection or of two; `counts`: their rows
 */
export function mapLayer(model, block, isCross, read, readInputs) {
  const { residual, mlpNorm, gate, mlpIn, mlpOut } = block;
  const cross = isCross ? block.cross : undefined;
  const { headWidth } = computeHeadScale(model, block);
  const counts = [model.heads, model.kvHeads, model.kvHeads].map((count) => count * headWidth);
  const [q, k, v] = readInputs(cross ? [cross.q, cross.kv] : [block.qkv], counts, headWidth);
  return {
    attnNorm: read(cross?.norm ?? block.attnNorm),
    q,
    k,
    v,
    attnOut: read(cross?.out ?? block.attnOut),
    residual: residual && read(residual),
    mlpNorm: read(mlpNorm),
    gate: gate && read(gate),
    mlpIn: read(mlpIn),
    mlpOut: read(mlpOut),
  };
}

/** So many of something. @template Item @param {number} count @param {(i: number) => Item} make */
export const makeEach = (count, make) => Array.from({ length: count }, (_, i) => make(i));

/**
 * Query, key and value, or other projections of one input, each with as many rows as the input is wide.
 *
 * @param {string} name the others begin with it
 * @param {string[]} parts
 * @param {number} width
 * @param {Partial<Linear> & { hasBias?: boolean }} [rest]
 */
export const makeProjections = (name, parts, width, rest) =>
  stackParts(
    parts.map((part) => [`${name}.${part}`, width]),
    width,
    rest,
  );

/**
 * The decoder of a head, if the file has one and its configuration does not tie it to the table of tokens.
 *
 * @param {Config} config
 * @param {(name: string) => boolean} has
 * @param {string} name
 * @param {Linear} tokens
 * @param {boolean} [isTied] by default
 */
export function makeOwnDecoder(config, has, name, { out, width }, isTied = true) {
  const isOwn = !config.flag('tie_word_embeddings', isTied) && has(`${name}.weight`);
  return isOwn ? makeEmbeddingTable(name, out, width) : undefined;
}

/** A head without further layers. @param {Parameters<typeof makeOwnDecoder>} decoder @returns {Head} */
export const makePlainHead = (...decoder) => ({
  dense: undefined,
  norm: undefined,
  decoder: makeOwnDecoder(...decoder),
  bias: [],
});

/** The descriptions of decoders have these in common, and those of encoders the ones below. @param {number} width @param {number} heads */
export const makePlainDecoder = (width, heads) => ({
  width,
  heads,
  kvHeads: heads,
  headWidth: width / heads,
  windows: [],
  scale: undefined,
  firstPosition: 0,
  isCausal: true,
  isNormBefore: true,
  isParallel: false,
  norm: /** @type {const} */ ('layer'),
  rotary: undefined,
  positionTable: undefined,
  types: undefined,
  embeddingNorm: undefined,
  pooler: undefined,
  embeddingScale: 1,
  hasSinusoids: false,
  encoder: undefined,
  startId: 0,
  sentence: undefined,
});

/** @param {number} width @param {number} heads */
export const makePlainEncoder = (width, heads) => ({
  ...makePlainDecoder(width, heads),
  isCausal: false,
  isNormBefore: false,
  finalNorm: undefined,
});

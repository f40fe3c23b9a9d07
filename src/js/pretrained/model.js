import { readElements, readTensor } from '../arguments.js';
import { makeArgumentError, makeShapeError, makeValueError, runNamed } from '../errors.js';
import { Held } from '../held.js';
import { defineChoice, defineInteger, makeOptionReader, readValue } from '../option-reader.js';
import { makeDecoderStacks } from './change-names.js';
import { makeNoTokenizerError } from './errors.js';
import { decodeRows, lookUpEmbeddings, planEncoding, runModel } from './forward.js';
import { readInput, readIntegers } from './input.js';
import { Interventions, readTracedLayers } from './interventions.js';
import { describeLayer, readOuterParameters, readProjection } from './layer.js';
import { Machine } from './machine.js';
import { findMostProbable } from './next-token.js';
import { readText } from './tokens.js';
import { writeTokens } from './writing.js';

/** @import { Core } from '../core.js' */
/** @import { ArgumentError, LimitError } from '../errors.js' */
/** @import { ModelError } from './errors.js' */
/** @import { EmbeddingKind } from './forward.js' */
/** @import { Layout } from './layout.js' */
/** @import { Description } from './parts.js' */
/** @import { TensorLike, Tensor } from '../types.js' */
/**
 * @import { GenerateOptions, LayerDescription, LayerParameters, LayerStack, NextToken, OuterParameters, Run,
 *   RunInput, RunOptions, GeneratedText, ModelOrigin, ModelSizes, StoredLayer, TableName, TracedTables, WrittenToken } from './types.js'
 */
/** @import { ModelTokenizer, Tokens } from './tokens.js' */

const readRunOptions = makeOptionReader({
  logits: defineChoice(/** @type {const} */ (['all', 'last', false])),
  trace: {},
  layers: {},
  silence: {},
  block: {},
  edits: {},
});

/**
 * The model of each run, which checks that a run belongs to a model. For copies of a run, only the shape is checked.
 * @type {WeakMap<object, PretrainedModel>}
 */
const modelsByRun = /* @__PURE__ */ new WeakMap();

/** The last hidden states of runs, if a final norm has changed them. @type {WeakSet<object>} */
const normalized = /* @__PURE__ */ new WeakSet();

/** The check of a number of tokens. */
const COUNT = /* @__PURE__ */ defineInteger(0, Infinity);

/** A pretrained model, with its weights in wasm memory until `dispose()`. */
export class PretrainedModel extends Held {
  /** @internal */
  static kind = 'pretrained model';

  /** The `model_type` of the configuration, such as `gpt2`. @readonly @type {string} */
  family;
  /** The contents of config.json. @readonly @type {Record<string, any>} */
  config;
  /** The number of parameters. @readonly @type {number} */
  parameters;
  /**
   * The names of the tensors of the file that the model does not use, such as those of further layers.
   * @readonly @type {readonly string[]}
   */
  unused;
  /** The bytes of wasm memory. @readonly @type {number} */
  bytes;
  /** The sizes of the model. @readonly @type {ModelSizes} */
  sizes;
  #layout;
  #model;
  #tokenizer;

  /**
   * @internal
   * @param {Core} core
   * @param {object} parts
   * @param {string} parts.family
   * @param {Record<string, any>} parts.config
   * @param {Layout} parts.layout
   * @param {Description} parts.model
   * @param {readonly string[]} parts.unused
   * @param {ModelTokenizer | undefined} parts.tokenizer
   */
  constructor(core, { family, config, layout, model, unused, tokenizer }) {
    super(core, layout.bytes, () => {});
    this.#layout = layout;
    this.#model = model;
    this.#tokenizer = tokenizer;
    this.family = family;
    this.config = config;
    this.parameters = layout.parameters;
    this.unused = Object.freeze(unused);
    this.bytes = layout.bytes;
    /** The origin of a model of the Hub. @type {ModelOrigin | undefined} */
    this.origin = undefined;
    this.sizes = Object.freeze({
      layers: model.layers.length,
      heads: model.heads,
      kvHeads: model.kvHeads,
      width: model.width,
      headWidth: model.headWidth,
      vocabulary: model.vocabulary,
      positions: model.positions,
      isCausal: model.isCausal,
      hasFinalNorm: model.finalNorm !== undefined,
      hasEncoder: model.encoder !== undefined,
      encoderLayers: model.encoder?.layers.length ?? 0,
    });
  }

  /** Returns the address of a model, so that its memory can be filled. @internal @param {PretrainedModel} model */
  static addressOf(model) {
    return Held.open(model, PretrainedModel).address;
  }

  /**
   * Returns the embeddings that are added up for the input of the first layer.
   *
   * @internal
   * @param {PretrainedModel} model
   * @param {{ ids: readonly number[], typeIds?: readonly number[] | undefined }} input
   * @param {LayerStack} [stack]
   * @returns {{ kind: EmbeddingKind, rows: Tensor }[]} rows (n, width of the table)
   */
  static readEmbeddings(model, input, stack = 'decoder') {
    const { core, machine } = model.#open();
    const text = model.#readInput(input);
    const described = (stack === 'encoder' && model.#model.encoder) || model.#model;
    const shape = [text.ids.length, described.tokens.width];
    return core.arena.run(() => {
      const positions = machine.put(Int32Array.from(text.ids.keys()));
      const found = lookUpEmbeddings(machine, described, text, 0, positions);
      return found.map(({ kind, address }) => ({ kind, rows: machine.read(address, shape) }));
    });
  }

  /**
   * Returns the projection of the mean row to the embedding of a text, if the model has one.
   *
   * @internal
   * @param {PretrainedModel} model
   */
  static readSentenceHead(model) {
    const { core, machine } = model.#open();
    const { sentence } = model.#model;
    return sentence && core.arena.run(() => readProjection(machine, sentence));
  }

  /**
   * Returns the description of a model, made from its config.json, and the dtypes of its weights in the file.
   *
   * @internal
   * @param {PretrainedModel} model
   */
  static readDescription(model) {
    Held.open(model, PretrainedModel);
    const weights = model.#layout.reads.filter(({ packed }) => packed);
    const dtypes = weights.flatMap(({ entries }) => entries.map(({ dtype }) => dtype));
    return { description: model.#model, dtypes: [...new Set(dtypes)] };
  }

  /** Returns the core and the operations of a model, after checking that the model is in use. */
  #open() {
    const { core, address } = Held.open(this, PretrainedModel);
    return { core, machine: new Machine(core, this.#layout, address) };
  }

  /** @returns {ModelTokenizer} */
  #requireTokenizer() {
    Held.open(this, PretrainedModel);
    if (this.#tokenizer) return this.#tokenizer;
    throw makeNoTokenizerError('the file, or ids instead of a text');
  }

  /**
   * Splits a text, or a pair of texts, into the tokens of this model.
   *
   * @param {string} text
   * @param {string} [pair] a second text, for models that read pairs
   * @returns {Tokens} tokens, their ids, the index of the word of each token (−1 for none), and `typeIds`: 1 in the second text of a pair, 0 elsewhere
   * @throws {ArgumentError} if an argument is no text, or the model reads no pairs
   * @throws {ModelError} if the model has no tokenizer, or the tokenizer refuses the text
   */
  tokenize(text, pair) {
    return runNamed('tokenize', () => {
      const second = pair === undefined ? undefined : readText('pair', pair);
      const tokens = this.#requireTokenizer().encode(readText('text', text), second);
      // Some tokenizers number the texts of a pair although the model has no types.
      const hasTypes = (this.#model.types?.out ?? 0) > 1;
      return hasTypes ? tokens : { ...tokens, typeIds: tokens.ids.map(() => 0) };
    });
  }

  /** @param {unknown} input */
  #readInput(input) {
    return readInput(input, this.#model, {
      tokenize: (text) => {
        // Check before the call, so that an error names the run.
        this.#requireTokenizer();
        return this.tokenize(text);
      },
      tokenOf: (id) => this.#tokenOf(id),
    });
  }

  /**
   * Returns the text of tokens, without the special tokens of the tokenizer.
   *
   * @param {ArrayLike<number>} ids such as those of `tokenize`, `next` or `stream`
   * @returns {string}
   * @throws {ModelError} if the model has no tokenizer
   */
  decode(ids) {
    return runNamed('decode', () => {
      const tokenizer = this.#requireTokenizer();
      return tokenizer.decode(readIntegers('ids', ids, 0, this.#model.vocabulary));
    });
  }

  /** Returns the text of tokens or, without a tokenizer, the tokens. @param {readonly number[]} ids */
  #textOf(ids) {
    return this.#tokenizer?.decode(ids) ?? ids.join(' ');
  }

  /** @param {number} id */
  #tokenOf(id) {
    return this.#tokenizer?.tokenOf(id) ?? String(id);
  }

  /**
   * Runs the model over a text.
   *
   * @template {boolean | readonly TableName[] | undefined} [Wanted=false]
   * @template {readonly number[] | undefined} [Layers=undefined]
   * @param {RunInput} input a text, the result of `tokenize`, or ids
   * @param {RunOptions<Wanted, Layers>} [options]
   * @returns {Run<TracedTables<Wanted, Layers>>} tokens, ids, the last hidden states (n, D), the wanted logits (n, V) if the file has a head, and the tables
   *   that `trace` requests
   * @throws {ArgumentError} if a token, a name or an option does not exist
   * @throws {LimitError} if there are more tokens than positions
   */
  run(input, options) {
    return runNamed('run', () => {
      const { core, machine } = this.#open();
      const { sizes } = this;
      const given = readRunOptions(options);
      const traced = readTracedLayers(given.layers, Math.max(sizes.layers, sizes.encoderLayers));
      const read = { ...given, layers: traced };
      const { tokens, ids, typeIds, words, targetIds } = this.#readInput(input);
      const { encoder } = this.#model;
      const textIds = encoder ? targetIds : ids;
      const stacks = makeDecoderStacks(textIds.length, encoder && ids.length);
      const changes = new Interventions(this.#model, textIds.length, read, stacks);
      const encoding = encoder && planEncoding(encoder, ids, read);
      return core.arena.run(() => {
        const first = encoding && runModel(machine, encoding.encoder, encoding.pass);
        const encoded = first && { memory: first.address, length: ids.length };
        const pass = { ids: textIds, typeIds, encoded, logits: given.logits, changes };
        const { hidden, logits, pooled, embedding, layers } = runModel(machine, this.#model, pass);
        const result = {
          tokens,
          ids,
          words,
          hidden,
          logits,
          pooled,
          embedding,
          layers,
          targetIds: encoder && targetIds,
          targetTokens: encoder && targetIds.map((id) => this.#tokenOf(id)),
          encoder: first && { hidden: first.hidden, layers: first.layers },
        };
        modelsByRun.set(result, this);
        if (this.#model.finalNorm) normalized.add(hidden);
        return result;
      });
    });
  }

  /**
   * Describes a layer: its structure, its parameters, and their places in the file.
   *
   * @param {number} index the index of the layer, counted from 0, or from the end if negative
   * @param {'decoder' | 'encoder' | 'cross'} [stack] `decoder` by default; in a model with an encoder also `encoder`, or
   *   `cross` for the attention of a decoder layer to the encoder
   * @returns {LayerDescription & { parameters: LayerParameters, stored: StoredLayer }}
   */
  layer(index, stack = 'decoder') {
    return runNamed('layer', () => {
      const { core, machine } = this.#open();
      return core.arena.run(() => describeLayer(machine, this.#layout, this.#model, index, stack));
    });
  }

  /**
   * Returns the parameters outside the layers: token embeddings, final norm, and the head that computes logits. These are
   * the parameters of the decoder in a model with an encoder.
   *
   * @param {ArrayLike<number>} [ids] the tokens whose embeddings are returned; all by default
   * @returns {OuterParameters}
   * @throws {ArgumentError} if an id does not exist
   */
  outerParameters(ids) {
    return runNamed('outerParameters', () => {
      const { core, machine } = this.#open();
      const { vocabulary } = this.#model;
      const rows = readIntegers('ids', ids ?? [...Array(vocabulary).keys()], 0, vocabulary);
      return core.arena.run(() => readOuterParameters(machine, this.#model, rows));
    });
  }

  /**
   * Returns the most probable tokens at a position: the next token or, for masked language models, the token at the
   * position itself.
   *
   * @param {{ readonly logits?: Tensor | undefined, readonly hidden?: Tensor | undefined }} run
   * @param {number} [position] the position, counted from the end if negative; the last by default
   * @param {number} [k] the number of tokens, 8 by default
   * @returns {NextToken[]} the most probable first
   * @throws {ArgumentError} if the run has no logits, or is of another model
   */
  next(run, position = -1, k = 8) {
    return runNamed('next', () => {
      const { machine } = this.#open();
      const { n, shape, data } = this.#readLogits(run);
      const [rows, V] = shape;
      if (n === 0) throw makeArgumentError('run', 'a run of at least one token', 'empty');
      readValue(defineInteger(-n, n - 1), 'position', position);
      readValue(COUNT, 'k', k);
      const row = position + rows - (position < 0 ? 0 : n);
      if (row < 0) {
        const expected = `-1 or ${n - 1}, since options.logits was 'last'`;
        throw makeValueError('position', expected, position);
      }
      return this.#mostProbable(machine, data.subarray(row * V, (row + 1) * V), k);
    });
  }

  /**
   * Predicts tokens from rows of the residual stream, as if they were the output of the last layer (logit lens). The rows
   * go through the final norm and the head, so `run.hidden`, which is after the norm, is refused.
   *
   * @param {TensorLike} rows (n, D), such as the `output` of a layer
   * @param {number} [k] the number of tokens, 8 by default
   * @returns {NextToken[][]} the tokens of each row, the most probable first
   */
  predictTokens(rows, k = 8) {
    return runNamed('predictTokens', () => {
      const { core, machine } = this.#open();
      const { width } = this.#model;
      if (normalized.has(rows)) {
        const expected = 'rows before it, such as run.layers.at(-1).output';
        throw makeArgumentError('rows', expected, 'run.hidden, after the final norm');
      }
      const read = readTensor('rows', rows);
      const [n, columns] = read.shape;
      if (read.shape.length !== 2 || columns !== width)
        throw makeShapeError('rows', `(n, ${width})`, read.shape);
      readValue(COUNT, 'k', k);
      const logits = core.arena.run(() =>
        decodeRows(machine, this.#model, machine.put(readElements(read)), n),
      );
      if (logits === undefined) {
        const expected = 'a model with a head';
        throw makeArgumentError('this', expected, `a model of type ${this.family} without one`);
      }
      const [, V] = logits.shape;
      return Array.from({ length: n }, (_, row) =>
        this.#mostProbable(machine, logits.data.subarray(row * V, (row + 1) * V), k),
      );
    });
  }

  /** @param {{ readonly logits?: unknown, readonly hidden?: Tensor | undefined } | null | undefined} run */
  #readLogits(run) {
    const expected = 'a run with logits, as model.run() returns it';
    if (run?.logits === undefined) {
      if (run?.hidden === undefined) throw makeValueError('run', expected, run);
      const { head } = this.#model;
      const reason = head ? 'options.logits was false' : 'this model has no head';
      throw makeArgumentError('run', expected, `without logits: ${reason}`);
    }
    const model = modelsByRun.get(run);
    if (model !== undefined && model !== this) {
      const received = `a run of another ${model.family} model`;
      throw makeArgumentError('run', 'a run of this model', received);
    }
    const logits = readTensor('run.logits', run.logits);
    const { shape } = logits;
    const { vocabulary } = this.#model;
    if (shape.length !== 2 || shape[1] !== vocabulary)
      throw makeShapeError('run.logits', `(n, ${vocabulary})`, shape);
    // The logits may be of the last token alone.
    return { n: run.hidden?.shape?.[0] ?? shape[0], shape, data: readElements(logits) };
  }

  /** @param {Machine} machine @param {Float32Array} logits @param {number} k @returns {NextToken[]} */
  #mostProbable(machine, logits, k) {
    const largest = findMostProbable(machine, logits, k);
    return largest.map((next) => ({
      token: this.#tokenOf(next.id),
      ...next,
      logit: logits[next.id],
    }));
  }

  /**
   * Continues a text token by token, and yields each token as soon as it is known. Keys and values of earlier tokens are
   * cached. With `silence`, `block` or `edits`, it yields the same tokens as runs with the same changes.
   *
   * @param {RunInput} input
   * @param {GenerateOptions} [options]
   * @returns {Generator<WrittenToken, void, void>} each token, its id, and the text of all new tokens so far
   * @throws {ArgumentError} if the model does not predict the next token
   */
  stream(input, options) {
    return this.#write('stream', input, options);
  }

  /** @param {string} operation @param {RunInput} input @param {GenerateOptions} [options] */
  #write(operation, input, options) {
    return writeTokens(
      {
        operation,
        open: () => this.#open(),
        model: this.#model,
        family: this.family,
        readInput: (given) => this.#readInput(given),
        tokenOf: (id) => this.#tokenOf(id),
        textOf: (ids) => this.#textOf(ids),
      },
      input,
      options,
    );
  }

  /**
   * Continues a text. Each token is the most probable one, or is drawn at a temperature. Generation ends early at the end
   * token of the model, or when all positions are used. Of `generation_config.json`, `eos_token_id`,
   * `bad_words_ids` and `decoder_start_token_id` count; others, such as `repetition_penalty`, change nothing.
   *
   * @param {RunInput} input
   * @param {GenerateOptions} [options]
   * @returns {GeneratedText} the new tokens, their ids and their text
   * @throws {ArgumentError} if the model does not predict the next token
   */
  generate(input, options) {
    const steps = [...this.#write('generate', input, options)];
    const ids = steps.map(({ id }) => id);
    const tokens = steps.map(({ token }) => token);
    return { tokens, ids, text: this.#textOf(ids) };
  }
}

/** Owns pretrained models and runs them, in a Worker or on the page if no Worker can start. */

import { transfer } from 'comlink';
import { loadOperations } from '../../../../src/js/attention.js';
import { AttentionError } from '../../../../src/js/index.js';
import { loadOnce } from '../../../../src/js/once.js';
import { describePretrained, loadPretrained } from '../../../../src/js/pretrained/index.js';
import { PretrainedModel } from '../../../../src/js/pretrained/model.js';
import { nextTask } from '../../../session/async.js';
import { compareNext, computeCosine, computeSentenceVector } from './answer.js';
import { keepFittingChanges } from './changes.js';
import { toErrorDetails } from './error-details.js';
import { measureHabits } from './measure-habits.js';
import { readReply, readTexts } from './reply.js';
import { listStackLayers } from './stack-layers.js';

/**
 * @import { Attention, Tensor } from '../../../../src/js/index.js'
 * @import { DescribeOptions, GeneratedText, LoadOptions, ModelSource } from '../../../../src/js/pretrained/types.js'
 * @import { Tokens } from '../../../../src/js/pretrained/tokens.js'
 * @import { Changes, HeadHabits, LayerReply, Likeness, ModelInfo, Reply, RunReply } from '../types.js'
 * @import { Answered, ReadTexts } from './reply.js'
 */

/** The number of tokens that are predicted after each part of the model. */
const PREDICTED_TOKENS = 3;

/**
 * A model that is loaded or loading.
 * @typedef {object} ServedModel
 * @property {Promise<PretrainedModel>} loading
 * @property {PretrainedModel} [model] the loaded model
 * @property {number} users how many elements show the model or wait for it
 * @property {Set<LoadOptions['onProgress']>} listeners
 * @property {AbortController} abort
 */

export class ModelServer {
  /**
   * Models and their answers use only the operations, and the page is smaller without the rest.
   * @type {() => Promise<Attention>}
   */
  #loadAttention = loadOnce(() => /** @type {any} */ (loadOperations()));
  /** Models by name. @type {Map<string, ServedModel>} */
  #models = new Map();
  /**
   * The last text of each model, run without changes.
   * @type {Map<string, { text: string, pair: string, texts: ReadTexts } & Answered>}
   */
  #plain = new Map();
  /**
   * Texts that each model has continued, as the tokens that it wrote: it may split their letters into other ones.
   * @type {Map<string, Map<string, Tokens>>}
   */
  #tokensByText = new Map();

  /**
   * Loads a model, unless it is loaded or loading. Each successful load needs one `release`.
   * @param {string} name
   * @param {string | ModelSource} source
   * @param {LoadOptions['onProgress']} onProgress
   * @param {Pick<LoadOptions, 'endpoint' | 'revision'>} [hub] the address of the Hub, and the
   *   revision of the model
   * @returns {Promise<ModelInfo>}
   */
  async load(name, source, onProgress, hub) {
    const entry = this.#models.get(name) ?? this.#start(name, source, hub);
    entry.users++;
    entry.listeners.add(onProgress);
    try {
      return describeModel(await entry.loading);
    } finally {
      entry.listeners.delete(onProgress);
    }
  }

  /**
   * @param {string} name
   * @param {string | ModelSource} source
   * @param {Pick<LoadOptions, 'endpoint' | 'revision'>} [hub]
   */
  #start(name, source, hub) {
    const abort = new AbortController();
    /** @type {ServedModel['listeners']} */
    const listeners = new Set();
    const load = async () => {
      const model = await loadPretrained(await this.#loadAttention(), /** @type {any} */ (source), {
        onProgress: (progress) => {
          for (const listen of listeners) listen?.(progress);
        },
        signal: abort.signal,
        // Without a tokenizer, the model could not read sentences.
        needsTokenizer: true,
        ...hub,
      });
      if (abort.signal.aborted) model.dispose();
      abort.signal.throwIfAborted();
      entry.model = model;
      return model;
    };
    /** @type {ServedModel} */
    const entry = { loading: load(), users: 0, listeners, abort };
    this.#models.set(name, entry);
    entry.loading.catch(() => {
      // Another load may have started in the meantime.
      if (this.#models.get(name) === entry) this.#models.delete(name);
    });
    return entry;
  }

  /** Asks a Hub about a model. @param {string} id @param {DescribeOptions} options */
  describe(id, options) {
    return describePretrained(id, { needsTokenizer: true, ...options });
  }

  /**
   * Runs a model on a text, unchanged and with the reader's changes.
   * @param {string} name
   * @param {string} text
   * @param {Changes} wanted
   * @param {object} [others]
   * @param {string} [others.comparedSentence] a sentence to compare with the text; '' for none
   * @param {string} [others.pair] the second text; '' for none
   * @returns {Promise<RunReply>}
   */
  async run(name, text, wanted, { comparedSentence = '', pair = '' } = {}) {
    const attention = await this.#loadAttention();
    const model = this.#loadedModel(name);
    let plain = this.#plain.get(name);
    if (plain?.text !== text || plain.pair !== pair) {
      const texts = readTexts(model, this.#read(name, text), text, pair);
      plain = { text, pair, texts, ...readReply(attention, model, texts) };
      this.#plain.set(name, plain);
    }
    const changes = keepFittingChanges(wanted, plain.reply.weights);
    const isChanged = [changes.silence, changes.block, Object.keys(changes.edits)].some(
      (list) => list.length > 0,
    );
    const changed = isChanged ? readReply(attention, model, plain.texts, changes) : plain;
    const replies = { before: plain.reply, after: changed.reply, changes };
    const likeness =
      plain.reply.vector && comparedSentence.trim() !== ''
        ? compareSentences(attention, model, replies, comparedSentence)
        : undefined;
    if (!isChanged || !plain.logits || !changed.logits) return { ...replies, likeness };
    const logits = /** @type {const} */ ([plain.logits, changed.logits]);
    const compared = compareNext(attention, [plain.reply, changed.reply], logits);
    return { ...replies, likeness, compared };
  }

  /** @param {string} name @param {number} layer @returns {LayerReply} */
  layer(name, layer) {
    const model = this.#loadedModel(name);
    const { stack, layer: index } = listStackLayers(model.sizes)[layer];
    const reply = model.layer(index, stack);
    const buffers = Object.values(reply.parameters)
      .flatMap((part) => [part?.weight, part?.bias])
      .flatMap((numbers) => (numbers ? numbers.data.buffer : []));
    // The parameters are copies, so the Worker can transfer them, and the page does not wait for a
    // clone.
    return transfer(reply, buffers);
  }

  /**
   * Predicts tokens as if the model's layers ended with these rows of the residual stream.
   * @param {string} name
   * @param {Tensor} rows
   */
  predict(name, rows) {
    return this.#loadedModel(name).predictTokens(rows, PREDICTED_TOKENS);
  }

  /**
   * Measures the habits of a model's heads over a set of sentences. Other calls are answered
   * between two sentences.
   * @param {string} name
   * @param {(done: number) => void} onProgress
   * @returns {Promise<HeadHabits>}
   */
  async measureHabits(name, onProgress) {
    const steps = measureHabits(this.#loadedModel(name));
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      onProgress(value);
      await nextTask();
      // The model may have been freed in the meantime.
      this.#loadedModel(name);
    }
  }

  /**
   * Continues a text, and keeps its tokens. `isRetokenized` tells whether the model splits the whole text into other
   * tokens than it wrote, as it does with the text of a link.
   * @param {string} name
   * @param {string} text
   * @param {Changes} changes
   * @param {{ tokens: number, temperature: number, topK?: number, seed: number }} options
   */
  write(name, text, changes, options) {
    const model = this.#loadedModel(name);
    const { layers, heads } = model.sizes;
    const read = this.#read(name, text);
    const { length } = read.ids;
    const weights = Array.from({ length: layers }, () => ({ shape: [heads, length, length] }));
    const wanted = { ...options, ...keepFittingChanges(changes, weights) };
    const continuation = model.generate(read, wanted);
    const allTokens = appendTokens(read, continuation);
    const isRetokenized =
      model.tokenize(text + continuation.text).ids.join() !== allTokens.ids.join();
    const texts = this.#tokensByText.get(name) ?? new Map();
    this.#tokensByText.set(name, texts.set(text + continuation.text, allTokens));
    return { text: continuation.text, isRetokenized };
  }

  /**
   * Releases an element's use of a model. The last release cancels the load or frees the memory.
   * @param {string} name
   * @returns {Promise<void>} settles once the load has ended
   */
  async release(name) {
    const entry = this.#models.get(name);
    if (!entry || --entry.users > 0) return;
    this.#models.delete(name);
    this.#plain.delete(name);
    this.#tokensByText.delete(name);
    entry.abort.abort();
    entry.model?.dispose();
    await entry.loading.catch(() => {});
  }

  /** Reads a text as the tokens that the model wrote, if it did. @param {string} name @param {string} text */
  #read(name, text) {
    return this.#tokensByText.get(name)?.get(text) ?? this.#loadedModel(name).tokenize(text);
  }

  /** @param {string} name */
  #loadedModel(name) {
    const { model } = this.#models.get(name) ?? {};
    if (model) return model;
    throw new Error(`The model ${name} is not loaded.`);
  }
}

/**
 * Appends written tokens to those of a text. A blank begins a word.
 * @param {Tokens} text @param {GeneratedText} continuation
 * @returns {Tokens}
 */
function appendTokens({ tokens, ids, words, typeIds }, continuation) {
  const all = [...words];
  for (const token of continuation.tokens) {
    const word = all.at(-1) ?? -1;
    all.push(word < 0 || /^[\sĠĊĉč▁]/.test(token) ? Math.max(...all, -1) + 1 : word);
  }
  return {
    tokens: [...tokens, ...continuation.tokens],
    ids: [...ids, ...continuation.ids],
    words: all,
    typeIds: [...typeIds, ...continuation.ids.map(() => 0)],
  };
}

/** @param {PretrainedModel} model @returns {ModelInfo} */
const describeModel = (model) => {
  const { family, parameters, bytes, sizes, origin, config } = model;
  // Some files hold the path of a folder.
  const name = String(config._name_or_path ?? '')
    .split(/[\\/]/)
    .findLast(Boolean);
  return {
    family,
    name: name ?? family,
    parameters,
    bytes,
    sizes,
    origin,
    readsPairs: readsPairs(model),
    isByteLevel: isByteLevel(model),
    sentenceHead: PretrainedModel.readSentenceHead(model),
    structure: readStructure(model),
  };
};

/** Describes how the layers compute, without their numbers. @param {PretrainedModel} model */
export function readStructure(model) {
  const { description, dtypes } = PretrainedModel.readDescription(model);
  const { norm, isNormBefore, isParallel, activation, layers } = description;
  const { rotary, windowRotary, windows, hasSinusoids } = description;
  const [{ gate, qNorm, attnOutNorm }] = layers;
  return {
    ...{ norm, isNormBefore, isParallel, activation, rotary, windowRotary, hasSinusoids, dtypes },
    windows: layers.map((_, layer) => windows[layer]),
    isGated: gate !== undefined,
    hasHeadNorms: qNorm !== undefined,
    hasOutputNorms: attnOutNorm !== undefined,
  };
}

/** Models that predict the next token read one text. @param {PretrainedModel} model */
function readsPairs(model) {
  if (model.sizes.isCausal) return false;
  try {
    model.tokenize('a', 'a');
    return true;
  } catch {
    return false;
  }
}

/** A tokenizer of bytes encodes a blank as a letter. @param {PretrainedModel} model */
function isByteLevel(model) {
  try {
    return model.tokenize('a b').tokens.some((token) => token.startsWith('Ġ'));
  } catch {
    return false;
  }
}

/**
 * Measures the similarity of the text and another sentence. Silenced heads are silenced for both.
 * Blocked pairs and edits apply only to the text.
 * @param {Attention} attention
 * @param {PretrainedModel} model
 * @param {Pick<RunReply, 'before' | 'after' | 'changes'>} replies
 * @param {string} comparedSentence
 * @returns {Likeness}
 */
function compareSentences(attention, model, { before, after, changes }, comparedSentence) {
  try {
    const read = model.tokenize(comparedSentence);
    const [was, is] = [[], changes.silence].map((silence) =>
      computeSentenceVector(attention, model.run(read, { silence })),
    );
    const like = (/** @type {Reply} */ { vector }, /** @type {typeof was} */ other) =>
      vector && other ? computeCosine(attention, vector, other) : Number.NaN;
    return { before: like(before, was), after: like(after, is), vector: is };
  } catch (error) {
    // For example, the sentence may be too long. Other errors are faults.
    if (!(error instanceof AttentionError)) throw error;
    return { failure: toErrorDetails(error) };
  }
}

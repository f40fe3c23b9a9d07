/** Owns pretrained models and runs them: in a Worker, or on the page where none can start. */

import { transfer } from 'comlink';
import { loadAttention } from '../../../../src/js/index.js';
import { describePretrained, loadPretrained } from '../../../../src/js/pretrained/index.js';
import { compareNext, cosineOf, sentenceVector } from './answer.js';
import { fittingChanges } from './changes.js';

/**
 * @import { Attention, Tensor } from '../../../../src/js/index.js'
 * @import { PretrainedModel } from '../../../../src/js/pretrained/index.js'
 * @import { DescribeOptions, LoadOptions, ModelSource, Run } from '../../../../src/js/pretrained/types.js'
 * @import { Changes, LayerReply, Likeness, ModelInfo, Part, Reply, RunReply } from '../types.js'
 */

/** Next words that are shown. */
const NEXT = 8;

/** Tokens that are shown after each part of the model. */
const FORESEEN = 3;

export class ModelServer {
  /** @type {ReturnType<typeof loadAttention> | undefined} */
  #attention;
  /** By name, with how many elements show it. @type {Map<string, { model: PretrainedModel, users: number }>} */
  #models = new Map();
  /** What is being loaded, by name. @type {Map<string, AbortController>} */
  #loads = new Map();
  /** The last text of each model as it is, without changes. @type {Map<string, { text: string } & Answered>} */
  #plain = new Map();

  /**
   * Loads a model, unless it is there.
   * @param {string} name
   * @param {string | ModelSource} source
   * @param {LoadOptions['onProgress']} onProgress
   * @param {Pick<LoadOptions, 'endpoint' | 'revision'>} [hub] its address, and which revision of the model
   * @returns {Promise<ModelInfo>}
   */
  async load(name, source, onProgress, hub) {
    const known = this.#models.get(name);
    if (known) {
      known.users++;
      return infoOf(known.model);
    }
    const abort = new AbortController();
    this.#loads.set(name, abort);
    try {
      const attention = await this.#load();
      const options = { onProgress, signal: abort.signal, ...hub };
      const model = await loadPretrained(attention, /** @type {any} */ (source), options);
      this.#models.set(name, { model, users: 1 });
      return infoOf(model);
    } finally {
      this.#loads.delete(name);
    }
  }

  /**
   * What a Hub says of a model.
   * @param {string} id
   * @param {DescribeOptions} options
   */
  describe(id, options) {
    return describePretrained(id, options);
  }

  /** Ends the loading of a model. @param {string} name */
  cancel(name) {
    this.#loads.get(name)?.abort();
  }

  /**
   * Runs a model over a text, as it is and with what the reader has changed.
   * @param {string} name
   * @param {string} text
   * @param {Changes} changes
   * @param {string} [comparedText] whose likeness to the text is wanted; '' for none
   * @returns {Promise<RunReply>}
   */
  async run(name, text, changes, comparedText = '') {
    const attention = await this.#load();
    const model = this.#modelOf(name);
    let plain = this.#plain.get(name);
    if (plain?.text !== text) {
      plain = { text, ...answer(attention, model, text) };
      this.#plain.set(name, plain);
    }
    const { layers, heads } = model.sizes;
    const fitting = fittingChanges(changes, { layers, heads, tokens: plain.reply.ids.length });
    const isChanged = [fitting.silence, fitting.block, Object.keys(fitting.edits)].some(
      (list) => list.length > 0,
    );
    const changed = isChanged ? answer(attention, model, text, fitting) : plain;
    const [before, after] = [plain.reply, changed.reply];
    const likeness =
      before.vector && comparedText.trim() !== ''
        ? likenessOf(attention, model, { before, after, comparedText, changes: fitting })
        : undefined;
    if (!isChanged || !plain.logits || !changed.logits) return { before, after, likeness };
    const logits = /** @type {const} */ ([plain.logits, changed.logits]);
    return { before, after, likeness, compared: compareNext(attention, [before, after], logits) };
  }

  #load() {
    this.#attention ??= loadAttention();
    return this.#attention;
  }

  /**
   * How one layer computes, and the numbers that it consists of.
   * @param {string} name
   * @param {number} layer
   * @returns {LayerReply}
   */
  layer(name, layer) {
    const reply = this.#modelOf(name).layer(layer);
    const buffers = Object.values(reply.parameters)
      .flatMap((part) => [part?.weight, part?.bias])
      .flatMap((numbers) => (numbers ? numbers.data.buffer : []));
    // They are copies already: a Worker hands them over, and the page does not wait for millions of numbers.
    return transfer(reply, buffers);
  }

  /**
   * What the model would predict if its layers ended with these rows of the residual stream.
   * @param {string} name
   * @param {Tensor} rows
   */
  predict(name, rows) {
    return this.#modelOf(name).predictTokens(rows, FORESEEN);
  }

  /**
   * Writes on.
   * @param {string} name
   * @param {string} text
   * @param {{ tokens: number, temperature: number, topK?: number, seed: number }} options
   */
  write(name, text, options) {
    return this.#modelOf(name).generate(text, options);
  }

  /** An element shows a model no more: the last one frees its memory. @param {string} name */
  release(name) {
    const known = this.#models.get(name);
    if (!known || --known.users > 0) return;
    known.model.dispose();
    this.#models.delete(name);
    this.#plain.delete(name);
  }

  /** @param {string} name */
  #modelOf(name) {
    const known = this.#models.get(name);
    if (known) return known.model;
    throw new Error(`The model ${name} is not loaded.`);
  }
}

/** The residual stream, and all weights. @type {{ trace: ('input' | 'weights' | 'attnOut' | 'afterAttn' | 'mlpOut' | 'output')[] }} */
const OPTIONS = { trace: ['input', 'weights', 'attnOut', 'afterAttn', 'mlpOut', 'output'] };

/** @param {PretrainedModel} model @returns {ModelInfo} */
const infoOf = ({ family, parameters, bytes, sizes, origin }) => ({
  ...{ family, parameters, bytes, sizes, origin },
});

/**
 * @typedef {{ reply: Reply, logits: Tensor | undefined }} Answered
 *
 * @param {Attention} attention
 * @param {PretrainedModel} model
 * @param {string} text
 * @param {Changes} [changes]
 * @returns {Answered}
 */
function answer(attention, model, text, changes) {
  const run = model.run(text, { ...OPTIONS, ...changes });
  const { tokens, ids, words, layers, logits, embedding } = run;
  return {
    logits,
    reply: {
      ...{ tokens, ids, words },
      ...{ vector: sentenceVector(attention, run), isMean: embedding === undefined },
      inputs: layers.map(({ input }) => /** @type {Tensor} */ (input)),
      weights: layers.map(({ weights }) => /** @type {Tensor} */ (weights)),
      stream: streamOf(layers, enteringRows(attention, model, layers)),
      next: logits && ids.map((_, position) => model.next(run, position, NEXT)),
    },
  };
}

/**
 * How like the text is to another sentence. Silenced heads are silenced for both; pairs and numbers are of the text alone.
 * @param {Attention} attention
 * @param {PretrainedModel} model
 * @param {{ before: Reply, after: Reply, comparedText: string, changes: Changes }} texts
 * @returns {Likeness}
 */
function likenessOf(attention, model, { before, after, comparedText, changes: { silence } }) {
  try {
    const [was, is] = [[], silence].map((silenced) =>
      sentenceVector(attention, model.run(comparedText, { silence: silenced })),
    );
    const like = (/** @type {Reply} */ { vector }, /** @type {typeof was} */ other) =>
      vector && other ? cosineOf(attention, vector, other) : Number.NaN;
    return { before: like(before, was), after: like(after, is) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * The rows that the first attention is added to, in the width of the residual stream.
 * @param {Attention} attention
 * @param {PretrainedModel} model
 * @param {Run['layers']} layers
 */
function enteringRows(attention, model, [{ input } = {}]) {
  if (!input || input.shape[1] === model.sizes.width) return input;
  const { residual } = model.layer(0).parameters;
  return residual && attention.linear(input, residual.weight, residual.bias);
}

/**
 * The residual stream: what enters, what each part adds, and the sum after it.
 * @param {Run['layers']} layers
 * @param {Tensor | undefined} rows that enter
 * @returns {Part[]}
 */
function streamOf(layers, rows) {
  /** @type {Part[]} */
  const first = rows ? [{ kind: 'embedding', layer: 0, adds: rows, sum: rows }] : [];
  return [
    ...first,
    ...layers.flatMap(({ attnOut, afterAttn, mlpOut, output }, layer) => [
      ...(attnOut
        ? [{ kind: /** @type {const} */ ('attention'), layer, adds: attnOut, sum: afterAttn }]
        : []),
      ...(mlpOut
        ? [{ kind: /** @type {const} */ ('feedForward'), layer, adds: mlpOut, sum: output }]
        : []),
    ]),
  ];
}

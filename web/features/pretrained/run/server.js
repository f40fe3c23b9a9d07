/** Owns pretrained models and runs them: in a Worker, or on the page where none can start. */

import { loadAttention } from '../../../../src/js/index.js';
import { loadPretrained } from '../../../../src/js/pretrained/index.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { PretrainedModel } from '../../../../src/js/pretrained/index.js'
 * @import { LoadOptions, ModelSource, Run } from '../../../../src/js/pretrained/types.js'
 * @import { Changes, LayerReply, ModelInfo, Part, Reply } from '../types.js'
 */

/** Next words that are shown. */
const NEXT = 8;

export class ModelServer {
  /** @type {ReturnType<typeof loadAttention> | undefined} */
  #attention;
  /** By name, with how many elements show it. @type {Map<string, { model: PretrainedModel, users: number }>} */
  #models = new Map();
  /** What is being loaded, by name. @type {Map<string, AbortController>} */
  #loads = new Map();
  /** The last text of each model as it is, without changes. @type {Map<string, { text: string, reply: Reply }>} */
  #plain = new Map();

  /**
   * Loads a model, unless it is there.
   * @param {string} name
   * @param {string | ModelSource} source
   * @param {LoadOptions['onProgress']} onProgress
   * @returns {Promise<ModelInfo>}
   */
  async load(name, source, onProgress) {
    const known = this.#models.get(name);
    if (known) {
      known.users++;
      return infoOf(known.model);
    }
    const abort = new AbortController();
    this.#loads.set(name, abort);
    this.#attention ??= loadAttention();
    try {
      const attention = await this.#attention;
      const options = { onProgress, signal: abort.signal };
      const model = await loadPretrained(attention, /** @type {any} */ (source), options);
      this.#models.set(name, { model, users: 1 });
      return infoOf(model);
    } finally {
      this.#loads.delete(name);
    }
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
   * @returns {{ before: Reply, after: Reply }} twice the same without changes
   */
  run(name, text, changes) {
    const model = this.#modelOf(name);
    let plain = this.#plain.get(name);
    if (plain?.text !== text) {
      plain = { text, reply: replyOf(model, model.run(text, OPTIONS)) };
      this.#plain.set(name, plain);
    }
    const before = plain.reply;
    const isChanged = [changes.silence, changes.block].some((list) => list.length > 0);
    if (!isChanged && Object.keys(changes.edits).length === 0) return { before, after: before };
    return { before, after: replyOf(model, model.run(text, { ...OPTIONS, ...changes })) };
  }

  /**
   * How one layer computes, and the numbers that it consists of.
   * @param {string} name
   * @param {number} layer
   * @returns {LayerReply}
   */
  layer(name, layer) {
    return this.#modelOf(name).layer(layer);
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
const infoOf = ({ family, parameters, bytes, sizes }) => ({ family, parameters, bytes, sizes });

/**
 * @param {PretrainedModel} model
 * @param {Run} run
 * @returns {Reply}
 */
function replyOf(model, run) {
  const { tokens, ids, words, layers, logits, embedding } = run;
  return {
    ...{ tokens, ids, words, embedding },
    inputs: layers.map(({ input }) => /** @type {Tensor} */ (input)),
    weights: layers.map(({ weights }) => /** @type {Tensor} */ (weights)),
    stream: streamOf(layers),
    next: logits && ids.map((_, position) => model.next(run, position, NEXT)),
  };
}

/**
 * The residual stream: what enters, what each part adds, and the sum after it.
 * @param {Run['layers']} layers
 * @returns {Part[]}
 */
function streamOf(layers) {
  /** @type {Part[]} */
  const first = layers
    .slice(0, 1)
    .flatMap(({ input }) =>
      input ? [{ kind: 'embedding', layer: 0, adds: input, sum: input }] : [],
    );
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

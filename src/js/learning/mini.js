/**
 * Mini: a causal language model with two layers, small enough that every number fits on a page.
 *
 * Each layer adds the output of four heads, which are eight numbers wide; there are no feed-forward layers. The layers
 * and the logits use normalized hidden states. The output is compared with the same embeddings that the input comes
 * from. The heads know the order of words from a learned bias by distance, which each head adds to its scores.
 */

import { runNamed } from '../errors.js';
import { findLargestIndex } from '../largest.js';
import { drawIndex, Random } from '../random.js';
import { measureForced } from './forced-words.js';
import { assignIds, Model } from './model.js';
import {
  readList,
  readModelOptions,
  readPairs,
  readSentence,
  readWordIds,
} from './model-arguments.js';
import { addSelfAttention } from './self-attention.js';
import { NO_TARGET } from './tape.js';

/** @import { LearningModule } from './module.js' */
/** @import { Heads, Name, TapeTensor } from './types.js' */

/** @typedef {{ position: number, kind: string, source: number }} Forced a word that an earlier word determines */
/** @typedef {{ words: string[], forced?: Forced[] }} Example */
/**
 * @typedef {object} Grammar
 * @property {readonly string[]} vocabulary
 * @property {number} maxLength the number of words of the longest example
 * @property {(random: Random, options?: { heldOut?: boolean }) => Example} draw
 */

/**
 * @typedef {object} Cache the keys and values of the words of a sentence
 * @property {number} version the version of the parameters
 * @property {number[]} ids
 * @property {number[][]} layers the keys and values of each layer (n, 2D)
 */

/** The number of stories of a batch. */
const BATCH = 32;
const SIZES = { width: 32, heads: 4, layers: 2 };
const WARM_UP = 50;
/** Words that are always allowed instead of a forced word. */
const OPTIONAL = ['then'];
/** The number of batches of an evaluation. */
const TEST_ROUNDS = 20;
/** The initial penalty per word of distance, for each head. */
const SLOPES = [1, 0.3, 0.1, 0];

/** @extends {Model<Example, { loss: TapeTensor, logits: TapeTensor, weights: TapeTensor[] }>} */
export class Mini extends Model {
  kind = 'mini';
  steps = 2000;
  /** The keys and values of the last generated sentence. @type {Cache} */
  #cache = { version: 0, ids: [], layers: [] };

  /**
   * @param {LearningModule} module @param {Grammar} grammar @param {number} seed
   * @param {typeof SIZES} [sizes]
   */
  constructor(module, grammar, seed, sizes = SIZES) {
    super(module, seed, grammar, BATCH);
    const { width, heads, layers } = sizes;
    this.heads = heads;
    this.grammar = grammar;
    this.vocabulary = grammar.vocabulary;
    this.length = grammar.maxLength - 1;
    this.ids = assignIds(this.vocabulary);
    this.embedding = this.normal('embedding', [this.vocabulary.length, width], 0.08);
    const deviation = 1 / Math.sqrt(width);
    this.layers = Array.from({ length: layers }, (_, i) => ({
      norm: this.#norm(`layers.${i}.norm`, width),
      qkv: this.normal(`layers.${i}.qkv`, [3 * width, width], deviation),
      distances: this.#distances(`layers.${i}.distances`),
      output: this.normal(`layers.${i}.output`, [width, width], deviation / 2),
    }));
    this.norm = this.#norm('norm', width);
    this.tape.prepare();
  }

  /** Predicts the next word after every word but the last. @param {Example[]} batch @param {Heads} [silenced] */
  forward(batch, silenced = []) {
    const { tape } = this;
    const N = batch.length;
    const L = Math.max(...batch.map(({ words }) => words.length)) - 1;
    const inputs = new Uint32Array(N * L);
    const targets = new Uint32Array(N * L).fill(NO_TARGET);
    batch.forEach(({ words }, n) => {
      for (let i = 0; i + 1 < words.length; i++) {
        inputs[n * L + i] = this.ids.get(words[i]) ?? 0;
        targets[n * L + i] = this.ids.get(words[i + 1]) ?? 0;
      }
    });
    const { logits, layers } = this.#foretell(inputs, [N, L], { silenced });
    const { loss, probabilities } = tape.crossEntropy(logits, tape.ids(targets));
    tape.name('probabilities', probabilities);
    return { loss, probabilities, logits, weights: layers.map(({ weights }) => weights) };
  }

  /**
   * Computes the logits of the next word after each word.
   * @param {ArrayLike<number>} ids (N, L)
   * @param {[N: number, L: number]} shape @param {object} options
   * @param {Heads} [options.silenced]
   * @param {number[][]} [options.before] the keys and values of earlier words, as in `Cache`; then L is 1
   */
  #foretell(ids, [N, L], { silenced = [], before = [] }) {
    const { tape } = this;
    const width = 2 * this.embedding.shape[1];
    const seen = (before[0]?.length ?? 0) / width;
    let x = tape.embedding(this.embedding, tape.ids(ids), [N, L]);
    tape.name('embeddings', x);
    const layers = this.layers.map(({ norm, qkv, distances, output }, i) => {
      /** @type {Name} */
      const name = (id, tensor) => tape.name(`layer${i + 1}/${id}`, tensor);
      const normalized = tape.layerNorm(x, norm.gain, norm.bias);
      name('normalized', normalized);
      const bias = tape.distanceBias(distances, L, seen + L);
      tape.name(`layer${i + 1}/distanceBias`, bias, bias.shape);
      const cached = seen > 0 ? tape.input([1, seen, width], before[i]) : undefined;
      const added = addSelfAttention(tape, x, normalized, {
        qkv,
        output,
        bias,
        name,
        heads: this.heads,
        isCausal: !cached,
        before: cached,
        silenced: silenced.filter(([layer]) => layer === i).map(([, head]) => head),
      });
      x = added.sum;
      return added;
    });
    const normalized = tape.layerNorm(x, this.norm.gain, this.norm.bias);
    tape.name('normalized', normalized);
    const logits = tape.linear(normalized, this.embedding);
    tape.name('logits', logits);
    return { logits, layers };
  }

  /** @param {{ rounds?: number, silenced?: Heads, optional?: string[] }} [options] */
  evaluate(options) {
    return runNamed('evaluate', () => {
      const defaults = { rounds: TEST_ROUNDS, silenced: [], optional: undefined };
      const { rounds, silenced, optional } = readModelOptions(options, defaults);
      const heads = this.#readHeads(silenced);
      const kinds = measureForced(this, rounds, heads, this.#readOptional(optional));
      let [right, count] = [0, 0];
      /** @type {Record<string, number>} */
      const byDependency = {};
      for (const [kind, sums] of kinds) {
        right += sums.right;
        count += sums.count;
        byDependency[kind] = sums.right / sums.count;
      }
      return { accuracy: right / count, byDependency };
    });
  }

  /**
   * Returns the ids of words that are always allowed; default words may be missing in the
   * vocabulary.
   * @param {unknown} [words]
   */
  #readOptional(words) {
    if (words === undefined) return OPTIONAL.flatMap((word) => this.ids.get(word) ?? []);
    const argument = 'options.optional';
    return readWordIds(argument, readList(argument, words, 'a list of words'), this.ids);
  }

  /** @param {{ rounds?: number }} [options] */
  measureHeads(options) {
    return runNamed('measureHeads', () => {
      const { rounds } = readModelOptions(options, { rounds: TEST_ROUNDS });
      const measure = (/** @type {Heads} */ silenced) =>
        measureForced(this, rounds, silenced, this.#readOptional());
      const all = measure([]);
      return this.layers.flatMap((_, layer) =>
        Array.from({ length: this.heads }, (_, head) => {
          const without = measure([[layer, head]]);
          /** @type {Record<string, { drop: number, weight: number }>} */
          const byDependency = {};
          for (const [kind, { right, count, weights }] of all) {
            byDependency[kind] = {
              drop: (right - (without.get(kind)?.right ?? 0)) / count,
              weight: weights[layer][head] / count,
            };
          }
          return { layer, head, byDependency };
        }),
      );
    });
  }

  /** @param {unknown} silenced @returns {Heads} */
  #readHeads(silenced) {
    return readPairs('options.silenced', silenced, [this.layers.length, this.heads]);
  }

  /** @param {string} sentence @param {{ silenced?: Heads }} [options] */
  predict(sentence, options) {
    return runNamed('predict', () => {
      const input = this.readInput(sentence, options);
      const tensors = this.watch(input);
      return {
        tokens: input.words,
        next: this.#rank(tensors.probabilities.data.subarray(-this.vocabulary.length)),
        layers: this.layers.map((_, i) => ({ weights: tensors[`layer${i + 1}/weights`] })),
      };
    });
  }

  /**
   * The keys and values of a word do not depend on later words, so they are cached. A new word computes only its own
   * query, key, value and row of weights. Probabilities differ from those of `predict` by rounding, by less than 1e-6.
   *
   * @param {string} sentence
   * @param {{ temperature?: number, seed?: number, words?: number }} [options]
   */
  generate(sentence, options) {
    return runNamed('generate', () => {
      const read = readModelOptions(options, { temperature: 1, seed: 0, words: 1 });
      const { words, ids } = readSentence(sentence, this.ids, this.length + 1);
      return this.#writeOn(words, ids, read);
    });
  }

  /**
   * @param {string[]} tokens
   * @param {number[]} ids
   * @param {{ temperature: number, seed: number, words: number }} options
   */
  #writeOn(tokens, ids, { temperature, seed, words }) {
    const steps = [];
    while (steps.length < words && ids.length <= this.length) {
      const { logits, cachedTokens } = this.#readOn(ids);
      const probabilities = this.#soften(logits, temperature);
      const id = drawIndex(probabilities, new Random(seed, `word ${ids.length}`));
      const word = this.vocabulary[id];
      steps.push({ word, next: this.#rank(probabilities), cachedTokens });
      ids.push(id);
      tokens.push(word);
    }
    return { tokens, steps };
  }

  /** Runs the words of a sentence that are not in the cache, one by one. @param {number[]} ids */
  #readOn(ids) {
    const { tape } = this;
    const { version } = tape;
    const cache = this.#cache;
    const differs = ids.findIndex((id, i) => version !== cache.version || id !== cache.ids[i]);
    // Always run the last word, because its logits are needed.
    const cachedTokens = Math.min(differs < 0 ? ids.length : differs, ids.length - 1);
    const width = this.embedding.shape[1];
    const layers = this.layers.map(
      (_, i) => cache.layers[i]?.slice(0, cachedTokens * 2 * width) ?? [],
    );
    let logits = new Float32Array();
    for (const id of ids.slice(cachedTokens)) {
      tape.start();
      const read = this.#foretell([id], [1, 1], { before: layers });
      logits = tape.read(read.logits);
      read.layers.forEach(({ projected }, i) => {
        layers[i].push(...tape.read(projected).subarray(width));
      });
    }
    this.#cache = { version, ids: [...ids], layers };
    return { logits, cachedTokens };
  }

  /** Computes softmax(logits / temperature). @param {Float32Array} logits @param {number} temperature */
  #soften(logits, temperature) {
    const { tape } = this;
    const best = findLargestIndex(logits);
    if (temperature === 0) return logits.map((_, id) => Number(id === best));
    const scaled = logits.map((logit) => (logit - logits[best]) / temperature);
    tape.start();
    const row = tape.input([1, scaled.length], scaled);
    return tape.read(tape.crossEntropy(row, tape.ids([best])).probabilities);
  }

  /** Sorts all words by probability, the most probable first. @param {Float32Array} probabilities */
  #rank(probabilities) {
    return this.vocabulary
      .map((word, i) => ({ word, probability: probabilities[i] }))
      .sort((a, b) => b.probability - a.probability);
  }

  /**
   * Row i of logits and probabilities predicts the word after word i.
   * @internal @override
   * @param {{ words: string[], silenced: Heads }} input
   */
  watch({ words, silenced }) {
    // The additional last word is only a target, so it does not affect the predictions.
    return this.tape.watch(() => this.forward([{ words: [...words, words[0]] }], silenced));
  }

  /** @internal @override @param {string} sentence @param {unknown} options */
  readInput(sentence, options) {
    const { silenced } = readModelOptions(options, { silenced: [] });
    const heads = this.#readHeads(silenced);
    return { words: readSentence(sentence, this.ids, this.length).words, silenced: heads };
  }

  /** @param {number} step */
  updateOptions(step) {
    const { steps } = this;
    const warmUp = Math.min(1, (step + 1) / WARM_UP);
    const rest = Math.max(0.02, Math.min(1, (steps - step) / (steps / 2)));
    return { learningRate: 0.01 * warmUp * rest, beta2: 0.98, weightDecay: 0.01, maxNorm: 1 };
  }

  /** @param {string} name @param {number} width */
  #norm(name, width) {
    return {
      gain: this.constant(`${name}.gain`, [width], 1),
      bias: this.constant(`${name}.bias`, [width], 0),
    };
  }

  /** @param {string} name */
  #distances(name) {
    let i = 0;
    return this.tape.parameter(name, [this.heads, this.length], () => {
      const [head, distance] = [Math.floor(i / this.length), i % this.length];
      i++;
      return -SLOPES[head % SLOPES.length] * distance;
    });
  }
}

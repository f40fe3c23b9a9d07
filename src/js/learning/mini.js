/**
 * Mini: a causal language model of two layers, small enough that every number fits on a page.
 *
 * Each layer adds to its words what four heads of eight numbers fetch; there is no further network
 * between. Layers and answer read the words normalized, and the answer is the embedding that fits
 * best: the table that words come from is also the one they are compared with. Of their order the
 * heads know by what each has learned to add to scores at a distance.
 */

import { named } from '../errors.js';
import { indexOfLargest, Model, readSentence, TEST_SEED } from './model.js';
import { Random } from './random.js';
import { addSelfAttention } from './self-attention.js';
import { NO_TARGET } from './tape.js';

/** @typedef {{ position: number, kind: string, source: number }} Forced a word that an earlier one decides */
/** @typedef {{ words: string[], forced?: Forced[] }} Example */
/**
 * @typedef {object} Grammar
 * @property {string[]} vocabulary
 * @property {number} maxLength words of the longest example
 * @property {(random: import('./random.js').Random, options?: { heldOut?: boolean }) => Example} draw
 */

const SIZES = { width: 32, heads: 4, layers: 2 };
const BATCH = 32;
/** Steps after which the learning rate has come down. */
const STEPS = 2000;
const WARM_UP = 50;
/** Batches of the test. */
const TEST_ROUNDS = 20;
/** How much less a head first cares for a word with each word between. */
const SLOPES = [1, 0.3, 0.1, 0];

/** @extends {Model<Example>} */
export class Mini extends Model {
  /**
   * @param {import('./module.js').LearningModule} module
   * @param {Grammar} grammar
   * @param {number} seed
   * @param {typeof SIZES} [sizes]
   */
  constructor(module, grammar, seed, sizes = SIZES) {
    super(module, seed);
    const { width, heads, layers } = sizes;
    this.heads = heads;
    this.grammar = grammar;
    this.vocabulary = grammar.vocabulary;
    this.length = grammar.maxLength - 1;
    this.ids = new Map(this.vocabulary.map((word, id) => [word, id]));
    this.embedding = this.normal('embedding', [this.vocabulary.length, width], 0.08);
    const deviation = 1 / Math.sqrt(width);
    this.layers = Array.from({ length: layers }, (_, i) => ({
      norm: this.#norm(`layers.${i}.norm`, width),
      qkv: this.normal(`layers.${i}.qkv`, [3 * width, width], deviation),
      distances: this.#distances(`layers.${i}.distances`),
      output: this.normal(`layers.${i}.output`, [width, width], deviation / 2),
    }));
    this.norm = this.#norm('norm', width);
    const longest = { words: new Array(grammar.maxLength).fill(this.vocabulary[0]) };
    this.tape.prepare(() => this.forward(new Array(BATCH).fill(longest)));
  }

  drawBatch() {
    return Array.from({ length: BATCH }, () => this.grammar.draw(this.random));
  }

  /** Every word but the last has to foretell the next. @param {Example[]} batch */
  forward(batch) {
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
    let x = tape.embedding(this.embedding, tape.ids(inputs), [N, L]);
    tape.name('embeddings', x);
    const weights = this.layers.map(({ norm, qkv, distances, output }, i) => {
      /** @type {import('./tape.js').Name} */
      const name = (id, tensor) => tape.name(`layer${i + 1}/${id}`, tensor);
      const normalized = tape.layerNorm(x, norm.gain, norm.bias);
      name('normalized', normalized);
      const bias = tape.distanceBias(distances, L, L);
      tape.name(`layer${i + 1}/distanceBias`, bias, bias.shape);
      const options = { heads: this.heads, isCausal: true, bias, name };
      const added = addSelfAttention(tape, x, normalized, { qkv, output }, options);
      x = added.sum;
      return added.weights;
    });
    const normalized = tape.layerNorm(x, this.norm.gain, this.norm.bias);
    tape.name('normalized', normalized);
    const logits = tape.linear(normalized, this.embedding);
    tape.name('logits', logits);
    const { loss, probabilities } = tape.crossEntropy(logits, tape.ids(targets));
    tape.name('probabilities', probabilities);
    return { loss, probabilities, logits, weights };
  }

  /**
   * How many of the forced words of unseen stories it foretells: in all, and of each kind. Words that
   * may always come instead are left out of the comparison.
   *
   * @param {string[]} [optional]
   * @returns {{ accuracy: number, byDependency: Record<string, number> }}
   */
  evaluate(optional = ['then']) {
    const { tape } = this;
    const random = new Random(TEST_SEED, 'test');
    const skipped = optional.map((word) => this.ids.get(word));
    /** @type {Map<string, [right: number, count: number]>} */
    const kinds = new Map([['', [0, 0]]]);
    for (let round = 0; round < TEST_ROUNDS; round++) {
      const batch = Array.from({ length: BATCH }, () =>
        this.grammar.draw(random, { heldOut: true }),
      );
      tape.start();
      const { logits } = this.forward(batch);
      const numbers = tape.read(logits);
      const [, L, V] = logits.shape;
      batch.forEach(({ words, forced = [] }, n) => {
        for (const { position, kind } of forced) {
          const row = numbers.subarray((n * L + position - 1) * V, (n * L + position) * V);
          for (const id of skipped) if (id !== undefined) row[id] = -Infinity;
          const isRight = this.vocabulary[indexOfLargest(row)] === words[position];
          for (const name of ['', kind]) {
            const [right, count] = kinds.get(name) ?? [0, 0];
            kinds.set(name, [right + Number(isRight), count + 1]);
          }
        }
      });
    }
    const shares = [...kinds].map(([kind, [right, count]]) => [kind, right / count]);
    const { '': accuracy, ...byDependency } = Object.fromEntries(shares);
    return { accuracy, byDependency };
  }

  /**
   * How a sentence may go on.
   *
   * @param {string} sentence words separated by blanks
   */
  predict(sentence) {
    const { words: tokens } = named('predict', () => this.#read(sentence));
    const tensors = this.run(sentence);
    const last = tensors.probabilities.data.subarray(-this.vocabulary.length);
    const next = this.vocabulary.map((word, i) => ({ word, probability: last[i] }));
    return {
      tokens,
      next: next.sort((a, b) => b.probability - a.probability),
      layers: this.layers.map((_, i) => ({ weights: tensors[`layer${i + 1}/weights`] })),
    };
  }

  /**
   * Every tensor on the way, by name; those of a layer as `layer1/weights`. Row i of logits and
   * probabilities is about the word after word i.
   *
   * @param {string} sentence words separated by blanks
   */
  run(sentence) {
    const { words } = named('run', () => this.#read(sentence));
    // Of the word at the end only the place is read.
    return this.tape.watch(() => this.forward([{ words: [...words, words[0]] }]));
  }

  /** @param {string} sentence */
  #read(sentence) {
    return readSentence(sentence, this.ids, this.length);
  }

  /** Steps after which the learning rate has come down. */
  get steps() {
    return STEPS;
  }

  /** @param {number} step */
  updateOptions(step) {
    const warmUp = Math.min(1, (step + 1) / WARM_UP);
    const rest = Math.max(0.02, Math.min(1, (STEPS - step) / (STEPS / 2)));
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

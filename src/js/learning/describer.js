/**
 * The describer: one head of attention, two numbers wide, that learns which noun an adjective
 * describes. It is told only the answer, never where to look.
 *
 * Each word has a query, a key and a value of two numbers, and there are no matrices. The row of
 * the adjective attends to the sentence; the answer is the noun whose value is nearest to what it
 * finds. Weight decay draws the queries of words that never ask to 0.
 */

import { Model } from './model.js';

/** @typedef {{ words: string[], adjective: number, answer: number }} Example positions in words */
/**
 * @typedef {object} Grammar
 * @property {string[]} vocabulary
 * @property {Record<string, string[]>} nouns by class
 * @property {(random: import('./random.js').Random, options?: { heldOut?: boolean }) => Example} draw
 */

const WIDTH = 2;
const BATCH = 64;
/** The longest sentence. */
const LENGTH = 16;
/** Steps after which the learning rate has come down. */
const STEPS = 2500;

/** @extends {Model<Example>} */
export class Describer extends Model {
  /**
   * @param {import('./module.js').LearningModule} module
   * @param {Grammar} grammar
   * @param {number} seed
   */
  constructor(module, grammar, seed) {
    super(module, seed);
    this.grammar = grammar;
    this.vocabulary = grammar.vocabulary;
    this.nouns = Object.values(grammar.nouns).flat();
    /** @type {Map<string, number>} */
    this.ids = new Map(this.vocabulary.map((word, id) => [word, id]));
    const shape = [this.vocabulary.length, WIDTH];
    this.query = this.normal('query', shape, 0.05);
    this.key = this.normal('key', shape, 0.05);
    this.value = this.normal('value', shape, 0.3);
    const words = new Array(LENGTH).fill(this.nouns[0]);
    const longest = { words, adjective: 0, answer: 0 };
    this.tape.prepare(() => this.forward(new Array(BATCH).fill(longest)));
  }

  drawBatch() {
    return Array.from({ length: BATCH }, () => this.grammar.draw(this.random));
  }

  /** @param {Example[]} batch */
  forward(batch) {
    const { tape } = this;
    const [N, S] = [batch.length, LENGTH];
    const ids = new Uint32Array(N * S);
    batch.forEach(({ words }, n) => {
      words.forEach((word, s) => {
        ids[n * S + s] = this.#idOf(word);
      });
    });
    const words = tape.ids(ids);
    const adjectives = tape.ids(batch.map(({ adjective }, n) => ids[n * S + adjective]));
    const validLens = tape.ids(batch.map((example) => example.words.length));
    const targets = tape.ids(
      batch.map((example) => this.nouns.indexOf(example.words[example.answer])),
    );
    const nouns = tape.ids(this.nouns.map((noun) => this.#idOf(noun)));
    const { output, weights } = tape.attention(
      tape.embedding(this.query, adjectives, [N, 1, 1]),
      tape.embedding(this.key, words, [N, 1, S]),
      tape.embedding(this.value, words, [N, 1, S]),
      { validLens },
    );
    const logits = tape.nearestPoint(output, tape.embedding(this.value, nouns));
    return { ...tape.crossEntropy(logits, targets), weights };
  }

  /**
   * An adjective that is drawn rarely can be caught with a long query on the side away from its
   * nouns, where all its weight is on one other word and no gradient is left. Strong weight decay at
   * first keeps queries short until the classes have their directions: of 20 seeds 20 then find all
   * nouns, without it 19, and 13 where an adjective has one noun in training.
   *
   * @param {number} step
   */
  updateOptions(step) {
    const rest = Math.max(STEPS - step, 0) / (0.3 * STEPS);
    const learningRate = 0.03 * Math.min(1, rest);
    return { learningRate, beta2: 0.99, weightDecay: step < 0.32 * STEPS ? 1 : 0.2 };
  }

  /** @param {string} word */
  #idOf(word) {
    return this.ids.get(word) ?? 0;
  }
}

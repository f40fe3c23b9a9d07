/** The base class of the describer and the pronoun resolver: both answer with a noun of the sentence. */

import { runNamed } from '../errors.js';
import { findLargestIndex } from '../largest.js';
import { assignIds, Model } from './model.js';
import { readModelOptions } from './model-arguments.js';

/** @import { LearningModule } from './module.js' */
/** @import { Example, Grammar, TapeTensor } from './types.js' */

const BATCH = 64;
/** The number of words of the longest sentence. */
export const LENGTH = 16;
/** The number of batches of an evaluation. */
const TEST_ROUNDS = 8;

/**
 * A model that answers with a noun of the sentence. `forward()` returns `probabilities` (N, nouns), and `weights`
 * (N, LENGTH) of the adjective or of "it".
 *
 * @extends {Model<Example, { loss: TapeTensor, probabilities: TapeTensor, weights: TapeTensor }>}
 */
export class NounFinder extends Model {
  /** @param {LearningModule} module @param {Grammar} grammar @param {number} seed */
  constructor(module, grammar, seed) {
    super(module, seed, grammar, BATCH);
    this.grammar = grammar;
    this.vocabulary = grammar.vocabulary;
    this.nouns = Object.values(grammar.nouns).flat();
    this.ids = assignIds(this.vocabulary);
  }

  /** @param {{ rounds?: number }} [options] */
  evaluate(options) {
    return runNamed('evaluate', () => {
      const { rounds } = readModelOptions(options, { rounds: TEST_ROUNDS });
      const { tape, nouns } = this;
      let [right, weight] = [0, 0];
      for (const { batch, ...result } of this.runTest(rounds)) {
        const probabilities = tape.read(result.probabilities);
        const weights = tape.read(result.weights);
        const C = nouns.length;
        batch.forEach(({ words, answer }, n) => {
          const noun = nouns[findLargestIndex(probabilities, n * C, (n + 1) * C)];
          if (noun === words[answer]) right++;
          weight += weights[n * LENGTH + answer];
        });
      }
      const count = BATCH * rounds;
      return { accuracy: right / count, weight: weight / count };
    });
  }

  /**
   * Returns the most probable noun, and the probability of each noun.
   * @param {Float32Array} data probabilities of nouns
   */
  toAnswer(data) {
    return {
      noun: this.nouns[findLargestIndex(data)],
      probabilities: this.nouns.map((word, i) => ({ word, probability: data[i] })),
    };
  }

  /**
   * Computes logits by the distance of an output to each noun, their probabilities and the loss.
   * @param {TapeTensor} found (rows, D) the outputs of attention
   * @param {TapeTensor} table (V, D)
   * @param {number[]} targets the right noun of each row, as an index in the list of nouns
   */
  answer(found, table, targets) {
    const { tape } = this;
    const nouns = tape.ids(this.toIds(this.nouns));
    const logits = tape.nearestPoint(found, tape.embedding(table, nouns));
    const { loss, probabilities } = tape.crossEntropy(logits, tape.ids(targets));
    tape.name('logits', logits);
    tape.name('probabilities', probabilities);
    return { loss, probabilities };
  }

  /** Returns the index of the right noun of each example. @param {Example[]} batch */
  findTargets(batch) {
    return batch.map(({ words, answer }) => this.nouns.indexOf(words[answer]));
  }

  /** Returns the ids (N, S) of sentences, padded to S words. @param {string[][]} sentences @param {number} S */
  pad(sentences, S) {
    const ids = new Uint32Array(sentences.length * S);
    sentences.forEach((words, n) => {
      ids.set(this.toIds(words), n * S);
    });
    return ids;
  }

  /** @param {string[]} words */
  toIds(words) {
    return words.map((word) => this.ids.get(word) ?? 0);
  }
}

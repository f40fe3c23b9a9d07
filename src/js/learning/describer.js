/**
 * The describer: one attention head, two numbers wide, that learns which noun an adjective describes. Training provides
 * only the answer, not where to attend.
 *
 * Each word has a learned query, key and value of two numbers; there are no matrices. The adjective attends to the
 * sentence. The answer is the noun whose value is nearest to the output. Weight decay pulls the queries of other words to
 * 0.
 */

import { makeArgumentError, runNamed } from '../errors.js';
import { readSentence, refuseOptions } from './model-arguments.js';
import { LENGTH, NounFinder } from './noun-finder.js';

/** @import { LearningModule } from './module.js' */
/** @import { Example, Grammar, Name } from './types.js' */

const MODEL_WIDTH = 2;

export class Describer extends NounFinder {
  kind = 'describer';
  steps = 2500;

  /** @param {LearningModule} module @param {Grammar} grammar @param {number} seed */
  constructor(module, grammar, seed) {
    super(module, grammar, seed);
    const shape = [this.vocabulary.length, MODEL_WIDTH];
    this.query = this.normal('query', shape, 0.05);
    this.key = this.normal('key', shape, 0.05);
    this.value = this.normal('value', shape, 0.3);
    this.tape.prepare();
  }

  /** @param {Example[]} batch */
  forward(batch) {
    const { tape } = this;
    const [N, S] = [batch.length, LENGTH];
    const sentences = batch.map(({ words }) => words);
    const ids = this.pad(sentences, S);
    const words = tape.ids(ids);
    const adjectives = tape.ids(batch.map(({ adjective }, n) => ids[n * S + adjective]));
    const validLens = tape.ids(sentences.map(({ length }) => length));
    const { output, weights } = tape.attention(
      tape.embedding(this.query, adjectives, [N, 1, 1]),
      tape.embedding(this.key, words, [N, 1, S]),
      tape.embedding(this.value, words, [N, 1, S]),
      { validLens },
    );
    return { ...this.answer(output, this.value, this.findTargets(batch)), weights };
  }

  /** @param {string} sentence @param {object} [options] none so far */
  describe(sentence, options) {
    return runNamed('describe', () => {
      const { words, ids, position } = this.readInput(sentence, options);
      const { q, k, v, weights, probabilities } = this.watch({ ids, position });
      const answer = { adjective: words[position], position, ...this.toAnswer(probabilities.data) };
      return { ...answer, weights, q, k, v };
    });
  }

  /**
   * All words attend. Logits and probabilities are those of the output at the adjective, one number for each noun.
   * @internal @override
   * @param {{ ids: number[], position: number }} input the words, and the position of the adjective
   */
  watch({ ids, position }) {
    return this.tape.watch(() => {
      const { tape } = this;
      const n = ids.length;
      const list = tape.ids(ids);
      const [q, k, v] = [this.query, this.key, this.value].map((table, i) => {
        const rows = tape.embedding(table, list, [1, 1, n]);
        tape.name('qkv'[i], rows, [n, MODEL_WIDTH]);
        return rows;
      });
      /** The tensors have a single head of a single sentence. @type {Name} */
      const name = (id, tensor) => tape.name(id, tensor, tensor.shape.slice(2));
      const { output } = tape.attention(q, k, v, { name });
      name('output', output);
      this.answer(tape.slice(tape.reshape(output, [n, MODEL_WIDTH]), position), this.value, [0]);
    });
  }

  /** @internal @override @param {string} sentence @param {object} [options] */
  readInput(sentence, options) {
    refuseOptions(options);
    const { words, ids } = readSentence(sentence, this.ids, LENGTH);
    const adjectives = Object.values(this.grammar.adjectives).flat();
    const position = words.map((word) => adjectives.includes(word)).lastIndexOf(true);
    if (position < 0) {
      throw makeArgumentError(
        'sentence',
        'one with an adjective',
        'a sentence without an adjective',
      );
    }
    return { words, ids, position };
  }

  /**
   * Returns the options of a step, with strong weight decay at first. Without it, a rare adjective can get stuck with a
   * long query that points away from its nouns: all its weight is on another word, and no gradient is left. Strong weight
   * decay keeps queries short until the classes have their directions. Then 20 of 20 seeds find all nouns, otherwise 19;
   * 13 if an adjective has only one noun in training.
   *
   * @param {number} step
   */
  updateOptions(step) {
    const { steps } = this;
    const rest = Math.max(steps - step, 0) / (0.3 * steps);
    const learningRate = 0.03 * Math.min(1, rest);
    return { learningRate, beta2: 0.99, weightDecay: step < 0.32 * steps ? 1 : 0.2 };
  }
}

/**
 * Toys: one or two layers of self-attention for tasks with a known pattern, which show whether a head finds the pattern.
 * Words and positions have learned embeddings. There is no layer normalization.
 */

import { runNamed } from '../errors.js';
import { findLargestIndex } from '../largest.js';
import { assignIds, Model } from './model.js';
import { readModelOptions, readSentence, refuseOptions } from './model-arguments.js';
import { addSelfAttention } from './self-attention.js';
import { NO_TARGET } from './tape.js';

/** @import { Answer, Task } from './grammars/toys.js' */
/** @import { LearningModule } from './module.js' */
/** @import { Name, TapeTensor } from './types.js' */

const MODEL_WIDTH = 32;
const BATCH = 32;
const TEST_ROUNDS = 10;

/** @typedef {{ words: string[], answers: Answer[] }} Example */

/** @extends {Model<Example, { loss: TapeTensor, probabilities: TapeTensor, weights: TapeTensor[] }>} */
export class Toy extends Model {
  steps = 600;

  /**
   * @param {LearningModule} module
   * @param {Task & { name?: string }} task `name` identifies the task in states
   * @param {number} seed @param {{ numHeads: number, layers: number }} sizes
   */
  constructor(module, task, seed, { numHeads, layers }) {
    super(module, seed, task, BATCH);
    this.kind = `toy: ${task.name}, heads: ${numHeads}`;
    this.task = task;
    this.numHeads = numHeads;
    this.vocabulary = task.vocabulary;
    this.ids = assignIds(task.vocabulary);
    this.words = this.normal('words', [task.vocabulary.length, MODEL_WIDTH], 0.5);
    this.positions =
      task.hasPositions === false
        ? undefined
        : this.normal('positions', [task.length, MODEL_WIDTH], 0.5);
    const limit = Math.sqrt(6 / (2 * MODEL_WIDTH));
    this.layers = Array.from({ length: layers }, (_, i) => ({
      qkv: this.uniform(`layers.${i}.qkv`, [3 * MODEL_WIDTH, MODEL_WIDTH], limit),
      output: this.uniform(`layers.${i}.output`, [MODEL_WIDTH, MODEL_WIDTH], limit),
    }));
    const outputs = task.numOutputs * task.answers.length;
    this.output = this.uniform(
      'output',
      [outputs, MODEL_WIDTH],
      Math.sqrt(6 / (outputs + MODEL_WIDTH)),
    );
    this.bias = this.constant('bias', [outputs], 0);
    this.tape.prepare();
  }

  /** @param {Example[]} batch */
  forward(batch) {
    const { tape, task } = this;
    const [N, L] = [batch.length, batch[0].words.length];
    const words = batch.flatMap((example) => example.words.map((word) => this.ids.get(word) ?? 0));
    const positions = batch.flatMap((example) => example.words.map((_, i) => i));
    const targets = new Uint32Array(N * L * task.numOutputs).fill(NO_TARGET);
    batch.forEach(({ answers }, n) => {
      for (const { position, word, output } of answers) {
        targets[(n * L + position) * task.numOutputs + output] = task.answers.indexOf(word);
      }
    });
    let x = tape.embedding(this.words, tape.ids(words), [N, L]);
    if (this.positions) {
      x = tape.add(x, tape.embedding(this.positions, tape.ids(positions), [N, L]));
    }
    tape.name('embeddings', x);
    const weights = this.layers.map(({ qkv, output }, i) => {
      /** @type {Name} */
      const name = (id, tensor) => tape.name(`layer${i + 1}/${id}`, tensor);
      const options = { qkv, output, heads: this.numHeads, isCausal: task.causal, name };
      const added = addSelfAttention(tape, x, x, options);
      x = added.sum;
      return added.weights;
    });
    const logits = tape.linear(x, this.output, this.bias);
    const rows = tape.reshape(logits, [N * L * task.numOutputs, task.answers.length]);
    const { loss, probabilities } = tape.crossEntropy(rows, tape.ids(targets));
    const shape = [L, task.numOutputs, task.answers.length];
    tape.name('logits', rows, shape);
    tape.name('probabilities', probabilities, shape);
    return { loss, probabilities, weights };
  }

  /** @param {{ rounds?: number }} [options] */
  evaluate(options) {
    return runNamed('evaluate', () => {
      const { rounds } = readModelOptions(options, { rounds: TEST_ROUNDS });
      const { tape, task, numHeads } = this;
      let [right, count] = [0, 0];
      const sums = Array.from({ length: task.numOutputs }, () => new Array(numHeads).fill(0));
      const counts = new Array(task.numOutputs).fill(0);
      for (const { batch, ...result } of this.runTest(rounds)) {
        const probabilities = tape.read(result.probabilities);
        const weights = tape.read(result.weights[result.weights.length - 1]);
        const L = batch[0].words.length;
        batch.forEach(({ answers }, n) => {
          for (const { position, source, word, output } of answers) {
            if (this.#findAnswer(probabilities, n * L + position, output) === word) right++;
            count++;
            counts[output]++;
            for (let h = 0; h < numHeads; h++) {
              sums[output][h] += weights[((n * numHeads + h) * L + position) * L + source];
            }
          }
        });
      }
      const heads = sums.map((row, output) => row.map((sum) => sum / counts[output]));
      return { accuracy: right / count, heads };
    });
  }

  /**
   * Returns the most probable answer.
   * @param {Float32Array} data probabilities @param {number} position @param {number} output
   */
  #findAnswer(data, position, output) {
    const { answers, numOutputs } = this.task;
    const first = (position * numOutputs + output) * answers.length;
    return answers[findLargestIndex(data, first, first + answers.length)];
  }

  /** @param {string} sentence @param {object} [options] none so far */
  answer(sentence, options) {
    return runNamed('answer', () => {
      const words = this.readInput(sentence, options);
      const tensors = this.watch(words);
      const { data } = tensors.probabilities;
      const outputs = Array.from({ length: this.task.numOutputs }, (_, output) => output);
      return {
        tokens: words,
        answers: words.map((_, i) => outputs.map((output) => this.#findAnswer(data, i, output))),
        layers: this.layers.map((_, i) => ({ weights: tensors[`layer${i + 1}/weights`] })),
      };
    });
  }

  /** @internal @override @param {unknown} sentence @param {unknown} [options] */
  readInput(sentence, options) {
    refuseOptions(options);
    return readSentence(sentence, this.ids, this.task.length).words;
  }

  /** @internal @override @param {string[]} words */
  watch(words) {
    return this.tape.watch(() => this.forward([{ words, answers: [] }]));
  }

  /** @param {number} step */
  updateOptions(step) {
    const { steps } = this;
    const rest = Math.max(0.05, Math.min(1, (2 * (steps - step)) / steps));
    return { learningRate: 0.01 * rest, beta2: 0.99, maxNorm: 1 };
  }
}

/**
 * The translator: a bidirectional GRU reads the sentence, and a GRU writes its translation word by
 * word, attending to what was read by additive attention (Bahdanau, Cho and Bengio, 2014).
 *
 * The query also sees the word that was written last, and the first state is zero: handed on from
 * the reader, it would bring the first word along, and the attention to it would be idle.
 */

import { Model } from './model.js';
import { NO_TARGET } from './tape.js';

/** @typedef {import('./tape.js').TapeTensor} TapeTensor */
/** @typedef {{ source: string[], target: string[] }} Pair without the marks of their ends */
/**
 * @typedef {object} Grammar
 * @property {string[]} sourceVocabulary of which the first word marks the ends
 * @property {string[]} targetVocabulary as well
 * @property {number} maxLength words of the longest sentence
 * @property {(random: import('./random.js').Random, options?: { heldOut?: boolean }) => Pair} draw
 */

/** Widths; `encoder` is that of each direction. */
const SIZES = { embedding: 32, encoder: 24, decoder: 48, attention: 32 };
const BATCH = 32;
/** Steps after which the learning rate has come down. */
const STEPS = 1500;
const WARM_UP = 50;
/** The word that marks both ends. */
const END = 0;

/** @extends {Model<Pair>} */
export class Translator extends Model {
  /** Pairs that wait for others whose source is as long. @type {Map<number, Pair[]>} */
  #waiting = new Map();

  /**
   * @param {import('./module.js').LearningModule} module
   * @param {Grammar} grammar
   * @param {number} seed
   * @param {typeof SIZES} [sizes]
   */
  constructor(module, grammar, seed, sizes = SIZES) {
    super(module, seed);
    this.grammar = grammar;
    const { embedding, encoder, decoder, attention } = sizes;
    const annotation = 2 * encoder;
    const { sourceVocabulary, targetVocabulary, maxLength } = grammar;
    this.sourceIds = new Map(sourceVocabulary.map((word, id) => [word, id]));
    this.targetIds = new Map(targetVocabulary.map((word, id) => [word, id]));
    this.sourceEmbedding = this.uniform('source', [sourceVocabulary.length, embedding], 0.5);
    this.targetEmbedding = this.uniform('target', [targetVocabulary.length, embedding], 0.5);
    this.forwardReader = this.#gru('forward', embedding, encoder);
    this.backwardReader = this.#gru('backward', embedding, encoder);
    this.keys = this.#linear('keys', attention, annotation);
    this.query = this.#linear('query', attention, decoder + embedding);
    this.score = this.uniform('score', [attention], Math.sqrt(3 / attention));
    this.writer = this.#gru('writer', embedding + annotation, decoder);
    this.output = this.#linear('output', targetVocabulary.length, decoder + annotation);
    this.sizes = { ...sizes, annotation };
    const longest = {
      source: new Array(maxLength).fill(sourceVocabulary[END]),
      target: new Array(maxLength).fill(targetVocabulary[END]),
    };
    this.tape.prepare(() => this.forward(new Array(BATCH).fill(longest)));
  }

  /** Sentences as long as each other, so that the reader needs no mask. */
  drawBatch() {
    for (;;) {
      const pair = this.grammar.draw(this.random);
      const same = this.#waiting.get(pair.source.length) ?? [];
      same.push(pair);
      if (same.length === BATCH) {
        this.#waiting.delete(pair.source.length);
        return same;
      }
      this.#waiting.set(pair.source.length, same);
    }
  }

  /** What the reader makes of sentences (N, S). @param {TapeTensor} ids @param {number} N @param {number} S */
  read(ids, N, S) {
    const { tape } = this;
    const words = tape.embedding(this.sourceEmbedding, ids, [N, S]);
    const annotations = tape.tensor([N, S, this.sizes.annotation]);
    const readers = [this.forwardReader, this.backwardReader];
    readers.forEach(({ inputWeight, inputBias, hiddenWeight, hiddenBias }, i) => {
      tape.gru(tape.linear(words, inputWeight, inputBias), hiddenWeight, hiddenBias, {
        ...{ isReverse: i === 1, output: annotations, column: i * this.sizes.encoder },
      });
    });
    return { annotations, keys: tape.linear(annotations, this.keys.weight, this.keys.bias) };
  }

  /**
   * Writes one word: attends, and takes the step to the next state.
   *
   * @param {{ annotations: TapeTensor, keys: TapeTensor }} source
   * @param {TapeTensor} word (N, E) the last one that was written
   * @param {TapeTensor} before (N, U) the state
   * @param {TapeTensor} context (N, C), to be written, as
   * @param {TapeTensor} state (N, U)
   */
  write({ annotations, keys }, word, before, context, state) {
    const { tape } = this;
    const { attention, annotation, decoder } = this.sizes;
    const N = word.shape[0];
    const asked = tape.linear(tape.concatenate(before, word), this.query.weight, this.query.bias);
    const { weights } = tape.additiveAttention(
      tape.reshape(asked, [N, 1, attention]),
      ...[keys, annotations, this.score],
      { output: tape.reshape(context, [N, 1, annotation]) },
    );
    const { inputWeight, inputBias, hiddenWeight, hiddenBias } = this.writer;
    const gates = tape.linear(tape.concatenate(word, context), inputWeight, inputBias);
    tape.gru(tape.reshape(gates, [N, 1, 3 * decoder]), hiddenWeight, hiddenBias, {
      ...{ initial: before, output: tape.reshape(state, [N, 1, decoder]) },
    });
    return weights;
  }

  /** Each word is foretold from the right ones before it. @param {Pair[]} batch */
  forward(batch) {
    const { tape } = this;
    const { annotation, decoder } = this.sizes;
    const N = batch.length;
    const S = batch[0].source.length + 2;
    const T = Math.max(...batch.map(({ target }) => target.length)) + 1;
    const sources = new Uint32Array(N * S).fill(END);
    const inputs = new Uint32Array(T * N).fill(END);
    const targets = new Uint32Array(T * N).fill(NO_TARGET);
    batch.forEach(({ source, target }, n) => {
      source.forEach((word, s) => {
        sources[n * S + s + 1] = this.sourceIds.get(word) ?? END;
      });
      target.forEach((word, t) => {
        const id = this.targetIds.get(word) ?? END;
        targets[t * N + n] = id;
        inputs[(t + 1) * N + n] = id;
      });
      targets[target.length * N + n] = END;
    });
    const source = this.read(tape.ids(sources), N, S);
    const words = tape.embedding(this.targetEmbedding, tape.ids(inputs), [T, N]);
    const states = tape.tensor([T, N, decoder]);
    const contexts = tape.tensor([T, N, annotation]);
    let state = tape.input([N, decoder]);
    const weights = Array.from({ length: T }, (_, t) => {
      const before = state;
      state = tape.slice(states, t);
      return this.write(source, tape.slice(words, t), before, tape.slice(contexts, t), state);
    });
    const logits = this.answer(states, contexts);
    return { ...tape.crossEntropy(logits, tape.ids(targets)), logits, weights };
  }

  /** @param {TapeTensor} states @param {TapeTensor} contexts */
  answer(states, contexts) {
    const { tape, output } = this;
    return tape.linear(tape.concatenate(states, contexts), output.weight, output.bias);
  }

  /**
   * Translates a sentence: at each step the most probable word.
   *
   * @param {string[]} words
   * @returns {{ target: string[], weights: Float32Array[] }} a row of weights for each word and for the end
   */
  translate(words) {
    const { tape } = this;
    const { targetVocabulary, maxLength } = this.grammar;
    const { annotation, decoder } = this.sizes;
    const ids = [END, ...words.map((word) => this.sourceIds.get(word) ?? END), END];
    tape.start();
    const source = this.read(tape.ids(ids), 1, ids.length);
    /** @type {string[]} */
    const target = [];
    const weights = [];
    let state = tape.input([1, decoder]);
    for (let id = END; target.length < maxLength; ) {
      const word = tape.embedding(this.targetEmbedding, tape.ids([id]));
      const context = tape.tensor([1, annotation]);
      const next = tape.tensor([1, decoder]);
      weights.push(tape.read(this.write(source, word, state, context, next)));
      state = next;
      const logits = tape.read(this.answer(state, context));
      id = logits.indexOf(Math.max(...logits));
      if (id === END) break;
      target.push(targetVocabulary[id]);
    }
    return { target, weights };
  }

  /** @param {number} step */
  updateOptions(step) {
    const warmUp = Math.min(1, (step + 1) / WARM_UP);
    const rest = Math.max(0.05, 1 - (0.95 * step) / STEPS);
    return { learningRate: 0.01 * warmUp * rest, beta2: 0.99, maxNorm: 1 };
  }

  /** @param {string} name @param {number} out @param {number} width */
  #linear(name, out, width) {
    return {
      weight: this.uniform(`${name}.weight`, [out, width], Math.sqrt(6 / (out + width))),
      bias: this.constant(`${name}.bias`, [out], 0),
    };
  }

  /** @param {string} name @param {number} width of what it reads @param {number} U */
  #gru(name, width, U) {
    const limit = (/** @type {number} */ from) => Math.sqrt(6 / (from + U));
    return {
      inputWeight: this.uniform(`${name}.inputWeight`, [3 * U, width], limit(width)),
      inputBias: this.constant(`${name}.inputBias`, [3 * U], 0),
      hiddenWeight: this.uniform(`${name}.hiddenWeight`, [3 * U, U], limit(U)),
      hiddenBias: this.constant(`${name}.hiddenBias`, [3 * U], 0),
    };
  }
}

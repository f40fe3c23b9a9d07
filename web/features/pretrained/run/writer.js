/** Lets a model continue the sentence token by token, and takes tokens back. */

/**
 * @import { SessionHost } from '../../../session/types.js'
 * @import { State } from '../../../state/types.js'
 */

/** Stands for bytes that are not a complete character. */
const INCOMPLETE = '\uFFFD';

const MOST_BYTES_OF_A_CHARACTER = 4;

/**
 * The most tokens that a reader can wait for. A key that is held down repeats thirty times a
 * second.
 */
const MOST_WAITING = 20;

/** @typedef {{ tokens: number, temperature: number, topK: number, seed: number }} WritingOptions */

export class ModelWriter {
  #host;
  #generate;
  /** At a temperature of 0, the model writes the most probable token. */
  temperature = 0;
  topK = 40;
  seed = 0;
  /** The reason why the model wrote nothing. @type {unknown} */
  error;
  /** Whether the model has ended the text. */
  hasEnded = false;
  /** The number of tokens that the reader is waiting for. */
  waiting = 0;
  /**
   * The written tokens in order. Each begins where the previous one ends.
   * @type {{ before: string, after: string }[]}
   */
  #tokens = [];
  /** Settles once all requested tokens are written. */
  #writing = Promise.resolve();

  /**
   * @param {Pick<SessionHost, 'state' | 'requestUpdate'>} host the element
   * @param {(state: State, options: WritingOptions) => Promise<{ text: string }>} generate
   *   continues the sentence of the state
   */
  constructor(host, generate) {
    this.#host = host;
    this.#generate = generate;
  }

  /**
   * Writes tokens, after those that were requested before.
   * @param {number} count
   * @param {(change: Partial<State>) => void} change changes the state with an undo entry
   */
  write(count, change) {
    const isWriting = this.waiting > 0;
    this.waiting = Math.min(this.waiting + count, MOST_WAITING);
    if (!isWriting) this.#writing = this.#writeAll(change);
    this.#host.requestUpdate();
    return this.#writing;
  }

  /** @param {(change: Partial<State>) => void} change */
  async #writeAll(change) {
    Object.assign(this, { error: undefined, hasEnded: false });
    try {
      while (this.waiting > 0) {
        const state = this.#readState();
        const text = await this.#writeToken(state);
        const { sentence, model } = this.#readState();
        // The reader has changed the text or the model in the meantime.
        if (sentence !== state.sentence || model !== state.model) break;
        this.hasEnded = text === '';
        if (this.hasEnded) break;
        this.waiting--;
        this.#note(sentence, sentence + text);
        change({ sentence: sentence + text });
      }
    } catch (error) {
      this.error = error;
    }
    this.waiting = 0;
    this.#host.requestUpdate();
  }

  #readState() {
    return /** @type {State} */ (this.#host.state);
  }

  /** @param {State} state */
  async #writeToken(state) {
    const { temperature, topK, seed } = this;
    let text = '';
    // A token may be a single byte of a character that the next tokens complete.
    for (let tokens = 1; tokens <= MOST_BYTES_OF_A_CHARACTER; tokens++) {
      ({ text } = await this.#generate(state, { tokens, temperature, topK, seed }));
      if (!text.includes(INCOMPLETE)) break;
    }
    this.seed = seed + 1;
    return text;
  }

  // Taking back

  /** Whether the model has not written anything yet. */
  get isFresh() {
    return this.#tokens.length === 0;
  }

  /** @param {string} before @param {string} after */
  #note(before, after) {
    this.#tokens = [...this.#tokensUpTo(before), { before, after }];
  }

  /**
   * Returns the sentence before the last token, or undefined if the reader has changed the sentence
   * since.
   * @param {string} sentence
   */
  beforeLast(sentence) {
    return this.#tokensUpTo(sentence).at(-1)?.before;
  }

  /** Returns the sentence before the first token. @param {string} sentence */
  beforeAll(sentence) {
    return this.#tokensUpTo(sentence)[0]?.before;
  }

  /**
   * Returns the tokens that led to a sentence. Undone tokens are kept, because the reader may redo
   * them.
   * @param {string} sentence
   */
  #tokensUpTo(sentence) {
    const last = this.#tokens.findLastIndex(({ after }) => after === sentence);
    return this.#tokens.slice(0, last + 1);
  }
}

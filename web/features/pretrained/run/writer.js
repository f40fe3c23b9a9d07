/** Lets a model write behind the sentence, token by token, and takes back what it has written. */

/**
 * @import { SessionHost } from '../../../session/types.js'
 * @import { State } from '../../../state/types.js'
 */

/** Stands in a text for bytes that are no whole character. */
const INCOMPLETE = '\uFFFD';

const MOST_BYTES_OF_A_CHARACTER = 4;

/** A key that is held down presses thirty times a second. */
const MOST_WAITING = 20;

/** @typedef {{ tokens: number, temperature: number, topK: number, seed: number }} WritingOptions */

export class ModelWriter {
  #host;
  #generate;
  /** A temperature of 0 gives the most probable token. */
  temperature = 0;
  topK = 40;
  seed = 0;
  /** Why it wrote nothing. @type {unknown} */
  error;
  /** Whether the model has ended the text. */
  hasEnded = false;
  /** How many tokens the reader waits for. */
  waiting = 0;
  /** The tokens in their order: each begins where the one before ends. @type {{ before: string, after: string }[]} */
  #tokens = [];
  /** Settles once no token is waited for. */
  #writing = Promise.resolve();

  /**
   * @param {Pick<SessionHost, 'state' | 'requestUpdate'>} host an element, whose reader asks
   * @param {(state: State, options: WritingOptions) => Promise<{ text: string }>} generate what follows the sentence of the state
   */
  constructor(host, generate) {
    this.#host = host;
    this.#generate = generate;
  }

  /**
   * Writes tokens, after those that are waited for already.
   * @param {number} count
   * @param {(change: Partial<State>) => void} change the state, as the reader does who may undo it
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
        // The reader goes on with another text meanwhile.
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
    // A token may be one byte of a character, which the next ones complete.
    for (let tokens = 1; tokens <= MOST_BYTES_OF_A_CHARACTER; tokens++) {
      ({ text } = await this.#generate(state, { tokens, temperature, topK, seed }));
      if (!text.includes(INCOMPLETE)) break;
    }
    this.seed = seed + 1;
    return text;
  }

  // Taking back

  /** Whether the model has written at all. */
  get isFresh() {
    return this.#tokens.length === 0;
  }

  /** @param {string} before @param {string} after */
  #note(before, after) {
    this.#tokens = [...this.#tokensUpTo(before), { before, after }];
  }

  /** The sentence before the last token; undefined if the reader has changed it since. @param {string} sentence */
  beforeLast(sentence) {
    return this.#tokensUpTo(sentence).at(-1)?.before;
  }

  /** The sentence before the first token. @param {string} sentence */
  beforeAll(sentence) {
    return this.#tokensUpTo(sentence)[0]?.before;
  }

  /** The tokens that led to a sentence: undone ones stay, for the reader may redo them. @param {string} sentence */
  #tokensUpTo(sentence) {
    const last = this.#tokens.findLastIndex(({ after }) => after === sentence);
    return this.#tokens.slice(0, last + 1);
  }
}

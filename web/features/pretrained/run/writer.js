/** Lets a model continue the sentence token by token, and takes tokens back. */

import { listChangedSettings } from '../../../state/fields.js';

/**
 * @import { SessionHost } from '../../../session/types.js'
 * @import { State } from '../../../state/types.js'
 */

/** Stands for bytes that are not a complete character. */
const INCOMPLETE = '\uFFFD';

const MOST_BYTES_OF_A_CHARACTER = 4;

/** The most tokens to wait for, because a key that is held down repeats 30 times a second. */
const MOST_WAITING = 20;

/** @typedef {{ tokens: number, temperature: number, topK: number, seed: number }} WritingOptions */

/**
 * Why the model wrote no more, and the state in which it stopped: it ended the text, the sentence
 * can take no more letters, or there was an error.
 * @typedef {{ state: State, hasEnded?: boolean, isFull?: boolean, error?: unknown }} End
 */

export class ModelWriter {
  #host;
  #generate;
  /** At a temperature of 0, the model writes the most probable token. */
  temperature = 0;
  topK = 40;
  seed = 0;
  /** The number of tokens that the reader is waiting for. */
  waiting = 0;
  /** The state for which the reader requested them. @type {State | undefined} */
  #requested;
  /** The written tokens in order. @type {{ before: string, after: string, isRetokenized: boolean }[]} */
  #tokens = [];
  /** Settles once all requested tokens are written. @type {Promise<void> | undefined} */
  #writing;
  /** @type {End | undefined} */
  #end;

  /**
   * @param {Pick<SessionHost, 'state' | 'requestUpdate'>} host the element
   * @param {(state: State, options: WritingOptions) => Promise<{ text: string, isRetokenized: boolean }>} generate
   *   continues the sentence of the state
   */
  constructor(host, generate) {
    this.#host = host;
    this.#generate = generate;
  }

  /**
   * Writes tokens, after those that were requested before with the same settings.
   * @param {number} count
   * @param {(change: Partial<State>) => void} change changes the state with an undo entry
   */
  write(count, change) {
    if (this.#hasChanged(this.#requested)) this.stop();
    this.#requested = this.#readState();
    this.waiting = Math.min(this.waiting + count, MOST_WAITING);
    this.#writing ??= this.#writeAll(change);
    this.#host.requestUpdate();
    return this.#writing;
  }

  /** @param {'temperature' | 'topK'} name @param {number} number */
  set(name, number) {
    this[name] = number;
    this.#host.requestUpdate();
  }

  /** Drops the tokens that are not written yet. */
  stop() {
    this.waiting = 0;
  }

  /** @param {(change: Partial<State>) => void} change */
  async #writeAll(change) {
    this.#end = undefined;
    while (this.waiting > 0) {
      const state = this.#readState();
      this.#end = await this.#writeNext(state, change).catch((error) => ({ state, error }));
      if (this.end || this.#hasChanged(this.#requested)) this.stop();
    }
    this.#writing = undefined;
    this.#host.requestUpdate();
  }

  /**
   * Writes a token, and returns the reason if it is the last one.
   * @param {State} state
   * @param {(change: Partial<State>) => void} change
   * @returns {Promise<End | undefined>}
   */
  async #writeNext(state, change) {
    const { text, isRetokenized } = await this.#writeToken(state);
    // The reader has changed the text, the model or its heads in the meantime.
    if (this.waiting === 0 || this.#hasChanged(state)) return undefined;
    if (text === '') return { state, hasEnded: true };
    this.waiting--;
    const sentence = state.sentence + text;
    // A change of several fields is no typing: the marked word stays, and the token is undone alone.
    change({ sentence, query: this.#readState().query });
    const changed = this.#readState();
    this.#requested = changed;
    if (changed.sentence !== sentence) return { state: changed, isFull: true };
    const before = state.sentence;
    this.#tokens = [...this.#tokensUpTo(before), { before, after: sentence, isRetokenized }];
    return undefined;
  }

  /** Why the model wrote no more, until the reader changes a setting. @returns {End | undefined} */
  get end() {
    const end = this.#end;
    return this.#hasChanged(end?.state) ? undefined : end;
  }

  /** Whether the reader has changed a setting since. @param {State} [state] */
  #hasChanged(state) {
    return state !== undefined && listChangedSettings(state, this.#readState()).length > 0;
  }

  #readState() {
    return /** @type {State} */ (this.#host.state);
  }

  /** @param {State} state */
  async #writeToken(state) {
    const { temperature, topK, seed } = this;
    let continuation = { text: '', isRetokenized: false };
    // A token may be a single byte of a character that the next tokens complete.
    for (let tokens = 1; tokens <= MOST_BYTES_OF_A_CHARACTER; tokens++) {
      continuation = await this.#generate(state, { tokens, temperature, topK, seed });
      if (!continuation.text.includes(INCOMPLETE)) break;
    }
    this.seed = seed + 1;
    return continuation;
  }

  // Taking back

  /** Whether the model has not written anything yet. */
  get isFresh() {
    return this.#tokens.length === 0;
  }

  /** Whether the model reads its text as other tokens than it wrote. @param {string} sentence */
  isRetokenized(sentence) {
    return this.#tokensUpTo(sentence).some((token) => token.isRetokenized);
  }

  /** Returns the sentence before the last token, unless it has changed. @param {string} sentence */
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

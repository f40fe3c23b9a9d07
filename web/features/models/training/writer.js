/** Writes on with a small language model, and measures what its heads do. */

/**
 * @import { Settings, State } from '../../../state/types.js'
 * @import { SessionHost } from '../../../session/types.js'
 * @import { Done, Measured, ModelTask } from '../types.js'
 */

/** Between two words that are written, in milliseconds. */
const PAUSE = 250;

/** Has a story all its full stops? If somebody gives, somebody thanks in a third sentence. @param {string[]} words */
export const isEnded = (words) =>
  words.filter((word) => word === '.').length >= (words.includes('gives') ? 3 : 2);

/** A word of a sentence: what is measured for it is said of it alone. @param {State} state */
export const nameMeasuredWord = ({ sentence, query }) => `${query} ${sentence}`;

export class Writer {
  #host;
  #set;
  #perform;

  temperature = 1;
  isWriting = false;
  /** The word that was written last; null where the story has its full length. @type {Done['generated'] | null} */
  generated;
  /**
   * The cost of silencing each head, in all and for a word of a sentence.
   * @type {Measured | 'measuring' | undefined}
   */
  heads;
  #drawSeed = 0;
  /** The sentence after which the next word will be written. */
  #waitsAt = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pause;
  /** How many words were begun: only the last of them is written. */
  #begun = 0;

  /**
   * @param {Pick<SessionHost, 'requestUpdate'>} host
   * @param {(change: Partial<State>) => void} set changes the state without an entry for undo
   * @param {(settings: Settings, task: ModelTask) => Promise<Done | undefined>} perform does a task with the
   *   model on screen
   */
  constructor(host, set, perform) {
    this.#host = host;
    this.#set = set;
    this.#perform = perform;
  }

  /** @param {number} temperature */
  setTemperature(temperature) {
    this.temperature = temperature;
    this.#host.requestUpdate();
  }

  /** The next story is another one. */
  drawAnew() {
    this.#drawSeed++;
    this.generated = undefined;
    this.stopWriting();
  }

  stopWriting() {
    this.isWriting = false;
    this.#host.requestUpdate();
  }

  /**
   * Writes the next word.
   * @param {Settings} settings those on screen
   * @param {boolean} onAndOn until the story ends
   */
  async write(settings, onAndOn) {
    clearTimeout(this.#pause);
    const begun = ++this.#begun;
    this.isWriting = onAndOn;
    this.#waitsAt = settings.sentence;
    const write = { temperature: this.temperature, seed: this.#drawSeed };
    // The model writes nothing after unknown words; the element reports them.
    const done = await this.#perform(settings, { write }).catch(() => undefined);
    if (begun !== this.#begun) return;
    const word = done?.generated?.word;
    this.generated = done && (done.generated ?? null);
    if (word === undefined) return this.stopWriting();
    const words = [...settings.sentence.split(' ').filter(Boolean), word];
    // Training had no words after the end of a story.
    if (isEnded(words)) this.isWriting = false;
    this.#set({ sentence: words.join(' '), query: words.length - 1 });
  }

  /** @param {State} state on screen */
  async measureHeads(state) {
    this.heads = 'measuring';
    this.#host.requestUpdate();
    const { query } = state;
    const done = await this.#perform(state, { measureHeads: { query } }).catch(() => undefined);
    const { heads, here } = done ?? {};
    // Another step, or another run, has come meanwhile.
    if (this.heads !== 'measuring') return;
    this.heads = heads && here && { heads, here, measuredAt: nameMeasuredWord(state) };
    this.#host.requestUpdate();
  }

  /** The model has another step, or is another. */
  forgetHeads() {
    this.heads = undefined;
  }

  /** The sentence is on screen: writes on. @param {Settings} settings */
  shown(settings) {
    if (!this.isWriting || this.#waitsAt === settings.sentence) return;
    this.#waitsAt = settings.sentence;
    this.#pause = setTimeout(() => this.isWriting && this.write(settings, true), PAUSE);
  }

  /** Ends writing and measuring. */
  stop() {
    clearTimeout(this.#pause);
    this.#begun++;
    if (this.isWriting || this.heads) this.#host.requestUpdate();
    this.isWriting = false;
    this.heads = undefined;
  }
}

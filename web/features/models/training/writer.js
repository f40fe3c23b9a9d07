/** Writes a story with a small language model, and measures the effect of its heads. */

/**
 * @import { Settings, State } from '../../../state/types.js'
 * @import { SessionHost } from '../../../session/types.js'
 * @import { Done, Measured, ModelTask } from '../types.js'
 */

/** Milliseconds between two words. */
const PAUSE = 250;

/**
 * Tells whether a story has all its full stops. If somebody gives something, a third sentence
 * thanks them.
 * @param {string[]} words
 */
export const isEnded = (words) =>
  words.filter((word) => word === '.').length >= (words.includes('gives') ? 3 : 2);

/**
 * Names a word of a sentence, because measurements hold only for that word.
 * @param {State} state
 */
export const nameMeasuredWord = ({ sentence, query }) => `${query} ${sentence}`;

export class Writer {
  #host;
  #set;
  #perform;

  temperature = 1;
  isWriting = false;
  /**
   * The last written word; null if the story has its full length.
   * @type {Done['generated'] | null}
   */
  generated;
  /**
   * The cost of silencing each head, on average and for one word of a sentence.
   * @type {Measured | 'measuring' | undefined}
   */
  heads;
  #drawSeed = 0;
  /** The sentence after which the next word will be written. */
  #waitsAt = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pause;
  /** Counts the words that were requested. Only the latest one is written. */
  #begun = 0;

  /**
   * @param {Pick<SessionHost, 'requestUpdate'>} host
   * @param {(change: Partial<State>) => void} set changes the state without an undo entry
   * @param {(settings: Settings, task: ModelTask) => Promise<Done | undefined>} perform performs a
   *   task with the model on the screen
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

  /** Makes the next story differ from this one. */
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
   * @param {Settings} settings the settings on the screen
   * @param {boolean} onAndOn whether to continue until the story ends
   */
  async write(settings, onAndOn) {
    clearTimeout(this.#pause);
    const begun = ++this.#begun;
    this.isWriting = onAndOn;
    this.#waitsAt = settings.sentence;
    const write = { temperature: this.temperature, seed: this.#drawSeed };
    // The model cannot continue after unknown words. The element reports them.
    const done = await this.#perform(settings, { write }).catch(() => undefined);
    if (begun !== this.#begun) return;
    const word = done?.generated?.word;
    this.generated = done && (done.generated ?? null);
    if (word === undefined) return this.stopWriting();
    const words = [...settings.sentence.split(' ').filter(Boolean), word];
    // Stop at the end of a story, because no training story continued after its end.
    if (isEnded(words)) this.isWriting = false;
    this.#set({ sentence: words.join(' '), query: words.length - 1 });
  }

  /** @param {State} state the state on the screen */
  async measureHeads(state) {
    this.heads = 'measuring';
    this.#host.requestUpdate();
    const { query } = state;
    const done = await this.#perform(state, { measureHeads: { query } }).catch(() => undefined);
    const { heads, here } = done ?? {};
    // Another step or another run has arrived in the meantime.
    if (this.heads !== 'measuring') return;
    this.heads = heads && here && { heads, here, measuredAt: nameMeasuredWord(state) };
    this.#host.requestUpdate();
  }

  /** Discards measurements when the model or its step changes. */
  forgetHeads() {
    this.heads = undefined;
  }

  /** Called when the sentence is on the screen: continues writing. @param {Settings} settings */
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

/** Writes a story with a small language model, and measures the effect of its heads. */

import { LoadState } from '../../../session/load-state.js';

/**
 * @import { Settings, State } from '../../../state/types.js'
 * @import { SessionHost } from '../../../session/types.js'
 * @import { AskTrainer, Measured } from '../types.js'
 * @import { Trainer } from './trainer.js'
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

/** @typedef {(change: Partial<State>) => void} Change changes the state with an undo entry */

export class Writer {
  #host;
  #askTrainer;

  temperature = 1;
  isWriting = false;
  /**
   * The last written word; null if the story has its full length.
   * @type {LoadState<Awaited<ReturnType<Trainer['writeWord']>>>}
   */
  writtenWord;
  /** The sentence whose last word is the last written word. */
  writtenSentence = '';
  /** The cost of silencing each head, on average and for one word of a sentence. @type {LoadState<Measured>} */
  heads;
  #drawSeed = 0;
  /** The sentence after which the next word will be written. */
  #waitsAt = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pause;
  /** @type {Change} */
  #change = () => {};

  /**
   * @param {Pick<SessionHost, 'state' | 'requestUpdate'>} host the element
   * @param {AskTrainer} askTrainer
   */
  constructor(host, askTrainer) {
    this.#host = host;
    this.#askTrainer = askTrainer;
    this.writtenWord = new LoadState(host);
    this.heads = new LoadState(host);
  }

  /** @param {number} temperature */
  setTemperature(temperature) {
    this.temperature = temperature;
    this.#host.requestUpdate();
  }

  /** Makes the next story differ from this one. */
  drawAnew() {
    this.#drawSeed++;
    this.writtenWord.forget();
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
   * @param {Change} change
   */
  async write(settings, onAndOn, change) {
    clearTimeout(this.#pause);
    this.#change = change;
    this.isWriting = onAndOn;
    this.#waitsAt = settings.sentence;
    const options = { temperature: this.temperature, seed: this.#drawSeed };
    const isLast = await this.writtenWord.run(() =>
      this.#askTrainer(settings, (trainer, request) => trainer.writeWord(request, options)),
    );
    if (!isLast) return;
    // The reader has edited the sentence in the meantime.
    if (this.#host.state?.sentence !== settings.sentence) return this.writtenWord.forget();
    const word = this.writtenWord.value?.word;
    this.writtenSentence = settings.sentence;
    if (word === undefined) return this.stopWriting();
    const words = [...settings.sentence.split(' ').filter(Boolean), word];
    // Stop at the end of a story, because no training story continued after its end.
    if (isEnded(words)) this.isWriting = false;
    this.writtenSentence = words.join(' ');
    change({ sentence: this.writtenSentence, query: words.length - 1 });
  }

  /** @param {State} state the state on the screen */
  measureHeads(state) {
    const { query } = state;
    return this.heads.run(async () => {
      const measured = await this.#askTrainer(state, (trainer, request) =>
        trainer.measureHeads(request, query),
      );
      return measured && { ...measured, measuredAt: nameMeasuredWord(state) };
    });
  }

  /** Called when the sentence is on the screen: continues writing. @param {Settings} settings */
  shown(settings) {
    if (this.#waitsAt === settings.sentence) return;
    if (this.writtenWord.failure) this.writtenWord.forget();
    if (!this.isWriting) return;
    this.#waitsAt = settings.sentence;
    this.#pause = setTimeout(
      () => this.isWriting && this.write(settings, true, this.#change),
      PAUSE,
    );
  }

  /** Ends writing and measuring. */
  stop() {
    clearTimeout(this.#pause);
    this.writtenWord.forget();
    this.heads.forget();
    if (this.isWriting) this.stopWriting();
  }
}

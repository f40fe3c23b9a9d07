/** Keeps the page's address and the state in step. */

import { readAddress, writeAddress } from '../state/address.js';
import { listFieldsWith } from '../state/fields.js';
import { getLearningModelName, isOwn } from '../state/source-kinds.js';
import { makeAddress } from '../views/link.js';

/** @import { State } from '../state/types.js' */

/** Changes of these entries make a new entry in the browser's history. */
const SECTIONS = listFieldsWith('section');

export class Permalink {
  #unknown = '';
  #isReading = false;
  #isListening = false;
  /** @type {string | undefined} */
  #pending;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {string | undefined} the hash when the element was disconnected */
  #hashOnLeaving;
  /** @type {(state: Partial<State> | undefined, isReaders: boolean) => void} */
  #show;
  #onHashChange = () => this.#read(true);

  /**
   * @param {(state: Partial<State> | undefined, isReaders: boolean) => void} show the state in the address; undefined
   *   if there is none; isReaders: whether the reader went there, as with Back
   */
  constructor(show) {
    this.#show = show;
  }

  start() {
    if (this.#isListening) return;
    this.#isListening = true;
    // A reconnected element keeps its state, unless the address has changed meanwhile.
    if (location.hash.length > 1 && location.hash !== this.#hashOnLeaving) this.#read();
    else this.#flush();
    addEventListener('hashchange', this.#onHashChange);
  }

  /** @param {boolean} [isTemporary] for a while: the element is not in the page */
  stop(isTemporary = false) {
    this.#flush();
    this.#hashOnLeaving = isTemporary && this.#isListening ? location.hash : undefined;
    this.#isListening = false;
    removeEventListener('hashchange', this.#onHashChange);
  }

  #read(isReaders = false) {
    this.#pending = undefined;
    const hash = location.hash.slice(1);
    const { state, unknown } = readAddress(hash);
    // Without a value it is a heading's id, such as that of a section named sentence.
    const hasValues = hash.includes('=');
    const known = hasValues && (Object.keys(state).length > 0 || /(^|&)v=/.test(hash));
    // Unknown keys are kept.
    if (hash === '' || hasValues) this.#unknown = unknown;
    if (hash !== '' && !known) return;
    this.#isReading = true;
    this.#show(known ? state : undefined, isReaders);
    this.#isReading = false;
  }

  /** @param {State} state @param {(keyof State)[]} changed */
  write(state, changed) {
    // The address already has a state that was read from it, and Forward leads on from there. Nobody sees the address of a
    // frame, and its entries would come between those of the page around it.
    // No address can carry tensors of the reader's.
    if (this.#isReading || parent !== window || isOwn(state)) return;
    const hash = `#${writeAddress(state, this.#unknown)}`;
    if (!this.#isListening) {
      this.#pending = hash;
      return;
    }
    // Among the steps of a model Back leads to the one before, and not away from the model.
    const isStep = (/** @type {string} */ name) => name === 'step' && getLearningModelName(state);
    if (changed.some((name) => SECTIONS.has(name) || isStep(name))) {
      this.#flush();
      changeHistory('pushState', hash);
      return;
    }
    // Browsers accept 200 addresses in ten seconds; a slider makes more.
    this.#pending = hash;
    this.#timer ??= setTimeout(() => this.#flush(), 100);
  }

  #flush() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isListening && this.#pending !== undefined)
      changeHistory('replaceState', this.#pending);
    this.#pending = undefined;
  }
}

/** @param {'pushState' | 'replaceState'} how @param {string} hash */
function changeHistory(how, hash) {
  // A hash alone would be taken from the page's `<base>`. The entry's own state is the page's.
  const url = makeAddress(hash);
  if (url === location.href) return;
  try {
    history[how](history.state, '', url);
  } catch {
    // Some pages may not change their address; all else works without.
  }
}

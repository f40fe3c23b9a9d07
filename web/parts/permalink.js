/** Keeps the page's address and the state in step. */

import { readAddress, writeAddress } from '../model/address.js';

/** @typedef {import('../model/state.js').State} State */

/** Changes after which the browser's Back leads to the picture before. */
const SECTIONS = /** @type {const} */ (['guide', 'source', 'mechanism']);

export class Permalink {
  #unknown = '';
  /** @type {(state: Partial<State>) => void} */
  #show;
  #listen = () => this.#read();

  /** @param {(state: Partial<State>) => void} show what the address asks for */
  constructor(show) {
    this.#show = show;
  }

  start() {
    if (location.hash.length > 1) this.#read();
    addEventListener('hashchange', this.#listen);
  }

  stop() {
    removeEventListener('hashchange', this.#listen);
  }

  #read() {
    const { state, unknown } = readAddress(location.hash.slice(1));
    this.#unknown = unknown;
    this.#show(state);
  }

  /**
   * @param {State} state
   * @param {(keyof State)[]} changed
   */
  write(state, changed) {
    const hash = `#${writeAddress(state, this.#unknown)}`;
    if (hash === location.hash) return;
    const leaves = changed.some((name) => SECTIONS.some((section) => section === name));
    try {
      if (leaves) history.pushState(null, '', hash);
      else history.replaceState(null, '', hash);
    } catch {
      // A page may be forbidden to have an address of its own; the lesson works without.
    }
  }
}

/** @param {State} state */
export const linkTo = (state) => `${location.href.split('#')[0]}#${writeAddress(state)}`;

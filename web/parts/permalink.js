/** Keeps the page's address and the state in step. */

import { readAddress, writeAddress } from '../model/address.js';

/** @typedef {import('../model/state.js').State} State */

/** Changes after which the browser's Back leads to the picture before. */
const SECTIONS = /** @type {const} */ (['guide', 'source', 'mechanism']);

export class Permalink {
  #unknown = '';
  #reading = false;
  #listening = false;
  /** @type {string | undefined} */
  #pending;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {(state: Partial<State> | undefined) => void} */
  #show;
  #listen = () => this.#read();

  /**
   * @param {(state: Partial<State> | undefined) => void} show what the address asks for; undefined
   *   where it asks for nothing
   */
  constructor(show) {
    this.#show = show;
  }

  start() {
    if (this.#listening) return;
    this.#listening = true;
    if (location.hash.length > 1) this.#read();
    addEventListener('hashchange', this.#listen);
  }

  stop() {
    this.#listening = false;
    removeEventListener('hashchange', this.#listen);
    this.#flush();
  }

  #read() {
    this.#pending = undefined;
    const hash = location.hash.slice(1);
    const { state, unknown } = readAddress(hash);
    const known = Object.keys(state).length > 0 || /(^|&)v=/.test(hash);
    // A heading's name, say: it is none of ours.
    if (hash !== '' && !known) return;
    this.#unknown = unknown;
    this.#reading = true;
    this.#show(known ? state : undefined);
    this.#reading = false;
  }

  /**
   * @param {State} state
   * @param {(keyof State)[]} changed
   */
  write(state, changed) {
    // What was read stands there already, and Forward leads on from it. Nobody sees the address of a
    // frame, and its entries would come between those of the page around it.
    if (this.#reading || parent !== window) return;
    const hash = `#${writeAddress(state, this.#unknown)}`;
    const leaves = changed.some((name) => SECTIONS.some((section) => section === name));
    if (leaves) {
      this.#flush();
      put('pushState', hash);
      return;
    }
    // Browsers take 200 addresses in ten seconds; a slider makes more.
    this.#pending = hash;
    this.#timer ??= setTimeout(() => this.#flush(), 100);
  }

  #flush() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending !== undefined) put('replaceState', this.#pending);
    this.#pending = undefined;
  }
}

/** @param {'pushState' | 'replaceState'} how @param {string} hash */
function put(how, hash) {
  if (hash === location.hash) return;
  try {
    history[how](null, '', hash);
  } catch {
    // A page may be forbidden to have an address of its own; the lesson works without.
  }
}

/** @param {State} state */
export const linkTo = (state) => `${location.href.split('#')[0]}#${writeAddress(state)}`;

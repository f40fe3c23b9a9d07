/** Keeps the address of the page and the state in sync. */

import { readAddress, writeAddress } from '../state/address.js';
import { DEFAULT_SETTINGS, listFieldsWith } from '../state/fields.js';
import { isLearningModel, isOwn } from '../state/source-kinds.js';
import { makeAddress } from '../views/link.js';

/** @import { Actor, State } from '../state/types.js' */

/** Fields whose changes add an entry to the browser's history. */
const SECTIONS = listFieldsWith('section');

/** All permalinks of the page, in the order of connection. The first one has the address. @type {Set<Permalink>} */
const claims = new Set();

/** @returns {Permalink | undefined} */
const findFirstClaim = () => claims.values().next().value;

export class Permalink {
  #unknown = '';
  #isReading = false;
  #isStarted = false;
  /** @type {string | undefined} */
  #pending;
  /** The hash when the pending one was made. */
  #hashBefore = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The hash when the element was disconnected. @type {string | undefined} */
  #hashOnLeaving;
  /** @type {(state: Partial<State> | undefined, by: Actor) => void} */
  #show;
  #warn;
  #onHashChange = () => this.#hasAddress && this.#read('reader');

  /**
   * @param {(state: Partial<State> | undefined, by: Actor) => void} show shows the state in the
   * address, or undefined if there is none; the reader may have navigated there, for example by Back
   * @param {() => void} [warn] warns that another element has the address
   */
  constructor(show, warn = () => {}) {
    this.#show = show;
    this.#warn = warn;
  }

  /** Claims the address, which one element of a page has. */
  claim() {
    claims.add(this);
  }

  /** Whether the address is this element's. Otherwise the element waits for its turn. */
  get isFirst() {
    return findFirstClaim() === this;
  }

  get #hasAddress() {
    return this.#isStarted && this.isFirst;
  }

  start() {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.claim();
    addEventListener('hashchange', this.#onHashChange);
    if (!this.#hasAddress) return this.#warn();
    // A reconnected element keeps its state, unless the address has changed meanwhile.
    if (location.hash.length > 1 && location.hash !== this.#hashOnLeaving) this.#read('program');
    else this.#flush();
  }

  /** @param {boolean} [isTemporary] whether the element is only temporarily out of the page */
  stop(isTemporary = false) {
    this.#flush();
    this.#hashOnLeaving = isTemporary && this.#hasAddress ? location.hash : undefined;
    this.#isStarted = false;
    removeEventListener('hashchange', this.#onHashChange);
    if (!isTemporary) this.release();
  }

  /** Leaves the address to the next element. An element that is only moved keeps it. */
  release() {
    const { isFirst } = this;
    claims.delete(this);
    const next = findFirstClaim();
    if (isFirst && next) next.#takeOver();
  }

  /** Writes the last change, if any. The element keeps its state and does not read that of the address. */
  #takeOver() {
    if (!this.#isStarted) return;
    this.#hashBefore = location.hash;
    this.#flush();
  }

  /** @param {Actor} by */
  #read(by) {
    this.#pending = undefined;
    const hash = location.hash.slice(1);
    const { state, unknown } = readAddress(hash);
    // A hash without a value is the id of a heading, such as a section named sentence.
    const hasValues = hash.includes('=');
    const known = hasValues && (Object.keys(state).length > 0 || /(^|&)v=/.test(hash));
    // Unknown keys are kept.
    if (hash === '' || hasValues) this.#unknown = unknown;
    if (hash !== '' && !known) return;
    this.#isReading = true;
    try {
      this.#show(known ? state : undefined, by);
    } finally {
      this.#isReading = false;
    }
  }

  /**
   * Writes the state. Another page or model adds an entry to the browser's history, and so does the
   * whole picture that a reader opens or leaves. All other changes replace the entry on screen, so
   * Back leads to the page before, as it was left.
   * @param {State} state
   * @param {(keyof State)[]} changed
   * @param {Actor} by
   */
  write(state, changed, by) {
    // A state that was just read is already in the address, and writing it would remove the entries
    // for Forward. Nobody sees the address of a frame, and its entries would come between those of
    // the surrounding page.
    if (this.#isReading || parent !== window) return;
    // No address can carry the reader's own tensors, and Back would lose them.
    const hasNoLink = isOwn(state);
    const linked = hasNoLink ? { ...state, ...DEFAULT_SETTINGS } : state;
    const hash = `#${writeAddress(linked, this.#unknown)}`;
    // Between the steps of a model, Back leads to the previous step, not away from the model.
    const isStep = (/** @type {string} */ name) => name === 'step' && isLearningModel(state);
    const isPicture = (/** @type {string} */ name) => name === 'view' && by !== 'program';
    if (
      this.#hasAddress &&
      !hasNoLink &&
      changed.some((name) => SECTIONS.has(name) || isStep(name) || isPicture(name))
    ) {
      this.#flush();
      changeHistory('pushState', hash);
      return;
    }
    if (this.#pending === undefined) this.#hashBefore = location.hash;
    this.#pending = hash;
    // Browsers accept 200 addresses in ten seconds, and a slider makes more.
    if (this.#hasAddress) this.#timer ??= setTimeout(() => this.#flush(), 100);
  }

  #flush() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // If the address has changed meanwhile, `hashchange` comes next, and the new address counts.
    if (this.#hasAddress && this.#pending !== undefined && location.hash === this.#hashBefore)
      changeHistory('replaceState', this.#pending);
    this.#pending = undefined;
  }
}

/** @param {'pushState' | 'replaceState'} method @param {string} hash */
function changeHistory(method, hash) {
  // A hash alone would be resolved against the page's `<base>`. The state of the history entry
  // belongs to the page.
  const url = makeAddress(hash);
  if (url === location.href) return;
  try {
    history[method](history.state, '', url);
  } catch {
    // Some pages may not change their address; everything else works without it.
  }
}

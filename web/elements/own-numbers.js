/** The numbers of an element's own: its author's, set as `tensors`, or those of its reader's files. */

import { ownState, withShape } from '../session/own-state.js';
import { settingsOf } from '../session/settings.js';
import { isOwn } from '../session/source-settings.js';
import { DEFAULTS } from '../session/state.js';
import { readObject } from '../sources/files/json.js';
import { readOwn } from '../sources/files/own-tensors.js';
import { FileReading } from '../views/files.js';

/**
 * @typedef {import('../session/state.js').State} State
 * @typedef {import('../sources/own.js').Own} Own
 */

export class OwnNumbers {
  #store;
  #changed;
  /** As they are given, and read back. @type {Record<string, unknown> | null} */
  #given = null;
  /** As they are computed with. @type {Own | undefined} */
  #own;
  /** The settings before them. */
  #others = settingsOf(DEFAULTS);

  /**
   * @param {import('lit').LitElement} host
   * @param {() => import('../session/store.js').Store} store
   * @param {(isReaders: boolean) => void} changed called where they have changed, but not the state
   */
  constructor(host, store, changed) {
    this.#store = store;
    this.#changed = changed;
    this.files = new FileReading(host, (own) =>
      this.#show(
        own,
        { ...own.tensors, queryTokens: own.queryWords, keyTokens: own.keyWords },
        true,
      ),
    );
  }

  /** What the core is given of them. */
  get own() {
    return this.#own;
  }

  /** @returns {Record<string, unknown> | null} null where others are shown */
  get given() {
    return isOwn(this.#store().state) ? this.#given : null;
  }

  /**
   * Shows them, or without any what was shown before.
   * @param {Record<string, unknown> | null | undefined} tensors
   * @throws {Error} where they do not fit
   */
  give(tensors) {
    if (tensors === null || tensors === undefined) {
      this.files.forget();
      if (isOwn(this.#store().state)) this.#store().set(this.#others);
      return;
    }
    const own = /** @type {Own} */ (readOwn(readObject(tensors)));
    this.files.forget();
    this.#show(own, tensors, false);
  }

  /** The state with the shape that they have. @param {State} state */
  shaped(state) {
    return withShape(state, this.#own);
  }

  /** @param {Own} own @param {Record<string, unknown>} given @param {boolean} isReaders */
  #show(own, given, isReaders) {
    const store = this.#store();
    const before = store.state;
    if (!isOwn(before)) this.#others = store.settings;
    this.#given = given;
    this.#own = own;
    if (isReaders) store.update(ownState(own, before));
    else store.set(ownState(own, before));
    if (store.state === before) this.#changed(isReaders);
  }
}

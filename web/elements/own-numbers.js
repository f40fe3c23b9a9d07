/** The numbers of an element's own: its author's, set as `tensors`, or those of its reader's files. */

import { readObject } from '../sources/files/json.js';
import { readOwn } from '../sources/files/own-tensors.js';
import { DEFAULTS, isOwn, SETTINGS, settingsOf, uses } from '../state/fields.js';
import { FileReading } from '../views/files.js';

/**
 * @import { LitElement } from 'lit'
 * @import { Own } from '../sources/own.js'
 * @import { State } from '../state/fields.js'
 * @import { Store } from '../state/store.js'
 */

// The state for the reader's own tensors.

const EXPORTED = SETTINGS.filter((name) => name !== 'edits' && uses({ source: 'own' }, name));

/**
 * The tensors say how many heads there are, and how wide. Weights have no width: it counts the heads of all
 * layers.
 * @param {Own} own
 */
function shapeOf({ tensors }) {
  const all = Object.values(tensors);
  const [{ shape }] = all;
  const heads = shape.length > 2 ? shape[0] : 1;
  return { heads, dModel: heads * (tensors.q ? shape[2] : all.length) };
}

/**
 * The state with what the tensors decide, whatever was set.
 * @param {State} state
 * @param {Own} [own]
 */
export function withShape(state, own) {
  if (!own || !isOwn(state)) return state;
  const shape = shapeOf(own);
  return { ...state, ...shape, head: Math.min(state.head, shape.heads - 1) };
}

/**
 * The words are others, so marks and edits are cleared, and a mask of single pairs. What the tensors
 * were exported with comes with them.
 * @param {Own} own
 * @param {State} state
 * @returns {Partial<State>}
 */
export function ownState(own, { mask }) {
  const { target, mechanism, keys, masked, edits } = DEFAULTS;
  const { query, key, pin, head, cell, before, guide } = DEFAULTS;
  return {
    source: own.tensors.q ? 'own' : 'own-weights',
    ...shapeOf(own),
    ...{ target, mechanism, keys, masked, edits, mask: mask === 'custom' ? DEFAULTS.mask : mask },
    ...Object.fromEntries(
      EXPORTED.flatMap((name) =>
        own.settings?.[name] === undefined ? [] : [[name, own.settings[name]]],
      ),
    ),
    ...{ query, key, pin, head, cell, before, guide },
  };
}

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
   * @param {LitElement} host
   * @param {() => Store} store
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

/** Own numbers that a session shows: its author's, set as `tensors`, or those of its reader's files. */

import { readObject } from '../sources/files/json.js';
import { readOwn } from '../sources/files/own-tensors.js';
import { DEFAULTS, getSettings, SETTINGS, usesSetting } from '../state/fields.js';
import { isOwn } from '../state/source-kinds.js';

/**
 * @import { Own } from '../sources/types.js'
 * @import { Store } from '../state/store.js'
 * @import { Actor, State } from '../state/types.js'
 */

// The state for the reader's own tensors.

const EXPORTED = SETTINGS.filter(
  (name) => name !== 'edits' && usesSetting({ source: 'own' }, name),
);

/**
 * The tensors say how many heads there are, and how wide. Weights have no width: it counts the heads of all
 * layers.
 * @param {Own} loaded
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
 * @param {Own} [loaded]
 */
export function applyShape(state, loaded) {
  if (!loaded || !isOwn(state)) return state;
  const shape = shapeOf(loaded);
  return { ...state, ...shape, head: Math.min(state.head, shape.heads - 1) };
}

/**
 * The words are others, so marks and edits are cleared, and a mask of single pairs. Settings that were
 * exported with the tensors come with them.
 * @param {Own} loaded
 * @param {State} state
 * @returns {Partial<State>}
 */
export function makeOwnState(loaded, { mask }) {
  const { target, mechanism, keys, masked, edits } = DEFAULTS;
  const { query, key, pin, head, cell, before, guide } = DEFAULTS;
  return {
    source: loaded.tensors.q ? 'own' : 'own-weights',
    ...shapeOf(loaded),
    target,
    mechanism,
    keys,
    masked,
    edits,
    mask: mask === 'custom' ? DEFAULTS.mask : mask,
    ...Object.fromEntries(
      EXPORTED.flatMap((name) =>
        loaded.settings?.[name] === undefined ? [] : [[name, loaded.settings[name]]],
      ),
    ),
    query,
    key,
    pin,
    head,
    cell,
    before,
    guide,
  };
}

export class OwnTensors {
  #store;
  #onChange;
  /** As they are given, and read back. @type {Record<string, unknown> | null} */
  #given = null;
  /** As they are computed with. @type {Own | undefined} */
  loaded;
  /** The settings before them. */
  #earlier = getSettings(DEFAULTS);

  /**
   * @param {() => Store} store
   * @param {(by: Actor) => void} onChange called where they have changed, but not the state
   */
  constructor(store, onChange) {
    this.#store = store;
    this.#onChange = onChange;
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
  set(tensors) {
    if (tensors !== null && tensors !== undefined)
      this.show(/** @type {Own} */ (readOwn(readObject(tensors))), 'program', tensors);
    else if (isOwn(this.#store().state)) this.#store().dispatch(this.#earlier, { by: 'program' });
  }

  /** @param {Own} loaded @param {Actor} by @param {Record<string, unknown>} [given] */
  show(
    loaded,
    by,
    given = { ...loaded.tensors, queryTokens: loaded.queryWords, keyTokens: loaded.keyWords },
  ) {
    const store = this.#store();
    const before = store.state;
    if (!isOwn(before)) this.#earlier = store.settings;
    this.#given = given;
    this.loaded = loaded;
    store.dispatch(makeOwnState(loaded, before), { by });
    if (store.state === before) this.#onChange(by);
  }

  /** The state with the shape that they have. @param {State} state */
  shaped(state) {
    return applyShape(state, this.loaded);
  }
}

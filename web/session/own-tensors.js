/** The own numbers of a session: set by its author as `tensors`, or read from its reader's files. */

import { describeValue } from '../../src/js/errors.js';
import { FileError } from '../sources/files/bytes.js';
import { readObject } from '../sources/files/json.js';
import { readOwn } from '../sources/files/own-tensors.js';
import { DEFAULTS, getSettings, SETTINGS, usesSetting } from '../state/fields.js';
import { isOwn } from '../state/source-kinds.js';
import { notTensors } from '../text/en/files.js';

/** @import { Own } from '../sources/types.js' */
/** @import { Store } from '../state/store.js' */
/** @import { Actor, State } from '../state/types.js' */

// The settings that an export of own tensors includes.

const EXPORTED = SETTINGS.filter(
  (name) => name !== 'edits' && usesSetting({ source: 'own' }, name),
);

/** `dModel` of weights counts the heads of all layers. @param {Own} loaded */
function readShape({ tensors }) {
  const all = Object.values(tensors);
  const [{ shape }] = all;
  const heads = shape.length > 2 ? shape[0] : 1;
  return { heads, dModel: heads * (tensors.q ? shape[2] : all.length) };
}

/**
 * Applies the sizes that the tensors determine to a state.
 * @param {State} state
 * @param {Own} [loaded]
 */
export function applyShape(state, loaded) {
  if (!loaded || !isOwn(state)) return state;
  const shape = readShape(loaded);
  const ids = Object.keys(loaded.tensors);
  // The step of a layer also chooses the layer of the steps that show all.
  const ofStep = ids.indexOf(state.step);
  const modelLayer = ofStep < 0 ? Math.min(state.modelLayer, ids.length - 1) : ofStep;
  return { ...state, ...shape, modelLayer, head: Math.min(state.head, shape.heads - 1) };
}

/** The fields that belong to the words before. */
const CLEARED = /** @type {(keyof State)[]} */ (
  'target mechanism keys masked edits query key pin head cell before guide'.split(' ')
);

/**
 * Makes the change that shows own tensors. Their words differ, so marks, edits and a mask of single
 * pairs are cleared. Settings in the exported file are applied.
 * @param {Own} loaded
 * @param {State} state
 * @returns {Partial<State>}
 */
export function makeOwnState(loaded, { mask }) {
  return {
    source: loaded.tensors.q ? 'own' : 'own-weights',
    ...readShape(loaded),
    ...Object.fromEntries(CLEARED.map((name) => [name, DEFAULTS[name]])),
    mask: mask === 'custom' ? DEFAULTS.mask : mask,
    ...Object.fromEntries(
      EXPORTED.flatMap((name) =>
        loaded.settings?.[name] === undefined ? [] : [[name, loaded.settings[name]]],
      ),
    ),
  };
}

export class OwnTensors {
  #store;
  #onChange;
  /** The tensors as they were given, which the property returns. @type {Record<string, unknown> | null} */
  #given = null;
  /** The tensors in the form for computing. @type {Own | undefined} */
  loaded;
  /** The settings before the tensors were shown. */
  #earlier = getSettings(DEFAULTS);

  /** @param {Store} store @param {(by: Actor) => void} onChange if only tensors changed */
  constructor(store, onChange) {
    this.#store = store;
    this.#onChange = onChange;
  }

  /** The tensors as they were given. @returns {Record<string, unknown> | null} null if others are shown */
  get given() {
    return isOwn(this.#store.state) ? this.#given : null;
  }

  /**
   * Shows the tensors; null or undefined restores the previous source.
   * @param {Record<string, unknown> | null | undefined} tensors
   * @throws {Error} if the tensors do not fit
   */
  set(tensors) {
    if (tensors !== null && tensors !== undefined) {
      if (typeof tensors !== 'object') throw new FileError(notTensors(describeValue(tensors)));
      this.show(/** @type {Own} */ (readOwn(readObject(tensors))), 'program', tensors);
    } else if (isOwn(this.#store.state)) this.#store.dispatch(this.#earlier, { by: 'program' });
  }

  /** @param {Own} loaded @param {Actor} by @param {Record<string, unknown>} [given] */
  show(
    loaded,
    by,
    given = { ...loaded.tensors, queryTokens: loaded.queryWords, keyTokens: loaded.keyWords },
  ) {
    const store = this.#store;
    const before = store.state;
    if (!isOwn(before)) this.#earlier = store.settings;
    this.#given = given;
    this.loaded = loaded;
    store.dispatch(makeOwnState(loaded, before), { by });
    if (store.state === before) this.#onChange(by);
  }
}

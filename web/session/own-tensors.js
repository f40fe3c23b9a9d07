/** The own numbers of a session: set by its author as `tensors`, or read from its reader's files. */

import { describeValue } from '../../src/js/errors.js';
import { formatCell } from '../graph/cell.js';
import { isPainted } from '../graph/masks/index.js';
import { isEqual } from '../graph/memoize.js';
import { readOwn } from '../sources/files/attention-arrays.js';
import { FileError, toFileError } from '../sources/files/error.js';
import { readObject } from '../sources/files/json.js';
import { MOST_ROUNDING } from '../sources/row-sums.js';
import { getMask } from '../state/derived.js';
import { listEditedCells } from '../state/edit-cells.js';
import { formatEdits, parseEdits } from '../state/edits.js';
import { DEFAULT_SETTINGS, DEFAULTS, isSetting, SETTINGS, usesSetting } from '../state/fields.js';
import { isAuthorChapter, OPENING } from '../state/guide.js';
import { normaliseState } from '../state/normalise.js';
import { isOwn } from '../state/source-kinds.js';
import { notTensors } from '../text/en/files.js';
import { computeWeights, openSource } from './computation.js';

/** @import { Operations } from '../../src/js/attention.js' */
/** @import { Own, Source } from '../sources/types.js' */
/** @import { Store } from '../state/store.js' */
/** @import { Actor, Settings, State } from '../state/types.js' */

// The settings that an export of own tensors includes.

const EXPORTED = SETTINGS.filter(
  (name) => name !== 'edits' && usesSetting({ source: 'own' }, name),
);

/** `dModel` of weights counts the heads of all layers. @param {Own} loaded */
function readShape({ tensors }) {
  const all = Object.values(tensors);
  const [{ shape }] = all;
  const heads = shape.length > 2 ? shape[0] : 1;
  /** @type {State['source']} */
  const source = tensors.q ? 'own' : 'own-weights';
  return { source, heads, dModel: heads * (tensors.q ? shape[2] : all.length) };
}

/**
 * Applies the kind and the sizes of the tensors to a state.
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

/**
 * Selects what a program has set and own tensors leave in force, such as a mask and a marked row.
 * The first screen and a chapter have numbers of their own.
 * @param {Partial<State>} authored
 * @returns {Partial<State>}
 */
function selectKept({ source, before, guide = OPENING, ...kept }) {
  return guide === OPENING || isAuthorChapter(guide) ? kept : { ...kept, guide };
}

/** The fields that belong to the words before. */
const CLEARED = /** @type {(keyof State)[]} */ (
  'target mechanism keys masked bug edits query key pin head cell before guide'.split(' ')
);

/**
 * Makes the change that shows own tensors. Their words differ, so marks, edits and a mask of single
 * pairs are cleared, unless a program has set them. Settings in the exported file are applied.
 * @param {Own} loaded
 * @param {State} state
 * @param {Partial<State>} [authored] what a program has set
 * @returns {Partial<State>}
 */
export function makeOwnState(loaded, { mask }, authored = {}) {
  const { settings } = loaded;
  /** @type {Partial<State>} */
  const change = {
    ...readShape(loaded),
    ...Object.fromEntries(CLEARED.map((name) => [name, DEFAULTS[name]])),
    mask: isPainted(mask) ? DEFAULTS.mask : mask,
    ...Object.fromEntries(
      EXPORTED.flatMap((name) => (settings?.[name] === undefined ? [] : [[name, settings[name]]])),
    ),
  };
  const restored = settings && restoreChanges(loaded, change, normaliseState(settings));
  return { ...change, ...restored, ...selectKept(authored) };
}

/**
 * Restores the mask in force, and the numbers set by hand in tables that are computed. Other numbers
 * set by hand are in the tensors of the file.
 * @param {Own} loaded
 * @param {Partial<State>} change
 * @param {State} exported the state in the file
 */
function restoreChanges(loaded, change, exported) {
  // The source of own tensors needs no core.
  const source = openSource(/** @type {any} */ (undefined), normaliseState(change), loaded);
  const { queryWords, keyWords, graph } = /** @type {Source} */ (source);
  const edits = [...parseEdits(exported.edits)].flatMap(([edit, value]) =>
    listEditedCells(exported, { queryWords, keyWords, graph }, edit).flatMap((cell) =>
      cell.id in loaded.tensors ? [] : [/** @type {const} */ ([formatCell(cell), value])],
    ),
  );
  return { mask: getMask(exported), edits: formatEdits(new Map(edits)) };
}

/** The largest difference of weights that are computed again. */
const SAME_WEIGHTS = 1e-5;

/**
 * Returns the weights of the file alone if its q, k and v give others, as those of a model that
 * rotates them do, or those of a run with a deliberate mistake.
 * @param {Operations | undefined} attention
 * @param {Own} loaded
 * @param {Pick<Store, 'state' | 'authored'>} store
 * @returns {Own}
 */
function keepWeights(attention, loaded, { state, authored }) {
  const { weights, settings, ...others } = loaded;
  if (!attention || !weights) return loaded;
  const restored = normaliseState({ ...state, ...makeOwnState(loaded, state, authored) });
  const { data } = computeWeights(attention, restored, loaded);
  const most = settings ? SAME_WEIGHTS : MOST_ROUNDING;
  const isSame = weights.data.every(
    (weight, i) => Object.is(weight, data[i]) || Math.abs(weight - data[i]) <= most,
  );
  if (isSame && !settings?.bug) return loaded;
  return { ...others, settings, tensors: { weights }, replacesParts: true };
}

/** The manner of tensors that a program sets. */
const BY_TENSORS = /** @type {const} */ ({ by: 'program', isDerived: true });

/**
 * @typedef {object} LoadedTensors
 * @property {Record<string, unknown>} given the tensors as they were given, which the property returns
 * @property {Own} read the tensors as they were read
 * @property {Own} loaded the tensors in the form for computing
 * @property {string} fileNames the names of their files; '' if a program set them
 * @property {Settings} earlier the settings before own tensors were shown
 */

export class OwnTensors {
  #store;
  #getAttention;
  /** Why the tensors that were set last are not shown. @type {FileError | undefined} */
  refusal;

  /** @param {Store} store @param {() => Operations | undefined} getAttention */
  constructor(store, getAttention) {
    this.#store = store;
    this.#getAttention = getAttention;
  }

  /** The store has the tensors, because undo restores them with the state. */
  get #shown() {
    return /** @type {LoadedTensors | undefined} */ (this.#store.ownTensors);
  }

  get #earlier() {
    return this.#shown?.earlier ?? DEFAULT_SETTINGS;
  }

  /** The tensors in the form for computing. */
  get loaded() {
    return this.#shown?.loaded;
  }

  /** The tensors as they were given. @returns {Record<string, unknown> | null} null if others are shown */
  get given() {
    return (isOwn(this.#store.state) && this.#shown?.given) || null;
  }

  /** The names of the files on screen. */
  get fileNames() {
    return (isOwn(this.#store.state) && this.#shown?.fileNames) || '';
  }

  /**
   * Shows the tensors; null or undefined restores the previous source.
   * @param {Record<string, unknown> | null | undefined} tensors
   * @throws {FileError} if the tensors do not fit
   */
  set(tensors) {
    this.refusal = undefined;
    try {
      this.#set(tensors);
    } catch (error) {
      this.refusal = toFileError(error, String(error));
      throw this.refusal;
    }
  }

  /** @param {Record<string, unknown> | null | undefined} tensors */
  #set(tensors) {
    if (tensors !== null && tensors !== undefined) {
      if (typeof tensors !== 'object') throw new FileError(notTensors(describeValue(tensors)));
      const loaded = /** @type {Own} */ (readOwn(readObject(tensors)));
      // Frameworks pass equal arrays in each rendering.
      if (this.#shown && this.given && isEqual(loaded, this.#shown.read))
        Object.assign(this.#shown, { given: tensors, fileNames: '' });
      else this.show(loaded, 'program', { given: tensors });
    } else if (isOwn(this.#store.state)) {
      const { source, ...authored } = this.#store.authored;
      const set = Object.entries(authored).filter(([name]) => isSetting(name));
      this.#store.dispatch({ ...this.#earlier, ...Object.fromEntries(set) }, BY_TENSORS);
    }
  }

  /**
   * @param {Own} read
   * @param {Actor} by
   * @param {Partial<Pick<LoadedTensors, 'given' | 'fileNames'>>} from
   */
  show(read, by, { fileNames = '', given } = {}) {
    const store = this.#store;
    const { state, settings } = store;
    const authored = by === 'program' ? store.authored : {};
    const loaded = keepWeights(this.#getAttention(), read, { state, authored });
    this.refusal = undefined;
    /** @type {LoadedTensors} */
    const ownTensors = {
      given: given ?? { ...read.tensors, queryTokens: read.queryWords, keyTokens: read.keyWords },
      read,
      loaded,
      fileNames,
      earlier: isOwn(state) ? this.#earlier : settings,
    };
    const manner = by === 'program' ? BY_TENSORS : { by };
    store.dispatch(makeOwnState(loaded, state, authored), { ...manner, ownTensors });
  }

  /** Compares weights that were given before the core was loaded. */
  compareWeights() {
    const { given, loaded, fileNames } = this;
    if (!loaded || !given) return;
    if (keepWeights(this.#getAttention(), loaded, this.#store) !== loaded)
      this.show(loaded, 'program', { given, fileNames });
  }
}

/**
 * Holds what was requested, the resulting state, and the reader's changes for undo and redo. It knows
 * nothing of a page.
 */

import {
  DEFAULT_SETTINGS,
  DEFAULTS,
  getSettings,
  listChangedSettings,
  SETTINGS,
} from './fields.js';
import { OPENING } from './guide.js';
import { closeEntry, recordChange, redoChange, startHistory, undoChange } from './history.js';
import { normaliseState } from './normalise.js';

/** @import { Actor, Manner, State, StoreRules } from './types.js' */

const STATE_NAMES = /** @type {(keyof State)[]} */ (Object.keys(DEFAULTS));

/** @param {string} name */
const isSetting = (name) => SETTINGS.some((setting) => setting === name);

export class Store {
  #rules;
  /** @type {Record<string, unknown>} */
  #requests = {};
  /** @type {State} */
  #state = DEFAULTS;
  #settings = DEFAULT_SETTINGS;
  #history = startHistory();
  /** Whether there are requests that the state does not follow yet. */
  #isUnread = false;

  /** @param {StoreRules} rules */
  constructor(rules) {
    this.#rules = rules;
  }

  /** The same object as long as nothing in it changes. */
  get state() {
    this.#readRequests();
    return this.#state;
  }

  /** The same object as long as nothing in it changes, so that results can be kept by identity. */
  get settings() {
    this.#readRequests();
    return this.#settings;
  }

  /** The requested values, before they were brought into range. */
  get requests() {
    return this.#requests;
  }

  /**
   * The one way in. Entries that are left out stay as they are shown.
   * @param {unknown} change
   * @param {Manner} manner
   */
  dispatch(change, { by, isPartial = false, isUndoable = by !== 'program', isTyped = true }) {
    const allowed = this.#allowedPart(change, by);
    const requests = this.#complete(allowed, isPartial);
    if (isPartial && by === 'program' && this.#rules.isUnseen?.()) return this.#defer(requests);
    this.#readRequests();
    const names = Object.keys(allowed);
    const only = names.length === 1 && (isTyped || names[0] !== 'sentence') ? names[0] : '';
    const hasTyped = only === 'sentence' && by === 'reader';
    const after = hasTyped ? this.#lookAtWord(requests) : this.#stateOf(requests);
    this.#history = isUndoable ? this.#remembered(after, by, only) : closeEntry(this.#history);
    this.#move(after, by, isPartial ? requests : undefined);
  }

  /** Without the settings, where the reader may not change them. @param {unknown} change @param {Actor} by */
  #allowedPart(change, by) {
    const isFixed = by === 'reader' && this.#rules.isFixed();
    return Object.fromEntries(
      Object.entries(Object(change)).filter(([name]) => !isFixed || !isSetting(name)),
    );
  }

  /** With all that stays, and what the change brings with it. @param {object} change @param {boolean} isPartial */
  #complete(change, isPartial) {
    return {
      ...(isPartial ? this.#requests : this.state),
      ...this.#rules.complete(change, isPartial),
    };
  }

  /** Reads requests once the state is wanted. @param {Record<string, unknown>} requests */
  #defer(requests) {
    this.#requests = requests;
    this.#isUnread = true;
  }

  /** Marks the word that a typed sentence is about. @param {object} requests */
  #lookAtWord(requests) {
    const state = this.#stateOf(requests);
    return this.#stateOf({ ...state, ...this.#rules.looksAt?.(state) });
  }

  /**
   * @param {State} after
   * @param {Actor} by
   * @param {string} only the name of the one entry that is changed
   */
  #remembered(after, by, only) {
    const before = this.#state;
    // The reader did not choose the numbers of the first screen, nor those of another page.
    if (before.guide !== after.guide && listChangedSettings(before, after).length > 0)
      return startHistory();
    if (before.guide === OPENING) return this.#history;
    // Letters typed in a row, and moves of one slider, are undone together; on a page of the course what
    // is dragged, too.
    const dragged = by === 'page' ? before.guide : '';
    const name = { sentence: 'typed', edits: before.cell || dragged }[only];
    return recordChange(this.#history, before, after, name);
  }

  get canUndo() {
    return !this.#rules.isFixed() && this.#history.past.length > 0;
  }

  get canRedo() {
    return !this.#rules.isFixed() && this.#history.future.length > 0;
  }

  /** Takes back the reader's last change, if there is one. */
  undo() {
    if (this.canUndo) this.#restore(undoChange);
  }

  /** Makes the change again that was taken back last. */
  redo() {
    if (this.canRedo) this.#restore(redoChange);
  }

  /** @param {typeof undoChange} step back or forth */
  #restore(step) {
    this.#readRequests();
    const restored = step(this.#history, this.#state);
    if (!restored) return;
    this.#history = restored.history;
    this.#move(this.#stateOf({ ...restored.state, before: '' }), 'reader');
  }

  /** What an author requests one by one is read as one. */
  #readRequests() {
    if (!this.#isUnread) return;
    this.#isUnread = false;
    this.#history = closeEntry(this.#history);
    this.#move(this.#stateOf(this.#requests), 'program', this.#requests);
  }

  /** @param {object} requests */
  #stateOf(requests) {
    return this.#rules.clamp(normaliseState(requests));
  }

  /** @param {State} after @param {Actor} by @param {Record<string, unknown>} [requests] */
  #move(after, by, requests = { ...after }) {
    const before = this.#state;
    const changed = STATE_NAMES.filter((name) => after[name] !== before[name]);
    this.#requests = requests;
    if (changed.length > 0) this.#state = after;
    if (listChangedSettings(this.#settings, after).length > 0) this.#settings = getSettings(after);
    this.#rules.onChange(changed, before, by);
  }
}

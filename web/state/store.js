/**
 * Holds what was requested, the resulting state, and the reader's changes for undo and redo. It knows
 * nothing of a page.
 */

import { DEFAULTS, differing, SETTINGS, settingsOf } from './fields.js';
import { OPENING } from './guide.js';
import { closed, redo, remember, startHistory, undo } from './history.js';
import { normalise } from './normalise.js';

/** @import { State } from './fields.js' */

/**
 * @typedef {object} Rules of the element that has the store; they may change
 * @property {(change: Partial<State>, isOneOfMany?: boolean) => Partial<State>} complete adds the
 *   entries that another brings with it; `isOneOfMany`: further requests add to this one
 * @property {(state: State) => State} clamp to the steps that are shown
 * @property {() => boolean} isFixed whether the reader may not change settings
 * @property {(state: State) => Partial<State>} [looksAt] the word to look at in a sentence that is typed
 * @property {(changed: (keyof State)[], before: State, isReaders: boolean) => void} onChange called after
 *   every request, even if nothing changed; `isReaders`: not a program's
 */

const NAMES = /** @type {(keyof State)[]} */ (Object.keys(DEFAULTS));

export class Store {
  #rules;
  /** @type {Record<string, unknown>} */
  #requests = {};
  /** @type {State} */
  #state = DEFAULTS;
  #settings = settingsOf(DEFAULTS);
  #history = startHistory();

  /** @param {Rules} rules */
  constructor(rules) {
    this.#rules = rules;
  }

  /** The same object as long as nothing in it changes. */
  get state() {
    return this.#state;
  }

  /** The same object as long as nothing in it changes, so that results can be kept by identity. */
  get settings() {
    return this.#settings;
  }

  /** What was requested, before it was brought into range. */
  get requests() {
    return this.#requests;
  }

  /**
   * Entries that are set one by one, as attributes are: `heads` may come before the `dModel` that it
   * needs, so earlier requests are kept unclamped.
   * @param {Record<string, unknown>} change
   */
  request(change) {
    const requests = { ...this.#requests, ...this.#rules.complete(change, true) };
    this.#history = closed(this.#history);
    this.#move(this.#stateOf(requests), false, requests);
  }

  /**
   * Sets some entries together; all others stay as they are shown.
   * @param {unknown} change
   * @param {boolean} [isReaders] whether it follows from what the reader does
   */
  set(change, isReaders = false) {
    this.#history = closed(this.#history);
    this.#move(this.#after(Object(change)), isReaders);
  }

  /**
   * Makes a change of the reader's, which can be undone.
   * @param {Partial<State>} change
   * @param {boolean} [isAllowed] whether it may change settings even if the reader may not
   */
  update(change, isAllowed = false) {
    const isFree = isAllowed || !this.#rules.isFixed();
    const entries = Object.entries(change).filter(
      ([name]) => isFree || !SETTINGS.some((one) => one === name),
    );
    const asked = this.#after(Object.fromEntries(entries));
    const [only] = entries.length === 1 ? entries[0] : [''];
    const isTyped = only === 'sentence' && !isAllowed && this.#rules.looksAt;
    const after = isTyped ? this.#stateOf({ ...asked, ...isTyped(asked) }) : asked;
    // Letters typed in a row, and moves of one slider, are undone together; on a page of the course what
    // is dragged, too.
    const dragged = isAllowed ? this.#state.guide : '';
    const name = { sentence: 'typed', edits: this.#state.cell || dragged }[only];
    const { guide } = this.#state;
    // What the first screen shows is no setting of the reader's, nor are numbers that another page brings.
    if (guide !== after.guide && differing(this.#state, after).length > 0)
      this.#history = startHistory();
    else if (guide !== OPENING) this.#history = remember(this.#history, this.#state, after, name);
    this.#move(after, true);
  }

  /** @returns {(() => void) | undefined} undefined where there is nothing to undo */
  get undo() {
    return this.#restore(undo);
  }

  /** @returns {(() => void) | undefined} undefined where there is nothing to redo */
  get redo() {
    return this.#restore(redo);
  }

  /** @param {typeof undo} step back or forth */
  #restore(step) {
    const restored = this.#rules.isFixed() ? undefined : step(this.#history, this.#state);
    if (!restored) return undefined;
    return () => {
      this.#history = restored.history;
      this.#move(this.#stateOf({ ...restored.state, before: '' }), true);
    };
  }

  /** @param {Partial<State>} change of what is shown */
  #after(change) {
    return this.#stateOf({ ...this.#state, ...this.#rules.complete(change) });
  }

  /** @param {object} requests */
  #stateOf(requests) {
    return this.#rules.clamp(normalise(requests));
  }

  /**
   * @param {State} after
   * @param {boolean} isReaders
   * @param {Record<string, unknown>} [requests]
   */
  #move(after, isReaders, requests = { ...after }) {
    const before = this.#state;
    const changed = NAMES.filter((name) => after[name] !== before[name]);
    this.#requests = requests;
    if (changed.length > 0) this.#state = after;
    if (differing(this.#settings, after).length > 0) this.#settings = settingsOf(after);
    this.#rules.onChange(changed, before, isReaders);
  }
}

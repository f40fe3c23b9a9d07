/**
 * Keeps what was asked for, the state that came of it, and the way back over the reader's choices. It
 * knows nothing of a page.
 */

import { redo, remember, startHistory, undo } from './history.js';
import { DECISIVE, DEFAULTS, normalise } from './state.js';

/**
 * @typedef {import('./state.js').State} State
 *
 * @typedef {object} Rules of whoever has the keeper; what they go by may change
 * @property {(change: Partial<State>) => Partial<State>} complete what an entry brings with it
 * @property {(state: State) => State} fit to what there is to show
 * @property {() => boolean} isFixed may the reader change no numbers
 * @property {(changed: (keyof State)[], before: State) => void} told after every wish, also where it
 *   has changed nothing
 */

const NAMES = /** @type {(keyof State)[]} */ (Object.keys(DEFAULTS));

export class Keeper {
  #rules;
  /** @type {Record<string, unknown>} */
  #wishes = {};
  /** @type {State} */
  #state = DEFAULTS;
  #history = startHistory();

  /** @param {Rules} rules */
  constructor(rules) {
    this.#rules = rules;
  }

  get state() {
    return this.#state;
  }

  /** What was asked for, before it was brought into range. */
  get wishes() {
    return this.#wishes;
  }

  /**
   * Entries that come one by one, as attributes do: `heads` may come before the `dModel` that makes
   * room for it, so what was wished earlier is kept as it was.
   * @param {Record<string, unknown>} change
   */
  wish(change) {
    const wishes = { ...this.#wishes, ...this.#rules.complete(change) };
    this.#move(this.#stateOf(wishes), wishes);
  }

  /**
   * Entries that come together: all others stay as they are shown.
   * @param {unknown} change
   */
  set(change) {
    this.#move(this.#after(Object(change)));
  }

  /**
   * A choice of the reader's, which can be undone.
   * @param {Partial<State>} change
   * @param {boolean} [isOffered] by the lesson itself: its own numbers come also where the reader may
   *   change none
   */
  choose(change, isOffered = false) {
    const isFree = isOffered || !this.#rules.isFixed();
    const entries = Object.entries(change).filter(
      ([name]) => isFree || !DECISIVE.some((one) => one === name),
    );
    const after = this.#after(Object.fromEntries(entries));
    // Letters typed one by one, and the steps of a slider, are one change.
    const [only] = entries.length === 1 ? entries[0] : [''];
    const name = { sentence: 'typed', edits: this.#state.cell }[only];
    this.#history = remember(this.#history, this.#state, after, name);
    this.#move(after);
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
      this.#move(this.#stateOf({ ...restored.state, before: '' }));
    };
  }

  /** @param {Partial<State>} change of what is shown */
  #after(change) {
    return this.#stateOf({ ...this.#state, ...this.#rules.complete(change) });
  }

  /** @param {object} wishes */
  #stateOf(wishes) {
    return this.#rules.fit(normalise(wishes));
  }

  /**
   * @param {State} after
   * @param {Record<string, unknown>} [wishes]
   */
  #move(after, wishes = { ...after }) {
    const before = this.#state;
    const changed = NAMES.filter((name) => after[name] !== before[name]);
    this.#wishes = wishes;
    // Who has made something of the state knows by its identity whether it still fits.
    if (changed.length > 0) this.#state = after;
    this.#rules.told(changed, before);
  }
}

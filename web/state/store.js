/** Holds the requests, the resulting state, and the reader's changes for undo and redo. It does not know the page. */

import { isPainted } from '../graph/masks/index.js';
import {
  DEFAULT_SETTINGS,
  DEFAULTS,
  getSettings,
  isSetting,
  listChangedSettings,
} from './fields.js';
import { OPENING } from './guide.js';
import {
  closeEntry,
  continueHistory,
  hasSameNumbers,
  recordChange,
  restoreChange,
  startHistory,
} from './history.js';
import { normaliseState } from './normalise.js';
import { hasSameWords, moveSelection } from './selection.js';
import { isComputedHere } from './source-kinds.js';

/** @import { Left, StateWithTensors } from './history.js' */
/** @import { Actor, Manner, Onto, State, StoreRules } from './types.js' */

const STATE_NAMES = /** @type {(keyof State)[]} */ (Object.keys(DEFAULTS));

/** The fields that hold the words. */
const WORDS = ['sentence', 'target'];

/** @param {Actor} by */
const isUndoableBy = (by) => by === 'reader' || by === 'page';

export class Store {
  #rules;
  /** @type {Record<string, unknown>} */
  #requests = {};
  /** The values of the fields that a program or the reader has set. @type {Map<string, { value: unknown, by: Actor }>} */
  #given = new Map();
  /** @type {State} */
  #state = DEFAULTS;
  #settings = DEFAULT_SETTINGS;
  /** The own tensors beside the state. @type {object | undefined} */
  #ownTensors;
  #history = startHistory();
  /** The lab as its reader left it for a page, with its history. @type {Left | undefined} */
  #left;
  /** The state before the reader began to type words. @type {State} */
  #untyped = DEFAULTS;
  /** The state after the last typed letter. @type {State | undefined} */
  #typed;
  /** Whether there are requests that the state does not reflect yet. */
  #isUnread = false;

  /** @param {StoreRules} rules */
  constructor(rules) {
    this.#rules = rules;
  }

  /** The state. It stays the same object until something in it changes. */
  get state() {
    this.#readRequests();
    return this.#state;
  }

  /** The settings. They stay the same object until one of them changes, so results can be cached by identity. */
  get settings() {
    this.#readRequests();
    return this.#settings;
  }

  /** The own tensors that came last with a change. Undo and redo restore them with the state. */
  get ownTensors() {
    return this.#ownTensors;
  }

  /** The requested values before clamping. */
  get requests() {
    return this.#requests;
  }

  /** The lab as its reader left it, if a page is open. */
  get leftLab() {
    return this.#left?.state;
  }

  /** Whether a program or the reader has set a field, even to its default. @param {keyof State} name */
  isSet(name) {
    return this.#given.has(name);
  }

  /** The values that a program has set, as it wrote them, unless the reader has changed them since. */
  get authored() {
    const isAuthors = (/** @type {[string, { by: Actor }]} */ [, { by }]) => by === 'program';
    const given = [...this.#given].filter(isAuthors);
    return /** @type {Partial<State>} */ (
      Object.fromEntries(given.map(([name, { value }]) => [name, value]))
    );
  }

  /** This is the only way to change the state. @param {unknown} change @param {Manner} manner */
  dispatch(change, manner) {
    const { by, onto = 'state', isDerived = false, ownTensors = this.#ownTensors } = manner;
    const allowed = this.#selectAllowed(change, by);
    const names = Object.keys(allowed);
    if (onto === 'defaults') this.#given.clear();
    if ((by === 'reader' || by === 'program') && !isDerived)
      for (const [name, value] of Object.entries(allowed)) this.#given.set(name, { value, by });
    const requests = {
      ...this.#selectEarlier(allowed, by, onto),
      ...this.#rules.complete(allowed, onto),
    };
    if (onto !== 'state' && this.#rules.isUnseen?.()) {
      this.#requests = requests;
      this.#isUnread = true;
      return;
    }
    this.#readRequests();
    const before = { ...this.#state, ownTensors: this.#ownTensors };
    this.#ownTensors = ownTensors;
    const only = names.length === 1 ? names[0] : '';
    const wanted = this.#makeState(requests);
    const after = by === 'reader' ? this.#followWords(wanted, allowed, only) : wanted;
    const shown = { ...after, ownTensors };
    if (before.guide !== after.guide) this.#history = this.#turnPage(before, shown, by);
    else if (isUndoableBy(by)) this.#history = this.#rememberChange(before, shown, by, only);
    else if (!hasSameNumbers(before, shown)) this.#history = closeEntry(this.#history);
    const isTyped = by === 'reader' && WORDS.includes(only);
    this.#move(after, by, before.ownTensors, onto === 'state' ? undefined : requests, isTyped);
  }

  /** @param {unknown} change @param {Actor} by */
  #selectAllowed(change, by) {
    const isFixed = by === 'reader' && this.#rules.isFixed();
    return Object.fromEntries(
      Object.entries(Object(change)).filter(([name]) => !isFixed || !isSetting(name)),
    );
  }

  /**
   * Returns the values that a change leaves. Another source brings its own sentence if nobody wrote
   * one.
   * @param {object} allowed the change
   * @param {Actor} by
   * @param {Onto} onto
   */
  #selectEarlier(allowed, by, onto) {
    const earlier = onto === 'state' ? this.state : onto === 'requests' ? this.#requests : DEFAULTS;
    const isNewSource = by === 'program' && 'source' in allowed && !this.isSet('sentence');
    if (!isNewSource || earlier.sentence !== DEFAULTS.sentence) return earlier;
    const { sentence, ...others } = earlier;
    return others;
  }

  /**
   * Adapts the edits, the query and the open number to words that the reader has changed.
   * @param {State} state
   * @param {object} allowed the change
   * @param {string} only the only changed field, or ''
   */
  #followWords(state, allowed, only) {
    let after = WORDS.includes(only) ? this.#followTyping(state) : state;
    if (WORDS.some((name) => name in allowed) && !('edits' in allowed))
      after = this.#applyRule(this.#rules.keepEdits, after);
    if (only === 'sentence') after = this.#applyRule(this.#rules.chooseQuery, after);
    if (!WORDS.includes(only) || hasSameWords(this.#state, after)) return after;
    // The open number and painted cells that are not in use belong to the earlier words.
    const { mask, masked } = after;
    return this.#makeState({ ...after, cell: '', masked: isPainted(mask) ? masked : '' });
  }

  /**
   * Keeps the words selected that were selected before the reader began to type.
   * @param {State} state
   */
  #followTyping(state) {
    // A real model marks tokens, and the store knows only words.
    if (!isComputedHere(state)) return state;
    if (this.#state !== this.#typed) this.#untyped = this.#state;
    return this.#makeState({ ...state, ...moveSelection(this.#untyped, state) });
  }

  /** @param {((state: State) => Partial<State>) | undefined} rule @param {State} state */
  #applyRule(rule, state) {
    return rule ? this.#makeState({ ...state, ...rule(state) }) : state;
  }

  /**
   * Returns the history on another page. The lab keeps its own.
   * @param {StateWithTensors} before
   * @param {StateWithTensors} after
   * @param {Actor} by
   */
  #turnPage(before, after, by) {
    const isUndoable = isUndoableBy(by);
    const history = isUndoable ? this.#history : closeEntry(this.#history);
    const wasShown = by !== 'program' || this.#rules.wasShown?.() !== false;
    if (before.guide === '' && wasShown)
      this.#left = { state: this.#state, ownTensors: before.ownTensors, history };
    if (after.guide === '' && this.#left)
      return isUndoable ? continueHistory(this.#left, history, before, after) : this.#left.history;
    // The reader did not choose the numbers of the first screen or of another page.
    return hasSameNumbers(before, after) || !isUndoable ? history : startHistory();
  }

  /** Ends the typing or the move of a slider or mark that is undone as one change. */
  endMove() {
    this.#history = closeEntry(this.#history);
  }

  /** @param {StateWithTensors} before @param {StateWithTensors} after @param {Actor} by @param {string} only the only changed field, or '' */
  #rememberChange(before, after, by, only) {
    if (before.guide === OPENING) return this.#history;
    // Typed letters and moves of one slider are undone together until `endMove()`. On a page of
    // the course, so are moves of a dragged mark.
    const dragged = by === 'page' ? before.guide : '';
    const name = { sentence: 'typed', comparedSentence: 'typed', edits: before.cell || dragged }[
      only
    ];
    const { cell } = before;
    const isClosed = WORDS.includes(only) && cell !== after.cell;
    return recordChange(this.#history, before, after, name, isClosed ? { cell } : {});
  }

  get canUndo() {
    return !this.#rules.isFixed() && this.#history.past.length > 0;
  }

  get canRedo() {
    return !this.#rules.isFixed() && this.#history.future.length > 0;
  }

  /** Undoes the reader's last change, if there is one. */
  undo() {
    if (this.canUndo) this.#restore('past');
  }

  /** Redoes the change that was undone last. */
  redo() {
    if (this.canRedo) this.#restore('future');
  }

  /** @param {'past' | 'future'} from */
  #restore(from) {
    this.#readRequests();
    const ownTensors = this.#ownTensors;
    const restored = restoreChange(this.#history, { ...this.#state, ownTensors }, from);
    if (!restored) return;
    this.#history = restored.history;
    this.#ownTensors = restored.ownTensors;
    this.#rules.onRestore?.(from);
    this.#move(this.#makeState({ ...restored.state, before: '' }), 'reader', ownTensors);
  }

  /** Applies all pending requests together, which an author made one by one. */
  #readRequests() {
    if (!this.#isUnread) return;
    this.#isUnread = false;
    this.#history = closeEntry(this.#history);
    this.#move(this.#makeState(this.#requests), 'program', this.#ownTensors, this.#requests);
  }

  /** @param {object} requests */
  #makeState(requests) {
    return this.#rules.clamp(normaliseState(requests));
  }

  /**
   * @param {State} after
   * @param {Actor} by
   * @param {object | undefined} ownBefore
   * @param {Record<string, unknown>} [requests]
   * @param {boolean} [isTyped] whether the reader has typed a letter of the words
   */
  #move(after, by, ownBefore, requests = { ...after }, isTyped = false) {
    const before = this.#state;
    const changed = STATE_NAMES.filter((name) => after[name] !== before[name]);
    this.#requests = requests;
    if (changed.length > 0) this.#state = after;
    if (listChangedSettings(this.#settings, after).length > 0) this.#settings = getSettings(after);
    // Before the event, whose listener may change the state again.
    if (isTyped) this.#typed = this.#state;
    const hasOtherTensors = changed.length === 0 && this.#ownTensors !== ownBefore;
    this.#rules.onChange(changed, before, by);
    if (hasOtherTensors) this.#rules.onTensors?.(by);
  }
}

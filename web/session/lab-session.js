/**
 * Everything that an element computes and keeps, without a document: the state, its history, the run of its settings, the reader's
 * own tensors, models that learn, the page of the course. One way in: `dispatch()`.
 */

import { loadOperations } from '../../src/js/attention.js';
import { getSlot, needSlot } from '../features.js';
import { getSourceSlot } from '../state/source-kinds.js';
import { Store } from '../state/store.js';
import { NO_COMPUTATION, openSource } from './computation.js';
import { Connections } from './connections.js';
import { OwnTensors } from './own-tensors.js';
import { PageLoader } from './page-loader.js';
import { RunCache } from './run-cache.js';

/**
 * @import { Operations } from '../../src/js/attention.js'
 * @import { Own, Tensors } from '../sources/types.js'
 * @import { Manner, Settings } from '../state/types.js'
 * @import { HostRules, SessionHost } from './types.js'
 */

/** One core serves all sessions. @type {ReturnType<typeof loadOperations> | undefined} */
let operations;

function loadSharedOperations() {
  operations ??= loadOperations();
  // Let the next session try again.
  operations.catch(() => {
    operations = undefined;
  });
  return operations;
}

export class LabSession {
  #rules;
  #store;
  #tensors;
  /** @type {RunCache | undefined} */
  #runs;
  /** @type {Operations | undefined} */
  attention;

  /** @param {SessionHost} host @param {HostRules} [rules] */
  constructor(host, rules = {}) {
    this.#rules = rules;
    const { isReadonly = () => false, clamp = (state) => state, onChange = () => {} } = rules;
    const { isUnseen } = rules;
    const store = () => this.#store;
    this.pages = new PageLoader(
      {
        requestUpdate: () => host.requestUpdate(),
        onError: (error) => rules.onError?.(error),
      },
      store,
    );
    this.connections = new Connections(host, (change) =>
      this.dispatch(change, { by: 'page', isUndoable: false }),
    );
    this.#tensors = new OwnTensors(store, (by) => rules.onTensors?.(by));
    this.#store = new Store({
      complete: (change, isPartial) => this.pages.takeRequest(change, isPartial),
      clamp: (state) => clamp(this.#tensors.shaped(state)),
      isFixed: isReadonly,
      isUnseen,
      looksAt: (state) => this.connections.looksAt(state),
      onChange,
    });
  }

  // The state

  /** The same object as long as nothing in it changes. */
  get state() {
    return this.#store.state;
  }

  /** The settings that the numbers depend on: the same object as long as nothing in it changes. */
  get settings() {
    return this.#store.settings;
  }

  /** The requested entries, before they are brought into range. */
  get requests() {
    return this.#store.requests;
  }

  /**
   * Changes some entries of the state; a value that makes no sense becomes the nearest one that does.
   * @param {unknown} change
   * @param {Manner} manner
   */
  dispatch(change, manner) {
    this.#store.dispatch(change, manner);
  }

  get canUndo() {
    return this.#store.canUndo;
  }

  get canRedo() {
    return this.#store.canRedo;
  }

  undo() {
    this.#store.undo();
  }

  redo() {
    this.#store.redo();
  }

  // Own tensors

  /** As they were given; null where others are shown. */
  get tensors() {
    return this.#tensors.given;
  }

  /**
   * Shows own tensors, or with null what was shown before them.
   * @param {Record<string, unknown> | null | undefined} tensors
   * @throws {Error} where they do not fit
   */
  setTensors(tensors) {
    this.#tensors.set(tensors);
  }

  /** Shows the tensors of the reader's files. @param {Own} ownTensors */
  showFiles(ownTensors) {
    this.#tensors.show(ownTensors, 'reader');
  }

  // The run

  /** Loads the core. */
  async start() {
    this.attention = await loadSharedOperations();
    this.#runs = new RunCache(
      this.attention,
      () => this.#rules.onResults?.(),
      (attention, settings, tensors) => this.#open(attention, settings, tensors),
      () => this.#tensors.loaded,
    );
  }

  /** @param {Operations} attention @param {Settings} settings @param {Own} [ownTensors] */
  #open(attention, settings, ownTensors) {
    if (getSourceSlot(settings))
      return this.connections.open(attention, settings, this.state.guide !== '');
    if (!settings.bug) return openSource(attention, settings, ownTensors);
    const bug = getSlot('bug');
    return bug
      ? bug.open(attention, settings)
      : needSlot('bug').then(({ open }) => open(attention, settings));
  }

  /** The computation of the present settings, computed to its end; empty before the core is loaded. */
  evaluate() {
    return (
      this.#runs?.evaluate(this.settings) ?? {
        computation: NO_COMPUTATION,
        refusal: undefined,
        isOpening: false,
        isOutdated: false,
      }
    );
  }

  /**
   * Computes for a while.
   * @param {number} milliseconds
   * @returns {boolean} whether something is left to be computed
   */
  computeFor(milliseconds) {
    return this.#runs?.computeFor(this.settings, milliseconds) ?? false;
  }

  /** Every tensor on screen, by name. @returns {Tensors} */
  results() {
    return this.#runs?.results(this.settings, this.state) ?? NO_COMPUTATION.results;
  }

  /** The comparison with the run before the last experiment. */
  compareWithBefore() {
    return this.#runs?.compareWithBefore(this.state, this.settings);
  }

  /** Until no source is opening, or it waits for its reader. */
  async opened() {
    await Promise.race([this.#runs?.opened(), this.connections.waiting(this.settings)]);
  }

  /** Asks anew for a source that was opening when its host left the page, which ends all training. */
  resume() {
    this.#runs?.resume();
  }

  /** The numbers are on screen: their model may go on, and in the lab it gets its lesson. */
  shown() {
    this.connections.shown(this.settings);
    if (this.state.guide === '')
      this.connections.loadLesson(this.settings, () => this.#runs?.reopen());
  }
}

/**
 * Everything that an element computes and keeps, without a document: the state, its history, the
 * run of its settings, own tensors, learning models, the page of the course. `dispatch()` is the
 * only way to change the state.
 */

import { loadOperations } from '../../src/js/attention.js';
import { loadOnce } from '../../src/js/once.js';
import { useSlot } from '../features.js';
import { keepEditsOfWords } from '../state/keep-edits.js';
import { moveIndices } from '../state/selection.js';
import { getSourceSlot } from '../state/source-kinds.js';
import { Store } from '../state/store.js';
import { NO_COMPUTATION, openSource } from './computation.js';
import { Connections } from './connections.js';
import { applyShape, OwnTensors } from './own-tensors.js';
import { PageLoader } from './page-loader.js';
import { RunCache } from './run-cache.js';

/** @import { Operations } from '../../src/js/attention.js' */
/** @import { Own, Tensors } from '../sources/types.js' */
/** @import { Words } from '../state/selection.js' */
/** @import { Settings, State } from '../state/types.js' */
/** @import { HostRules, SessionHost } from './types.js' */

/** The fields whose change chooses other words than those before. @type {(keyof State)[]} */
const SELECTION = ['source', 'query', 'key', 'pin'];

/** Loads the core, which all sessions share. */
const loadSharedOperations = loadOnce(() => loadOperations());

export class LabSession extends Store {
  #rules;
  /** @type {RunCache | undefined} */
  #runs;
  /** @type {Operations | undefined} */
  attention;
  /** The words that arrived last. @type {Words} */
  #words = NO_COMPUTATION;
  /** The state and the words before the reader began to type. @type {{ state: State, words: Words } | undefined} */
  #untyped;

  /** @param {SessionHost} host @param {HostRules} [rules] */
  constructor(host, rules = {}) {
    const { clamp = (state) => state, onChange = () => {} } = rules;
    super({
      complete: (change, onto) => this.pages.takeRequest(change, onto),
      clamp: (state) => clamp(applyShape(state, this.tensors.loaded)),
      isFixed: () => Boolean(host.readonly || host.locked),
      isUnseen: () => host.hasUpdated === false,
      wasShown: rules.wasShown,
      chooseQuery: (state) => this.connections.chooseQuery(state),
      keepEdits: (state) =>
        state.edits || state.layerEdits
          ? keepEditsOfWords(this.settings, state, this.openGraph())
          : {},
      onChange: (changed, before, by) => {
        const isTyped = changed.includes('sentence');
        const isChosen = SELECTION.some((name) => changed.includes(name));
        if (by === 'reader' && isTyped && !isChosen)
          this.#untyped ??= { state: before, words: this.#words };
        else if ((by === 'reader' || by === 'program') && (isTyped || isChosen))
          this.#untyped = undefined;
        onChange(changed, before, by);
      },
      onTensors: rules.onTensors,
      onRestore: rules.onRestore,
    });
    this.#rules = rules;
    this.pages = new PageLoader(host, this);
    this.connections = new Connections(host, (change) => this.dispatch(change, { by: 'model' }));
    this.tensors = new OwnTensors(this, () => this.attention);
  }

  /** Loads the core. */
  async start() {
    this.attention = await loadSharedOperations();
    this.#runs = new RunCache(this.attention, {
      open: (attention, settings, tensors) => this.#open(attention, settings, tensors),
      readTensors: () => this.tensors.loaded,
      onArrived: () => {
        this.#followTokens();
        this.#rules.onResults?.();
      },
    });
    this.tensors.compareWeights();
  }

  /** Keeps the tokens selected that were selected before the reader began to type. */
  #followTokens() {
    const { tokens, queryWords, keyWords } = this.evaluate().computation;
    this.#words = { queryWords, keyWords };
    if (!tokens || !this.#untyped) return;
    const { state, words } = this.#untyped;
    this.dispatch(moveIndices(state, words, this.#words), { by: 'model' });
  }

  /** @param {Operations} attention @param {Settings} settings @param {Own} [ownTensors] */
  #open(attention, settings, ownTensors) {
    if (getSourceSlot(settings))
      return this.connections.open(attention, settings, this.state.guide !== '');
    if (!settings.bug) return openSource(attention, settings, ownTensors);
    return useSlot('bug', ({ open }) => open(attention, settings));
  }

  /** Returns the complete computation of the current settings, or an empty one before the core is loaded. */
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

  /** Returns the graph of the current settings, whose numbers may not be computed yet. */
  openGraph() {
    return this.#runs?.openGraph(this.settings) ?? NO_COMPUTATION.run.graph;
  }

  /** @param {number} milliseconds @returns {boolean} whether the computation is unfinished */
  computeFor(milliseconds) {
    return this.#runs?.computeFor(this.settings, milliseconds) ?? false;
  }

  /** Returns every tensor on screen, by name. @returns {Tensors} */
  results() {
    return this.#runs?.results(this.settings, this.state) ?? NO_COMPUTATION.results;
  }

  /** Returns the comparison with the run before the last experiment. */
  compareWithBefore() {
    return this.#runs?.compareWithBefore(this.state, this.settings);
  }

  /** Resolves when no source is opening, or the source waits for its reader. */
  async opened() {
    // Otherwise each race would stay in memory with a promise that may never be settled.
    if (this.#runs?.isOpening)
      await Promise.race([this.#runs.opened(), this.connections.untilReaderAwaited(this.settings)]);
  }

  /** Reopens a source that was opening when its host left the page, or that waits for its reader. */
  resume() {
    this.#runs?.resume();
  }

  /** Called when the numbers are on screen: the model may continue, and in the lab its lesson is loaded. */
  shown() {
    this.connections.shown(this.settings);
    if (this.state.guide === '')
      this.connections.loadLesson(this.settings, (settings) => this.#runs?.reopen(settings));
  }
}

/** The run of the current settings, evaluated on first use and then kept. */

import { measureScoreVariance } from '../sources/score-variance.js';
import { listChangedSettings, listFieldsWith } from '../state/fields.js';
import { Signal, takeSteps } from './async.js';
import { compareComputations } from './compare.js';
import { computeInSteps, makeComputation, NO_COMPUTATION } from './computation.js';
import { readBefore } from './experiments.js';

/** @import { Operations } from '../../src/js/attention.js' */
/** @import { Computation, Own, Source } from '../sources/types.js' */
/** @import { Settings, State } from '../state/types.js' */
/** @import { Comparison } from './compare.js' */
/** @import { openSource } from './computation.js' */

const SAME_MODEL = listFieldsWith('sameModel');

/** @param {unknown} error */
const isAbort = (error) => error instanceof Error && error.name === 'AbortError';

export class RunCache {
  #attention;
  #open;
  #onArrived;
  /** @type {Settings | undefined} */
  #settings;
  #readTensors;
  /** @type {unknown} */
  #computedOwn;
  #computation = NO_COMPUTATION;
  /** @type {unknown} */
  #refusal;
  /** A source that is still opening. @type {Promise<unknown> | undefined} */
  #pendingSource;
  /** The rest of the computation. @type {ReturnType<typeof computeInSteps> | undefined} */
  #work;
  /** The graph of that computation. */
  #graph = NO_COMPUTATION.run.graph;
  /**
   * The previous computation, kept until the current one is compared with it.
   * @type {{ settings: Settings, computation: Computation } | undefined}
   */
  #previous;
  /** Whether the numbers on screen belong to settings other than the wanted ones, apart from the training time. */
  #isOutdated = false;
  /** Sent when no source is opening any more. */
  #settled = new Signal();
  /** @type {{ before: string, computation: Computation, comparison: Comparison | undefined } | undefined} */
  #compared;

  /**
   * @param {Operations} attention
   * @param {RunRules} rules
   *
   * @typedef {object} RunRules
   * @property {typeof openSource} open
   * @property {() => Own | undefined} readTensors returns the reader's own tensors
   * @property {() => void} onArrived called when an awaited source is open
   */
  constructor(attention, { open, readTensors, onArrived }) {
    this.#attention = attention;
    this.#open = open;
    this.#readTensors = readTensors;
    this.#onArrived = onArrived;
  }

  /**
   * Returns the complete computation of these settings.
   * @param {Settings} settings must be the same object until something in it changes
   * @returns {{ computation: Computation, refusal: unknown, isOpening: boolean, isOutdated: boolean
   * }} an empty computation while the source is opening, or with a `refusal`, the error of the core
   * or the source
   */
  evaluate(settings) {
    this.computeFor(settings, Infinity);
    const { isOpening } = this;
    return {
      computation: this.#computation,
      refusal: this.#refusal,
      isOpening,
      isOutdated: isOpening && this.#isOutdated,
    };
  }

  /**
   * Returns the graph of these settings without computing numbers. While their source is opening, it
   * is that of the numbers on screen.
   * @param {Settings} settings
   */
  openGraph(settings) {
    this.#begin(settings);
    return this.#work ? this.#graph : this.#computation.run.graph;
  }

  get isOpening() {
    return this.#pendingSource !== undefined;
  }

  /**
   * Computes for a limited time. New settings replace the previous ones.
   * @param {Settings} settings
   * @param {number} milliseconds
   * @returns {boolean} whether the computation is unfinished
   */
  computeFor(settings, milliseconds) {
    this.#begin(settings);
    if (!this.#work) return false;
    try {
      const { done, value } = takeSteps(this.#work, milliseconds);
      if (!done) return true;
      this.#computation = value;
    } catch (error) {
      this.#refusal = error;
    }
    this.#work = undefined;
    return false;
  }

  /** @param {Settings} settings */
  #begin(settings) {
    const tensors = this.#readTensors();
    if (settings === this.#settings && tensors === this.#computedOwn) return;
    const before = this.#settings;
    const keepsModel =
      before && listChangedSettings(before, settings).every((name) => SAME_MODEL.has(name));
    const shown = keepsModel ? this.#computation : NO_COMPUTATION;
    // An aborted run was never shown.
    if (before && !this.#work && !this.#pendingSource) {
      this.#previous = { settings: before, computation: this.#computation };
    }
    const { run } = this.#previous?.computation ?? NO_COMPUTATION;
    this.#work = undefined;
    this.#settings = settings;
    this.#computedOwn = tensors;
    this.#computation = NO_COMPUTATION;
    this.#refusal = undefined;
    this.#pendingSource = undefined;
    try {
      const source = this.#open(this.#attention, settings, tensors);
      if (source instanceof Promise) {
        // While a model continues training or reads another sentence, its last numbers stay on
        // screen.
        this.#computation = shown;
        this.#isOutdated ||=
          before === undefined ||
          listChangedSettings(before, settings).some((name) => name !== 'training');
        this.#wait(source, settings);
      } else {
        this.#isOutdated = false;
        this.#work = computeInSteps(this.#attention, settings, source, run);
        this.#graph = source?.graph ?? NO_COMPUTATION.run.graph;
      }
    } catch (error) {
      this.#refusal = error;
    }
    if (!this.isOpening) this.#settled.send();
  }

  /** Reopens a source that was opening when its element left the page, or that waits for its reader. */
  resume() {
    if (this.#pendingSource && this.#settings) this.reopen(this.#settings);
  }

  /**
   * Opens the source of these settings again, unless others have replaced them. The screen keeps
   * its numbers until the source is open.
   * @param {Settings} settings
   */
  reopen(settings) {
    if (settings !== this.#settings) return;
    this.#work = undefined;
    const open = async () => this.#open(this.#attention, settings, this.#readTensors());
    this.#wait(open(), settings);
  }

  /** Resolves when no source is opening. Replaced sources are not awaited. */
  async opened() {
    if (this.isOpening) await this.#settled.next();
  }

  /** @param {Promise<Source | undefined>} opening @param {Settings} settings */
  async #wait(opening, settings) {
    this.#pendingSource = opening;
    let refusal;
    let computation = NO_COMPUTATION;
    try {
      const source = await opening;
      if (this.#pendingSource === opening)
        computation = makeComputation(this.#attention, settings, source);
    } catch (error) {
      // The source is opened again when its element is back on the page, or other settings replace
      // it.
      if (isAbort(error)) return;
      refusal = error;
    }
    // Other settings have replaced this source meanwhile.
    if (this.#pendingSource !== opening) return;
    this.#computation = computation;
    this.#refusal = refusal;
    this.#pendingSource = undefined;
    this.#isOutdated = false;
    this.#settled.send();
    this.#onArrived();
  }

  /** @param {Settings} settings @param {Pick<State, 'step' | 'spread'>} selection */
  results(settings, { step, spread: d }) {
    const { results } = this.evaluate(settings).computation;
    if (step !== 'spread') return results;
    const spread = measureScoreVariance(this.#attention, { seed: settings.seed, d });
    return Object.freeze({ ...results, spread });
  }

  /**
   * Returns the comparison with the run before the last experiment, and releases the run that was
   * on screen before.
   * @param {State} state
   * @param {Settings} settings the settings of the state
   * @returns {Comparison | undefined}
   */
  compareWithBefore(state, settings) {
    const { computation } = this.evaluate(settings);
    const previous = this.#previous;
    this.#previous = undefined;
    if (state.before === '' || computation.keyWords.length === 0) return undefined;
    if (this.#compared?.before !== state.before || this.#compared.computation !== computation) {
      const comparison = this.#compare(state, computation, previous);
      this.#compared = { before: state.before, computation, comparison };
    }
    return this.#compared.comparison;
  }

  /**
   * @param {State} state
   * @param {Computation} computation
   * @param {{ settings: Settings, computation: Computation }} [previous] the computation
   * that was shown last
   */
  #compare(state, computation, previous) {
    const before = readBefore(state);
    if (!before) return undefined;
    try {
      const isPrevious = previous && listChangedSettings(previous.settings, before).length === 0;
      const earlier = isPrevious
        ? previous.computation
        : makeComputation(this.#attention, before, undefined, computation.run);
      // A learning model only has the numbers on screen.
      return earlier.keyWords.length > 0 ? compareComputations(earlier, computation) : undefined;
    } catch {
      // An address may contain a previous state that the core refuses. Then there is no comparison.
      return undefined;
    }
  }
}

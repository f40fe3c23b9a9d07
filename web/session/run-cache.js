/** The run of the present settings, evaluated when it is first wanted and then kept. */

import { measureScoreVariance } from '../sources/score-variance.js';
import { listChangedSettings, listFieldsWith } from '../state/fields.js';
import { compareComputations } from './compare.js';
import { computeInSteps, makeComputation, NO_COMPUTATION, openSource } from './computation.js';
import { readBefore } from './experiments.js';

/**
 * @import { Operations } from '../../src/js/attention.js'
 * @import { Computation, Own, Source } from '../sources/types.js'
 * @import { Settings, State } from '../state/types.js'
 * @import { Comparison } from './compare.js'
 */

const SAME_MODEL = listFieldsWith('sameModel');

/** @param {unknown} error */
const isAbort = (error) => error instanceof Error && error.name === 'AbortError';

export class RunCache {
  #attention;
  #open;
  #arrived;
  /** @type {Settings | undefined} */
  #settings;
  #readTensors;
  /** @type {unknown} */
  #computedOwn;
  #computation = NO_COMPUTATION;
  /** @type {unknown} */
  #refusal;
  /** @type {Promise<unknown> | undefined} of a source that is not there yet */
  #pendingSource;
  /** @type {ReturnType<typeof computeInSteps> | undefined} what is left to be computed */
  #work;
  /** @type {{ settings: Settings, computation: typeof NO_COMPUTATION } | undefined} until the present one is compared with it */
  #previous;
  /** Whether the numbers on screen are of other settings than those wanted, apart from how long a model has trained. */
  #isOutdated = false;
  /** @type {((nothing: void) => void)[]} told when no source is opening any more */
  #waiting = [];
  /** @type {{ before: string, computation: typeof NO_COMPUTATION, comparison: Comparison | undefined } | undefined} */
  #compared;

  /**
   * @param {Operations} attention
   * @param {() => void} [arrived] called when a source that had to be waited for is there
   * @param {typeof openSource} [open]
   * @param {() => Own | undefined} [ownTensors] tensors of the reader's
   */
  constructor(attention, arrived = () => {}, open = openSource, ownTensors = () => undefined) {
    this.#attention = attention;
    this.#arrived = arrived;
    this.#open = open;
    this.#readTensors = ownTensors;
  }

  /**
   * The computation of these settings, computed to its end.
   * @param {Settings} settings the same object as long as nothing in it changes
   * @returns {{ computation: Computation, refusal: unknown, isOpening: boolean, isOutdated: boolean }}
   *   empty with a `refusal`, the core's error or the source's, and as long as the source is opening
   */
  evaluate(settings) {
    this.computeFor(settings, Infinity);
    const isOpening = this.#pendingSource !== undefined;
    return {
      computation: this.#computation,
      refusal: this.#refusal,
      isOpening,
      isOutdated: isOpening && this.#isOutdated,
    };
  }

  /**
   * Computes for a while. Other settings than those before come in their place.
   * @param {Settings} settings
   * @param {number} milliseconds
   * @returns {boolean} whether something is left to be computed
   */
  computeFor(settings, milliseconds) {
    this.#begin(settings);
    const end = performance.now() + milliseconds;
    try {
      while (this.#work) {
        const { done, value } = this.#work.next();
        if (done) {
          this.#computation = value;
          this.#work = undefined;
        } else if (performance.now() > end) return true;
      }
    } catch (error) {
      this.#work = undefined;
      this.#refusal = error;
    }
    return false;
  }

  /** @param {Settings} settings */
  #begin(settings) {
    const tensors = this.#readTensors();
    if (settings !== this.#settings || tensors !== this.#computedOwn) {
      const before = this.#settings;
      const goesOn =
        before && listChangedSettings(before, settings).every((name) => SAME_MODEL.has(name));
      const shown = goesOn ? this.#computation : NO_COMPUTATION;
      // A run that was given up half way was never shown.
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
          // While a model trains on, or reads another sentence, its last numbers stay on screen.
          this.#computation = shown;
          this.#isOutdated ||=
            before === undefined ||
            listChangedSettings(before, settings).some((name) => name !== 'training');
          this.#wait(source, settings);
        } else {
          this.#isOutdated = false;
          this.#work = computeInSteps(this.#attention, settings, source, run);
        }
      } catch (error) {
        this.#refusal = error;
      }
      this.#tellWaiting();
    }
  }

  /** Asks anew for a source that is opening: the element has left the page meanwhile, which ends all training. */
  resume() {
    if (this.#pendingSource) this.reopen();
  }

  /** Opens the source again. The screen keeps its numbers until the source is open. */
  reopen() {
    const settings = /** @type {Settings} */ (this.#settings);
    const open = async () => this.#open(this.#attention, settings, this.#readTensors());
    this.#wait(open(), settings);
  }

  /** Until no source is opening: one that others have replaced is not waited for. */
  async opened() {
    if (this.#pendingSource) await new Promise((resolve) => this.#waiting.push(resolve));
  }

  #tellWaiting() {
    if (this.#pendingSource) return;
    for (const tell of this.#waiting.splice(0)) tell();
  }

  /** @param {Promise<Source | undefined>} opening @param {Settings} settings */
  async #wait(opening, settings) {
    this.#pendingSource = opening;
    let refusal;
    let computation = NO_COMPUTATION;
    try {
      computation = makeComputation(this.#attention, settings, await opening);
    } catch (error) {
      // It is opened again once its element is back on the page, or other settings take its place.
      if (isAbort(error)) return;
      refusal = error;
    }
    // Others have been asked for meanwhile.
    if (this.#pendingSource !== opening) return;
    this.#computation = computation;
    this.#refusal = refusal;
    this.#pendingSource = undefined;
    this.#isOutdated = false;
    this.#tellWaiting();
    this.#arrived();
  }

  /**
   * Every tensor on screen, by name.
   * @param {Settings} settings
   * @param {Pick<State, 'step' | 'spread'>} selection
   */
  results(settings, { step, spread: d }) {
    const { results } = this.evaluate(settings).computation;
    if (step !== 'spread') return results;
    const spread = measureScoreVariance(this.#attention, { seed: settings.seed, d });
    return Object.freeze({ ...results, spread });
  }

  /**
   * The comparison with the run before the last experiment. Lets the run go that was on screen before.
   * @param {State} state
   * @param {Settings} settings of that state
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
   * @param {typeof NO_COMPUTATION} computation
   * @param {{ settings: Settings, computation: typeof NO_COMPUTATION }} [previous] what was shown last
   */
  #compare(state, computation, previous) {
    const before = readBefore(state);
    if (!before) return undefined;
    try {
      const isPrevious = previous && listChangedSettings(previous.settings, before).length === 0;
      const earlier = isPrevious
        ? previous.computation
        : makeComputation(this.#attention, before, undefined, computation.run);
      // A model that learns has no numbers but those that are on screen.
      return earlier.keyWords.length > 0 ? compareComputations(earlier, computation) : undefined;
    } catch {
      // An address may contain an earlier state that the core refuses: then nothing is compared.
      return undefined;
    }
  }
}

/** The run of the present settings, evaluated when it is first wanted and then kept. */

import { compare } from '../graph/compare.js';
import { measureScoreVariance } from '../sources/score-variance.js';
import { compute, NO_COMPUTATION, openSource } from './computation.js';
import { readBefore } from './experiments.js';
import { differing } from './settings.js';

/**
 * @typedef {import('./state.js').State} State
 * @typedef {import('./settings.js').Settings} Settings
 * @typedef {ReturnType<typeof compare>} Comparison
 */

/** Settings that leave it the same model. @type {Set<keyof Settings>} */
const GOING_ON = new Set(/** @type {const} */ (['training', 'sentence', 'masked', 'edits']));

export class RunCache {
  #attention;
  #open;
  #arrived;
  /** @type {Settings | undefined} */
  #settings;
  /** @type {import('../sources/own.js').Own | undefined} tensors of the reader's */
  own;
  /** @type {unknown} */
  #computedOwn;
  #computation = NO_COMPUTATION;
  /** @type {unknown} */
  #refusal;
  /** @type {Promise<unknown> | undefined} of a source that is not there yet */
  #opening;
  /** Whether the numbers on screen are those of another sentence. */
  #isOther = false;
  /** @type {(() => void)[]} told when no source is opening any more */
  #waiting = [];
  /** @type {{ before: string, computation: typeof NO_COMPUTATION, comparison: Comparison | undefined } | undefined} */
  #compared;

  /**
   * @param {import('../../src/js/attention.js').Operations} attention
   * @param {() => void} [arrived] called when a source that had to be waited for is there
   * @param {typeof openSource} [open]
   */
  constructor(attention, arrived = () => {}, open = openSource) {
    this.#attention = attention;
    this.#arrived = arrived;
    this.#open = open;
  }

  /**
   * @param {Settings} settings the same object as long as nothing in it changes
   * @returns {{ computation: import('./computation.js').Computation, refusal: unknown, isOpening: boolean, isOther: boolean }}
   *   empty with a `refusal`, the core's error or the source's, and as long as the source is opening
   */
  of(settings) {
    if (settings !== this.#settings || this.own !== this.#computedOwn) {
      const before = this.#settings;
      const goesOn = before && differing(before, settings).every((name) => GOING_ON.has(name));
      const shown = goesOn ? this.#computation : NO_COMPUTATION;
      this.#settings = settings;
      this.#computedOwn = this.own;
      this.#computation = NO_COMPUTATION;
      this.#refusal = undefined;
      this.#opening = undefined;
      try {
        const source = this.#open(this.#attention, settings, this.own);
        if (source instanceof Promise) {
          // While a model trains on, or reads another sentence, its last numbers stay on screen.
          this.#computation = shown;
          this.#isOther ||=
            before === undefined || differing(before, settings).some((name) => name !== 'training');
          this.#wait(source, settings);
        } else {
          this.#isOther = false;
          this.#computation = compute(this.#attention, settings, source);
        }
      } catch (error) {
        this.#refusal = error;
      }
      this.#tellWaiting();
    }
    return {
      ...{ computation: this.#computation, refusal: this.#refusal },
      isOpening: this.#opening !== undefined,
      isOther: this.#opening !== undefined && this.#isOther,
    };
  }

  /** Until no source is opening: one that others have replaced is not waited for. */
  async opened() {
    if (this.#opening) await new Promise((resolve) => this.#waiting.push(() => resolve(undefined)));
  }

  #tellWaiting() {
    if (this.#opening) return;
    for (const tell of this.#waiting.splice(0)) tell();
  }

  /** @param {Promise<import('../sources/source.js').Source | undefined>} opening @param {Settings} settings */
  #wait(opening, settings) {
    const waiting = this.#take(opening, settings, () => this.#opening === waiting);
    this.#opening = waiting;
  }

  /**
   * @param {Promise<import('../sources/source.js').Source | undefined>} opening
   * @param {Settings} settings
   * @param {() => boolean} isLast whether no other settings have been asked for meanwhile
   */
  async #take(opening, settings, isLast) {
    let refusal;
    let computation = NO_COMPUTATION;
    try {
      computation = compute(this.#attention, settings, await opening);
    } catch (error) {
      refusal = error;
    }
    if (!isLast()) return;
    this.#opening = undefined;
    this.#isOther = false;
    this.#computation = computation;
    this.#refusal = refusal;
    this.#tellWaiting();
    this.#arrived();
  }

  /**
   * Every tensor on screen, by name.
   * @param {Settings} settings
   * @param {Pick<State, 'step' | 'spread'>} selection
   */
  results(settings, { step, spread: d }) {
    const { results } = this.of(settings).computation;
    if (step !== 'spread') return results;
    const spread = measureScoreVariance(this.#attention, { seed: settings.seed, d });
    return Object.freeze({ ...results, spread });
  }

  /**
   * What the last experiment changed.
   * @param {State} state
   * @param {Settings} settings of that state
   * @returns {Comparison | undefined}
   */
  comparison(state, settings) {
    const { computation } = this.of(settings);
    if (state.before === '' || computation.keyWords.length === 0) return undefined;
    if (this.#compared?.before !== state.before || this.#compared.computation !== computation) {
      const comparison = this.#compare(state, computation);
      this.#compared = { before: state.before, computation, comparison };
    }
    return this.#compared.comparison;
  }

  /** @param {State} state @param {import('./computation.js').Computation} computation */
  #compare(state, computation) {
    const before = readBefore(state);
    try {
      return before && compare(compute(this.#attention, before), computation);
    } catch {
      // An address may contain an earlier state that the core refuses: then nothing is compared.
      return undefined;
    }
  }
}

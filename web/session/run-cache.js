/** The run of the present settings, evaluated when it is first wanted and then kept. */

import { compare } from '../graph/compare.js';
import { measureScoreVariance } from '../sources/score-variance.js';
import { compute, NO_COMPUTATION, openSource } from './computation.js';
import { readBefore } from './experiments.js';

/**
 * @typedef {import('./state.js').State} State
 * @typedef {import('./settings.js').Settings} Settings
 * @typedef {ReturnType<typeof compare>} Comparison
 */

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
   * @returns {{ computation: import('./computation.js').Computation, refusal: unknown, isOpening: boolean }}
   *   empty with a `refusal`, the core's error or the source's, and as long as the source is opening
   */
  of(settings) {
    if (settings !== this.#settings || this.own !== this.#computedOwn) {
      const isSame = this.#settings?.source === settings.source;
      const shown = isSame ? this.#computation : NO_COMPUTATION;
      this.#settings = settings;
      this.#computedOwn = this.own;
      this.#computation = NO_COMPUTATION;
      this.#refusal = undefined;
      this.#opening = undefined;
      try {
        const source = this.#open(this.#attention, settings, this.own);
        if (source instanceof Promise) {
          // Of a source that opens again, such as a model that learns, the last numbers stay so long.
          this.#computation = shown;
          this.#wait(source, settings);
        } else this.#computation = compute(this.#attention, settings, source);
      } catch (error) {
        this.#refusal = error;
      }
    }
    return {
      ...{ computation: this.#computation, refusal: this.#refusal },
      isOpening: this.#opening !== undefined,
    };
  }

  /** Until no source is opening. */
  async opened() {
    while (this.#opening) await this.#opening;
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
    this.#computation = computation;
    this.#refusal = refusal;
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

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
  /** @type {Settings | undefined} */
  #settings;
  /** @type {import('../sources/own.js').Own | undefined} tensors of the reader's */
  own;
  /** @type {unknown} */
  #computedOwn;
  #computation = NO_COMPUTATION;
  /** @type {unknown} */
  #refusal;
  /** @type {{ before: string, computation: typeof NO_COMPUTATION, comparison: Comparison | undefined } | undefined} */
  #compared;

  /** @param {import('../../src/js/attention.js').Operations} attention */
  constructor(attention) {
    this.#attention = attention;
  }

  /**
   * @param {Settings} settings the same object as long as nothing in it changes
   * @returns {{ computation: import('./computation.js').Computation, refusal: unknown }} `refusal`:
   *   the core's error, with an empty computation
   */
  of(settings) {
    if (settings !== this.#settings || this.own !== this.#computedOwn) {
      this.#settings = settings;
      this.#computedOwn = this.own;
      this.#computation = NO_COMPUTATION;
      this.#refusal = undefined;
      try {
        const source = openSource(this.#attention, settings, this.own);
        this.#computation = compute(this.#attention, settings, source);
      } catch (error) {
        this.#refusal = error;
      }
    }
    return { computation: this.#computation, refusal: this.#refusal };
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

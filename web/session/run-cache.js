/** The run of the present settings, evaluated when it is first wanted and then kept. */

import { compareLessons } from '../graph/compare.js';
import { measureSpread } from '../sources/score-variance.js';
import { readBefore } from './experiments.js';
import { computeLesson, NO_LESSON, openSource } from './lesson.js';

/**
 * @typedef {import('./state.js').State} State
 * @typedef {import('./settings.js').Settings} Settings
 * @typedef {ReturnType<typeof compareLessons>} Comparison
 */

export class RunCache {
  #attention;
  /** @type {Settings | undefined} */
  #settings;
  /** @type {import('../sources/own.js').Own | undefined} tensors of the reader's */
  own;
  /** @type {unknown} */
  #computedOwn;
  #lesson = NO_LESSON;
  /** @type {unknown} */
  #refusal;
  /** @type {{ before: string, lesson: typeof NO_LESSON, comparison: Comparison | undefined } | undefined} */
  #compared;

  /** @param {import('../../src/js/attention.js').Operations} attention */
  constructor(attention) {
    this.#attention = attention;
  }

  /**
   * @param {Settings} settings the same object as long as nothing in it changes
   * @returns {{ lesson: import('./lesson.js').Lesson, refusal: unknown }} what the core has
   *   refused, with a lesson of nothing
   */
  of(settings) {
    if (settings !== this.#settings || this.own !== this.#computedOwn) {
      this.#settings = settings;
      this.#computedOwn = this.own;
      this.#lesson = NO_LESSON;
      this.#refusal = undefined;
      try {
        const source = openSource(this.#attention, settings, this.own);
        this.#lesson = computeLesson(this.#attention, settings, source);
      } catch (error) {
        this.#refusal = error;
      }
    }
    return { lesson: this.#lesson, refusal: this.#refusal };
  }

  /**
   * Every tensor on screen.
   * @param {Settings} settings
   * @param {Pick<State, 'step' | 'spread'>} selection
   */
  results(settings, { step, spread: d }) {
    const { results } = this.of(settings).lesson;
    if (step !== 'spread') return results;
    const spread = measureSpread(this.#attention, { seed: settings.seed, d });
    return Object.freeze({ ...results, spread });
  }

  /**
   * The last experiment's before beside its after.
   * @param {State} state
   * @param {Settings} settings of that state
   * @returns {Comparison | undefined}
   */
  comparison(state, settings) {
    const { lesson } = this.of(settings);
    if (state.before === '' || lesson.keyWords.length === 0) return undefined;
    if (this.#compared?.before !== state.before || this.#compared.lesson !== lesson) {
      const comparison = this.#compare(state, lesson);
      this.#compared = { before: state.before, lesson, comparison };
    }
    return this.#compared.comparison;
  }

  /** @param {State} state @param {import('./lesson.js').Lesson} lesson */
  #compare(state, lesson) {
    const before = readBefore(state);
    try {
      return before && compareLessons(computeLesson(this.#attention, before), lesson);
    } catch {
      // An address may name a before that the core refuses: then there is nothing to compare with.
      return undefined;
    }
  }
}

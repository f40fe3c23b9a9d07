/** The lesson of the present state, computed when it is asked for and then kept. */

import { compareLessons } from './compare.js';
import { readBefore } from './experiments.js';
import { computeLesson, lessonKey, NO_LESSON } from './lesson.js';
import { measureSpread } from './spread.js';

/** @typedef {import('./state.js').State} State */

export class Workings {
  #attention;
  #key = '';
  #lesson = NO_LESSON;
  /** @type {unknown} */
  #refusal;
  #comparedKey = '';
  /** @type {ReturnType<typeof compareLessons> | undefined} */
  #comparison;

  /** @param {import('../../src/js/attention.js').Operations} attention */
  constructor(attention) {
    this.#attention = attention;
  }

  /**
   * @param {State} state
   * @returns {{ lesson: import('./lesson.js').Lesson, refusal: unknown }} what the core has refused,
   *   with a lesson of nothing
   */
  of(state) {
    const key = lessonKey(state);
    if (key !== this.#key) {
      this.#key = key;
      this.#lesson = NO_LESSON;
      this.#refusal = undefined;
      try {
        this.#lesson = computeLesson(this.#attention, state);
      } catch (error) {
        this.#refusal = error;
      }
    }
    return { lesson: this.#lesson, refusal: this.#refusal };
  }

  /**
   * Every tensor on screen.
   * @param {State} state
   * @returns {import('./lesson.js').Tensors}
   */
  results(state) {
    const { results } = this.of(state).lesson;
    const { step, seed, spread: d } = state;
    if (step !== 'spread') return results;
    return Object.freeze({ ...results, spread: measureSpread(this.#attention, { seed, d }) });
  }

  /**
   * The last experiment's before beside its after.
   * @param {State} state
   */
  comparison(state) {
    const before = readBefore(state);
    const { lesson } = this.of(state);
    if (!before || lesson.keyWords.length === 0) return undefined;
    const key = `${state.before} ${this.#key}`;
    if (key !== this.#comparedKey) {
      this.#comparedKey = key;
      this.#comparison = this.#compare(before, lesson);
    }
    return this.#comparison;
  }

  /** @param {State} before @param {import('./lesson.js').Lesson} lesson */
  #compare(before, lesson) {
    try {
      return compareLessons(computeLesson(this.#attention, before), lesson);
    } catch {
      // An address may name a before that the core refuses: then there is nothing to compare with.
      return undefined;
    }
  }
}

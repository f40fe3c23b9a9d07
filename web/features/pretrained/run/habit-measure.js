/** The habits of a model's heads, measured when the reader asks. */

import { proxy } from 'comlink';
import { headHabits } from './head-habits.js';

/**
 * @import { HeadHabits } from '../types.js'
 * @import { Threads } from './threads.js'
 */

export class HabitMeasure {
  #threads;
  #key;
  #update;
  /** @type {HeadHabits | undefined} */
  habits;
  /**
   * The number of sentences measured so far; undefined until the reader asks.
   * @type {number | undefined}
   */
  done;
  /** @type {unknown} */
  error;

  /**
   * @param {Threads} threads
   * @param {{ model: string, key: string, update: () => void }} shown the model, its key for the
   *   server, and a callback that renders again
   */
  constructor(threads, { model, key, update }) {
    this.#threads = threads;
    this.#key = key;
    this.#update = update;
    // The habits of the shipped model are known.
    if (model === 'use-lite') this.habits = headHabits;
  }

  /** Measures the habits. Called when the reader asks. */
  async ask() {
    this.#show(0);
    const onProgress = proxy((/** @type {number} */ done) => this.#show(done));
    try {
      const server = await this.#threads.server();
      this.habits = await server.measureHabits(this.#key, onProgress);
    } catch (error) {
      Object.assign(this, { done: undefined, error });
    }
    this.#update();
  }

  /** @param {number} done */
  #show(done) {
    Object.assign(this, { done, error: undefined });
    this.#update();
  }
}

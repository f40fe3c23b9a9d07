// What all models that learn have in common.

import { Random } from './random.js';
import { Tape } from './tape.js';

/** @typedef {import('./module.js').LearningModule} LearningModule */
/** @typedef {import('./tape.js').TapeTensor} TapeTensor */
/** @typedef {import('./tape.js').UpdateOptions} UpdateOptions */

/**
 * A model: `train()` draws batches and updates its parameters. The same seed gives the same numbers
 * everywhere.
 *
 * @template Example
 */
export class Model {
  #losses = 0;

  /**
   * @param {LearningModule} module
   * @param {number} seed
   */
  constructor(module, seed) {
    this.seed = seed;
    this.tape = new Tape(module);
    /** Draws the training examples, one after the other. */
    this.random = new Random(seed, 'examples');
  }

  /**
   * Trains for some steps.
   *
   * @param {number} steps
   * @returns {{ step: number, loss: number }} steps so far, and the mean loss of these
   */
  train(steps) {
    const { tape } = this;
    this.#losses = 0;
    for (let i = 0; i < steps; i++) {
      const batch = this.drawBatch();
      tape.start();
      const { loss } = this.forward(batch);
      tape.backward();
      tape.update(this.updateOptions(tape.step));
      this.#losses += tape.read(loss)[0];
    }
    return { step: tape.step, loss: this.#losses / steps };
  }

  /** A parameter with normally distributed initial values. @param {string} name @param {number[]} shape @param {number} deviation */
  normal(name, shape, deviation) {
    const random = new Random(this.seed, name);
    return this.tape.parameter(name, shape, () => deviation * random.normal());
  }

  /** One with values between −limit and limit. @param {string} name @param {number[]} shape @param {number} limit */
  uniform(name, shape, limit) {
    const random = new Random(this.seed, name);
    return this.tape.parameter(name, shape, () => limit * (2 * random.uniform() - 1));
  }

  /** One of equal values. @param {string} name @param {number[]} shape @param {number} value */
  constant(name, shape, value) {
    return this.tape.parameter(name, shape, () => value);
  }

  /** @returns {Example[]} */
  drawBatch() {
    throw new Error('A model says how it draws a batch');
  }

  /** @param {Example[]} _batch @returns {{ loss: TapeTensor }} */
  forward(_batch) {
    throw new Error('A model says what it computes');
  }

  /** @param {number} _step from 0 @returns {UpdateOptions} */
  updateOptions(_step) {
    throw new Error('A model says how it is updated');
  }
}

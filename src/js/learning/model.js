// The base class of all models that can be trained.

import { DisposedError, makeLimitError, runNamed } from '../errors.js';
import { DISPOSE } from '../held.js';
import { Random } from '../random.js';
import { makeTensor } from '../tensor.js';
import { checkCount, checkNumber } from './model-arguments.js';
import { MOST_STEPS, readEntries, readState } from './state.js';
import { Tape } from './tape.js';

/** @import { Tensor } from '../types.js' */
/** @import { LearningModule } from './module.js' */
/** @import { TapeTensor, UpdateOptions } from './types.js' */

/**
 * Assigns consecutive ids to words.
 * @param {readonly string[]} words
 * @param {number} [first]
 * @returns {Map<string, number>}
 */
export const assignIds = (words, first = 0) => new Map(words.map((word, i) => [word, first + i]));

/** The seed of the examples that evaluate a model. It does not depend on the seed of the model. */
export const TEST_SEED = 1;

/**
 * A model. The same seed gives the same numbers on every machine. types.d.ts documents the methods of each kind.
 * @template Example
 * @template {{ loss: TapeTensor }} [Result={ loss: TapeTensor }]
 */
export class Model {
  /** @type {Tape | undefined} */
  #tape;
  #rate = 1;
  /**
   * The batch of a step that failed because the host had no memory. The next step trains on this batch.
   * @type {Example[] | undefined}
   */
  #batch;

  #grammar;
  #batchSize;

  /**
   * @param {LearningModule} module @param {number} seed
   * @param {{ draw: (random: Random, options?: { heldOut?: boolean }) => Example }} grammar
   * @param {number} batchSize
   */
  constructor(module, seed, grammar, batchSize) {
    this.seed = seed;
    this.#grammar = grammar;
    this.#batchSize = batchSize;
    this.#tape = new Tape(module);
    /** The random numbers of the training examples. */
    this.random = new Random(seed, 'examples');
  }

  /** @param {number} steps */
  train(steps) {
    return runNamed('train', () => {
      const { tape } = this;
      checkCount('steps', steps);
      if (tape.step + steps > MOST_STEPS) {
        throw makeLimitError('steps', `${MOST_STEPS}`, `the model to step ${tape.step + steps}`);
      }
      let losses = 0;
      for (let i = 0; i < steps; i++) {
        this.#batch ??= this.drawBatch();
        tape.start();
        const { loss } = this.forward(this.#batch);
        tape.backward();
        this.#batch = undefined;
        const options = this.updateOptions(tape.step);
        tape.update({ ...options, learningRate: this.#rate * options.learningRate });
        losses += tape.read(loss)[0];
      }
      return { step: tape.step, loss: losses / steps };
    });
  }

  get rate() {
    return this.#rate;
  }

  set rate(factor) {
    runNamed('rate', () => this.tape && checkNumber('rate', factor, 1e6));
    this.#rate = factor;
  }

  /** The kind of model, stored in its states: another kind may have the same number of parameters. */
  kind = 'model';
  /** The number of steps after which the learning rate has reached its minimum. */
  steps = 0;

  /** The tape: operations, memory and parameters. */
  get tape() {
    if (this.#tape) return this.#tape;
    throw new DisposedError({ argument: 'model', expected: 'a model in use' });
  }

  dispose() {
    this.#tape = undefined;
  }

  [DISPOSE]() {
    this.dispose();
  }

  getState() {
    return runNamed('getState', () => ({
      kind: this.kind,
      ...this.tape.getState(),
      random: this.random.getState(),
    }));
  }

  /** @param {ReturnType<Model<Example>['getState']>} state */
  setState(state) {
    runNamed('setState', () => this.setEntries(readEntries(state)));
  }

  /** @internal @param {Record<string, unknown>} entries the entries of a state */
  setEntries(entries) {
    const { random, ...state } = readState(entries, this.kind, this.tape.count);
    this.tape.setState(state);
    this.random.setState(random);
    this.#batch = undefined;
  }

  /** @returns {Record<string, Tensor>} */
  get parameters() {
    return runNamed('parameters', () => {
      const entries = this.tape.parameters.map((parameter) => [
        parameter.name,
        makeTensor([...parameter.shape], this.tape.read(parameter)),
      ]);
      return Object.fromEntries(entries);
    });
  }

  /** Sets parameters by name. @internal @param {Record<string, { data: ArrayLike<number> }>} values */
  setParameters(values) {
    for (const parameter of this.tape.parameters) {
      const tensor = values[parameter.name];
      if (tensor) this.tape.write(parameter, tensor.data);
    }
  }

  /**
   * Declares a parameter with normally distributed initial values.
   * @param {string} name @param {number[]} shape @param {number} deviation
   */
  normal(name, shape, deviation) {
    const random = new Random(this.seed, name);
    return this.tape.parameter(name, shape, () => deviation * random.normal());
  }

  /**
   * Declares a parameter with uniform initial values between −limit and limit.
   * @param {string} name @param {number[]} shape @param {number} limit
   */
  uniform(name, shape, limit) {
    const random = new Random(this.seed, name);
    return this.tape.parameter(name, shape, () => limit * (2 * random.uniform() - 1));
  }

  /**
   * Declares a parameter with equal initial values.
   * @param {string} name
   * @param {number[]} shape
   * @param {number} value
   */
  constant(name, shape, value) {
    return this.tape.parameter(name, shape, () => value);
  }

  /** @param {string} sentence @param {object} [options] the options of this kind of model */
  run(sentence, options) {
    return runNamed('run', () => this.watch(this.readInput(sentence, options)));
  }

  /** @internal @param {unknown} _sentence @param {unknown} [_options] @returns {any} the argument of `watch` */
  readInput(_sentence, _options) {
    throw new Error('A kind of model needs its own readInput()');
  }

  /** @internal @param {any} _input @returns {Record<string, Tensor>} */
  watch(_input) {
    throw new Error('A kind of model needs its own watch()');
  }

  /** @returns {Example[]} */
  drawBatch() {
    return Array.from({ length: this.#batchSize }, () => this.#grammar.draw(this.random));
  }

  /** Runs batches of held-out examples. @param {number} rounds @param {any[]} more arguments of `forward` */
  *runTest(rounds, ...more) {
    const random = new Random(TEST_SEED, 'test');
    const draw = () => this.#grammar.draw(random, { heldOut: true });
    for (let i = 0; i < rounds; i++) {
      const batch = Array.from({ length: this.#batchSize }, draw);
      this.tape.start();
      yield { batch, ...this.forward(batch, ...more) };
    }
  }

  /** @param {Example[]} _batch @param {any[]} _more @returns {Result} */
  forward(_batch, ..._more) {
    throw new Error('A kind of model needs its own forward()');
  }

  /** @param {number} _step counted from 0 @returns {UpdateOptions} */
  updateOptions(_step) {
    throw new Error('A kind of model needs its own updateOptions()');
  }
}

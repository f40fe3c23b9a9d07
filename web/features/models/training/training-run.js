/** One training run of a model, with checkpoints. */

import { nextTask, takeSteps } from '../../../session/async.js';

/** @import { TrainableModel } from './makers.js' */
/** @import { Progress } from '../types.js' */

/** The number of checkpoints and of measurements in a run. */
const CHECKPOINTS = 100;

const MEASURES = 25;

/** The number of steps between checkpoints whose parameters are kept: the shown one and the next. */
const BETWEEN = 2;

/** The number of checkpoints that store the whole state, from which training can continue. */
const STATES = 10;

export class TrainingRun {
  /** Parameters by step. @type {Map<number, TrainableModel['parameters']>} */
  #checkpoints = new Map();
  /** Parameters of the last requested steps between checkpoints. @type {Map<number, TrainableModel['parameters']>} */
  #between = new Map();
  /**
   * States from which training can continue, by step.
   * @type {Map<number, ReturnType<TrainableModel['getState']>>}
   */
  #states = new Map();
  /** The number of steps so far. */
  #reached = 0;
  /** The step of the model's current parameters. */
  #modelStep = 0;
  /**
   * The state at the latest step, kept while the model is at an earlier step.
   * @type {ReturnType<TrainableModel['getState']> | undefined}
   */
  #latestState;
  /**
   * The step at which the latest training started, and the state there.
   * @type {[number, ReturnType<TrainableModel['getState']>] | undefined}
   */
  #start;
  /** The number of `parametersAt` calls that still train. */
  #trainings = 0;
  /** @type {Progress['losses']} */
  #losses = [];
  /** The sum of the losses since the last checkpoint. Pictures may lie between checkpoints. */
  #lossSum = 0;
  /** @type {Progress['measures']} */
  #measures = [];

  /** @param {TrainableModel} model @param {object} measuredOn */
  constructor(model, measuredOn) {
    this.model = model;
    this.measuredOn = measuredOn;
    this.total = model.steps;
    this.every = Math.ceil(this.total / CHECKPOINTS);
    this.#record();
  }

  /**
   * Returns the model with the parameters of a stored step, or undefined while the model trains.
   * @param {number} step
   */
  modelAt(step) {
    if (this.#trainings > 0 || !this.#findParameters(step)) return undefined;
    if (this.#modelStep !== step) this.#goBack(step);
    return this.model;
  }

  /** @returns {Progress} */
  get progress() {
    const [losses, measures] = [this.#losses, this.#measures];
    return { reached: this.#reached, total: this.total, every: this.every, losses, measures };
  }

  /**
   * @param {number} step
   * @param {{ isWanted: () => boolean, report: (progress: Progress) => void, slice: number }} how
   * @returns {Promise<TrainableModel['parameters'] | undefined>} undefined if the call was stopped
   */
  async parametersAt(step, { isWanted, report, slice }) {
    if (step < this.#reached) return this.#goBack(step);
    if (this.#latestState) this.model.setState(this.#latestState);
    this.#latestState = undefined;
    this.#modelStep = this.#reached;
    // The page requests a picture before it shows it. If the reader stops there, training continues
    // from the previous picture, so keep its state.
    if (step > this.#reached) this.#start = [this.#reached, this.model.getState()];
    this.#trainings++;
    try {
      const training = this.#trainTo(step);
      while (!takeSteps(training, slice).done) {
        report(this.progress);
        await nextTask();
        if (!isWanted()) return undefined;
      }
    } finally {
      this.#trainings--;
    }
    return this.#keepParameters(step);
  }

  /** Trains from checkpoint to checkpoint. @param {number} step */
  *#trainTo(step) {
    while (this.#reached < step) {
      const next = this.every * (Math.floor(this.#reached / this.every) + 1);
      const steps = Math.min(next, step) - this.#reached;
      this.#lossSum += steps * this.model.train(steps).loss;
      this.#reached += steps;
      this.#modelStep = this.#reached;
      if (this.#reached % this.every === 0) this.#record();
      yield;
    }
  }

  /** Gives the model the parameters of an earlier step. @param {number} step */
  #goBack(step) {
    const { model } = this;
    this.#latestState ??= model.getState();
    this.#modelStep = step;
    const kept = this.#findParameters(step);
    if (kept) {
      model.setParameters(kept);
      return kept;
    }
    const states = [...this.#states, ...(this.#start ? [this.#start] : [])];
    const [from, state] = states
      .filter(([reached]) => reached <= step)
      .reduce((latest, candidate) => (candidate[0] > latest[0] ? candidate : latest));
    model.setState(state);
    if (step > from) model.train(step - from);
    return this.#keepParameters(step);
  }

  /** @param {number} step the current step of the model */
  #keepParameters(step) {
    const parameters = this.#findParameters(step) ?? this.model.parameters;
    const kept = step % this.every === 0 ? this.#checkpoints : this.#between;
    kept.set(step, parameters);
    const [oldest] = this.#between.keys();
    if (this.#between.size > BETWEEN) this.#between.delete(oldest);
    return parameters;
  }

  /** @param {number} step */
  #findParameters(step) {
    return this.#checkpoints.get(step) ?? this.#between.get(step);
  }

  /** Keeps the checkpoint at the latest step, and measures the model there. */
  #record() {
    const step = this.#reached;
    const checkpoint = step / this.every;
    this.#keepParameters(step);
    if (step > 0) this.#losses.push([step, this.#lossSum / this.every]);
    this.#lossSum = 0;
    if (checkpoint % (CHECKPOINTS / STATES) === 0) this.#states.set(step, this.model.getState());
    if (checkpoint % (CHECKPOINTS / MEASURES) === 0) {
      this.#measures.push([step, this.model.evaluate(this.measuredOn)]);
    }
  }
}

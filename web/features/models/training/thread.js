/** Calls the trainer in a Worker, or on the page if no Worker can start. */

import { proxy, wrap } from 'comlink';
import { waitForWorker } from '../../../session/worker.js';

/**
 * @import { Done, ModelTask, Progress, Reply, Request } from '../types.js'
 * @import { Trainer } from './trainer.js'
 */

/**
 * @typedef {Pick<Trainer, 'answer' | 'perform'>} TrainerProxy the trainer, or a proxy of the trainer in
 *   the Worker
 */

/** @typedef {{ trainer: TrainerProxy, end: () => void }} Started */

/**
 * @typedef {{ leave: () => void, fail: (error: Error) => void }} Call a call that has not been
 *   answered
 */

/** Milliseconds that the trainer runs between two frames if it runs on the page. */
const SLICE_ON_PAGE = 8;

export class Thread {
  #trainers;
  /** @type {Promise<Started> | undefined} */
  #started;
  /** @type {Set<Call>} */
  #open = new Set();
  /** The number of unanswered calls, including those that wait for the start. */
  #waiting = 0;

  /** Whether the trainer runs on the page instead of in a Worker. */
  onPage = false;

  /** @param {{ startWorker: () => Worker, importTrainer: () => Promise<typeof Trainer> }} trainers */
  constructor(trainers) {
    this.#trainers = trainers;
  }

  /**
   * @param {Request} request
   * @param {(progress: Progress) => void} report called during training
   * @returns {Promise<Reply | undefined>} undefined if a later request replaced this request
   */
  ask(request, report) {
    let isOver = false;
    // Progress arrives on its own channel, so it may come after the answer.
    const reportOpen = (/** @type {Progress} */ progress) => isOver || report(progress);
    return this.#call((trainer) => trainer.answer(request, proxy(reportOpen))).finally(() => {
      isOver = true;
    });
  }

  /**
   * @param {Request} request the latest request that was answered
   * @param {ModelTask} task
   * @returns {Promise<Done | undefined>} undefined while the model trains
   */
  perform(request, task) {
    return this.#call((trainer) => trainer.perform(request, task));
  }

  /** Whether calls are unanswered. */
  get isBusy() {
    return this.#waiting > 0;
  }

  /**
   * @template Answer
   * @param {(trainer: TrainerProxy) => Promise<Answer>} ask
   * @returns {Promise<Answer | undefined>} undefined if the trainer is stopped before it answers
   */
  #call(ask) {
    this.#waiting++;
    return this.#callStarted(ask).finally(() => this.#waiting--);
  }

  /**
   * @template Answer
   * @param {(trainer: TrainerProxy) => Promise<Answer>} ask
   * @returns {Promise<Answer | undefined>}
   */
  async #callStarted(ask) {
    this.#started ??= this.#start();
    const starting = this.#started;
    starting.catch(() => {
      // After a failure, allow another start.
      if (this.#started === starting) this.#started = undefined;
    });
    const { trainer } = await starting;
    if (starting !== this.#started) return undefined;
    return new Promise((resolve, reject) => {
      const call = { leave: () => resolve(undefined), fail: reject };
      this.#open.add(call);
      ask(trainer)
        .then(resolve, reject)
        .finally(() => this.#open.delete(call));
    });
  }

  /** Cancels all calls. The next request starts another Worker. */
  stop() {
    const started = this.#started;
    this.#started = undefined;
    for (const { leave } of this.#open) leave();
    this.#open.clear();
    started?.then(
      ({ end }) => end(),
      () => {},
    );
  }

  /** @returns {Promise<Started>} */
  async #start() {
    try {
      const worker = this.#trainers.startWorker();
      await waitForWorker(worker);
      this.onPage = false;
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        for (const { fail } of this.#open) fail(new Error(event.message));
      });
      return {
        trainer: /** @type {TrainerProxy} */ (/** @type {unknown} */ (wrap(worker))),
        end: () => worker.terminate(),
      };
    } catch {
      this.onPage = true;
    }
    const Trainer = await this.#trainers.importTrainer();
    const trainer = new Trainer(SLICE_ON_PAGE);
    return { trainer, end: () => trainer.stop() };
  }
}

/** Asks the trainer: in a Worker, or on the page where none can start. */

import { proxy, wrap } from 'comlink';
import { waitForWorker } from '../../../session/worker.js';

/**
 * @import { Done, ModelTask, Progress, Reply, Request } from '../types.js'
 * @import { Trainer } from './trainer.js'
 */

/** @typedef {Pick<Trainer, 'answer' | 'perform'>} Asked the trainer, or the one in the Worker */

/** @typedef {{ trainer: Asked, end: () => void }} Started */

/** A call without an answer. @typedef {{ leave: () => void, fail: (error: Error) => void }} Call */

/** On the page it trains so many milliseconds between two frames. */
const SLICE_ON_PAGE = 8;

export class Thread {
  #trainers;
  /** @type {Promise<Started> | undefined} */
  #started;
  /** @type {Set<Call>} */
  #open = new Set();
  /** Calls without an answer, also those that wait for the start. */
  #waiting = 0;

  /** Whether it is known to train on the page. */
  onPage = false;

  /** @param {{ startWorker: () => Worker, importTrainer: () => Promise<typeof Trainer> }} trainers */
  constructor(trainers) {
    this.#trainers = trainers;
  }

  /**
   * @param {Request} request
   * @param {(progress: Progress) => void} report called while it trains
   * @returns {Promise<Reply | undefined>} undefined where a later request took its place
   */
  ask(request, report) {
    let isOver = false;
    // Progress has a channel of its own, and may arrive after the answer.
    const reportOpen = (/** @type {Progress} */ progress) => isOver || report(progress);
    return this.#call((trainer) => trainer.answer(request, proxy(reportOpen))).finally(() => {
      isOver = true;
    });
  }

  /**
   * @param {Request} request whose numbers were asked for last
   * @param {ModelTask} task
   * @returns {Promise<Done | undefined>} undefined while it trains
   */
  perform(request, task) {
    return this.#call((trainer) => trainer.perform(request, task));
  }

  /** Whether the trainer has something to do. */
  get isBusy() {
    return this.#waiting > 0;
  }

  /**
   * @template Answer
   * @param {(trainer: Asked) => Promise<Answer>} ask
   * @returns {Promise<Answer | undefined>} undefined where it is stopped before its answer
   */
  async #call(ask) {
    this.#waiting++;
    try {
      return await this.#callStarted(ask);
    } finally {
      this.#waiting--;
    }
  }

  /**
   * @template Answer
   * @param {(trainer: Asked) => Promise<Answer>} ask
   * @returns {Promise<Answer | undefined>}
   */
  async #callStarted(ask) {
    this.#started ??= this.#start();
    const starting = this.#started;
    starting.catch(() => {
      // A failed start may be tried again.
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

  /** Ends all that is under way; the next request starts another Worker. */
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
        trainer: /** @type {Asked} */ (/** @type {unknown} */ (wrap(worker))),
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

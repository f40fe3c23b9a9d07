/** Asks the trainer: in a Worker, or on the page where none can start. */

import { proxy, wrap } from 'comlink';
import { waitForWorker } from '../../../session/worker.js';

/**
 * @import { Remote } from 'comlink'
 * @import { Done, Progress, Reply, Request, ModelTask } from '../types.js'
 * @import { Trainer } from './trainer.js'
 */

/** @typedef {{ trainer: Trainer | Remote<Trainer>, end: () => void }} Started */

/** On the page it trains so many milliseconds between two frames. */
const SLICE_ON_PAGE = 8;

export class Thread {
  #trainers;
  /** @type {Promise<Started> | undefined} */
  #started;
  /** What ends each call without an answer. @type {Set<() => void>} */
  #open = new Set();

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

  /**
   * @template Answer
   * @param {(trainer: Trainer | Remote<Trainer>) => Promise<Answer>} call
   * @returns {Promise<Answer | undefined>} undefined where it is stopped before its answer
   */
  async #call(call) {
    this.#started ??= this.#start();
    const starting = this.#started;
    const { trainer } = await starting;
    if (starting !== this.#started) return undefined;
    return new Promise((resolve, reject) => {
      const leave = () => resolve(undefined);
      this.#open.add(leave);
      call(trainer)
        .then(resolve, reject)
        .finally(() => this.#open.delete(leave));
    });
  }

  /** Ends all that is under way; the next request starts another Worker. */
  stop() {
    const started = this.#started;
    this.#started = undefined;
    for (const leave of this.#open) leave();
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
      return { trainer: wrap(worker), end: () => worker.terminate() };
    } catch {
      this.onPage = true;
    }
    try {
      const Trainer = await this.#trainers.importTrainer();
      const trainer = new Trainer(SLICE_ON_PAGE);
      return { trainer, end: () => trainer.stop() };
    } catch (error) {
      // A failed start may be tried again.
      this.#started = undefined;
      throw error;
    }
  }
}

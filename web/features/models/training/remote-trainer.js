/** Calls the trainer in a Worker, or on the page if no Worker can start. */

import { proxy } from 'comlink';
import { WorkerEnded, WorkerObject } from '../../../session/worker.js';

/**
 * @import { Progress, Reply, Request } from '../types.js'
 * @import { Trainer } from './trainer.js'
 */

/** Milliseconds that the trainer runs between two frames if it runs on the page. */
const SLICE_ON_PAGE = 8;

/** @extends {WorkerObject<Trainer>} */
export class RemoteTrainer extends WorkerObject {
  /** @param {{ startWorker: () => Worker, importTrainer: () => Promise<typeof Trainer> }} starters */
  constructor({ startWorker, importTrainer }) {
    const start = () => {
      const worker = startWorker();
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        this.rejectCalls(new Error(event.message));
      });
      return worker;
    };
    super(start, async (end) => {
      const Trainer = await importTrainer();
      const trainer = new Trainer(SLICE_ON_PAGE);
      end.addEventListener('abort', () => trainer.stop());
      return trainer;
    });
  }

  /**
   * @param {Request} request
   * @param {(progress: Progress) => void} report called during training
   * @returns {Promise<Reply | undefined>} undefined if a later request replaced this request
   */
  answer(request, report) {
    let isOver = false;
    // Progress arrives on its own channel, so it may come after the answer.
    const reportOpen = (/** @type {Progress} */ progress) => isOver || report(progress);
    return this.call((trainer) => trainer.answer(request, proxy(reportOpen))).finally(() => {
      isOver = true;
    });
  }

  /**
   * @template Answer
   * @param {(trainer: Trainer) => Promise<Answer>} ask
   * @returns {Promise<Answer | undefined>} undefined if the trainer is stopped before it answers
   */
  async call(ask) {
    try {
      return await ask(await this.object());
    } catch (error) {
      if (!(error instanceof WorkerEnded)) throw error;
      return undefined;
    }
  }
}

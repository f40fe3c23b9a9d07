/** Asks the trainer: in a Worker, or on the page where none can start. */

/**
 * @import { Done, Progress, Reply, Request, ModelTask } from '../types.js'
 * @import { Trainer } from './trainer.js'
 */

/** On the page it trains so many milliseconds between two frames. */
const SLICE_ON_PAGE = 8;

export class Thread {
  /** @type {Promise<Worker | undefined> | undefined} */
  #worker;
  /** @type {Promise<Trainer> | undefined} */
  #trainer;
  #id = 0;
  /** @type {Map<number, { resolve: (reply: any) => void, reject: (error: Error) => void, report: (progress: Progress) => void }>} */
  #open = new Map();

  #trainers;

  /** Whether it is known to train on the page. */
  onPage = false;

  /** @param {{ startWorker: () => Worker, importTrainer: () => Promise<typeof import('./trainer.js').Trainer> }} trainers */
  constructor(trainers) {
    this.#trainers = trainers;
  }

  /**
   * @param {Request} request
   * @param {(progress: Progress) => void} report called while it trains
   * @returns {Promise<Reply | undefined>} undefined where a later request took its place
   */
  ask(request, report) {
    return this.#reach(
      (worker) => this.#post(worker, { request }, report),
      (trainer) => trainer.answer(request, report),
    );
  }

  /**
   * @param {Request} request whose numbers were asked for last
   * @param {ModelTask} task
   * @returns {Promise<Done | undefined>} undefined while it trains
   */
  perform(request, task) {
    return this.#reach(
      (worker) => this.#post(worker, { request, task }, () => {}),
      (trainer) => trainer.perform(request, task),
    );
  }

  /**
   * @template Answer
   * @param {(worker: Worker) => Promise<Answer>} post
   * @param {(trainer: Trainer) => Promise<Answer>} ask
   * @returns {Promise<Answer | undefined>} undefined where it is stopped before it has begun
   */
  async #reach(post, ask) {
    this.#worker ??= this.#start();
    const starting = this.#worker;
    const worker = await starting;
    if (starting !== this.#worker) return undefined;
    return worker ? post(worker) : ask(await this.#onPage());
  }

  async #onPage() {
    this.#trainer ??= this.#trainers.importTrainer().then((Trainer) => new Trainer(SLICE_ON_PAGE));
    try {
      return await this.#trainer;
    } catch (error) {
      // A failed start may be tried again.
      this.#worker = undefined;
      this.#trainer = undefined;
      throw error;
    }
  }

  /**
   * @param {Worker} worker
   * @param {object} message
   * @param {(progress: Progress) => void} report
   * @returns {Promise<any>}
   */
  #post(worker, message, report) {
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject, report });
      worker.postMessage({ id, ...message });
    });
  }

  /** Ends all that is under way; the next request starts another Worker. */
  stop() {
    const [worker, trainer] = [this.#worker, this.#trainer];
    this.#worker = undefined;
    this.#trainer = undefined;
    for (const { resolve } of this.#taken()) resolve(undefined);
    worker?.then((started) => started?.terminate());
    trainer?.then(
      (started) => started.stop(),
      () => {},
    );
  }

  /** The requests without an answer, which from now on nobody waits for. */
  #taken() {
    const open = [...this.#open.values()];
    this.#open.clear();
    return open;
  }

  /** @returns {Promise<Worker | undefined>} undefined where none starts */
  async #start() {
    try {
      const worker = this.#trainers.startWorker();
      await answersOrFails(worker);
      this.onPage = false;
      worker.onerror = (event) => {
        event.preventDefault();
        for (const { reject } of this.#taken()) reject(new Error(event.message));
      };
      worker.onmessage = ({ data: { id, progress, reply, error } }) => {
        const request = this.#open.get(id);
        if (progress) return request?.report(progress);
        this.#open.delete(id);
        if (error) request?.reject(new Error(error));
        else request?.resolve(reply);
      };
      return worker;
    } catch {
      this.onPage = true;
      return undefined;
    }
  }
}

/** A Worker says that it is there, or that its script does not load. @param {Worker} worker */
const answersOrFails = (worker) =>
  new Promise((resolve, reject) => {
    worker.onmessage = resolve;
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      reject(new Error('The Worker did not start'));
    };
  });

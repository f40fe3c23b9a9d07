/** The one server of pretrained models of a page: in a Worker, or on the page where none can start. */

import { wrap } from 'comlink';
import { workerEnded } from '../text/en/pretrained.js';

/**
 * @import { Remote } from 'comlink'
 * @import { ModelServer } from './server.js'
 */

/** @typedef {{ startWorker: () => Worker, importServer: () => Promise<typeof ModelServer> }} Starters */

/** @typedef {Remote<ModelServer> | ModelServer} Server whose methods give promises in a Worker */

/** Calls of a Worker without an answer: what rejects them. @typedef {Set<(error: Error) => void>} OpenCalls */

/** The Worker has ended, and the models that were in it are gone. */
export class WorkerEnded extends Error {
  constructor() {
    super(workerEnded);
    this.name = 'WorkerEnded';
  }
}

export class Threads {
  #starters;
  /** @type {Promise<Server> | undefined} */
  #server;
  /** How many Workers have ended: a model that was loaded before is gone. */
  ended = 0;

  /** @param {Starters} starters */
  constructor(starters) {
    this.#starters = starters;
  }

  /** All elements of a page share one server, since a model may fill the memory. @returns {Promise<Server>} */
  server() {
    this.#server ??= this.#start();
    this.#server.catch(() => {
      // Let the next call try again.
      this.#server = undefined;
    });
    return this.#server;
  }

  /** @returns {Promise<Server>} */
  async #start() {
    try {
      const worker = this.#starters.startWorker();
      const { lock } = await isAlive(worker);
      /** @type {OpenCalls} */
      const calls = new Set();
      if (lock) this.#awaitEnd(lock, calls);
      return guardCalls(/** @type {Remote<ModelServer>} */ (wrap(worker)), calls);
    } catch {
      const Server = await this.#starters.importServer();
      return new Server();
    }
  }

  /**
   * A Worker holds a lock as long as it lives: the browser may end it, and nothing else says so.
   * @param {string} lock
   * @param {OpenCalls} calls
   */
  async #awaitEnd(lock, calls) {
    await navigator.locks.request(lock, () => {});
    this.ended++;
    this.#server = undefined;
    const error = new WorkerEnded();
    for (const reject of calls) reject(error);
  }
}

/**
 * The server of a Worker, whose calls are rejected once the Worker has ended.
 * @param {Remote<ModelServer>} server
 * @param {OpenCalls} calls
 * @returns {Remote<ModelServer>}
 */
function guardCalls(server, calls) {
  const call = (/** @type {'run'} */ name, /** @type {any} */ args) =>
    new Promise((resolve, reject) => {
      calls.add(reject);
      server[name](.../** @type {[any, any, any]} */ (args))
        .then(resolve, reject)
        .finally(() => calls.delete(reject));
    });
  return /** @type {any} */ (
    new Proxy(
      {},
      // What is awaited must have no `then`.
      {
        get: (_, name) =>
          name === 'then'
            ? undefined
            : (/** @type {unknown[]} */ ...args) => call(/** @type {'run'} */ (name), args),
      },
    )
  );
}

/**
 * A Worker says that it is there, or that its script does not load.
 * @param {Worker} worker
 * @returns {Promise<{ lock?: string }>} the lock that it holds, where there are locks
 */
const isAlive = (worker) =>
  new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => resolve(data), { once: true });
    worker.addEventListener(
      'error',
      (event) => {
        event.preventDefault();
        worker.terminate();
        reject(new Error('The Worker did not start'));
      },
      { once: true },
    );
  });

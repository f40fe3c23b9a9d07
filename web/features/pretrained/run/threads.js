/** Provides a page's only server of models, in a Worker or on the page if none can start. */

import { wrap } from 'comlink';
import { waitForWorker } from '../../../session/worker.js';
import { workerEnded } from '../text/en/pretrained.js';

/**
 * @import { Remote } from 'comlink'
 * @import { ModelServer } from './server.js'
 */

/** @typedef {{ startWorker: () => Worker, importServer: () => Promise<typeof ModelServer> }} Starters */

/** @typedef {Remote<ModelServer> | ModelServer} Server in a Worker, its methods return promises */

/**
 * The open calls of a Worker.
 * @typedef {object} Calls
 * @property {Set<(error: Error) => void>} open the `reject` functions of all unanswered calls
 * @property {boolean} isEnded whether the Worker has ended and will not answer any more
 */

/** Reports that the Worker has ended and its models are lost. */
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
  /** Counts the Workers that have ended. A model that was loaded before the last end is lost. */
  ended = 0;

  /** @param {Starters} starters */
  constructor(starters) {
    this.#starters = starters;
  }

  /**
   * Returns the server that all elements of a page share, because a single model may fill the
   * memory.
   */
  server() {
    this.#server ??= this.#start();
    this.#server.catch(() => {
      // Let the next call try again.
      this.#server = undefined;
    });
    return this.#server;
  }

  /**
   * Starts another Worker if the current one has not reported yet. That one may have ended during
   * its start.
   */
  restart = () => {};

  /** @returns {Promise<Server>} */
  async #start() {
    try {
      for (;;) {
        const worker = this.#starters.startWorker();
        const replaced = new Promise((resolve) => {
          this.restart = () => resolve(worker.terminate());
        });
        const announced = await Promise.race([waitForWorker(worker), replaced]);
        if (!announced) continue;
        const { lock } = announced;
        /** @type {Calls} */
        const calls = { open: new Set(), isEnded: false };
        if (lock) this.#awaitEnd(lock, calls);
        return guardCalls(/** @type {Remote<ModelServer>} */ (wrap(worker)), calls);
      }
    } catch {
      const Server = await this.#starters.importServer();
      return new Server();
    } finally {
      this.restart = () => {};
    }
  }

  /**
   * Waits for the end of a Worker. A Worker holds a lock as long as it lives; if the browser ends
   * it, only the lock tells.
   * @param {string} lock
   * @param {Calls} calls
   */
  async #awaitEnd(lock, calls) {
    await navigator.locks.request(lock, () => {});
    this.ended++;
    this.#server = undefined;
    calls.isEnded = true;
    for (const reject of calls.open) reject(new WorkerEnded());
  }
}

/**
 * Wraps the server of a Worker so that its calls reject once the Worker has ended.
 * @param {Remote<ModelServer>} server
 * @param {Calls} calls
 * @returns {Remote<ModelServer>}
 */
function guardCalls(server, calls) {
  const call = (/** @type {'run'} */ name, /** @type {[any, any, any]} */ args) =>
    new Promise((resolve, reject) => {
      // The Worker would never answer this message.
      if (calls.isEnded) return reject(new WorkerEnded());
      calls.open.add(reject);
      server[name](...args)
        .then(resolve, reject)
        .finally(() => calls.open.delete(reject));
    });
  const get = (/** @type {unknown} */ _, /** @type {any} */ name) =>
    // An awaited object must not have a `then` method.
    name === 'then' ? undefined : (/** @type {[any, any, any]} */ ...args) => call(name, args);
  return /** @type {any} */ (new Proxy({}, { get }));
}

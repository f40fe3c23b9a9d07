/** The one server of pretrained models of a page: in a Worker, or on the page where none can start. */

import { wrap } from 'comlink';
import { waitForWorker } from '../../../session/worker.js';
import { workerEnded } from '../text/en/pretrained.js';

/**
 * @import { Remote } from 'comlink'
 * @import { ModelServer } from './server.js'
 */

/** @typedef {{ startWorker: () => Worker, importServer: () => Promise<typeof ModelServer> }} Starters */

/** @typedef {Remote<ModelServer> | ModelServer} Server whose methods give promises in a Worker */

/**
 * The calls of a Worker.
 * @typedef {object} Calls
 * @property {Set<(error: Error) => void>} open the `reject` of each call that has no answer yet
 * @property {boolean} isEnded whether the Worker has ended, and answers nothing more
 */

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

  /** Starts another Worker, if there is one that has not said that it is there: it may have ended before. */
  restart() {
    this.#restart();
  }

  #restart = () => {};

  /** @returns {Promise<Server>} */
  async #start() {
    try {
      for (;;) {
        const worker = this.#starters.startWorker();
        const replaced = new Promise((resolve) => {
          this.#restart = () => resolve(worker.terminate());
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
      this.#restart = () => {};
    }
  }

  /**
   * A Worker holds a lock as long as it lives: the browser may end it, and nothing else says so.
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
 * The server of a Worker, whose calls are rejected once the Worker has ended.
 * @param {Remote<ModelServer>} server
 * @param {Calls} calls
 * @returns {Remote<ModelServer>}
 */
function guardCalls(server, calls) {
  const call = (/** @type {'run'} */ name, /** @type {any} */ args) =>
    new Promise((resolve, reject) => {
      // A message to it would get no answer.
      if (calls.isEnded) return reject(new WorkerEnded());
      calls.open.add(reject);
      server[name](.../** @type {[any, any, any]} */ (args))
        .then(resolve, reject)
        .finally(() => calls.open.delete(reject));
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

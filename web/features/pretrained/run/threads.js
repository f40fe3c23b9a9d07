/** The one server of pretrained models of a page: in a Worker, or on the page where none can start. */

import { wrap } from 'comlink';

/**
 * @import { Remote } from 'comlink'
 * @import { ModelServer } from './server.js'
 */

/** @typedef {{ startWorker: () => Worker, importServer: () => Promise<typeof ModelServer> }} Starters */

/** @typedef {Remote<ModelServer> | ModelServer} Server whose methods give promises in a Worker */

export class Threads {
  #starters;
  /** @type {Promise<Server> | undefined} */
  #server;

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
      await isAlive(worker);
      return /** @type {Remote<ModelServer>} */ (wrap(worker));
    } catch {
      const Server = await this.#starters.importServer();
      return new Server();
    }
  }
}

/** A Worker says that it is there, or that its script does not load. @param {Worker} worker */
const isAlive = (worker) =>
  new Promise((resolve, reject) => {
    worker.addEventListener('message', resolve, { once: true });
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

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
  /** @type {Worker | undefined} */
  #worker;

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
      this.#worker = this.#starters.startWorker();
      await isAlive(this.#worker);
      return /** @type {Remote<ModelServer>} */ (wrap(this.#worker));
    } catch {
      this.#worker = undefined;
      const Server = await this.#starters.importServer();
      return new Server();
    }
  }

  /** Whether models run beside the page. */
  get hasWorker() {
    return this.#worker !== undefined;
  }

  /** Ends all that goes on. The next call starts another server, without models. */
  stop() {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#server = undefined;
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

/** Provides a page's only server of models, in a Worker or on the page if no Worker can start. */

import { WorkerEnded, WorkerObject } from '../../../session/worker.js';

/** @import { ModelServer } from './server.js' */

/** @extends {WorkerObject<ModelServer>} */
export class RemoteServer extends WorkerObject {
  /**
   * @param {object} starters
   * @param {() => Worker} starters.startWorker
   * @param {() => Promise<typeof ModelServer>} starters.importServer
   * @param {string | undefined} [starters.script] the URL of the single script
   */
  constructor({ startWorker, importServer, script }) {
    super(startWorker, async () => new (await importServer())());
    this.script = script;
  }

  /**
   * Returns the server that all elements of a page share, because a single model may fill the
   * memory.
   * @returns {Promise<ModelServer>}
   */
  async server() {
    try {
      return await this.object();
    } catch (error) {
      // Another element has cancelled the start.
      if (error instanceof WorkerEnded) return this.server();
      throw error;
    }
  }
}

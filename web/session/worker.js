/** Runs an object in a Worker, or on the page if no Worker can start. */

import { releaseProxy, wrap } from 'comlink';
import { workerEnded } from '../text/en/messages.js';

/** Reports that a Worker has ended, and that its models are lost. */
export class WorkerEnded extends Error {
  constructor() {
    super(workerEnded);
    this.name = 'WorkerEnded';
  }
}

/** An object in a Worker, or on the page if no Worker can start. @template {object} Target */
export class WorkerObject {
  #startWorker;
  #makeOnPage;
  /** @type {Promise<Target> | undefined} */
  #object;
  /** Aborts when the object ends. */
  #end = new AbortController();
  /** The `reject` functions of all unanswered calls. @type {Set<(error: Error) => void>} */
  #open = new Set();
  /** The start that has not ended yet. @type {Promise<Target> | undefined} */
  #starting;
  /** Whether the object is on the page instead of in a Worker. */
  onPage = false;
  /** Counts the Workers that have ended, if they hold a lock. */
  ended = 0;

  /**
   * @param {() => Worker} startWorker
   * @param {(end: AbortSignal) => Promise<Target>} makeOnPage
   */
  constructor(startWorker, makeOnPage) {
    this.#startWorker = startWorker;
    this.#makeOnPage = makeOnPage;
  }

  /**
   * Returns the object, whose calls reject once its Worker has ended. In a Worker, its methods
   * return promises.
   * @returns {Promise<Target>} rejects with WorkerEnded if it is stopped before it has started
   */
  object() {
    if (this.#object) return this.#object;
    this.#end = new AbortController();
    const object = this.#start(this.#end.signal);
    this.#object = object;
    this.#starting = object;
    object
      .catch(() => {
        // Let the next call try again.
        if (this.#object === object) this.#object = undefined;
      })
      .then(() => {
        if (this.#starting === object) this.#starting = undefined;
      });
    return object;
  }

  /** Ends the object and its calls. The next call starts another. */
  stop() {
    this.#object = undefined;
    this.#end.abort(new WorkerEnded());
    this.rejectCalls(this.#end.signal.reason);
  }

  /** Stops a Worker that has not reported yet. It may have ended during its start. */
  stopStart() {
    if (this.#starting) this.stop();
  }

  /** @param {Error} error */
  rejectCalls(error) {
    for (const reject of this.#open) reject(error);
    // The Worker may never answer them.
    this.#open.clear();
  }

  /** @param {AbortSignal} end @returns {Promise<Target>} */
  async #start(end) {
    /** @type {Worker | undefined} */
    let worker;
    end.addEventListener('abort', () => worker?.terminate());
    try {
      worker = this.#startWorker();
      const { lock } = await waitForWorker(worker, end);
      if (lock) this.#awaitEnd(lock, end);
      this.onPage = false;
      return this.#guardCalls(wrap(worker), end);
    } catch {
      worker?.terminate();
    }
    end.throwIfAborted();
    this.onPage = true;
    const object = await this.#makeOnPage(end);
    end.throwIfAborted();
    return object;
  }

  /**
   * Waits for the end of a Worker. A Worker holds a lock as long as it lives; if the browser ends
   * it, only the lock tells.
   * @param {string} lock
   * @param {AbortSignal} end
   */
  async #awaitEnd(lock, end) {
    await navigator.locks.request(lock, () => {});
    this.ended++;
    if (!end.aborted) this.stop();
  }

  /**
   * Wraps the object of a Worker so that its calls reject once the Worker has ended.
   * @param {any} remote
   * @param {AbortSignal} end
   * @returns {Target}
   */
  #guardCalls(remote, end) {
    // Otherwise an unanswered call would keep the Worker in memory.
    end.addEventListener('abort', () => remote[releaseProxy]());
    const call = (/** @type {string} */ name, /** @type {unknown[]} */ args) =>
      new Promise((resolve, reject) => {
        // The Worker would never answer this message.
        end.throwIfAborted();
        this.#open.add(reject);
        remote[name](...args)
          .then(resolve, reject)
          .finally(() => this.#open.delete(reject));
      });
    const get = (/** @type {unknown} */ _, /** @type {string} */ name) =>
      // An awaited object must not have a `then` method.
      name === 'then' ? undefined : (/** @type {unknown[]} */ ...args) => call(name, args);
    return /** @type {any} */ (new Proxy({}, { get }));
  }
}

/**
 * Waits until a Worker reports its start. Rejects if its script does not load.
 * @param {Worker} worker
 * @param {AbortSignal} end
 * @returns {Promise<{ lock?: string }>} the name of the lock that the Worker holds, if any
 */
async function waitForWorker(worker, end) {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    return await new Promise((resolve, reject) => {
      end.addEventListener('abort', reject, { signal });
      worker.addEventListener('message', ({ data }) => resolve(data), { signal });
      const fail = (/** @type {Event} */ event) => {
        event.preventDefault();
        reject(event);
      };
      worker.addEventListener('error', fail, { signal });
    });
  } finally {
    // A later error belongs to a call, which reports it itself.
    waiting.abort();
  }
}

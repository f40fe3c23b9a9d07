/**
 * Resolves when a Worker reports its start, or rejects if its script does not load.
 * @param {Worker} worker
 * @returns {Promise<{ lock?: string }>} the name of the lock that the Worker holds, if any
 */
export const waitForWorker = (worker) =>
  new Promise((resolve, reject) => {
    // A later error belongs to a call, which reports it itself.
    const started = new AbortController();
    const listen = (/** @type {string} */ type, /** @type {(event: any) => void} */ settle) => {
      const once = (/** @type {Event} */ event) => {
        started.abort();
        settle(event);
      };
      worker.addEventListener(type, once, { signal: started.signal });
    };
    listen('message', ({ data }) => resolve(data));
    listen('error', (event) => {
      event.preventDefault();
      worker.terminate();
      reject(new Error('The Worker did not start'));
    });
  });

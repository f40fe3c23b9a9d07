/**
 * A Worker says that it is there, or that its script does not load.
 * @param {Worker} worker
 * @returns {Promise<{ lock?: string }>} the lock that it holds, where it holds one
 */
export const waitForWorker = (worker) =>
  new Promise((resolve, reject) => {
    // An error after its start is one of a call, which says so itself.
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

/** Runs pretrained models in a Worker. */

import { expose, transferHandlers } from 'comlink';
import { keepErrorDetails } from '../features/pretrained/run/error-details.js';
import { ModelServer } from '../features/pretrained/run/server.js';

keepErrorDetails(transferHandlers);
expose(new ModelServer());

/** Reports that the Worker has started, and the lock that it holds until it ends. The page waits for this. */
async function announce() {
  try {
    const lock = `attention-lab ${crypto.randomUUID()}`;
    await navigator.locks.request(lock, () => {
      postMessage({ lock });
      return new Promise(() => {});
    });
  } catch {
    // Some contexts have no locks, such as a page from a file.
    postMessage({});
  }
}

announce();

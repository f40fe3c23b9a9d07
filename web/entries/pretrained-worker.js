/** Runs pretrained models in a Worker. */

import { expose, transferHandlers } from 'comlink';
import { keepErrorDetails } from '../features/pretrained/run/error-details.js';
import { ModelServer } from '../features/pretrained/run/server.js';

keepErrorDetails(transferHandlers);
expose(new ModelServer());

/** Says that the Worker is there, and which lock it holds until it ends: the page waits for that. */
async function announce() {
  try {
    const lock = `attention-lab ${crypto.randomUUID()}`;
    await navigator.locks.request(lock, () => {
      postMessage({ lock });
      return new Promise(() => {});
    });
  } catch {
    // Not every context has locks, such as a page from a file.
    postMessage({});
  }
}

announce();

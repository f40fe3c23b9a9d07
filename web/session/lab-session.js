/** One core serves all elements of a page. */

import { loadOperations } from '../../src/js/attention.js';

/** @type {ReturnType<typeof loadOperations> | undefined} */
let core;

export function sharedCore() {
  core ??= loadOperations();
  // What failed may be tried again by the next element.
  core.catch(() => {
    core = undefined;
  });
  return core;
}

/** One core serves all elements of a page. */

import { loadAttention } from '../../src/js/index.js';

/** @type {ReturnType<typeof loadAttention> | undefined} */
let core;

export function sharedCore() {
  core ??= loadAttention();
  // What failed may be tried again by the next element.
  core.catch(() => {
    core = undefined;
  });
  return core;
}

/**
 * A masked score becomes the fill; the others stay as they are.
 * Options: `allowed`, a Uint8Array (queries, keys), 1 = may attend; `fill`.
 */

import { tensor } from '../../../src/js/index.js';

/** @type {import('../op.js').Op} */
export const mask = {
  name: 'mask',
  evaluate: (_, [{ shape, data }], { options: { allowed, fill } }) =>
    tensor(
      [...shape],
      data.map((score, i) => (allowed[i % allowed.length] === 1 ? score : fill)),
    ),
};

/** One row of a tensor, at the fixed index of the first axis. */

import { tensor } from '../../../src/js/index.js';

/** @import { Op } from '../types.js' */

/** @type {Op} */
export const row = {
  name: 'row',
  isSkipped: true,
  evaluate(_, [{ shape, data }], { inputs: [{ axes, at = {} }] }) {
    const size = data.length / shape[0];
    const first = at[axes[0]] * size;
    return tensor(shape.slice(1), data.slice(first, first + size));
  },
};

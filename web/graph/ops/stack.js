/** Stacks rows that are computed separately: each input is one row of the first axis. */

import { tensor } from '../../../src/js/index.js';

/** @import { Op } from '../types.js' */

/** @type {Op} */
export const stack = {
  name: 'stack',
  isSkipped: true,
  evaluate(_, tensors) {
    const [{ shape, data }] = tensors;
    const stacked = new Float32Array(tensors.length * data.length);
    tensors.forEach((row, i) => {
      stacked.set(row.data, i * data.length);
    });
    return tensor([tensors.length, ...shape], stacked);
  },
};

/** Joins the rows of tensors with the same number of rows into longer rows. */

import { tensor } from '../../../src/js/index.js';

/** @import { Op } from '../types.js' */

/** @type {Op} */
export const join = {
  name: 'join',
  evaluate(_, tensors) {
    const [rows, columns] = tensors[0].shape;
    const parts = tensors.length;
    const joined = new Float32Array(rows * columns * parts);
    tensors.forEach(({ data }, part) => {
      for (let row = 0; row < rows; row++) {
        const from = data.subarray(row * columns, (row + 1) * columns);
        joined.set(from, (row * parts + part) * columns);
      }
    });
    return tensor([rows, columns * parts], joined);
  },

  terms: (lists) => [lists.flat()],
};

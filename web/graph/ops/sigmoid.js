/** The sigmoid, which maps numbers to 0 … 1: σ(x) = (1 + tanh(x / 2)) / 2. */

import { tensor } from '../../../src/js/index.js';

/** @import { Op } from '../types.js' */

/** @type {Op} */
export const sigmoid = {
  name: 'sigmoid',
  evaluate(attention, [{ shape, data }]) {
    const halves = tensor(
      [...shape],
      data.map((x) => x / 2),
    );
    const tanh = attention.activation(halves, 'tanh').data;
    return tensor(
      [...shape],
      tanh.map((t) => t / 2 + 0.5),
    );
  },

  terms: ([[number]]) => [['σ(', number, ')']],
};

/** From any number to one between 0 and 1: σ(x) = (1 + tanh(x / 2)) / 2. */

import { tensor } from '../../../src/js/index.js';

const ONES = { wq: [[1]], wk: [[1]], wv: [1] };

/** @type {import('../op.js').Op} */
export const sigmoid = {
  name: 'sigmoid',
  evaluate(core, [{ shape, data }]) {
    const halves = tensor(
      [data.length, 1, 1],
      data.map((x) => x / 2),
    );
    const zeros = tensor([data.length, 1, 1], new Float32Array(data.length));
    // The core has a tanh within additive attention: of a query and a key of 0.
    const { trace } = core.additiveAttention(halves, zeros, zeros, ONES, { trace: true });
    return tensor(
      [...shape],
      trace.features.data.map((t) => t / 2 + 0.5),
    );
  },

  terms: ([[number]]) => [['σ(', number, ')']],

  python: ({ inputs: [{ id }] }, { name, tanh }) => ({
    value: `(1 + ${tanh(`${name(id)} / 2`)}) / 2`,
  }),

  javascript: ({ inputs: [{ id }] }, { name, use }) => ({
    value: `${use('each')}(${name(id)}, (x) => Math.fround((1 + Math.tanh(x / 2)) / 2))`,
  }),
};

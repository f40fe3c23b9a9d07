/** Number times number, of tensors with the same axes: what a gate lets through. */

import { tensor } from '../../../src/js/index.js';

/** @type {import('../op.js').Op} */
export const times = {
  name: 'times',
  evaluate: (_, [{ shape, data }, { data: gate }]) =>
    // A float32 array rounds each product once, as the core does.
    tensor(
      [...shape],
      data.map((number, i) => number * gate[i]),
    ),

  terms: ([[left], [right]]) => [[left, ' × ', right]],

  python: ({ inputs: [left, right] }, { name }) => ({
    value: `${name(left.id)} * ${name(right.id)}`,
  }),

  javascript: ({ axes, inputs: [left, right] }, { name, use }) => ({
    value: `${use('each')}(${name(left.id)}, (number, ${[...axes].join(', ')}) => Math.fround(number * ${name(right.id)}${[...axes].map((letter) => `[${letter}]`).join('')}))`,
  }),
};

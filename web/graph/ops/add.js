/** A sum of tensors, number by number: x W + b. The first has all axes; others are repeated along those they lack. */

import { sumOf } from '../op.js';

/** Of a program in JavaScript, whose constants have more digits than a float32. */
export const FROUND = 'const { fround } = Math;';

/** @type {import('../op.js').Op} */
export const add = {
  name: 'add',
  evaluate: (_, tensors, node) => sumOf(node, tensors),

  terms: (lists) => lists.map(([number]) => [number]),

  python({ axes, inputs }, { name, alongAxes }) {
    const terms = inputs.map((one) =>
      one.axes === axes ? name(one.id) : alongAxes(name(one.id), one.axes, axes),
    );
    return { value: terms.join(' + ') };
  },

  javascript({ axes, inputs: [first, ...others] }, { name, use }) {
    const at = (/** @type {string} */ letters) => [...letters].map((one) => `[${one}]`).join('');
    const terms = others.map((input) => `fround(${name(input.id)}${at(input.axes)})`);
    const sum = terms.reduce((before, term) => `fround(${before} + ${term})`, 'fround(x)');
    return {
      before: [FROUND],
      value: `${use('each')}(${name(first.id)}, (x, ${[...axes].join(', ')}) => ${sum})`,
    };
  },
};

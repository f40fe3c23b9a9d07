/** An element-wise sum: x W + b. Tensors but the first are repeated along missing axes. */

import { math } from '../../text/math.js';
import { FROUND, sumInputs, writeEachNumber } from '../op.js';

/** @import { Op } from '../types.js' */

/** @type {Op} */
export const add = {
  name: 'add',
  evaluate: (_, tensors, node) => sumInputs(node, tensors),

  formula: (terms) => terms.reduce((sum, term) => math`${sum} + ${term}`),

  terms: (lists) => lists.map(([number]) => [number]),

  python({ axes, inputs }, { name, alongAxes }) {
    const terms = inputs.map((input) =>
      input.axes === axes ? name(input.id) : alongAxes(name(input.id), input.axes, axes),
    );
    return { value: terms.join(' + ') };
  },

  javascript: writeEachNumber(
    'x',
    (x, ...others) =>
      others.reduce((sum, other) => `fround(${sum} + fround(${other}))`, `fround(${x})`),
    [FROUND],
  ),
};

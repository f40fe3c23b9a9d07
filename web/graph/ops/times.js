/** The element-wise product of tensors with the same axes, such as a state times its gate. */

import { math } from '../../text/math.js';
import { evaluateByNumber, writeEachNumber } from '../op.js';

/** @import { Op } from '../types.js' */

/** @type {Op} */
export const times = {
  name: 'times',
  evaluate: evaluateByNumber((number, i, [gate]) => number * gate[i]),

  formula: ([left, right]) => math`${left} · ${right}`,

  terms: ([[left], [right]]) => [[left, ' × ', right]],

  python: ({ inputs: [left, right] }, { name }) => ({
    value: `${name(left.id)} * ${name(right.id)}`,
  }),

  javascript: writeEachNumber('number', (number, gate) => `Math.fround(${number} * ${gate})`),
};

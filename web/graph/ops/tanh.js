/** The hyperbolic tangent of the sum of two numbers: tanh(projected query + projected key). */

import { sumInputs } from '../op.js';

/** @import { Op } from '../types.js' */

/** @type {Op} */
export const tanh = {
  name: 'tanh',
  evaluate: (attention, tensors, node) => attention.activation(sumInputs(node, tensors), 'tanh'),

  terms: ([[query], [key]]) => [['tanh(', query, ' + ', key, ')']],

  python({ axes, inputs: [left, right] }, { name, module, alongAxes }) {
    const [a, b] = [left, right].map((input) => alongAxes(name(input.id), input.axes, axes));
    return { value: `${module}.tanh(${a} + ${b})` };
  },

  javascript({ inputs: [left, right] }, { name, use }) {
    const pairs = `${name(left.id)}.map((q) => ${name(right.id)}.map((k) => q.map((x, i) => x + k[i])))`;
    return { value: `${use('toNested')}(attention.activation(${pairs}, 'tanh'))` };
  },
};

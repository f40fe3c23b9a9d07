/** One row of a tensor, at the fixed index of the first axis. */

import { tensor } from '../../../src/js/index.js';

/** @import { Op } from '../types.js' */

/** @param {import('../types.js').GraphNode} node */
const getRowIndex = ({ inputs: [{ axes, at = {} }] }) => at[axes[0]];

/** @type {Op} */
export const row = {
  name: 'row',
  isSkipped: true,
  evaluate(_, [{ shape, data }], node) {
    const size = data.length / shape[0];
    const first = getRowIndex(node) * size;
    return tensor(shape.slice(1), data.slice(first, first + size));
  },

  python: (node, { name }) => ({ value: `${name(node.inputs[0].id)}[${getRowIndex(node)}]` }),
  javascript: (node, { name }) => ({ value: `${name(node.inputs[0].id)}[${getRowIndex(node)}]` }),
};

/** Concatenates the heads: each row holds the numbers of all heads, head after head. */

import { tensor } from '../../../src/js/index.js';
import { copied } from '../../text/en/operations.js';
import { arrangeAxes, measureAxes } from '../axes.js';

/** @import { Op } from '../types.js' */

/** @type {Op} */
export const concatenate = {
  name: 'concatenate',
  evaluate(_, [heads], { inputs: [{ axes }] }) {
    const lengths = measureAxes([{ axes, shape: heads.shape }]);
    // The shape (heads, rows, columns) becomes (rows, heads, columns).
    const [h, row, c] = axes;
    const data = arrangeAxes(heads.data, axes, row + h + c, lengths);
    const [count, rows, columns] = heads.shape;
    return tensor([rows, count * columns], data);
  },

  isCopy: () => true,
  remark: (_, value) => copied(value),

  python: ({ axes, inputs: [{ id }] }, { name, swap, size }) => ({
    value: `${swap(name(id), 0, 1)}.reshape(${size(axes[0])}, -1)`,
  }),

  javascript: ({ inputs: [{ id }] }, { name }) => ({
    value: `${name(id)}[0].map((_, row) => ${name(id)}.flatMap((head) => head[row]))`,
  }),
};

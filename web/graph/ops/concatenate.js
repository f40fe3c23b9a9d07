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

  python({ id, axes, inputs: [heads] }, { name, swap, size, isSet, copy }) {
    const joined = `${swap(name(heads.id), 0, 1)}.reshape(${size(axes[0])}, -1)`;
    // One head keeps its memory.
    return { value: isSet(id) ? copy(joined) : joined };
  },

  javascript: ({ inputs: [{ id }] }, { name }) => ({
    value: `${name(id)}[0].map((_, row) => ${name(id)}.flatMap((head) => head[row]))`,
  }),
};

/** Puts the same sequence of numbers into rows of another length, like a reshape without a transpose. */

import { tensor } from '../../../src/js/index.js';

/** @import { Op } from '../types.js' */

/** @type {Op} */
export const regroup = {
  name: 'regroup',
  keepsOrder: true,
  isCopy: () => true,
  evaluate(_, [{ shape, data }]) {
    const rows = shape[shape.length - 2];
    return tensor([rows, data.length / rows], data.slice());
  },

  terms: ([[number]]) => [[number]],

  python({ id, inputs: [from] }, { name, size, isSet, copy }) {
    const reshaped = `${name(from.id)}.reshape(${size('q')}, -1)`;
    return { value: isSet(id) ? copy(reshaped) : reshaped };
  },

  javascript: ({ inputs: [{ id }] }, { name }) => ({
    value: `${name(id)}[0].map((_, row, { length }) => ${name(id)}.flat(2).slice(row * ${name(id)}.flat(2).length / length, (row + 1) * ${name(id)}.flat(2).length / length))`,
  }),
};

/** The nearness of two rows: −|h − v|², which is 0 at the same point and decreases with the squared distance. */

import { countElements } from '../../../src/js/shapes.js';
import { arrangeAxes, computeShape, intersectAxes, subtractAxes } from '../axes.js';
import { arrangeTensor, FROUND, measureInputs, sumSquares } from '../op.js';

/** @import { Input, Op } from '../types.js' */

/** @type {Op} */
export const nearness = {
  name: 'nearness',

  evaluate(attention, tensors, node) {
    const lengths = measureInputs(node, tensors);
    const [a, b] = node.inputs.map(({ axes }) => axes);
    const summed = intersectAxes(a, b);
    const [rows, columns] = [subtractAxes(a, summed), subtractAxes(b, summed)];
    const all = rows + columns + summed;
    const [left, right] = tensors.map((input, i) =>
      arrangeAxes(input.data, node.inputs[i].axes, all, lengths),
    );
    const differences = left.map((value, i) => value - right[i]);
    const count = countElements(computeShape(rows + columns, lengths));
    const data = sumSquares(attention, differences, count).map((square) => -square);
    // An axis that only the rows have, such as the axis of a single head, has length 1.
    const axes = (rows + columns).replace(subtractAxes(rows, node.axes), '');
    return arrangeTensor(node.axes, axes, data, lengths);
  },

  terms: ([left, right]) => [
    left.flatMap((value, i) => [i ? ')² − (' : '−(', value, ' − ', right[i]]).concat(')²'),
  ],

  python: ({ inputs: [left, right] }, { name }) => ({
    value: `-((${dropHeadAxis(left, name)}[:, None] - ${name(right.id)}) ** 2).sum(-1)`,
  }),

  javascript: ({ inputs: [left, right] }, { name, use }) => ({
    before: [
      FROUND,
      `const nearness = (row, other) => {
  const difference = row.map((x, i) => fround(x - fround(other[i])));
  return -${use('multiply')}([difference], ${use('transpose')}([difference]))[0][0];
};`,
    ],
    value: `${dropHeadAxis(left, name)}.map((row) => ${name(right.id)}.map((other) => nearness(row, other)))`,
  }),
};

/** @param {Input} input @param {(id: string) => string} name */
const dropHeadAxis = ({ id, axes }, name) => (axes.startsWith('h') ? `${name(id)}[0]` : name(id));

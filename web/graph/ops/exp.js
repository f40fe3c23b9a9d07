/**
 * e to the difference of two numbers: exp(score − row maximum).
 * Options: `emptyRows`, the queries that see no key and get weights of 0. There −∞ − (−∞) would be
 * NaN; 0 is subtracted instead. `makesNan`: some row sees no key, and is to be NaN.
 */

import { emptyNote } from '../../text/en/program.js';
import { attendTo, byRows, replaced } from '../op.js';
import { quotient } from './divide.js';

/** @type {import('../op.js').Op} */
export const exp = {
  name: 'exp',
  evaluate(core, tensors, node) {
    const { numbers, count, width, finish } = byRows(node, tensors, node.inputs[1].axes);
    const largest = replaced(tensors[1].data, node.options.emptyRows, -Infinity, 0);
    // The core subtracts the largest of a row. With the maximum in the row it is that one; where the
    // reader has set another, its own exponential is not 1 and makes up for the difference.
    const longer = new Float32Array(count * (width + 1));
    for (let row = 0; row < count; row++) {
      longer.set(numbers.subarray(row * width, (row + 1) * width), row * (width + 1));
      longer[row * (width + 1) + width] = largest[row];
    }
    const { data } = attendTo(core, longer, count).exponentials;
    return finish(
      numbers.map((_, i) => {
        const row = Math.floor(i / width);
        const own = data[row * (width + 1) + width];
        // An infinite maximum minus itself is NaN, in the core as well; what is finite is 0 there.
        return Number.isNaN(own) ? data[i + row] : quotient(data[i + row], own);
      }),
    );
  },

  terms: ([[score], [largest]]) => [['exp(', score, ' − ', largest, ')']],

  python({ inputs: [left, right], options }, { name, exp: e, fill, alongAxes, anyAllowed }) {
    const largest = name(right.id);
    const isZero = options.emptyRows?.includes(true);
    const off = alongAxes(isZero ? 'shift' : largest, right.axes, left.axes);
    return {
      before: isZero
        ? [[`empty = ~${anyAllowed}`, emptyNote], `shift = ${fill(largest, 'empty', 0)}`]
        : [],
      value: e(`${name(left.id)} - ${off}`),
      makesNan: options.makesNan,
    };
  },

  javascript: () => undefined,
};

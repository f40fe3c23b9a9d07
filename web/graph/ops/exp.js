/**
 * The exponential of a difference: exp(score − row maximum).
 * Options: `emptyRows`, the queries that may attend to no key and have weights of 0. Their
 * difference −∞ − (−∞) would be NaN, so 0 is subtracted instead. `makesNan`, whether some row may
 * attend to no key and is NaN.
 */

import { tensor } from '../../../src/js/index.js';
import { emptyRow } from '../../text/en/operations.js';
import { emptyNote } from '../../text/en/tensors.js';
import { readRows, replaceInEmptyRows } from '../op.js';
import { divideFloats } from './divide.js';

/** @import { Op, SoftmaxOptions } from '../types.js' */
/** @import { Operations } from '../../../src/js/attention.js' */

/** The number of values per call of the core with a trace, which is many times as large. */
const AT_A_TIME = 2 ** 16;

/** @type {Op<SoftmaxOptions>} */
export const exp = {
  name: 'exp',
  evaluate(attention, tensors, node) {
    const { numbers, count, width, finish } = readRows(node, tensors, node.inputs[1].axes);
    const largest = replaceInEmptyRows(tensors[1].data, node.options.emptyRows, -Infinity, 0);
    const exponentials = new Float32Array(numbers.length);
    const some = Math.min(count, Math.ceil(AT_A_TIME / (width + 1)));
    // The core subtracts the largest number of a row. With the maximum appended to the row, that
    // number is the maximum.
    const space = new Float32Array(some * (width + 1));
    for (let first = 0; first < count; first += some) {
      const rows = Math.min(some, count - first);
      const longer = space.subarray(0, rows * (width + 1));
      for (let row = 0; row < rows; row++) {
        const from = (first + row) * width;
        longer.set(numbers.subarray(from, from + width), row * (width + 1));
        longer[row * (width + 1) + width] = largest[first + row];
      }
      const data = computeExponentials(attention, longer, rows);
      for (let row = 0; row < rows; row++) {
        const [from, at] = [row * (width + 1), (first + row) * width];
        exponentials.set(data.subarray(from, from + width), at);
        const largestExponential = data[from + width];
        // For an infinite maximum, the core gives NaN, and 0 for the finite numbers of its row.
        if (Number.isNaN(largestExponential) || largestExponential === 1) continue;
        for (let i = at; i < at + width; i++) {
          exponentials[i] = divideExponentials(attention, numbers[i], largest[first + row]);
        }
      }
    }
    return finish(exponentials);
  },

  terms: ([[score], [largest]]) => [['exp(', score, ' − ', largest, ')']],

  python({ inputs: [left, right], options }, { name, module, axis, fill, alongAxes, isSet }) {
    const largest = name(right.id);
    const hasZeros = options.emptyRows?.includes(true);
    const off = alongAxes(hasZeros ? 'shift' : largest, right.axes, left.axes);
    // A set score fills a row that may attend to no key.
    const empty = isSet(left.id) ? `empty & (${largest} == -math.inf)` : 'empty';
    return {
      before: hasZeros
        ? [[`empty = ~allowed.any(${axis}=-1)`, emptyNote], `shift = ${fill(largest, empty, 0)}`]
        : [],
      value: `${module}.exp(${name(left.id)} - ${off})`,
      makesNan: options.makesNan,
    };
  },

  // The scores of such a row are most often masked. A row of NaN has this maximum as well.
  remark: ([[score], [largest]], value) =>
    score === -Infinity && largest === -Infinity ? emptyRow(value) : undefined,

  javascript: () => undefined,
};

/**
 * Computes the exponentials of scores less the largest of their row: with a query of 1 and keys of
 * one number, query · key in the core's attention is the score itself.
 * @param {Operations} attention
 * @param {Float32Array} scores (rows, columns)
 * @param {number} count the number of rows
 */
function computeExponentials(attention, scores, count) {
  const query = tensor([count, 1, 1], new Float32Array(count).fill(1));
  const key = tensor([count, scores.length / count, 1], scores);
  return attention.scaledDotProductAttention(query, key, key, {
    scale: 1,
    needWeights: false,
    trace: ['exponentials'],
  }).trace.exponentials.data;
}

/**
 * Computes exp(number − largest) if the reader has set a maximum below the largest number of the
 * row.
 * @param {Operations} attention
 * @param {number} number
 * @param {number} largest
 */
function divideExponentials(attention, number, largest) {
  const pair = Float32Array.of(number, largest);
  const [numerator, denominator] = computeExponentials(attention, pair, 1);
  return divideFloats(numerator, denominator);
}

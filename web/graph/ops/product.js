/** A sum of products over the axes that the result lacks: Q = X W_Q, S = Q Kᵀ, H = A V. */

import { countElements } from '../../../src/js/shapes.js';
import { math } from '../../text/math.js';
import { readAlong } from '../arranged.js';
import { computeShape, intersectAxes, splitAxes, subtractAxes } from '../axes.js';
import { arrangeTensor, measureInputs } from '../op.js';

/** @import { Op } from '../types.js' */

/** @type {Op} */
export const product = {
  name: 'product',

  evaluate(attention, tensors, node) {
    const { axes, inputs } = node;
    const all = measureInputs(node, tensors);
    const [a, b] = inputs.map((input) => splitAxes(input.axes, all));
    const batch = intersectAxes(axes, a, b);
    const rows = subtractAxes(intersectAxes(axes, a), batch);
    const columns = subtractAxes(intersectAxes(axes, b), batch);
    const summed = subtractAxes(intersectAxes(a, b), batch);
    const [N, M, O, K] = [batch, rows, columns, summed].map((letters) =>
      countElements(computeShape(letters, all)),
    );
    const left = readAlong(tensors[0], a, batch + rows + summed, all);
    const right = readAlong(tensors[1], b, batch + columns + summed, all);
    const data = new Float32Array(N * M * O);
    for (let n = 0; n < N; n++) {
      const input = { shape: [M, K], data: left.subarray(n * M * K, (n + 1) * M * K) };
      const weight = { shape: [O, K], data: right.subarray(n * O * K, (n + 1) * O * K) };
      attention.linear(input, weight, undefined, {
        out: data.subarray(n * M * O, (n + 1) * M * O),
      });
    }
    return arrangeTensor(axes, batch + rows + columns, data, all);
  },

  formula: ([left, right], { inputs: [rows, columns], axes }) =>
    // Scores multiply by the rows of keys, others by the columns of a matrix.
    columns.axes.endsWith(rows.axes.slice(-1)) && axes.length > 1
      ? math`${left} ${right}ᵀ`
      : math`${left} ${right}`,

  terms: ([left, right]) => left.map((value, i) => [value, ' × ', right[i]]),

  python({ inputs: [left, right], axes }, { name, shape, swap }) {
    const [a, b] = [left.axes, splitLikeOther(right.axes, left.axes)];
    const isSplit = b !== right.axes;
    const split = isSplit ? `${name(right.id)}.reshape${shape(b)}` : name(right.id);
    // `@` sums over the last axis of the left and the second last axis of the right.
    const isTransposed = b.length > 1 && b.endsWith(a.slice(-1));
    const [last, before] = [b.length - 1, b.length - 2];
    const axesOfRight = isTransposed ? b.slice(0, before) + b[last] + b[before] : b;
    return {
      value: `${name(left.id)} @ ${isTransposed ? swap(split, before, last) : split}`,
      note: `${shape(a)} @ ${shape(axesOfRight)} -> ${shape(axes)}`,
    };
  },

  javascript({ inputs: [left, right] }, { name, use }) {
    const [a, b] = [left.axes, splitLikeOther(right.axes, left.axes)];
    const isSplit = b !== right.axes;
    // Along a leading axis, matrices are multiplied one by one.
    const loop = a.length > 2 ? a[0] : b.length > 2 ? b[0] : '';
    const part = (/** @type {string} */ id, /** @type {string} */ axes) =>
      loop && axes.startsWith(loop) ? `${name(id)}[${loop}]` : name(id);
    const first = part(left.id, a);
    const second = isSplit
      ? `${name(right.id)}.slice(${loop} * d, (${loop} + 1) * d)`
      : part(right.id, b);
    const matrix = b.length === 1 ? `${second}.map((x) => [x])` : second;
    const isTransposed = b.length > 1 && b.endsWith(a.slice(-1));
    const product = `${use('multiply')}(${first}, ${isTransposed ? `${use('transpose')}(${matrix})` : matrix})`;
    const value = b.length === 1 ? `${product}.flat()` : product;
    const looped = a.startsWith(loop) ? left.id : right.id;
    return { value: loop ? `${name(looped)}.map((_, ${loop}) => ${value})` : value };
  },
};

/** Splits C into h and c if the other has columns. @param {string} axes @param {string} other */
const splitLikeOther = (axes, other) => (other.includes('c') ? axes.replace('C', 'hc') : axes);

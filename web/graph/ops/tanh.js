/** The hyperbolic tangent of the sum of two numbers: tanh(projected query + projected key). */

import { tensor } from '../../../src/js/index.js';
import { featuresByCore } from '../../text/en/tensors.js';
import { computeTanh, sumInputs } from '../op.js';

/** @import { Tensor } from '../../../src/js/index.js' */
/** @import { Op } from '../op.js' */
/** @import { Operations } from '../../../src/js/attention.js' */

/** @type {Op} */
export const tanh = {
  name: 'tanh',
  evaluate(attention, tensors, node) {
    const [[row], keys] = node.inputs.map(({ axes }) => axes);
    // Every row is paired with every other. Infinite numbers are excluded, because 0 · ∞ in the
    // product with a unit matrix is NaN.
    if (node.axes === row + keys && tensors.every(({ data }) => data.every(Number.isFinite)))
      return addEachPair(attention, tensors);
    const { shape, data } = sumInputs(node, tensors);
    return tensor([...shape], computeTanh(attention, data));
  },

  terms: ([[query], [key]]) => [['tanh(', query, ' + ', key, ')']],

  python({ axes, inputs: [left, right] }, { name, module, alongAxes }) {
    const [a, b] = [left, right].map((input) => alongAxes(name(input.id), input.axes, axes));
    return { value: `${module}.tanh(${a} + ${b})` };
  },

  // The line calls additive attention on rows that are projected already.
  javascript({ inputs: [left, right] }, { name, use }) {
    const [a, b] = [left, right].map(({ id }) => name(id));
    const call = `attention.additiveAttention(${a}, ${b}, ${b}, { wq: unit, wk: unit, wv: unit[0] }, { trace: true })`;
    return {
      before: [
        `// ${featuresByCore}`,
        `const unit = ${a}[0].map((_, row) => ${a}[0].map((__, column) => Number(row === column)));`,
        `const { trace } = ${call};`,
      ],
      value: `${use('toNested')}(trace.features)`,
    };
  },
};

/**
 * Computes tanh of each row plus each other row. Additive attention of the core on projected rows
 * takes a quarter of the time of separate sums.
 * @param {Operations} attention
 * @param {Tensor[]} tensors
 */
function addEachPair(attention, [queries, keys]) {
  const [, width] = keys.shape;
  const ones = Float32Array.from({ length: width ** 2 }, (_, i) => Number(i % (width + 1) === 0));
  const unit = tensor([width, width], ones);
  const weights = { wq: unit, wk: unit, wv: new Float32Array(width) };
  return attention.additiveAttention(queries, keys, keys, weights, { trace: true }).trace.features;
}

/** tanh of the sum of two numbers: tanh(projected query + projected key). */

import { tensor } from '../../../src/js/index.js';
import { featuresByCore } from '../../text/en/program-notes.js';
import { arrange, shapeOf } from '../axes.js';
import { inputLengths, tanhOf } from '../op.js';

/** @type {import('../op.js').Op} */
export const tanh = {
  name: 'tanh',
  evaluate(core, tensors, node) {
    const lengths = inputLengths(node, tensors);
    const [left, right] = tensors.map(({ data }, i) =>
      arrange(data, node.inputs[i].axes, node.axes, lengths),
    );
    // A float32 array rounds each sum once, as the core does.
    const sums = left.map((value, i) => value + right[i]);
    return tensor(shapeOf(node.axes, lengths), tanhOf(core, sums));
  },

  terms: ([[query], [key]]) => [['tanh(', query, ' + ', key, ')']],

  python({ axes, inputs: [left, right] }, { name, tanh: t, alongAxes }) {
    const [a, b] = [left, right].map((input) => alongAxes(name(input.id), input.axes, axes));
    return { value: t(`${a} + ${b}`) };
  },

  // The core's additive attention on rows that are projected already.
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

/** tanh of the sum of two numbers: tanh(projected query + projected key). */

import { featuresByCore } from '../../text/en/program.js';
import { arrange, shapeOf, shared, sizeOf, without } from '../axes.js';
import { arranged, inputLengths } from '../op.js';

/** @type {import('../op.js').Op} */
export const tanh = {
  name: 'tanh',
  evaluate(core, tensors, node) {
    const lengths = inputLengths(node, tensors);
    const [a, b] = node.inputs.map(({ axes }) => axes);
    const units = shared(a, b);
    const [rows, columns] = [without(a, units), without(b, units)];
    // Each unit by itself, with weights of 1.
    const [queries, keys] = [rows, columns].map((letters, i) => ({
      shape: [...[units, letters].map((axes) => sizeOf(shapeOf(axes, lengths))), 1],
      data: arrange(tensors[i].data, node.inputs[i].axes, units + letters, lengths),
    }));
    const ones = { wq: [[1]], wk: [[1]], wv: [1] };
    const { trace } = core.additiveAttention(queries, keys, keys, ones, { trace: true });
    return arranged(node.axes, units + rows + columns, trace.features.data, lengths);
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

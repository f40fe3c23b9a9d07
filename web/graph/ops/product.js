/** A sum of products over the axes that only the inputs have: Q = X W_Q, S = Q Kᵀ, H = A V. */

import { arrange, shapeOf, shared, sizeOf, split, without } from '../axes.js';
import { arranged, inputLengths } from '../op.js';

/** @type {import('../op.js').Op} */
export const product = {
  name: 'product',

  evaluate(core, tensors, node) {
    const { axes, inputs } = node;
    const all = inputLengths(node, tensors);
    const [a, b] = inputs.map((input) => split(input.axes, all));
    const batch = shared(axes, a, b);
    const rows = without(shared(axes, a), batch);
    const columns = without(shared(axes, b), batch);
    const summed = without(shared(a, b), batch);
    const [N, M, O, K] = [batch, rows, columns, summed].map((letters) =>
      sizeOf(shapeOf(letters, all)),
    );
    const left = arrange(tensors[0].data, a, batch + rows + summed, all);
    const right = arrange(tensors[1].data, b, batch + columns + summed, all);
    const data = new Float32Array(N * M * O);
    for (let n = 0; n < N; n++) {
      const input = { shape: [M, K], data: left.subarray(n * M * K, (n + 1) * M * K) };
      const weight = { shape: [O, K], data: right.subarray(n * O * K, (n + 1) * O * K) };
      data.set(core.linear(input, weight).data, n * M * O);
    }
    return arranged(axes, batch + rows + columns, data, all);
  },
};

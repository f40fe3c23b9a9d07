/** What a trained layer of self-attention is given: its weight matrices, as the page shows them. */

import { tensor } from '../../../../src/js/index.js';
import { byHeads, transposed } from '../../../sources/layout.js';

/**
 * @import { Tensor } from '../../../../src/js/index.js'
 * @import { Weighing } from '../../../graph/builders/softmax.js'
 */

/**
 * @typedef {Readonly<Record<string, Tensor>>} Parameters
 */

/**
 * @param {Parameters} parameters
 * @param {number} layer from 0
 * @param {number} heads
 * @returns {Record<string, () => Tensor>} by the ids of a graph
 */
export function layerGiven(parameters, layer, heads) {
  const { [`layers.${layer}.qkv`]: qkv, [`layers.${layer}.output`]: output } = parameters;
  const [, width] = qkv.shape;
  /** Queries, keys and values have a third of the rows each. @param {number} part */
  const third = (part) => () => {
    const rows = qkv.data.slice(part * width * width, (part + 1) * width * width);
    return byHeads(tensor([width, width], rows), heads);
  };
  return {
    [`layer${layer + 1}/wq`]: third(0),
    [`layer${layer + 1}/wk`]: third(1),
    [`layer${layer + 1}/wv`]: third(2),
    [`layer${layer + 1}/wo`]: () => transposed(output),
  };
}

/**
 * How a layer makes weights of scores.
 * @param {number} count of words
 * @param {number} length of a query
 * @param {boolean} isCausal
 * @returns {Weighing}
 */
export const weighingOf = (count, length, isCausal) => ({
  scale: { factor: 1 / Math.sqrt(length), rule: 'sqrt', amount: length, temperature: 1 },
  ...(isCausal && {
    allowed: Uint8Array.from({ length: count * count }, (_, i) =>
      Number(i % count <= Math.floor(i / count)),
    ),
  }),
  fill: -Infinity,
  kind: isCausal ? 'causal' : 'none',
});

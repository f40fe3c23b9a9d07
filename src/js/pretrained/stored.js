// Where the numbers of a layer are in model.safetensors, for programs that read the same file.

import { mapLayer } from './parts.js';

/**
 * @import { Layout } from './layout.js'
 * @import { Block, Description, Linear, Norm } from './parts.js'
 * @import { StoredLayer, StoredPart } from './types.js'
 */

/**
 * The tensors of a layer by name.
 *
 * @param {Layout} layout
 * @param {Description} model
 * @param {Block} block
 * @param {boolean} isCross whether attention is that to the text of the encoder
 * @returns {StoredLayer}
 */
export const readStoredLayer = (layout, model, block, isCross) =>
  mapLayer(
    model,
    block,
    isCross,
    (part) => stored(layout, part, 0),
    (projections, counts, headWidth) =>
      projections.length === 1
        ? counts.map((_, part) => storedPart(layout, projections[0], part, counts, headWidth))
        : projections.flatMap((part) => part.tensors.map((_, i) => stored(layout, part, i))),
  );

/**
 * Queries, keys or values, which may be rows of one tensor.
 *
 * @param {Layout} layout
 * @param {Linear} qkv
 * @param {number} part 0, 1 or 2
 * @param {number[]} counts rows of each part
 * @param {number} headWidth
 * @returns {StoredPart}
 */
function storedPart(layout, qkv, part, counts, headWidth) {
  if (qkv.tensors.length > 1) return stored(layout, qkv, part);
  const rows =
    qkv.order.length > 0
      ? { first: part * headWidth, count: headWidth, blockSize: counts.length * headWidth }
      : {
          first: counts.slice(0, part).reduce((sum, count) => sum + count, 0),
          count: counts[part],
          blockSize: qkv.out,
        };
  return { ...stored(layout, qkv, 0), rows };
}

/**
 * @param {Layout} layout
 * @param {Linear | Norm} part
 * @param {number} index of the tensor, of a projection of several
 * @returns {StoredPart}
 */
function stored(layout, part, index) {
  const { weights, biases } = layout.namesOf(part);
  return {
    weight: weights[index],
    bias: biases[index],
    isTransposed: part.kind === 'linear' && part.layout === 'in,out',
    rows: undefined,
  };
}

// Reading the parameters of a layer from memory, and their places in model.safetensors.

import { makeTensor } from '../tensor.js';
import { makeEach, mapLayer } from './parts.js';

/** @import { Layout } from './layout.js' */
/** @import { Machine } from './machine.js' */
/** @import { Block, Description, Linear, Norm } from './parts.js' */
/** @import { LayerParameters, Projection, StoredLayer, StoredPart } from './types.js' */

/**
 * Reads the parameters of a layer. Call this function inside `arena.run`.
 * @param {Machine} machine @param {Description} model @param {Block} block
 * @param {boolean} isCross whether to read the attention to the text of the encoder
 * @returns {LayerParameters}
 */
export const readLayer = (machine, model, block, isCross) =>
  mapLayer(
    model,
    block,
    isCross,
    (part) => (part.kind === 'norm' ? readNorm(machine, part) : readProjection(machine, part)),
    (projections, counts) => {
      const groups = projections.length === 1 ? [counts] : [counts.slice(0, 1), counts.slice(1)];
      return projections.flatMap((part, i) => splitRows(readProjection(machine, part), groups[i]));
    },
  );

/** @param {Machine} machine @param {Linear} part @returns {Projection} */
function readProjection(machine, part) {
  const { out, width } = part;
  const { bias } = machine.addressOf(part);
  const rows = machine.embed(
    part,
    makeEach(out, (row) => row),
  );
  return {
    weight: machine.read(rows, [out, width]),
    bias: bias === 0 ? undefined : machine.read(bias, [out]),
  };
}

/** @param {Machine} machine @param {Norm} part @returns {Projection} */
function readNorm(machine, part) {
  const { at, bias } = machine.addressOf(part);
  return {
    weight: machine.read(at, [part.width]),
    bias: bias === 0 ? undefined : machine.read(bias, [part.width]),
  };
}

/** Splits a projection by rows. @param {Projection} projection @param {number[]} counts the numbers of rows */
function splitRows({ weight, bias }, counts) {
  const [, width] = weight.shape;
  let row = 0;
  return counts.map((count) => {
    const from = row;
    row += count;
    return {
      weight: makeTensor([count, width], weight.data.slice(from * width, row * width)),
      bias: bias && makeTensor([count], bias.data.slice(from, row)),
    };
  });
}

/**
 * Returns the places of the parts of a layer in the file.
 * @param {Layout} layout @param {Description} model @param {Block} block
 * @param {boolean} isCross whether to use the attention to the text of the encoder
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
 * Returns the place of the projection of queries, keys or values, which may be rows of a common tensor.
 * @param {Layout} layout @param {Linear} qkv
 * @param {number} part 0 for queries, 1 for keys, 2 for values
 * @param {number[]} counts the numbers of rows of each part
 * @param {number} headWidth @returns {StoredPart}
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
 * Returns the place of a part in the file.
 * @param {Layout} layout @param {Linear | Norm} part
 * @param {number} index the index of the tensor, if the projection has several
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

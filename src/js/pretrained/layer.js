// Reading the parameters of a layer from memory, and their places in model.safetensors.

import { makeTensor } from '../tensor.js';
import { computeHeadScale } from './parts.js';

/** @import { Layout } from './layout.js' */
/** @import { Machine } from './machine.js' */
/** @import { Block, Description, Linear, Norm } from './parts.js' */
/** @import { LayerParameters, Projection, StoredLayer, StoredPart } from './types.js' */

/**
 * Maps each part of a layer to a result.
 * @template Result
 * @param {Description} model @param {Block} block
 * @param {boolean} isCross whether to use the attention to the text of the encoder
 * @param {(part: Linear | Norm) => Result} read
 * @param {(projections: Linear[], counts: number[], headWidth: number) => Result[]} readInputs maps the one or two
 *   projections of queries, keys and values to three results; `counts` are their numbers of rows
 */
function mapLayer(model, block, isCross, read, readInputs) {
  const { residual, mlpNorm, gate, mlpIn, mlpOut } = block;
  const cross = isCross ? block.cross : undefined;
  const { headWidth } = computeHeadScale(model, block);
  const counts = [model.heads, model.kvHeads, model.kvHeads].map((count) => count * headWidth);
  const [q, k, v] = readInputs(cross ? [cross.q, cross.kv] : [block.qkv], counts, headWidth);
  return {
    attnNorm: read(cross?.norm ?? block.attnNorm),
    q,
    k,
    v,
    attnOut: read(cross?.out ?? block.attnOut),
    residual: residual && read(residual),
    mlpNorm: read(mlpNorm),
    gate: gate && read(gate),
    mlpIn: read(mlpIn),
    mlpOut: read(mlpOut),
  };
}

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
    (part) => readPart(machine, part),
    (projections, counts) => {
      const groups = projections.length === 1 ? [counts] : [counts.slice(0, 1), counts.slice(1)];
      return projections.flatMap((part, i) => splitRows(readPart(machine, part), groups[i]));
    },
  );

/** @param {Machine} machine @param {Linear | Norm} part @returns {Projection} */
function readPart(machine, part) {
  const { at, bias } = machine.addressOf(part);
  const isNorm = part.kind === 'norm';
  const shape = isNorm ? [part.width] : [part.out, part.width];
  // A projection is packed, so its rows are looked up.
  const weight = isNorm ? at : machine.embed(part, [...Array(part.out).keys()]);
  return {
    weight: machine.read(weight, shape),
    bias: bias === 0 ? undefined : machine.read(bias, shape.slice(0, 1)),
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

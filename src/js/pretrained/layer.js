// The description of a layer: its structure, its parameters in memory, and their places in the file of the weights.

import { makeArgumentError } from '../errors.js';
import { defineInteger, makeNameError, readValue } from '../option-reader.js';
import { makeTensor } from '../tensor.js';
import { listStacks } from './change-names.js';
import { computeHeadScale, findRotary, makeEach } from './parts.js';

/** @import { Layout } from './layout.js' */
/** @import { Machine } from './machine.js' */
/** @import { Bias, Block, Description, Linear, Norm } from './parts.js' */
/** @import { LayerDescription, LayerParameters, LayerStack, OuterParameters, Projection } from './types.js' */
/** @import { StoredLayer, StoredPart } from './types.js' */

/**
 * A norm, a projection, or the rows of a projection that are queries, keys or values.
 * @typedef {object} Slice
 * @property {Linear | Norm} part
 * @property {number} index the index of the slice in its part
 * @property {number} first the first row
 * @property {number} count the number of rows
 */

/** @param {Linear | Norm} part @param {number[]} counts the number of rows of each slice @returns {Slice[]} */
function slicePart(part, counts) {
  let end = 0;
  return counts.map((count, index) => {
    end += count;
    return { part, index, first: end - count, count };
  });
}

/** @param {Linear | Norm} part */
const takeAllRows = (part) => slicePart(part, [part.kind === 'linear' ? part.out : 1])[0];

/**
 * Returns the parts of a layer of a stack, and the description of its model.
 * @param {Description} model @param {number} index @param {LayerStack} stack
 */
function findBlock(model, index, stack) {
  const stacks = listStacks(model.encoder !== undefined);
  if (!stacks.includes(stack)) {
    const isElsewhere = listStacks(true).includes(stack);
    if (!isElsewhere) throw makeNameError('stack', stack, stacks);
    throw makeArgumentError('stack', 'decoder: this model has no encoder', `"${stack}"`);
  }
  const described = (stack === 'encoder' && model.encoder) || model;
  const { layers } = described;
  const given = readValue(defineInteger(-layers.length, layers.length - 1), 'index', index);
  const place = given < 0 ? layers.length + given : given;
  return { model: described, place, block: layers[place] };
}

/**
 * Describes a layer: its structure, its parameters, and their places in the file. Call this function inside `arena.run`.
 * @param {Machine} machine @param {Layout} layout @param {Description} described
 * @param {number} index counted from the end if negative @param {LayerStack} stack
 * @returns {LayerDescription & { parameters: LayerParameters, stored: StoredLayer }}
 */
export function describeLayer(machine, layout, described, index, stack) {
  const { model, block, place } = findBlock(described, index, stack);
  const { heads, kvHeads, isCausal, norm, eps, activation } = model;
  const { isNormBefore, isParallel, windows } = model;
  const isCross = stack === 'cross';
  const rotary = findRotary(model, place);
  return {
    heads,
    kvHeads,
    isCausal: isCausal && !isCross,
    window: isCross ? undefined : windows[place],
    ...computeHeadScale(model, block),
    hidden: block.mlpIn.out,
    norm,
    eps,
    isNormBefore,
    isParallel,
    // A copy, so that a caller's change does not reach the model.
    rotary: rotary && { ...rotary, scaling: rotary.scaling && { ...rotary.scaling } },
    activation,
    ...readLayer(machine, layout, model, block, isCross),
  };
}

/**
 * @param {Machine} machine @param {Layout} layout @param {Description} model @param {Block} block
 * @param {boolean} isCross whether to read the attention to the text of the encoder
 * @returns {{ parameters: LayerParameters, stored: StoredLayer }}
 */
function readLayer(machine, layout, model, block, isCross) {
  const { residual, attnOutNorm, mlpNorm, gate, mlpIn, mlpOut, mlpOutNorm } = block;
  const cross = isCross ? block.cross : undefined;
  const { headWidth } = computeHeadScale(model, block);
  const counts = [model.heads, model.kvHeads, model.kvHeads].map((count) => count * headWidth);
  const [q, k, v] = cross
    ? [takeAllRows(cross.q), ...slicePart(cross.kv, counts.slice(1))]
    : slicePart(block.qkv, counts);
  const slices = {
    attnNorm: takeAllRows(cross?.norm ?? block.attnNorm),
    q,
    k,
    v,
    qNorm: block.qNorm && takeAllRows(block.qNorm),
    kNorm: block.kNorm && takeAllRows(block.kNorm),
    attnOut: takeAllRows(cross?.out ?? block.attnOut),
    attnOutNorm: attnOutNorm && takeAllRows(attnOutNorm),
    residual: residual && takeAllRows(residual),
    mlpNorm: takeAllRows(mlpNorm),
    gate: gate && takeAllRows(gate),
    mlpIn: takeAllRows(mlpIn),
    mlpOut: takeAllRows(mlpOut),
    mlpOutNorm: mlpOutNorm && takeAllRows(mlpOutNorm),
  };
  const mapSlices = (/** @type {(slice: Slice) => Projection | StoredPart} */ read) =>
    Object.fromEntries(Object.entries(slices).map(([name, slice]) => [name, slice && read(slice)]));
  return /** @type {any} */ ({
    parameters: mapSlices((slice) => readParameters(machine, slice)),
    stored: mapSlices((slice) => findStored(layout, slice, headWidth)),
  });
}

/** @param {Machine} machine @param {Linear | Norm} part */
export const readProjection = (machine, part) => readParameters(machine, takeAllRows(part));

/**
 * Reads the parameters outside the layers. Call this function inside `arena.run`.
 * @param {Machine} machine @param {Description} model @param {readonly number[]} ids the tokens whose rows are read
 * @returns {OuterParameters}
 */
export function readOuterParameters(machine, model, ids) {
  const { tokens, embeddingScale, embeddingNorm, finalNorm } = model;
  const { positionTable, types, firstPosition, head } = model;
  const { dense, norm, decoder } = head ?? {};
  const readRows = (/** @type {Linear} */ table, rows = ids) =>
    machine.arena.run(() => machine.read(machine.embed(table, rows), [rows.length, table.width]));
  const readAll = (/** @type {Linear | undefined} */ table, first = 0) =>
    table &&
    readRows(
      table,
      makeEach(table.out - first, (i) => first + i),
    );
  const readBias = (/** @type {Bias} */ bias) => {
    const { data } = machine.read(machine.addressOf(bias).at, [bias.width]);
    const biases = Float32Array.from(ids, (id) => data[id]);
    return makeTensor([ids.length], biases);
  };
  return {
    embedding: readRows(tokens),
    embeddingScale: Math.fround(embeddingScale),
    positions: readAll(positionTable, firstPosition),
    types: readAll(types),
    embeddingNorm: embeddingNorm && readProjection(machine, embeddingNorm),
    finalNorm: finalNorm && readProjection(machine, finalNorm),
    headDense: dense && readProjection(machine, dense),
    headNorm: norm && readProjection(machine, norm),
    unembedding: head && {
      weight: readRows(decoder ?? tokens),
      bias: head.bias && readBias(head.bias),
    },
  };
}

/** @param {Machine} machine @param {Slice} slice @returns {Projection} */
function readParameters(machine, { part, first, count }) {
  const { at, bias } = machine.addressOf(part);
  const isNorm = part.kind === 'norm';
  const shape = isNorm ? [part.width] : [count, part.width];
  const rows = Array.from({ length: count }, (_, i) => first + i);
  // A projection is packed, so its rows are looked up.
  const weight = isNorm ? at : machine.embed(part, rows);
  return {
    weight: machine.read(weight, shape),
    bias: bias === 0 ? undefined : machine.read(bias + 4 * first, shape.slice(0, 1)),
  };
}

/** @param {Layout} layout @param {Slice} slice @param {number} headWidth @returns {StoredPart} */
function findStored(layout, { part, index, first, count }, headWidth) {
  const { weights, biases } = layout.place(part);
  const isLinear = part.kind === 'linear';
  const isPartOfTensor = isLinear && weights.length === 1 && count < part.out;
  // In some files, the rows of query, key and value alternate by head.
  const rows =
    isLinear && part.order.length > 0
      ? { first: index * headWidth, count: headWidth, blockSize: 3 * headWidth }
      : { first, count, blockSize: isLinear ? part.out : 1 };
  const tensor = isPartOfTensor ? 0 : index;
  return {
    file: layout.index,
    weight: weights[tensor],
    bias: biases[tensor],
    offset: isLinear ? 0 : part.offset,
    isTransposed: isLinear && part.layout === 'in,out',
    rows: isPartOfTensor ? rows : undefined,
  };
}

// The numbers that one layer consists of, read back from memory.

import { makeTensor } from '../tensor.js';
import { makeEach, mapLayer } from './parts.js';

/**
 * @import { Machine } from './machine.js'
 * @import { Block, Description, Linear, Norm } from './parts.js'
 * @import { LayerParameters, Projection } from './types.js'
 */

/**
 * The parameters of a layer. To be called inside `arena.run`.
 *
 * @param {Machine} machine
 * @param {Description} model
 * @param {Block} block
 * @param {boolean} isCross whether attention is that to the text of the encoder
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

/** @param {Projection} projection @param {number[]} counts of rows */
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

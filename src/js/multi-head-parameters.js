// The parameters of multi-head attention: read from what a caller gives, and packed as the core takes them.

import { elementsOf, makeArgument, readOptionalTensor, readTensor } from './arguments.js';
import { allocate, argumentError, optionError } from './errors.js';
import { readKeys } from './keys.js';
import { packWeight } from './linear.js';
import { expectShape, sizeOf } from './shapes.js';

/**
 * @import { Core } from './core.js'
 * @import { Argument, Sizes } from './types.js'
 */

const PARAMETERS = [
  ...['inProjWeight', 'inProjBias', 'qProjWeight', 'kProjWeight', 'vProjWeight'],
  ...['outProjWeight', 'outProjBias'],
];
const MAX_HEADS = 2 ** 30;

/**
 * Parameters that have been read: the projections of q, k, v and the output as the core takes them.
 * @typedef {{ weight: Argument, bias: Argument | undefined }} Projection
 * @typedef {{ sizes: Sizes, projections: Projection[] }} Projections
 */

/**
 * @param {unknown} parameters
 * @param {Record<string, unknown>} options with numHeads and inProjLayout
 * @returns {Projections}
 */
export function readParameters(parameters, { numHeads, inProjLayout }) {
  const given = readKeys('parameters', parameters, PARAMETERS);
  /** @param {string} name */
  const read = (name) => readTensor(`parameters.${name}`, given[name]);
  /** @param {string} name */
  const readOptional = (name) => readOptionalTensor(`parameters.${name}`, given[name]);

  const outWeight = read('outProjWeight');
  const [D] = outWeight.shape;
  expectShape(outWeight, [D, D]);
  const H = readHeads(numHeads, D);
  const outBias = readOptional('outProjBias');
  if (outBias) expectShape(outBias, [D], 'to match outProjWeight');
  const inBias = readOptional('inProjBias');
  if (inBias) expectShape(inBias, [3 * D], 'to match outProjWeight');
  const stride = inProjLayout === 'per-head' ? D / H : D;
  const biases = inBias ? unstack(inBias, stride) : [];
  const weights = readInputWeights(given, read, D, stride);
  const [q, k, v] = weights.map((weight, i) => ({ weight, bias: biases[i] }));
  const [Kdim, Vdim] = [k.weight.shape[1], v.weight.shape[1]];
  return {
    sizes: { D, H, Kdim, Vdim },
    projections: [q, k, v, { weight: outWeight, bias: outBias }],
  };
}

/**
 * @param {unknown} numHeads
 * @param {number} D
 */
function readHeads(numHeads, D) {
  const isCount = typeof numHeads === 'number' && Number.isSafeInteger(numHeads) && numHeads > 0;
  if (isCount && D % numHeads === 0 && numHeads <= MAX_HEADS) return numHeads;
  throw optionError('numHeads', `a number of heads that divides the model width ${D}`, numHeads);
}

/**
 * The weights of q, k and v, apart.
 *
 * @param {Record<string, unknown>} given
 * @param {(name: string) => Argument} read
 * @param {number} D
 * @param {number} stride rows of q before those of k in a stacked weight
 */
function readInputWeights(given, read, D, stride) {
  const names = ['qProjWeight', 'kProjWeight', 'vProjWeight'];
  const apart = names.find((name) => given[name] != null);
  if (apart === undefined) {
    const stacked = read('inProjWeight');
    expectShape(stacked, [3 * D, D], 'to match outProjWeight');
    return unstack(stacked, stride);
  }
  if (given.inProjWeight != null) {
    const [argument, expected] = ['parameters.inProjWeight', `absent where ${apart} is given`];
    throw argumentError(argument, expected, 'given');
  }
  const [q, k, v] = names.map(read);
  expectShape(q, [D, D], 'to match outProjWeight');
  expectShape(k, [D, 'Kdim'], 'to match outProjWeight');
  expectShape(v, [D, 'Vdim'], 'to match outProjWeight');
  return [q, k, v];
}

/**
 * Three arguments out of one whose rows are `stride` of q, `stride` of k, `stride` of v, and so on.
 *
 * @param {Argument} stacked
 * @param {number} stride
 * @returns {Argument[]}
 */
function unstack(stacked, stride) {
  const data = elementsOf(stacked);
  const shape = [stacked.shape[0] / 3, ...stacked.shape.slice(1)];
  const count = stacked.count / 3;
  const run = stride * sizeOf(shape.slice(1));
  const part = (/** @type {number} */ first, /** @type {number} */ length) =>
    allocate(4 * length, () => data.subarray(first, first + length));
  return [0, run, 2 * run].map((first) => {
    // Rows of one projection that are contiguous need no copy.
    if (run === count) return makeArgument(stacked.name, shape, part(first, count));
    const rows = allocate(4 * count, () => new Float32Array(count));
    for (let to = 0; to < count; to += run) rows.set(part(first + 3 * to, run), to);
    return makeArgument(stacked.name, shape, rows);
  });
}

/**
 * The layout of packed parameters: the struct, then the four weights, then the four biases.
 *
 * @param {Core} core
 * @param {Projections} parameters
 */
export function layoutOf(core, { sizes: { D }, projections }) {
  const struct = 4 * 2 * projections.length;
  const weights = projections.map(({ weight: { shape } }) =>
    core.sizeFrom('attn_packed_size', shape),
  );
  const total = weights.reduce((sum, size) => sum + size, struct + 4 * D * projections.length);
  return { struct, weights, total };
}

/**
 * Packs parameters into a block of memory, which begins with the core's struct. To be called inside
 * `arena.run`.
 *
 * @param {Core} core
 * @param {Projections} parameters
 * @param {ReturnType<typeof layoutOf>} layout
 * @param {number} block
 */
export function packParameters(core, { sizes: { D }, projections }, layout, block) {
  const { arena } = core;
  let next = block + layout.struct;
  /** @param {number} bytes */
  const place = (bytes) => {
    next += bytes;
    return next - bytes;
  };
  const weights = projections.map(({ weight }, i) =>
    // Each copy is released before the next is made.
    arena.run(() => packWeight(core, weight, place(layout.weights[i]))),
  );
  const biases = projections.map(({ bias }) => {
    if (bias === undefined) return 0;
    const to = place(4 * D);
    arena.putAt(bias, to);
    return to;
  });
  arena.copy(block, arena.putStruct([...weights, ...biases]), layout.struct);
}

// The parameters of multi-head attention: reading those of the caller, and packing them for the core.

import { DTYPES, listParameterWords, PARAMETERS_BYTES } from './abi.js';
import { makeArgument, readElements, readOptionalTensor, readTensor } from './arguments.js';
import { fitRotary } from './call-options.js';
import { allocateArray, makeArgumentError, makeOptionError } from './errors.js';
import { computePackedSize, packWeight } from './linear.js';
import { isIntegerIn, readKeys } from './option-reader.js';
import { countElements, expectShape } from './shapes.js';

/**
 * @import { Rotary } from './abi.js'
 * @import { ReadLayerOptions } from './call-options.js'
 * @import { Core } from './core.js'
 * @import { Argument, Sizes } from './types.js'
 */

const PARAMETERS = [
  'inProjWeight',
  'inProjBias',
  'qProjWeight',
  'kProjWeight',
  'vProjWeight',
  'outProjWeight',
  'outProjBias',
];
const MAX_HEADS = 2 ** 30;

/**
 * @typedef {{ weight: Argument, bias: Argument | undefined }} Projection
 * @typedef {{ sizes: Sizes, projections: Projection[], rotary: Rotary | undefined, dtype: string }} Projections
 *   parameters that were read and checked: the projections of q, k, v and the output
 */

/**
 * @param {unknown} parameters
 * @param {ReadLayerOptions} options
 * @returns {Projections}
 */
export function readParameters(parameters, options) {
  const { numHeads, numKvHeads, inProjLayout, rotary, dtype } = options;
  const given = readKeys('parameters', parameters, PARAMETERS);
  /** @param {string} name */
  const read = (name) => readTensor(`parameters.${name}`, given[name]);
  /** @param {string} name */
  const readOptional = (name) => readOptionalTensor(`parameters.${name}`, given[name]);

  const outWeight = read('outProjWeight');
  const D = readModelWidth(outWeight);
  const H = readHeads('numHeads', numHeads, D, 'the model width ');
  const Hkv = numKvHeads === undefined ? H : readHeads('numKvHeads', numKvHeads, H, 'numHeads, ');
  const d = D / H;
  const rows = [D, Hkv * d, Hkv * d];
  if (inProjLayout === 'per-head' && Hkv !== H) {
    const expected = "'stacked' where numKvHeads is not numHeads";
    throw makeOptionError('inProjLayout', expected, inProjLayout);
  }
  const outBias = readOptional('outProjBias');
  if (outBias) expectShape(outBias, [D], 'to match outProjWeight');
  const inBias = readOptional('inProjBias');
  const stacked = D + 2 * Hkv * d;
  /** Says what a shape has to match. `given` is the number of rows of k or v. @type {(given: number) => string} */
  const explain = (given) => {
    if (numKvHeads !== undefined) return 'to match outProjWeight and numKvHeads';
    const heads = given / d;
    const isFewer = isIntegerIn(heads, 1, H - 1) && H % heads === 0;
    return `to match outProjWeight${isFewer ? `, or pass numKvHeads: ${heads}` : ''}`;
  };
  if (inBias) expectShape(inBias, [stacked], explain((inBias.shape[0] - D) / 2));
  const runs = inProjLayout === 'per-head' ? [d, d, d] : rows;
  const biases = inBias ? unstack(inBias, rows, runs) : [];
  const weights = readInputWeights(given, read, rows, runs, explain);
  const [q, k, v] = weights.map((weight, i) => ({ weight, bias: biases[i] }));
  const [Kdim, Vdim] = [k.weight.shape[1], v.weight.shape[1]];
  return {
    sizes: { D, H, Hkv, Kdim, Vdim },
    projections: [q, k, v, { weight: outWeight, bias: outBias }],
    rotary: rotary && fitRotary(rotary, 'rotary.width', d, 'a head'),
    dtype,
  };
}

/** Reads the width of a model: the weight of the output is square. Some models have wider heads. @param {Argument} weight */
export function readModelWidth(weight) {
  const [D = 'D'] = weight.shape;
  expectShape(weight, [D, D], 'as each head is D / numHeads wide');
  return Number(D);
}

/**
 * Reads a number of heads, which must divide `total`.
 * @param {string} name the name of the option
 * @param {unknown} count
 * @param {number} total
 * @param {string} label the words before `total` in an error
 */
function readHeads(name, count, total, label) {
  if (isIntegerIn(count, 1, MAX_HEADS) && total % count === 0) return count;
  throw makeOptionError(name, `a number of heads that divides ${label}${total}`, count);
}

/**
 * Returns the separate weights of q, k and v.
 * @param {Record<string, unknown>} given
 * @param {(name: string) => Argument} read
 * @param {number[]} rows the numbers of rows of q, k and v
 * @param {number[]} runs the numbers of consecutive rows of q, k and v in a stacked weight
 * @param {(given: number) => string} explain
 */
function readInputWeights(given, read, rows, runs, explain) {
  const [D, Dkv] = rows;
  const names = ['qProjWeight', 'kProjWeight', 'vProjWeight'];
  const separateName = names.find((name) => given[name] != null);
  if (separateName === undefined) {
    const stacked = read('inProjWeight');
    expectShape(stacked, [D + 2 * Dkv, D], explain((stacked.shape[0] - D) / 2));
    return unstack(stacked, rows, runs);
  }
  if (given.inProjWeight != null) {
    throw makeArgumentError(
      'parameters.inProjWeight',
      `absent where ${separateName} is given`,
      'given',
    );
  }
  const [q, k, v] = names.map(read);
  expectShape(q, [D, D], 'to match outProjWeight');
  expectShape(k, [Dkv, 'Kdim'], explain(k.shape[0]));
  expectShape(v, [Dkv, 'Vdim'], explain(v.shape[0]));
  return [q, k, v];
}

/**
 * Splits a stacked argument into those of q, k and v. Its rows alternate: a run of q, a run of k, a run of v, and so on.
 * @param {Argument} stacked
 * @param {number[]} rows the total numbers of rows of q, k and v
 * @param {number[]} runs the numbers of consecutive rows of q, k and v
 * @returns {Argument[]}
 */
function unstack(stacked, rows, runs) {
  const data = readElements(stacked);
  const [, ...rest] = stacked.shape;
  const width = countElements(rest);
  const stride = (runs[0] + runs[1] + runs[2]) * width;
  const part = (/** @type {number} */ first, /** @type {number} */ length) =>
    allocateArray(4 * length, () => data.subarray(first, first + length));
  let first = 0;
  return rows.map((count, i) => {
    const [shape, size, run] = [[count, ...rest], count * width, runs[i] * width];
    const start = first;
    first += run;
    // Contiguous rows need no copy.
    if (run === size) return makeArgument(stacked.name, shape, part(start, size));
    const copy = allocateArray(4 * size, () => new Float32Array(size));
    for (let to = 0, from = start; to < size; to += run, from += stride)
      copy.set(part(from, run), to);
    return makeArgument(stacked.name, shape, copy);
  });
}

/**
 * Computes the layout of packed parameters: the struct, then the four weights, then the four biases.
 * @param {Core} core
 * @param {Projections} parameters
 */
export function layOutParameters(core, { projections, dtype }) {
  const weights = projections.map(({ weight }) => computePackedSize(core, weight.shape, dtype));
  const biases = projections.reduce((sum, { weight: { shape } }) => sum + 4 * shape[0], 0);
  const total = weights.reduce((sum, size) => sum + size, PARAMETERS_BYTES + biases);
  return { weights, total };
}

/**
 * Packs parameters into a block of memory, which begins with the core's struct. Call this function inside `arena.run`.
 * @param {Core} core
 * @param {Projections} parameters
 * @param {ReturnType<typeof layOutParameters>} layout
 * @param {number} block
 */
export function packParameters(core, { projections, rotary, dtype }, layout, block) {
  const { arena } = core;
  let next = block + PARAMETERS_BYTES;
  /** @param {number} bytes */
  const takeNext = (bytes) => {
    next += bytes;
    return next - bytes;
  };
  const weights = projections.map(({ weight }, i) =>
    // Each run releases its copy of the weight before the next copy is made.
    arena.run(() => packWeight(core, weight, takeNext(layout.weights[i]), dtype)),
  );
  const biases = projections.map(({ bias }) => {
    if (bias === undefined) return 0;
    const to = takeNext(4 * bias.count);
    arena.putAt(bias, to);
    return to;
  });
  const words = listParameterWords(weights, biases, rotary, DTYPES.indexOf(dtype));
  arena.copy(block, arena.putStruct(words), PARAMETERS_BYTES);
}

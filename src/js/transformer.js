// The operations of a Transformer other than attention: embedding, norms, activations, rotary positions.

import { ACTIVATIONS } from './abi.js';
import { makeIndices, readIndices, readOptionalTensor, readTensor } from './arguments.js';
import { fitRotary, readOptions } from './call-options.js';
import { formatShape, makeOptionError, makeShapeError } from './errors.js';
import { callKernel } from './kernel-calls.js';
import { kernels } from './kernels.js';
import { makeNameError } from './option-reader.js';
import { checkLimit, countElements, expectShape } from './shapes.js';

/** @import { Core } from './core.js' */
/** @import { RotaryScaling } from './types.js' */

/** The largest integer of an Int32Array. */
const LARGEST_POSITION = 2 ** 31 - 1;

/** @param {Core} core @param {unknown} ids @param {unknown} table @param {unknown} options */
export function embedding(core, ids, table, options) {
  const rows = readTensor('table', table);
  expectShape(rows, ['V', 'D']);
  const [V, D] = rows.shape;
  const indices = readIndices('ids', ids, V);
  const { out } = readOptions.plain(options);
  const kernel = kernels.embed(rows, indices, [indices.count, V, D]);
  return callKernel(core, kernel, [...indices.shape, D], out);
}

/** @param {unknown} input @param {unknown} weight */
function readNorm(input, weight) {
  const x = readTensor('input', input);
  const w = readTensor('weight', weight);
  const D = x.shape.at(-1);
  if (D === undefined) throw makeShapeError('input', '(…, D)', x.shape);
  expectShape(w, [D], 'to match input');
  return { x, w, sizes: [countElements(x.shape.slice(0, -1)), D] };
}

/**
 * @param {Core} core
 * @param {unknown} input
 * @param {unknown} weight
 * @param {unknown} bias
 * @param {unknown} options
 */
export function layerNorm(core, input, weight, bias, options) {
  const { x, w, sizes } = readNorm(input, weight);
  const b = readOptionalTensor('bias', bias);
  if (b) expectShape(b, w.shape, 'to match input');
  const { eps, out } = readOptions.layerNorm(options);
  return callKernel(core, kernels.layerNorm(x, w, b, sizes, eps), x.shape, out);
}

/** @param {Core} core @param {unknown} input @param {unknown} weight @param {unknown} options */
export function rmsNorm(core, input, weight, options) {
  const { x, w, sizes } = readNorm(input, weight);
  const { eps, out } = readOptions.rmsNorm(options);
  return callKernel(core, kernels.rmsNorm(x, w, sizes, eps), x.shape, out);
}

/** @param {Core} core @param {unknown} input @param {unknown} kind @param {unknown} options */
export function activation(core, input, kind, options) {
  const x = readTensor('input', input);
  const known = ACTIVATIONS.find((each) => each === kind);
  if (known === undefined) throw makeNameError('kind', kind, ACTIVATIONS);
  const { out } = readOptions.plain(options);
  return callKernel(core, kernels.activate(x, x.count, known), x.shape, out);
}

/** @param {RotaryScaling | undefined} scaling */
function checkScaling({ length, ...turns } = { factor: 1 }) {
  for (const name of /** @type {const} */ (['low', 'high'])) {
    if (length !== undefined || turns[name] === undefined) continue;
    const expected = 'absent unless options.scaling.length is given';
    throw makeOptionError(`scaling.${name}`, expected, turns[name]);
  }
  const { low = 1, high = 4 } = turns;
  if (low >= high) throw makeOptionError('scaling.high', `a number above low, ${low}`, high);
}

/** @param {Core} core @param {unknown} input @param {unknown} options */
export function rotary(core, input, options) {
  const x = readTensor('input', input);
  const { shape } = x;
  if (shape.length < 2) throw makeShapeError('input', '(…, L, E)', shape);
  const [L, E] = shape.slice(-2);
  const read = readOptions.rotary(options);
  const { positions, out } = read;
  if (read.width === undefined && E % 2 !== 0) {
    throw makeShapeError('input', '(…, L, E) with an even E, or an even options.width', shape);
  }
  checkScaling(read.scaling);
  const turn = fitRotary(read, 'width', E, 'input');
  // Limit the number of positions even if they have no width.
  checkLimit('input', [L, 1]);
  const at =
    positions === undefined
      ? makeIndices('options.positions', L)
      : readIndices('options.positions', positions, LARGEST_POSITION + 1);
  if (at.shape.length !== 1 || at.shape[0] !== L) {
    throw makeShapeError(at.name, `${formatShape([L])} to match input`, at.shape);
  }
  const sizes = [countElements(shape.slice(0, -2)), L, E];
  return callKernel(core, kernels.rotate(x, at, sizes, turn), shape, out);
}

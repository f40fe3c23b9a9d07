import { readAxis, readTensor } from './arguments.js';
import { fitOptions, putOptions, readOptions } from './call-options.js';
import { makeArgumentError, makeShapeError } from './errors.js';
import { callKernel } from './kernel-calls.js';
import { kernels } from './kernels.js';
import { foldMask } from './mask-options.js';
import { countElements } from './shapes.js';

/**
 * @import { Arena } from './arena.js'
 * @import { Core } from './core.js'
 */

/** @param {Core} core @param {unknown} input @param {unknown} options */
export function softmax(core, input, options) {
  const x = readTensor('input', input);
  const { shape } = x;
  if (shape.length === 0) throw makeShapeError('input', 'at least one axis', shape);
  const read = readOptions.softmax(options);
  const axis = readAxis('options.dim', read.dim, shape.length, 'input');
  const isLast = axis === shape.length - 1;
  if (!isLast) refuseMasks(read);
  // View (…, S, …) as (N, H, L, S, inner). If S is the last axis, N and L are those of the masks.
  const outer = shape.slice(0, axis);
  const N = isLast && outer.length > 1 ? outer[0] : 1;
  const L = isLast ? (outer.at(-1) ?? 1) : countElements(outer);
  const H = isLast ? countElements(outer.slice(1, -1)) : 1;
  const S = shape[axis];
  const inner = countElements(shape.slice(axis + 1));
  const isFolded = shape.length > 4;
  if (isFolded && read.attnMask !== undefined) read.attnMask = foldMask(read.attnMask, shape);
  const settings = fitOptions(read, isFolded ? [N, H, L, S] : shape, 1);
  const isMasked = read.attnMask !== undefined || settings.validLens !== undefined;
  /** @param {Arena} arena */
  const put = (arena) => putOptions(arena, settings);
  const kernel = isMasked
    ? kernels.softmax(x, [N, H, L, S, inner], put)
    : kernels.softmax(x, [1, 1, N * H * L, S, inner], put, 3);
  return callKernel(core, kernel, shape, settings.out);
}

/**
 * Refuses masks of an axis that is not the last one, because masks have rows and keys.
 * @param {ReturnType<typeof readOptions.softmax>} read
 */
function refuseMasks({ attnMask, validLens }) {
  if (attnMask === undefined && validLens === undefined) return;
  const argument = `options.${attnMask === undefined ? 'validLens' : 'attnMask'}`;
  throw makeArgumentError(argument, 'absent unless options.dim is the last axis', 'given');
}

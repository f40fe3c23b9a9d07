import { readTensor } from './argument.js';
import { ArgumentError, ShapeError } from './errors.js';
import { describe, formatShape } from './format.js';
import { putOptions, readKeys, readOptions, SOFTMAX_OPTIONS } from './options.js';
import { sizeOf } from './shape.js';
import { makeTensor } from './tensor.js';

const operation = 'softmax';

/**
 * @typedef {Pick<import('./options.js').AttentionOptions,
 *   'attnMask' | 'validLens' | 'maskFill' | 'emptyRow'> & { dim?: number }} SoftmaxOptions
 */

/**
 * @param {import('./core.js').Core} core
 * @param {import('./tensor.js').TensorLike} input
 * @param {SoftmaxOptions} [options]
 */
export function softmax(core, input, options) {
  const x = readTensor(operation, 'input', input);
  const { shape } = x;
  if (shape.length === 0) {
    const [expected, received] = ['at least one axis', formatShape(shape)];
    throw new ShapeError({ operation, argument: 'input', expected, received });
  }
  const { dim = -1, ...read } = readKeys(operation, options, [...SOFTMAX_OPTIONS, 'dim']);
  const axis = readAxis(dim, shape);
  const isLast = axis === shape.length - 1;
  checkMasks(read, shape, isLast);
  // (…, S, …) as (N, H, L, S, inner); with the last axis N and L are the ones that masks know.
  const outer = shape.slice(0, axis);
  const N = isLast && outer.length > 1 ? outer[0] : 1;
  const L = isLast ? (outer.at(-1) ?? 1) : sizeOf(outer);
  const H = isLast ? sizeOf(outer.slice(1, -1)) : 1;
  const S = shape[axis];
  const inner = sizeOf(shape.slice(axis + 1));
  const scores = shape.length > 4 ? [N, H, L, S] : shape;
  const defaults = { isBatched: outer.length > 1, scale: 1 };
  const settings = readOptions(operation, read, scores, defaults);
  const { arena } = core;
  return arena.run(operation, () => {
    const workspace = core.ask('attn_softmax_workspace', S, inner);
    const [from, to] = [arena.put(x), arena.take(4 * x.count)];
    const args = [from, N, H, L, S, inner, putOptions(arena, settings), to];
    core.call(operation, 'attn_softmax', ...args, arena.take(workspace), workspace);
    return makeTensor(shape, arena.read(to, x.count));
  });
}

/**
 * @param {unknown} dim
 * @param {number[]} shape
 */
function readAxis(dim, { length: rank }) {
  if (typeof dim === 'number' && Number.isInteger(dim) && dim >= -rank && dim < rank) {
    return dim < 0 ? dim + rank : dim;
  }
  const expected = `an axis of input: an integer from ${-rank} to ${rank - 1}`;
  throw new ArgumentError({
    operation,
    argument: 'options.dim',
    expected,
    received: describe(dim),
  });
}

/**
 * Masks speak of rows and keys, so that they need the last axis and at most (N, H, L, S).
 *
 * @param {Record<string, unknown>} read
 * @param {number[]} shape
 * @param {boolean} isLast
 */
function checkMasks({ attnMask, validLens }, shape, isLast) {
  if (!isLast && (attnMask !== undefined || validLens !== undefined)) {
    const argument = `options.${attnMask === undefined ? 'validLens' : 'attnMask'}`;
    const expected = 'absent unless options.dim is the last axis';
    throw new ArgumentError({ operation, argument, expected, received: 'given' });
  }
  if (attnMask !== undefined && shape.length > 4) {
    const expected = 'at most four axes where options.attnMask is given';
    const received = formatShape(shape);
    throw new ShapeError({ operation, argument: 'input', expected, received });
  }
}

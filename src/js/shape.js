import { LimitError, ShapeError } from './errors.js';
import { formatBytes, formatShape } from './format.js';

/** Elements that a float32 tensor of 4 GiB has. */
const MAX_ELEMENTS = 2 ** 30;
/** Axes that a tensor may have. */
export const MAX_RANK = 8;

/** @param {number[]} shape */
export const sizeOf = (shape) => shape.reduce((product, size) => product * size, 1);

/**
 * Refuses a tensor that could not be held.
 *
 * @param {string} operation
 * @param {string} argument
 * @param {number[]} shape
 */
export function checkLimit(operation, argument, shape) {
  const count = sizeOf(shape);
  if (count <= MAX_ELEMENTS) return;
  const received = `${formatBytes(4 * count)} as ${formatShape(shape)} float32`;
  const expected = formatBytes(4 * MAX_ELEMENTS);
  throw new LimitError({ operation, argument, expected, received });
}

/**
 * Checks an argument against a shape in which letters stand for any size.
 *
 * @param {import('./argument.js').Argument<any>} argument
 * @param {readonly (number | string)[]} pattern
 * @param {string} [why] such as `to match query`
 */
export function expectShape({ operation, name, shape }, pattern, why) {
  const fits =
    shape.length === pattern.length &&
    shape.every((size, axis) => typeof pattern[axis] === 'string' || pattern[axis] === size);
  if (fits) return;
  const expected = formatShape(pattern) + (why === undefined ? '' : ` ${why}`);
  throw new ShapeError({ operation, argument: name, expected, received: formatShape(shape) });
}

/**
 * Checks the number of axes.
 *
 * @param {import('./argument.js').Argument<any>} argument
 * @param {number[]} ranks
 * @param {string} expected the shapes in words
 */
export function expectRank({ operation, name, shape }, ranks, expected) {
  if (ranks.includes(shape.length)) return;
  throw new ShapeError({ operation, argument: name, expected, received: formatShape(shape) });
}

/**
 * Strides, in elements, that broadcast an argument to a shape: 0 along axes that it repeats.
 *
 * @param {import('./argument.js').Argument<any>} argument
 * @param {number[]} target
 */
export function broadcastStrides({ operation, name, shape }, target) {
  const missing = target.length - shape.length;
  const strides = target.map(() => 0);
  let fits = missing >= 0;
  let stride = 1;
  for (let axis = shape.length - 1; axis >= 0 && fits; axis--) {
    const size = shape[axis];
    fits = size === target[axis + missing] || size === 1;
    if (size !== 1) strides[axis + missing] = stride;
    stride *= size;
  }
  if (fits) return strides;
  const expected = `a shape that broadcasts to the scores' ${formatShape(target)}`;
  throw new ShapeError({ operation, argument: name, expected, received: formatShape(shape) });
}

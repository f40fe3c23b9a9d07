// Shapes, and checks of shapes.

import { formatShape, makeShapeError, makeSizeError } from './errors.js';

/** The number of elements of a float32 tensor of 4 GiB. */
const MAX_ELEMENTS = 2 ** 30;

/** Returns the number of elements of a shape. @param {readonly number[]} shape */
export const countElements = (shape) => {
  let size = 1;
  for (const length of shape) size *= length;
  return size;
};

/** Returns the index along each axis of an element. @param {readonly number[]} shape @param {number} offset */
export function computeIndex(shape, offset) {
  let rest = offset;
  const index = [];
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    index.unshift(rest % shape[axis]);
    rest = Math.floor(rest / shape[axis]);
  }
  return index;
}

/**
 * Refuses a tensor of more than 4 GiB, or a mask of more than 1 GiB.
 * @param {string} argument
 * @param {readonly number[]} shape
 * @param {string} [dtype] the format of its elements, `bool` for a mask
 */
export function checkLimit(argument, shape, dtype = 'float32') {
  const width = dtype === 'float32' ? 4 : dtype === 'bool' ? 1 : 2;
  const bytes = countElements(shape) * width;
  // The core counts elements, and flags are elements, too.
  const limit = dtype === 'bool' ? MAX_ELEMENTS : 4 * MAX_ELEMENTS;
  if (bytes <= limit) return;
  throw makeSizeError(argument, { bytes, limit, form: ` as ${formatShape(shape)} ${dtype}` });
}

/**
 * Checks the shape of an argument. A letter in the pattern matches any size.
 * @param {{ name: string, shape: readonly number[] }} argument
 * @param {readonly (number | string)[]} pattern
 * @param {string} [why] the end of the error message, such as `to match query`
 */
export function expectShape({ name, shape }, pattern, why) {
  let fits = shape.length === pattern.length;
  for (let axis = 0; fits && axis < pattern.length; axis++) {
    fits = pattern[axis] === shape[axis] || typeof pattern[axis] === 'string';
  }
  if (fits) return;
  throw makeShapeError(name, formatShape(pattern) + (why === undefined ? '' : ` ${why}`), shape);
}

/**
 * Checks the number of axes.
 * @param {{ name: string, shape: readonly number[] }} argument
 * @param {number[]} ranks
 * @param {string} expected the expected shapes, formatted
 */
export function expectRank({ name, shape }, ranks, expected) {
  if (!ranks.includes(shape.length)) throw makeShapeError(name, expected, shape);
}

/**
 * Returns the strides, in elements, that broadcast an argument to a shape: 0 along repeated axes.
 * @param {{ name: string, shape: readonly number[] }} argument
 * @param {readonly number[]} target
 */
export function computeBroadcastStrides({ name, shape }, target) {
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
  throw makeShapeError(name, expected, shape);
}

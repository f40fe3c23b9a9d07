import { ArgumentError, ShapeError } from './errors.js';
import { describe, formatShape } from './format.js';
import { checkLimit, MAX_RANK } from './shape.js';

/**
 * @param {string} operation
 * @param {string} argument
 * @param {unknown} nested
 */
export function readNested(operation, argument, nested) {
  if (!Array.isArray(nested)) {
    const expected = 'nested arrays';
    throw new ArgumentError({ operation, argument, expected, received: describe(nested) });
  }
  const shape = shapeOfNested(operation, argument, nested);
  checkLimit(operation, argument, shape);
  /** @type {unknown[]} */
  const leaves = [];
  collect(operation, argument, nested, shape, 0, leaves);
  if (typeof leaves[0] !== 'boolean') {
    const data = Float32Array.from(leaves, (leaf) => readNumber(operation, argument, leaf));
    return { shape, data };
  }
  return { shape, data: readBooleans(operation, argument, leaves) };
}

/**
 * A mask's flags as bytes.
 *
 * @param {string} operation
 * @param {string} argument
 * @param {unknown[]} leaves of which the first is a boolean
 */
export function readBooleans(operation, argument, leaves) {
  const mixed = leaves.find((leaf) => typeof leaf !== 'boolean');
  if (mixed !== undefined) {
    const expected = 'either numbers or booleans throughout';
    throw new ArgumentError({ operation, argument, expected, received: `also ${describe(mixed)}` });
  }
  return Uint8Array.from(leaves, Number);
}

/**
 * The shape that the first element of each level tells.
 *
 * @param {string} operation
 * @param {string} argument
 * @param {unknown} nested
 */
function shapeOfNested(operation, argument, nested) {
  const shape = [];
  for (let level = nested; Array.isArray(level); level = level[0]) {
    shape.push(level.length);
    if (shape.length > MAX_RANK) {
      const expected = `arrays nested at most ${MAX_RANK} deep`;
      throw new ArgumentError({ operation, argument, expected, received: 'deeper' });
    }
  }
  return shape;
}

/**
 * Collects the leaves in row-major order; every array has to be as long as its level says.
 *
 * @param {string} operation
 * @param {string} argument
 * @param {unknown} level
 * @param {number[]} shape
 * @param {number} depth
 * @param {unknown[]} leaves
 */
function collect(operation, argument, level, shape, depth, leaves) {
  if (depth === shape.length) {
    if (Array.isArray(level)) throw raggedError(operation, argument, shape, level);
    leaves.push(level);
    return;
  }
  if (!Array.isArray(level) || level.length !== shape[depth]) {
    throw raggedError(operation, argument, shape, level);
  }
  for (let i = 0; i < shape[depth]; i++) {
    collect(operation, argument, level[i], shape, depth + 1, leaves);
  }
}

/**
 * @param {string} operation
 * @param {string} argument
 * @param {number[]} shape
 * @param {unknown} found
 */
function raggedError(operation, argument, shape, found) {
  const what = Array.isArray(found) ? `an array of ${found.length}` : describe(found);
  const expected = `arrays of equal lengths, ${formatShape(shape)} as the first of each level says`;
  return new ShapeError({ operation, argument, expected, received: `ragged: ${what} inside` });
}

/**
 * @param {string} operation
 * @param {string} argument
 * @param {unknown} value
 */
export function readNumber(operation, argument, value) {
  if (typeof value === 'number') return value;
  throw new ArgumentError({ operation, argument, expected: 'a number', received: describe(value) });
}

// Reading the elements and the shape of a tensor: typed arrays, flat arrays and nested arrays.

import {
  allocateArray,
  describeValue,
  formatShape,
  makeArgumentError,
  makeShapeError,
  makeValueError,
  ShapeError,
} from './errors.js';
import { isIntegerIn } from './option-reader.js';
import { checkLimit, computeIndex, countElements } from './shapes.js';

/** The largest number of axes of a tensor. */
export const MAX_RANK = 8;

/**
 * Returns the name of a typed array's class, in any realm, or undefined for other values.
 * @type {(value: unknown) => string | undefined}
 */
export const nameTypedArray = (() => {
  const prototype = Object.getPrototypeOf(Float32Array.prototype);
  const tag = /** @type {any} */ (Object.getOwnPropertyDescriptor(prototype, Symbol.toStringTag));
  return (value) => tag.get.call(value);
})();

/** The types of 16-bit numbers, which need a `dtype`. */
export const HALVES = ['float16', 'bfloat16'];

/**
 * @param {unknown} shape
 * @param {unknown} data
 * @param {string} shapeName
 * @param {string} dataName
 * @param {boolean} [isInteger]
 */
export function readFlat(shape, data, shapeName, dataName, isInteger = false) {
  const areFlags = nameTypedArray(data) === 'Uint8Array' || hasFlags(data);
  const sizes = readShape(shapeName, shape, areFlags ? 'bool' : undefined);
  return { shape: sizes, data: readData(dataName, data, isInteger, sizes, shapeName) };
}

/** Whether an array begins with a boolean. @param {unknown} data */
const hasFlags = (data) => Array.isArray(data) && typeof data[0] === 'boolean';

/** @param {string} argument @param {unknown} shape @param {string} [dtype] the format of the elements, for errors */
export function readShape(argument, shape, dtype) {
  const expected = `an array of at most ${MAX_RANK} sizes, each an integer of 0 or more`;
  if (!Array.isArray(shape)) throw makeValueError(argument, expected, shape);
  if (shape.length > MAX_RANK) throw makeArgumentError(argument, expected, `${shape.length} sizes`);
  const sizes = [...shape];
  if (!sizes.every((size) => isIntegerIn(size, 0))) {
    throw makeArgumentError(argument, expected, `[${sizes.map(describeValue)}]`);
  }
  checkLimit(argument, sizes, dtype);
  return sizes;
}

/**
 * Reads flat elements. A Float32Array and the bytes of a mask are not copied.
 * @param {string} argument
 * @param {unknown} data
 * @param {boolean} isInteger
 * @param {readonly number[]} [shape] the shape whose number of elements the data must have
 * @param {string} [shapeName]
 * @returns {Float32Array | Uint8Array}
 */
export function readData(argument, data, isInteger, shape, shapeName = '') {
  const kind = nameTypedArray(data);
  if (kind === undefined && !Array.isArray(data)) {
    throw makeValueError(argument, 'a Float32Array or an array of numbers', data);
  }
  const array = /** @type {ArrayLike<unknown>} */ (data);
  if (kind !== undefined) checkBuffer(argument, array);
  const { length } = array;
  if (shape !== undefined && length !== countElements(shape)) {
    const hint =
      shapeName === 'shape' && isShapeOf(array, shape.length) ? '; the shape comes first' : '';
    throw makeShapeError(shapeName, `as many elements as ${argument} has: ${length}${hint}`, shape);
  }
  if (kind === undefined) {
    const elements = allocateElements(array[0], length, isInteger);
    const areFlags = elements instanceof Uint8Array;
    for (let i = 0; i < length; i++) elements[i] = readElement(areFlags, array[i], argument, i);
    return elements;
  }
  const numbers = /** @type {Float32Array} */ (data);
  if (kind === 'Float32Array') return numbers;
  const isBig = kind.startsWith('Big');
  if (isInteger) {
    // Tokenizers for ONNX give 64-bit integers.
    const convert = () => (isBig ? Float64Array.from(numbers, Number) : new Float64Array(numbers));
    return /** @type {any} */ (allocateArray(8 * length, convert));
  }
  if (kind === 'Uint8Array') {
    checkBytes(argument, /** @type {Uint8Array} */ (data));
    return /** @type {Uint8Array} */ (data);
  }
  if (!isBig && kind !== 'Uint16Array') {
    return allocateArray(4 * length, () => new Float32Array(numbers));
  }
  const doubt = isBig ? ' of BigInts' : ', which may hold undecoded float16';
  const way = isBig ? '' : `, or { shape, data, dtype } with the dtype ${HALVES.join(' or ')}`;
  const expected = `a Float32Array or an array of numbers${way}`;
  throw makeArgumentError(argument, expected, `a ${kind}${doubt}`);
}

/** Whether data could be the shape of so many elements. @param {ArrayLike<unknown>} data @param {number} count */
const isShapeOf = (data, count) =>
  data.length <= MAX_RANK &&
  Array.from(data).every((size) => isIntegerIn(size, 0)) &&
  countElements(/** @type {number[]} */ (data)) === count;

/**
 * Refuses a typed array whose buffer was transferred, or shrunk so that it no longer holds the array. Such an array has
 * no elements, like an empty one, but its methods throw.
 * @param {string} argument
 * @param {ArrayLike<unknown>} array
 */
export function checkBuffer(argument, array) {
  if (array.length > 0) return;
  try {
    Float32Array.prototype.at.call(array, 0);
  } catch {
    const received = `a detached or shrunk ${nameTypedArray(array)}`;
    throw makeArgumentError(argument, 'an array whose buffer is in use', received);
  }
}

/** Checks that a mask has only bytes of 0 and 1. @param {string} argument @param {Uint8Array} bytes */
function checkBytes(argument, bytes) {
  const { buffer, byteOffset, length } = bytes;
  let i = 0;
  // Check four bytes at a time, because a mask may have millions.
  if (length >= 64 && byteOffset % 4 === 0) {
    const words = allocateArray(length, () => new Uint32Array(buffer, byteOffset, length >> 2));
    let bits = 0;
    for (const word of words) bits |= word;
    if ((bits & 0xfefefefe) === 0) i = length & ~3;
  }
  for (; i < length; i++) {
    if (bytes[i] <= 1) continue;
    throw makeArgumentError(`${argument}[${i}]`, '0 or 1, as in every mask', String(bytes[i]));
  }
}

/** The strings for numbers that JSON does not have. */
const SPECIAL = new Map(['NaN', 'Infinity', '-Infinity', '-0'].map((text) => [text, Number(text)]));

/**
 * Makes an array for elements: for flags if the first element is a boolean, otherwise for numbers.
 * @param {unknown} first
 * @param {number} count
 * @param {boolean} isInteger whether numbers must not be rounded to float32
 * @returns {Float32Array | Uint8Array}
 */
function allocateElements(first, count, isInteger) {
  const Numbers = /** @type {typeof Float32Array} */ (isInteger ? Float64Array : Float32Array);
  const Kind = typeof first === 'boolean' ? Uint8Array : Numbers;
  return allocateArray(count * Kind.BYTES_PER_ELEMENT, () => new Kind(count));
}

/**
 * Reads a number or a flag.
 * @param {boolean} areFlags whether the elements are flags
 * @param {unknown} element
 * @param {string} argument
 * @param {number} index the index among all elements
 * @param {readonly number[]} [shape] the shape of nested arrays; only flat data may have the strings of JSON
 */
function readElement(areFlags, element, argument, index, shape) {
  if (areFlags && typeof element === 'boolean') return Number(element);
  if (!areFlags && typeof element === 'number') return element;
  const mayBeText = !areFlags && shape === undefined;
  const special = mayBeText ? SPECIAL.get(/** @type {string} */ (element)) : undefined;
  if (special !== undefined) return special;
  const indices = shape ? computeIndex(shape, index) : [index];
  const expected = areFlags ? 'true or false, as the first element is one' : 'a number';
  throw makeValueError(argument + indices.map((i) => `[${i}]`).join(''), expected, element);
}

/** @param {string} argument @param {unknown[]} nested @param {boolean} isInteger */
export function readNested(argument, nested, isInteger) {
  /** @type {number[]} */
  const shape = [];
  /** The first element of each level gives the shape. @type {unknown} */
  let level = nested;
  for (; Array.isArray(level); level = level[0]) {
    shape.push(level.length);
    if (shape.length > MAX_RANK) {
      throw makeArgumentError(argument, `arrays nested at most ${MAX_RANK} deep`, 'deeper');
    }
  }
  checkLimit(argument, shape, typeof level === 'boolean' ? 'bool' : undefined);
  const data = allocateElements(level, countElements(shape), isInteger);
  const areFlags = data instanceof Uint8Array;
  let next = 0;
  /** The place of the current part. @type {number[]} */
  const path = [];
  /**
   * Collects elements, and checks that all arrays of a level have the same length.
   * @param {unknown} part
   * @param {number} depth
   */
  const collect = (part, depth) => {
    const isRow = Array.isArray(part);
    if (isRow ? part.length !== shape[depth] : depth < shape.length) {
      throw makeRaggedError(argument, shape, part, path.slice(0, depth));
    }
    if (isRow) {
      for (let i = 0; i < part.length; i++) {
        path[depth] = i;
        collect(part[i], depth + 1);
      }
    } else {
      data[next] = readElement(areFlags, part, argument, next, shape);
      next++;
    }
  };
  collect(nested, 0);
  return { shape, data };
}

/**
 * @param {string} argument
 * @param {readonly number[]} shape
 * @param {unknown} found
 * @param {readonly number[]} place
 */
function makeRaggedError(argument, shape, found, place) {
  const what = Array.isArray(found) ? `an array of length ${found.length}` : describeValue(found);
  const received = `${formatShape(shape)} in its first rows, but is ragged: ${what} at [${place.join('][')}]`;
  return new ShapeError({ argument, expected: 'arrays of equal lengths', received });
}

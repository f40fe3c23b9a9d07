// Reading arguments: each part once, and all of them before memory is used, because a getter or a
// proxy of the caller's may do anything, call this library among it.

import {
  allocate,
  argumentError,
  describe,
  formatBytes,
  formatShape,
  LimitError,
  ShapeError,
  shapeError,
  unreadable,
} from './errors.js';
import { nearest } from './nearest.js';

/**
 * A tensor argument that has been read and checked.
 *
 * @template {Float32Array | Uint8Array | Int32Array} [Data=Float32Array]
 * @typedef {object} Argument
 * @property {string} name
 * @property {number[]} shape
 * @property {number} count elements that the shape asks for
 * @property {boolean} isMask bytes of 0 and 1, not numbers
 * @property {Data} data of which only the elements are used: a subclass may override the rest. Empty
 *   where it is resident
 * @property {import('./resident.js').Resident | undefined} resident what holds the elements in wasm memory
 */

/** The method by which a resident tensor presents itself as an argument. */
export const AS_ARGUMENT = Symbol('as argument');

/** Elements that a float32 tensor of 4 GiB has. */
const MAX_ELEMENTS = 2 ** 30;
/** Axes that a tensor may have. */
const MAX_RANK = 8;

/** The getters of every typed array, also of another realm's, whatever a subclass overrides. */
const typedArray = Object.getPrototypeOf(Float32Array.prototype);
/** @param {string | symbol} property */
const getterOf = (property) => {
  const { get } = /** @type {any} */ (Object.getOwnPropertyDescriptor(typedArray, property));
  return (/** @type {unknown} */ value) => get.call(value);
};
/** @type {(value: unknown) => string | undefined} the name of its kind; undefined for all else */
export const kindOf = getterOf(Symbol.toStringTag);
/** @type {(array: ArrayLike<unknown>) => number} */
export const lengthOf = getterOf('length');

const bufferOf = getterOf('buffer');
const offsetOf = getterOf('byteOffset');

/** The part of a buffer that floats fill. @param {Float32Array} array */
export function bytesOf(array) {
  const start = offsetOf(array);
  return { buffer: bufferOf(array), start, end: start + 4 * lengthOf(array) };
}

/**
 * The first elements of a typed array, of any class and realm, as one of ours.
 *
 * @template {Float32Array | Uint8Array | Int32Array} Data
 * @param {Data} data
 * @param {number} count
 * @returns {Data}
 */
export function firstOf(data, count) {
  const Kind = kindOf(data) === 'Uint8Array' ? Uint8Array : Float32Array;
  const make = () => new Kind(bufferOf(data), offsetOf(data), count);
  return /** @type {any} */ (allocate(count * Kind.BYTES_PER_ELEMENT, make));
}

/**
 * Some of the elements, not copied.
 *
 * @param {Argument} argument
 * @param {number} first
 * @param {number} count
 */
export function floatsOf(argument, first, count) {
  checkUnchanged(argument);
  const { buffer, start } = bytesOf(argument.data);
  return allocate(4 * count, () => new Float32Array(buffer, start + 4 * first, count));
}

/** Kinds whose elements are read as numbers, besides Float32Array. */
const NUMBERS = [
  ...['Float64Array', 'Float16Array', 'Int8Array', 'Int16Array', 'Int32Array'],
  ...['Uint32Array', 'Uint8ClampedArray'],
];

/** @param {readonly number[]} shape */
export const sizeOf = (shape) => {
  let size = 1;
  for (const length of shape) size *= length;
  return size;
};

/**
 * Reads a tensor argument of numbers.
 *
 * @param {string} name
 * @param {unknown} value
 * @returns {Argument}
 */
export function readTensor(name, value) {
  const argument = readAny(name, value);
  if (argument.isMask) {
    const expected = 'numbers in a Float32Array or in nested arrays';
    throw argumentError(name, expected, 'boolean');
  }
  return /** @type {Argument} */ (argument);
}

/** @param {string} name @param {unknown} value */
export const readOptionalTensor = (name, value) =>
  value === undefined || value === null ? undefined : readTensor(name, value);

/**
 * Reads a tensor argument of numbers (Float32Array) or of booleans (Uint8Array of 0 and 1).
 *
 * @param {string} name
 * @param {unknown} value
 * @param {boolean} [isInteger] integers, which float32 would round, and bytes are no flags
 * @returns {Argument<Float32Array | Uint8Array>}
 */
export function readAny(name, value, isInteger = false) {
  const expected = 'a tensor or nested arrays';
  try {
    if (Array.isArray(value)) return argumentOf(name, readNested(name, value, isInteger));
    if (kindOf(value) !== undefined) {
      const data = readData(name, value, isInteger);
      return argumentOf(name, { shape: [lengthOf(data)], data });
    }
    if (typeof value !== 'object' || value === null) {
      throw argumentError(name, expected, describe(value));
    }
    if (AS_ARGUMENT in value) return /** @type {any} */ (value)[AS_ARGUMENT](name);
    const { shape, data } = /** @type {{ shape: unknown, data: unknown }} */ (value);
    if (shape === undefined && data === undefined) {
      throw argumentError(name, expected, describe(value));
    }
    return argumentOf(name, readFlat(shape, data, `${name}.shape`, `${name}.data`, isInteger));
  } catch (cause) {
    throw unreadable(name, expected, cause);
  }
}

/**
 * @template {Float32Array | Uint8Array} Data
 * @param {string} name
 * @param {{ shape: number[], data: Data }} read
 * @returns {Argument<Data>}
 */
const argumentOf = (name, { shape, data }) => ({
  name,
  shape,
  count: sizeOf(shape),
  isMask: kindOf(data) === 'Uint8Array',
  data,
  resident: undefined,
});

/**
 * The elements of an argument, copied where they are resident.
 *
 * @template {Float32Array | Uint8Array} Data
 * @param {Argument<Data>} argument
 * @returns {Data}
 */
export const elementsOf = ({ name, data, resident }) =>
  resident === undefined ? data : /** @type {Data} */ (resident.elements(name));

/**
 * Whether numbers are all 0 or 1, and not all 0: zeros alone change nothing when they are added.
 *
 * @param {ArrayLike<number>} numbers
 */
export function areZerosAndOnes(numbers) {
  const length = lengthOf(numbers);
  let hasOne = false;
  for (let i = 0; i < length; i++) {
    if (numbers[i] === 1) hasOne = true;
    else if (numbers[i] !== 0) return false;
  }
  return hasOne;
}

/** The same of an argument's elements. @param {Argument<any>} argument */
export const holdsZerosAndOnes = ({ name, data, resident }) =>
  resident === undefined ? areZerosAndOnes(data) : resident.areZerosAndOnes(name);

/**
 * Another argument's getter may have detached or resized a buffer since it was read.
 *
 * @param {Argument<any>} argument
 */
export function checkUnchanged({ name, data, count }) {
  const length = lengthOf(data);
  // One that follows a growing buffer still has the elements that were there.
  if (length >= count) return;
  const expected = `${count} elements, as when it was first read`;
  throw argumentError(name, expected, `now of ${length} elements`);
}

/**
 * @param {unknown} shape
 * @param {unknown} data
 * @param {string} shapeName
 * @param {string} dataName
 * @param {boolean} [isInteger]
 */
export function readFlat(shape, data, shapeName, dataName, isInteger = false) {
  const sizes = readShape(shapeName, shape);
  try {
    const fitting = { shape: sizes, name: shapeName };
    return { shape: sizes, data: readData(dataName, data, isInteger, fitting) };
  } catch (cause) {
    throw unreadable(dataName, 'an array of numbers', cause);
  }
}

/**
 * @param {string} argument
 * @param {unknown} shape
 */
function readShape(argument, shape) {
  const expected = `an array of at most ${MAX_RANK} sizes, each an integer of 0 or more`;
  const sizes = [];
  try {
    if (!Array.isArray(shape)) {
      throw argumentError(argument, expected, describe(shape));
    }
    const length = readLength(argument, shape);
    if (length > MAX_RANK) {
      throw argumentError(argument, expected, `${length} sizes`);
    }
    for (let axis = 0; axis < length; axis++) sizes.push(shape[axis]);
  } catch (cause) {
    throw unreadable(argument, expected, cause);
  }
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 0)) {
    throw argumentError(argument, expected, `[${sizes.map(describe)}]`);
  }
  checkLimit(argument, sizes);
  return sizes;
}

/**
 * The length of an array, which a proxy may make anything.
 *
 * @param {string} argument
 * @param {unknown[]} array
 */
function readLength(argument, array) {
  const { length } = array;
  if (Number.isSafeInteger(length) && length >= 0) return length;
  const received = `an array whose length is ${describe(length)}`;
  throw argumentError(argument, 'an array', received);
}

/**
 * Reads flat elements. A Float32Array and the bytes of a mask are kept as they are.
 *
 * @param {string} argument
 * @param {unknown} data
 * @param {boolean} isInteger
 * @param {{ shape: number[], name: string }} [fitting] the shape that it has to fill
 * @returns {Float32Array | Uint8Array}
 */
function readData(argument, data, isInteger, fitting) {
  const kind = kindOf(data);
  if (kind === undefined && !Array.isArray(data)) {
    const expected = 'a Float32Array or an array of numbers';
    throw argumentError(argument, expected, describe(data));
  }
  const array = /** @type {ArrayLike<unknown>} */ (data);
  const length =
    kind === undefined ? readLength(argument, /** @type {any} */ (array)) : lengthOf(array);
  if (fitting !== undefined && length !== sizeOf(fitting.shape)) {
    const expected = `as many elements as ${argument} has: ${length}`;
    throw shapeError(fitting.name, expected, fitting.shape);
  }
  if (kind === 'Float32Array') return /** @type {Float32Array} */ (array);
  if (isInteger && kind !== undefined && !kind.startsWith('Big')) {
    return /** @type {any} */ (
      allocate(8 * length, () => new Float64Array(/** @type {any} */ (array)))
    );
  }
  if (kind === 'Uint8Array') {
    checkBytes(argument, /** @type {Uint8Array} */ (array), length);
    return /** @type {Uint8Array} */ (array);
  }
  if (kind !== undefined) {
    expectNumbers(argument, kind);
    return allocate(4 * length, () => new Float32Array(/** @type {any} */ (array)));
  }
  const leaves = new Leaves(argument, length, true, isInteger);
  for (let i = 0; i < length; i++) leaves.add(array[i]);
  return leaves.end();
}

/**
 * @param {string} argument
 * @param {string} kind
 */
function expectNumbers(argument, kind) {
  if (NUMBERS.includes(kind)) return;
  const expected = 'a Float32Array or an array of numbers';
  const doubt = kind === 'Uint16Array' ? ', which may hold undecoded float16' : ' of BigInts';
  const received = `a ${kind}${doubt}`;
  throw argumentError(argument, expected, received);
}

/**
 * A mask has bytes of 0 and 1 only.
 *
 * @param {string} argument
 * @param {Uint8Array} bytes
 * @param {number} length
 */
function checkBytes(argument, bytes, length) {
  let i = 0;
  // Four at a time: a mask may have millions.
  const start = offsetOf(bytes);
  if (length >= 64 && start % 4 === 0) {
    const words = allocate(length, () => new Uint32Array(bufferOf(bytes), start, length >> 2));
    let bits = 0;
    for (const word of words) bits |= word;
    if ((bits & 0xfefefefe) === 0) i = length & ~3;
  }
  for (; i < length; i++) {
    if (bytes[i] <= 1) continue;
    const expected = '0 or 1, as in every mask';
    const name = `${argument}[${i}]`;
    throw argumentError(name, expected, String(bytes[i]));
  }
}

/** How JSON, which has no words for them, is to write these numbers. */
const SPECIAL = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['-0', -0],
]);

/** Collects numbers into a Float32Array or, where the first is a boolean, flags into a Uint8Array. */
class Leaves {
  #argument;
  #count;
  #isFlat;
  #Numbers;
  #length = 0;
  /** @type {Float32Array | Uint8Array | undefined} */
  #data;

  /**
   * @param {string} argument
   * @param {number} count
   * @param {boolean} isFlat flat data: errors name the element, and numbers may come from JSON
   * @param {boolean} isInteger numbers stay as they are
   */
  constructor(argument, count, isFlat, isInteger) {
    this.#argument = argument;
    this.#count = count;
    this.#isFlat = isFlat;
    this.#Numbers = /** @type {typeof Float32Array} */ (isInteger ? Float64Array : Float32Array);
  }

  /** @param {unknown} leaf */
  add(leaf) {
    this.#data ??= this.#begin(typeof leaf === 'boolean');
    this.#data[this.#length] =
      this.#data instanceof Uint8Array ? this.#readFlag(leaf) : this.#readNumber(leaf);
    this.#length++;
  }

  end() {
    return this.#data ?? this.#begin(false);
  }

  /** @param {boolean} isMask */
  #begin(isMask) {
    const Data = isMask ? Uint8Array : this.#Numbers;
    return allocate(this.#count * Data.BYTES_PER_ELEMENT, () => new Data(this.#count));
  }

  /** @param {unknown} leaf */
  #readFlag(leaf) {
    if (typeof leaf === 'boolean') return Number(leaf);
    const expected = 'either numbers or booleans throughout';
    const received = `also ${describe(leaf)}`;
    throw argumentError(this.#argument, expected, received);
  }

  /** @param {unknown} leaf */
  #readNumber(leaf) {
    if (typeof leaf === 'number') return leaf;
    const special = this.#isFlat ? SPECIAL.get(/** @type {string} */ (leaf)) : undefined;
    if (special !== undefined) return special;
    const argument = this.#isFlat ? `${this.#argument}[${this.#length}]` : this.#argument;
    throw argumentError(argument, 'a number', describe(leaf));
  }
}

/**
 * Reads nested arrays of numbers or of booleans.
 *
 * @param {string} argument
 * @param {unknown[]} nested
 * @param {boolean} [isInteger]
 */
export function readNested(argument, nested, isInteger = false) {
  const shape = shapeOfNested(argument, nested);
  checkLimit(argument, shape);
  const leaves = new Leaves(argument, sizeOf(shape), false, isInteger);
  collect(argument, nested, shape, 0, leaves);
  return { shape, data: leaves.end() };
}

/**
 * The shape that the first element of each level tells.
 *
 * @param {string} argument
 * @param {unknown} nested
 */
function shapeOfNested(argument, nested) {
  const shape = [];
  for (let level = nested; Array.isArray(level); level = level[0]) {
    shape.push(readLength(argument, level));
    if (shape.length > MAX_RANK) {
      const expected = `arrays nested at most ${MAX_RANK} deep`;
      throw argumentError(argument, expected, 'deeper');
    }
  }
  return shape;
}

/**
 * Collects the leaves in row-major order; every array has to be as long as its level says.
 *
 * @param {string} argument
 * @param {unknown} level
 * @param {number[]} shape
 * @param {number} depth
 * @param {Leaves} leaves
 */
function collect(argument, level, shape, depth, leaves) {
  if (depth === shape.length) {
    if (Array.isArray(level)) throw raggedError(argument, shape, level);
    leaves.add(level);
    return;
  }
  if (!Array.isArray(level) || level.length !== shape[depth]) {
    throw raggedError(argument, shape, level);
  }
  for (let i = 0; i < shape[depth]; i++) collect(argument, level[i], shape, depth + 1, leaves);
}

/**
 * @param {string} argument
 * @param {number[]} shape
 * @param {unknown} found
 */
function raggedError(argument, shape, found) {
  const what = Array.isArray(found) ? `an array of ${describe(found.length)}` : describe(found);
  const expected = `arrays of equal lengths, ${formatShape(shape)} as the first of each level says`;
  return new ShapeError({ argument, expected, received: `ragged: ${what} inside` });
}

/**
 * Refuses a tensor that could not be held.
 *
 * @param {string} argument
 * @param {number[]} shape
 */
export function checkLimit(argument, shape) {
  const count = sizeOf(shape);
  if (count <= MAX_ELEMENTS) return;
  const received = `${formatBytes(4 * count)} as ${formatShape(shape)} float32`;
  throw new LimitError({ argument, expected: formatBytes(4 * MAX_ELEMENTS), received });
}

/**
 * Checks an argument against a shape in which letters stand for any size.
 *
 * @param {Argument<any>} argument
 * @param {readonly (number | string)[]} pattern
 * @param {string} [why] such as `to match query`
 */
export function expectShape({ name, shape }, pattern, why) {
  let fits = shape.length === pattern.length;
  for (let axis = 0; fits && axis < shape.length; axis++) {
    fits = typeof pattern[axis] === 'string' || pattern[axis] === shape[axis];
  }
  if (fits) return;
  const expected = formatShape(pattern) + (why === undefined ? '' : ` ${why}`);
  throw shapeError(name, expected, shape);
}

/**
 * Checks the number of axes.
 *
 * @param {Argument<any>} argument
 * @param {number[]} ranks
 * @param {string} expected the shapes, formatted
 */
export function expectRank({ name, shape }, ranks, expected) {
  if (ranks.includes(shape.length)) return;
  throw shapeError(name, expected, shape);
}

/**
 * Strides, in elements, that broadcast an argument to a shape: 0 along axes that it repeats.
 *
 * @param {Argument<any>} argument
 * @param {number[]} target
 */
export function broadcastStrides({ name, shape }, target) {
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
  throw shapeError(name, expected, shape);
}

const NOTHING = Object.freeze(Object.create(null));

/**
 * The values of an argument object, each read once.
 *
 * @param {string} argument
 * @param {unknown} object
 * @param {readonly string[]} known the keys that it may have
 * @returns {Record<string, unknown>} without a prototype, so that nothing is inherited
 */
export function readKeys(argument, object, known) {
  if (object === undefined) return NOTHING;
  const values = Object.create(null);
  const expected = 'an object';
  try {
    if (typeof object !== 'object' || object === null || Array.isArray(object)) {
      throw argumentError(argument, expected, describe(object));
    }
    for (const key of Object.keys(object)) values[key] = /** @type {any} */ (object)[key];
  } catch (cause) {
    throw unreadable(argument, expected, cause);
  }
  for (const key in values) {
    if (known.includes(key)) continue;
    throw argumentError(`${argument}.${key}`, oneOf(key, known), 'not a known name');
  }
  return values;
}

/** The names that are known, of which the nearest stands first. @param {string} name @param {readonly string[]} known */
export function oneOf(name, known) {
  const near = nearest(name, known);
  const all = known.length === 1 ? known[0] : `one of ${known.join(', ')}`;
  return near === undefined || known.length === 1 ? all : `${near}, ${all}`;
}

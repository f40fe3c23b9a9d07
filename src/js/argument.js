import { ArgumentError, AttentionError, ShapeError } from './errors.js';
import { describe, formatShape, UNREADABLE } from './format.js';
import { readBooleans, readNested, readNumber } from './nested.js';
import { checkLimit, MAX_RANK, sizeOf } from './shape.js';

/**
 * A tensor argument that has been read and checked, once.
 *
 * @template {Float32Array | Uint8Array | Int32Array} [Data=Float32Array]
 * @typedef {object} Argument
 * @property {string} operation
 * @property {string} name
 * @property {number[]} shape
 * @property {Data} data
 * @property {number} count elements that the shape asks for
 */

/**
 * Reads an argument; what its getters throw becomes an error that names it.
 *
 * @template Result
 * @param {string} operation
 * @param {string} argument
 * @param {string} expected
 * @param {() => Result} read
 */
export function reading(operation, argument, expected, read) {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof AttentionError) throw cause;
    throw new ArgumentError({ operation, argument, expected, received: UNREADABLE, cause });
  }
}

/**
 * Reads a tensor argument of numbers.
 *
 * @param {string} operation
 * @param {string} name
 * @param {unknown} value
 * @returns {Argument}
 */
export function readTensor(operation, name, value) {
  const read = readAny(operation, name, value);
  if (!(read.data instanceof Float32Array)) {
    const expected = 'numbers in a Float32Array or in nested arrays';
    throw new ArgumentError({ operation, argument: name, expected, received: 'boolean' });
  }
  return /** @type {Argument} */ (read);
}

/**
 * Reads a tensor argument of numbers (Float32Array) or of booleans (Uint8Array of 0 and 1).
 *
 * @param {string} operation
 * @param {string} name
 * @param {unknown} value
 * @returns {Argument<Float32Array | Uint8Array>}
 */
export function readAny(operation, name, value) {
  const expected = 'a tensor or nested arrays';
  const { shape, data } = reading(operation, name, expected, () => {
    if (Array.isArray(value)) return readNested(operation, name, value);
    if (typeof value !== 'object' || value === null) {
      throw new ArgumentError({ operation, argument: name, expected, received: describe(value) });
    }
    const { shape, data } = /** @type {{ shape: unknown, data: unknown }} */ (value);
    const names = { shape: `${name}.shape`, data: `${name}.data` };
    return readFlat(operation, shape, data, names);
  });
  return { operation, name, shape, data: plainView(data), count: sizeOf(shape) };
}

/**
 * Another argument's getter may have detached or resized a buffer since it was read.
 *
 * @param {Argument<Float32Array | Uint8Array | Int32Array>} argument
 */
export function checkUnchanged({ operation, name, data, count }) {
  if (data.length === count) return;
  const expected = `${count} elements, as when it was first read`;
  const received = `now of ${data.length} elements`;
  throw new ArgumentError({ operation, argument: name, expected, received });
}

/**
 * @param {string} operation
 * @param {unknown} shape
 * @param {unknown} data
 * @param {{ shape: string, data: string }} names
 */
export function readFlat(operation, shape, data, names) {
  const sizes = reading(operation, names.shape, 'an array of sizes', () =>
    readShape(operation, names.shape, shape),
  );
  const read = reading(operation, names.data, 'an array of numbers', () =>
    readData(operation, names.data, data),
  );
  if (read.length !== sizeOf(sizes)) {
    const argument = names.shape;
    const received = formatShape(sizes);
    const expected = `as many elements as ${names.data} has: ${read.length}`;
    throw new ShapeError({ operation, argument, expected, received });
  }
  return { shape: sizes, data: read };
}

/**
 * @param {string} operation
 * @param {string} argument
 * @param {unknown} shape
 */
function readShape(operation, argument, shape) {
  const expected = `an array of at most ${MAX_RANK} sizes, each an integer of 0 or more`;
  if (!Array.isArray(shape)) {
    throw new ArgumentError({ operation, argument, expected, received: describe(shape) });
  }
  const { length } = shape;
  if (length > MAX_RANK) {
    throw new ArgumentError({ operation, argument, expected, received: `${length} sizes` });
  }
  const sizes = [];
  for (let axis = 0; axis < length; axis++) sizes.push(shape[axis]);
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 0)) {
    const received = `[${sizes.map(describe)}]`;
    throw new ArgumentError({ operation, argument, expected, received });
  }
  checkLimit(operation, argument, sizes);
  return sizes;
}

/**
 * @param {string} operation
 * @param {string} argument
 * @param {unknown} data
 * @returns {Float32Array | Uint8Array}
 */
function readData(operation, argument, data) {
  const kind = kindOf(data);
  if (kind === 'Float32Array') return /** @type {Float32Array} */ (data);
  if (kind === 'Uint8Array') {
    const bytes = /** @type {Uint8Array} */ (data);
    checkBytes(operation, argument, bytes);
    return bytes;
  }
  if (kind === undefined && !Array.isArray(data)) {
    const expected = 'a Float32Array or an array of numbers';
    throw new ArgumentError({ operation, argument, expected, received: describe(data) });
  }
  const values = Array.from(/** @type {ArrayLike<unknown>} */ (data));
  if (typeof values[0] === 'boolean') return readBooleans(operation, argument, values);
  return Float32Array.from(values, (value, index) =>
    readNumber(operation, `${argument}[${index}]`, value),
  );
}

/**
 * @param {string} operation
 * @param {string} argument
 * @param {Uint8Array} bytes
 */
function checkBytes(operation, argument, bytes) {
  const wrong = bytes.findIndex((byte) => byte > 1);
  if (wrong === -1) return;
  const expected = '0 or 1, as in every mask';
  const received = String(bytes[wrong]);
  throw new ArgumentError({ operation, argument: `${argument}[${wrong}]`, expected, received });
}

const typedArrayPrototype = Object.getPrototypeOf(Float32Array.prototype);

/**
 * The name of a typed array's kind, undefined for all else. Arrays of another realm, such as an
 * iframe, are not instances of our constructors.
 *
 * @param {unknown} value
 * @returns {string | undefined}
 */
const kindOf = (value) => Reflect.get(typedArrayPrototype, Symbol.toStringTag, Object(value));

/**
 * A view of the same numbers that runs nobody else's code: a subclass may have getters of its own,
 * and these must not call back into the library while it uses its memory.
 *
 * @param {Float32Array | Uint8Array} data
 */
function plainView(data) {
  const View = kindOf(data) === 'Float32Array' ? Float32Array : Uint8Array;
  const [buffer, offset, length] = ['buffer', 'byteOffset', 'length'].map((property) =>
    Reflect.get(typedArrayPrototype, property, data),
  );
  // The buffer may be detached.
  return length === 0 ? new View() : new View(buffer, offset, length);
}

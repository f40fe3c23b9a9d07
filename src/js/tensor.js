import { ArgumentError, AttentionError, LimitError, ShapeError } from './errors.js';

/**
 * A row-major array of float32; a boolean mask has bytes instead, 0 or 1.
 *
 * @typedef {object} Tensor
 * @property {readonly number[]} shape
 * @property {Float32Array} data
 */

/**
 * @typedef {object} MaskTensor
 * @property {readonly number[]} shape
 * @property {Uint8Array} data
 */

/**
 * Nested arrays of numbers or, for a mask, of booleans.
 *
 * @typedef {Array<number | boolean | Nested>} Nested
 */

/**
 * Whatever is taken where a tensor is asked for.
 *
 * @typedef {{ shape: readonly number[], data: ArrayLike<number> } | Nested} TensorLike
 */

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

/** Elements that a float32 tensor of 4 GiB has. */
export const MAX_ELEMENTS = 2 ** 30;
const MAX_RANK = 8;

/** @param {number[]} shape */
export const sizeOf = (shape) => shape.reduce((product, size) => product * size, 1);

/** @param {readonly (number | string)[]} shape */
export const formatShape = (shape) => `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;

/** @param {number} bytes */
export function formatBytes(bytes) {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  const unit = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return `${Number((bytes / 2 ** (10 * unit)).toPrecision(4))} ${units[unit]}`;
}

/**
 * What an argument is, in words.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function describe(value) {
  if (typeof value === 'string') return value.length > 20 ? 'a string' : JSON.stringify(value);
  if (typeof value === 'bigint') return `the BigInt ${value}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'symbol') return 'a symbol';
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    if (Array.isArray(value)) return 'an array';
    const tag = Object.prototype.toString.call(value).slice(8, -1);
    if (tag === 'Object') return 'an object';
    return `${/^[AEIO]/.test(tag) ? 'an' : 'a'} ${tag}`;
  } catch {
    return UNREADABLE;
  }
}

const UNREADABLE = 'an object that throws when it is read';

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
 * Makes a tensor: `tensor([[1, 2], [3, 4]])` reads nested arrays, `tensor([2, 2], data)` takes a
 * shape and flat data. A Float32Array is kept, not copied; other numbers are rounded to float32.
 * Booleans, or a Uint8Array of 0 and 1, make a mask: 1 = may attend.
 *
 * @overload
 * @param {Nested} nested
 * @returns {Tensor}
 */
/**
 * @overload
 * @param {readonly number[]} shape
 * @param {Uint8Array} data
 * @returns {MaskTensor}
 */
/**
 * @overload
 * @param {readonly number[]} shape
 * @param {ArrayLike<number>} data
 * @returns {Tensor}
 */
/**
 * @param {Nested | readonly number[]} first
 * @param {ArrayLike<number>} [data]
 */
export function tensor(first, data) {
  const operation = 'tensor';
  const { shape, data: read } =
    data === undefined
      ? reading(operation, 'nested', 'nested arrays', () => readNested(operation, 'nested', first))
      : readFlat(operation, first, data, { shape: 'shape', data: 'data' });
  return makeTensor(shape, read);
}

/**
 * @template {Float32Array | Uint8Array} Data
 * @param {readonly number[]} shape
 * @param {Data} data
 */
export function makeTensor(shape, data) {
  return Object.freeze({ shape: Object.freeze([...shape]), data });
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
  return { ...read, data: read.data };
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
function readFlat(operation, shape, data, names) {
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
  const sizes = Array.from({ length }, (_, axis) => shape[axis]);
  for (const size of sizes) {
    if (!Number.isSafeInteger(size) || size < 0) {
      throw new ArgumentError({
        operation,
        argument,
        expected,
        received: `[${sizes.map(describe)}]`,
      });
    }
  }
  checkLimit(operation, argument, sizes);
  return sizes;
}

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
  return Float32Array.from(/** @type {ArrayLike<unknown>} */ (data), (value, index) =>
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

/**
 * @param {string} operation
 * @param {string} argument
 * @param {unknown} value
 */
function readNumber(operation, argument, value) {
  if (typeof value === 'number') return value;
  throw new ArgumentError({ operation, argument, expected: 'a number', received: describe(value) });
}

/**
 * @param {string} operation
 * @param {string} argument
 * @param {unknown} nested
 */
function readNested(operation, argument, nested) {
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
  const mixed = leaves.find((leaf) => typeof leaf !== 'boolean');
  if (mixed !== undefined) {
    const expected = 'either numbers or booleans throughout';
    throw new ArgumentError({ operation, argument, expected, received: `also ${describe(mixed)}` });
  }
  return { shape, data: Uint8Array.from(leaves, Number) };
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

// The errors of this library, and how they describe values.

/** @import { ErrorDetails } from './types.js' */

/** The name of the current call. Operations are synchronous, so one variable is enough. */
let operation = '';

/**
 * Runs an operation. Errors thrown in it carry its name.
 * @template Result
 * @param {string} name
 * @param {() => Result} body
 */
export function runNamed(name, body) {
  // A getter of an argument may call another operation inside this one.
  const outer = operation;
  operation = name;
  try {
    return body();
  } finally {
    operation = outer;
  }
}

/** Returns the name of the current call; '' between the steps of an asynchronous call. */
export const getOperation = () => operation;

/** The key of a class's name, as minifiers rename classes. It is the same in every copy of this library on a page. */
export const KIND = Symbol.for('attention-lab.error');

/**
 * Whether a value is an instance of this class, or of the same class in another copy of this library, such as a bundle.
 * Classes that users derive have no copies.
 * @this {Function & { [KIND]?: string }}
 * @param {unknown} value
 */
function hasInstance(value) {
  if (Function.prototype[Symbol.hasInstance].call(this, value)) return true;
  if (!Object.hasOwn(this, KIND) || value === null || value === undefined) return false;
  for (let each = Object.getPrototypeOf(value); each; each = Object.getPrototypeOf(each)) {
    const { constructor: Class } = each;
    if (typeof Class !== 'function' || !Object.hasOwn(Class, KIND)) continue;
    if (Class[KIND] === this[KIND]) return true;
  }
  return false;
}

/**
 * Makes an error in this file, which ships as it is written: when no program catches an error, Node prints the line that
 * made it, and a line of minified code may have 50 kB.
 * @template {any[]} Values
 * @template {Error} Made
 * @param {new (...values: Values) => Made} ErrorClass
 * @param {Values} values
 */
export const makeError = (ErrorClass, ...values) => new ErrorClass(...values);

/** The base class of all errors of this library. After an error, the instance still works. */
export class AttentionError extends Error {
  /** @internal */
  static [KIND] = 'AttentionError';

  /** @internal */
  static [Symbol.hasInstance] = hasInstance;

  /**
   * @param {string} code
   * @param {string} message what went wrong, after the name of the operation
   * @param {ErrorDetails} details
   */
  constructor(code, message, details) {
    const safeDetails = { __proto__: null, ...details };
    const { argument, expected, received, cause } = safeDetails;
    const failed = safeDetails.operation ?? operation;
    super(`${failed}: ${message}`, cause === undefined ? undefined : { cause });
    /** The name of the class. */
    this.name = new.target[KIND];
    /** The kind of error, such as `ERR_SHAPE`. */
    this.code = code;
    /** The call that failed, such as `linear`. */
    this.operation = failed;
    /** The argument at fault, such as `key` or `options.scale`. */
    this.argument = argument;
    /** The value that would have been right, in words. */
    this.expected = expected;
    /** The value that was received, in words. */
    this.received = received;
  }
}

/** The error of a tensor whose shape is invalid or does not fit another argument. */
export class ShapeError extends AttentionError {
  /** @internal */
  static [KIND] = 'ShapeError';

  /** @param {ErrorDetails} details */
  constructor(details) {
    const { argument, expected, received } = details;
    // The argument may be a shape itself.
    const verb = /(^|\.)shape$/.test(String(argument)) ? 'is' : 'has shape';
    super('ERR_SHAPE', `${argument} ${verb} ${received}; expected ${expected}`, details);
  }
}

/** The error of an argument of the wrong kind or outside its range. */
export class ArgumentError extends AttentionError {
  /** @internal */
  static [KIND] = 'ArgumentError';

  /** @param {ErrorDetails} details */
  constructor(details) {
    const { argument, expected, received } = details;
    super('ERR_ARGUMENT', `${argument} is ${received}; expected ${expected}`, details);
  }
}

/**
 * The error of a tensor that exceeds WebAssembly's 4 GiB, or of a cache or resident tensor that
 * exceeds its capacity.
 */
export class LimitError extends AttentionError {
  /** @internal */
  static [KIND] = 'LimitError';

  /** @param {ErrorDetails} details */
  constructor(details) {
    const { argument, expected, received } = details;
    super('ERR_LIMIT', `${argument} would take ${received}; the limit is ${expected}`, details);
  }
}

/** The error of a host that has no more memory. */
export class OutOfMemoryError extends AttentionError {
  /** @internal */
  static [KIND] = 'OutOfMemoryError';

  /** @param {ErrorDetails} details */
  constructor(details) {
    const { expected, received } = details;
    super('ERR_OUT_OF_MEMORY', `needs ${expected} of memory; the host gives ${received}`, details);
  }
}

/** The error of a WebAssembly core that could not be fetched, compiled or started. */
export class LoadError extends AttentionError {
  /** @internal */
  static [KIND] = 'LoadError';

  /** @param {ErrorDetails} details */
  constructor(details) {
    const { expected, received } = details;
    super('ERR_LOAD', `${received}; expected ${expected}`, details);
  }
}

/** The error of a layer, resident tensor or cache that is used after `dispose()`. */
export class DisposedError extends AttentionError {
  /** @internal */
  static [KIND] = 'DisposedError';

  /** @param {ErrorDetails} details */
  constructor(details) {
    const { argument, expected } = details;
    const received = 'disposed of';
    const message = `${argument} is ${received}; expected ${expected}`;
    super('ERR_DISPOSED', message, { ...details, received });
  }
}

/** The largest number of sizes of a shape in a message. Tensors have at most as many axes. */
const MOST_SIZES = 8;

/** @param {readonly (number | string)[]} shape */
export function formatShape(shape) {
  const end = shape.length > MOST_SIZES ? ', …' : shape.length === 1 ? ',' : '';
  return `(${shape.slice(0, MOST_SIZES).join(', ')}${end})`;
}

/**
 * @param {string} argument
 * @param {string} expected
 * @param {string} received
 * @param {unknown} [cause]
 */
export const makeArgumentError = (argument, expected, received, cause) =>
  new ArgumentError({ argument, expected, received, cause });

/** @param {string} argument @param {string} expected @param {readonly (number | string)[]} shape */
export const makeShapeError = (argument, expected, shape) =>
  new ShapeError({ argument, expected, received: formatShape(shape) });

/** @param {string} argument @param {string} expected @param {string} received @param {string} [operation] */
export const makeLimitError = (argument, expected, received, operation) =>
  new LimitError({ argument, expected, received, ...(operation && { operation }) });

/**
 * Makes the error of something that takes too many bytes.
 * @param {string} argument
 * @param {{ bytes: number, limit: number, form?: string, held?: string, operation?: string }} sizes `form` says in which
 * form the argument takes the bytes, and `held` what else takes a part of the limit
 */
export function makeSizeError(argument, { bytes, limit, form = '', held = '', operation }) {
  const [size, most] = [bytes, limit].map(formatBytes);
  // A size just above the limit may round to the limit.
  const received = size === most ? `more than ${size}` : size;
  return makeLimitError(argument, most + held, received + form, operation);
}

/**
 * Makes an ArgumentError that describes the value.
 * @param {string} argument
 * @param {string} expected
 * @param {unknown} value
 */
export const makeValueError = (argument, expected, value) =>
  makeArgumentError(argument, expected, describeValue(value));

/** @param {string} name @param {string} expected @param {unknown} value */
export const makeOptionError = (name, expected, value) =>
  makeValueError(`options.${name}`, expected, value);

/** @param {number} bytes */
export function formatBytes(bytes) {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  const unit = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return `${Number((bytes / 2 ** (10 * unit)).toPrecision(4))} ${units[unit]}`;
}

/** The largest number of keys of an object in a message. */
const MOST_KEYS = 3;
/** The largest number of characters of the caller's text in a message. */
const MOST_CHARACTERS = 20;

/** Describes a value for the message of an error. @param {unknown} value @returns {string} */
export function describeValue(value) {
  if (typeof value === 'string') {
    return value.length > MOST_CHARACTERS ? 'a string' : JSON.stringify(value);
  }
  if (typeof value === 'bigint') return `the BigInt ${cutText(String(value))}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'symbol') return 'a symbol';
  return typeof value === 'object' && value !== null ? describeObject(value) : String(value);
}

/**
 * Describes a list by its first wrong item, and another value as itself.
 * @param {unknown} list @param {(item: any) => boolean} isRight
 */
export const describeList = (list, isRight) =>
  Array.isArray(list)
    ? `a list with ${describeValue(list.find((item) => !isRight(item)))}`
    : describeValue(list);

/** @param {object} value */
function describeObject(value) {
  if (Array.isArray(value)) return 'an array';
  if (isPromise(value)) return 'a Promise; await it';
  const tag = cutText(getTag(value));
  if (tag !== 'Object') return `${/^[AEIO]/.test(tag) ? 'an' : 'a'} ${tag}`;
  const keys = Object.keys(value).slice(0, MOST_KEYS).map(cutText);
  return keys.length > 0 ? `an object with ${keys.join(', ')}` : 'an object';
}

/** @param {string} text */
export const cutText = (text) =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;

/** Returns the name of a built-in class, such as `Map`, in any realm. @param {unknown} value */
export const getTag = (value) => Object.prototype.toString.call(value).slice(8, -1);

/** @param {unknown} value */
export const isPromise = (value) => getTag(value) === 'Promise';

/**
 * Makes an array, and throws an OutOfMemoryError if the host has no memory for it.
 * @template Result
 * @param {number} bytes
 * @param {() => Result} make
 */
export function allocateArray(bytes, make) {
  try {
    return make();
  } catch (cause) {
    throw new OutOfMemoryError({ expected: formatBytes(bytes), received: 'less', cause });
  }
}

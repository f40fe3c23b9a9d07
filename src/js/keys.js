// Objects of a caller's, read by name: which names there are, what each value may be, and what stands
// for the values that are left out.

import { isPromise, makeArgumentError, makeValueError } from './errors.js';
import { findNearest } from './nearest.js';

/** @import { Option } from './types.js' */

const EMPTY_OBJECT = Object.freeze(Object.create(null));
/** @type {readonly string[]} */
const NO_KEYS = [];

/**
 * The values of an argument object.
 *
 * @param {string} argument
 * @param {unknown} object
 * @param {readonly string[]} known the keys that it may have
 * @returns {Record<string, unknown>} without a prototype, so that nothing is inherited
 */
export function readKeys(argument, object, known) {
  if (object === undefined) return EMPTY_OBJECT;
  const values = Object.create(null);
  for (const key of keysOf(argument, object, known)) {
    values[key] = /** @type {any} */ (object)[key];
  }
  return values;
}

/** Whether an object is of no class, in any realm. @param {object} value */
export function isPlain(value) {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * The keys of an object, all of which have to be known.
 *
 * @param {string} argument
 * @param {unknown} object
 * @param {readonly string[]} known
 * @param {string} [expected]
 */
function keysOf(argument, object, known, expected = 'an object') {
  if (typeof object !== 'object' || object === null || Array.isArray(object) || isPromise(object)) {
    throw makeValueError(argument, expected, object);
  }
  const keys = Object.keys(object);
  for (const key of keys) {
    if (!known.includes(key)) {
      throw makeArgumentError(`${argument}.${key}`, listChoices(key, known), 'not a known name');
    }
  }
  return keys;
}

/** `mask` means `attnMask`. @param {string} name @param {readonly string[]} known */
const findEnding = (name, known) =>
  name.length > 2
    ? known.find((each) => each.toLowerCase().endsWith(name.toLowerCase()))
    : undefined;

/** The names that are known, the nearest first. @param {string} name @param {readonly string[]} known */
export function listChoices(name, known) {
  const near = findNearest(name, known) ?? findEnding(name, known);
  const all = known.length === 1 ? known[0] : `one of ${known.join(', ')}`;
  return near === undefined || known.length === 1 ? all : `${near}, ${all}`;
}

/**
 * @template {Record<string, Option<any>>} Table
 * @typedef {{ [Name in keyof Table]: Table[Name] extends Option<infer Value> ? Value : never }} Values
 */

/**
 * A function that reads the options of a call by a table of them.
 *
 * @template {Record<string, Option<any>>} Table
 * @param {Table} table
 * @param {string} [argument]
 * @param {readonly string[]} [names] of the options that the call takes; the others have their defaults
 * @returns {(options: unknown) => Values<Table>}
 */
export function makeOptionReader(table, argument = 'options', names = Object.keys(table)) {
  const entries = Object.entries(table).map(([name, { byDefault }]) => [name, byDefault]);
  const defaults = Object.fromEntries(entries);
  const required = names.filter((name) => table[name].isRequired);
  return (options) => {
    if (options === undefined && required.length === 0) return defaults;
    /** @type {Record<string, unknown>} */
    const values = { ...defaults };
    const expected = required.length > 0 ? `an object { ${required.join(', ')} }` : undefined;
    const keys = options === undefined ? NO_KEYS : keysOf(argument, options, names, expected);
    for (const name of keys) {
      const value = /** @type {any} */ (options)[name];
      if (value !== undefined) values[name] = readMember(table[name], argument, name, value);
    }
    for (const name of required) {
      if (values[name] === undefined) readMember(table[name], argument, name, undefined);
    }
    return /** @type {Values<Table>} */ (values);
  };
}

/** @template Value @param {Option<Value>} option @param {string} argument @param {unknown} value @returns {Value} */
export const readValue = (option, argument, value) => readMember(option, argument, '', value);

/**
 * Joins the names only for an error.
 *
 * @template Value
 * @param {Option<Value>} option
 * @param {string} object
 * @param {string} name '' for the object itself
 * @param {unknown} value
 * @returns {Value}
 */
function readMember({ accepts, expected = '', read }, object, name, value) {
  if (read) return read(value);
  if (!accepts || accepts(value)) return /** @type {any} */ (value);
  const argument = name === '' ? object : `${object}.${name}`;
  throw makeValueError(argument, typeof expected === 'string' ? expected : expected(value), value);
}

/** @param {unknown} value @param {number} least @param {number} [most] @returns {value is number} */
export const isIntegerIn = (value, least, most = Infinity) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;

/** @param {boolean} [byDefault] @returns {Option<boolean>} */
export const defineFlag = (byDefault = false) => ({
  byDefault,
  expected: 'true or false',
  accepts: (value) => typeof value === 'boolean',
});

/**
 * One of some values, the first by default.
 *
 * @template {string | number | boolean} Value
 * @param {readonly Value[]} values
 * @returns {Option<Value>}
 */
export const defineChoice = (values) => ({
  byDefault: values[0],
  expected: values
    .map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1'),
  accepts: (value) => values.includes(/** @type {Value} */ (value)),
});

/**
 * @param {number} least
 * @param {number} most
 * @param {number} [byDefault]
 * @param {string} [expected]
 * @returns {Option<number>}
 */
export const defineInteger = (
  least,
  most,
  byDefault,
  expected = `an integer from ${least} to ${most}`,
) => ({
  byDefault,
  expected: most === Infinity ? `an integer of ${least} or more` : expected,
  accepts: (value) => isIntegerIn(value, least, most),
});

/** @param {number} least @param {number} most @param {number} [byDefault] @returns {Option<number>} */
export const defineNumber = (least, most, byDefault) => ({
  byDefault,
  expected: `a number from ${least} to ${most}`,
  accepts: (value) => typeof value === 'number' && value >= least && value <= most,
});

/** The seed of random numbers. It has 32 bits, so 2^32 would be seed 0 again. @param {number} [byDefault] */
export const defineSeed = (byDefault) =>
  defineInteger(0, 2 ** 32 - 1, byDefault, 'an integer from 0 to 2^32 - 1');

/** A function of the caller's, such as one that is told of progress. @returns {Option<any>} */
export const defineCallback = () => ({
  expected: 'a function',
  accepts: (value) => typeof value === 'function',
});

/** A signal of any realm that ends what is under way. @returns {Option<any>} */
export const defineAbortSignal = () => ({
  expected: 'an AbortSignal',
  accepts: (/** @type {any} */ value) => typeof value?.throwIfAborted === 'function',
});

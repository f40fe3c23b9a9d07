// Reading objects of the caller: the known names, checks of the values, and default values.

import {
  cutText,
  describeValue,
  getTag,
  isPromise,
  makeArgumentError,
  makeValueError,
} from './errors.js';
import { findNearest } from './nearest.js';

/** @import { Option } from './types.js' */

const EMPTY_OBJECT = Object.freeze(Object.create(null));
/** @type {readonly string[]} */
const NO_KEYS = [];

/**
 * Reads the values of an argument object.
 * @param {string} argument
 * @param {unknown} object
 * @param {readonly string[]} known the allowed keys
 * @returns {Record<string, unknown>} an object without a prototype, so that it inherits nothing
 */
export function readKeys(argument, object, known) {
  if (object === undefined) return EMPTY_OBJECT;
  const values = Object.create(null);
  for (const key of listKeys(argument, object, known)) {
    values[key] = /** @type {any} */ (object)[key];
  }
  return values;
}

/** The names of the options of all calls. @type {Set<string>} */
const OPTION_NAMES = new Set();

/** Whether a value is an object of options, such as one in the place of another argument. @param {unknown} value */
export function holdsOptions(value) {
  if (typeof value !== 'object' || value === null) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => OPTION_NAMES.has(key));
}

/** Whether an object is a plain object, of any realm. @param {object} value */
export function isPlain(value) {
  const prototype = Object.getPrototypeOf(value);
  // Most objects are of this realm, and the first comparison is the fastest.
  if (prototype === Object.prototype) return true;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * Returns the keys of an object, and refuses unknown keys and what would be ignored.
 * @param {string} argument
 * @param {unknown} object
 * @param {readonly string[]} known
 * @param {string} [expected]
 */
function listKeys(argument, object, known, expected = 'an object') {
  if (typeof object !== 'object' || object === null || Array.isArray(object) || isPromise(object)) {
    throw makeValueError(argument, expected, object);
  }
  const keys = checkNames(argument, object, known);
  if (isPlain(object)) return keys;
  // Only own properties are read, so a Map or an inherited option would be ignored.
  if (isEmptyBuiltIn(object)) throw makeValueError(argument, expected, object);
  const inherited = known.find((name) => name in object && !Object.hasOwn(object, name));
  if (inherited === undefined) return keys;
  const received = `an object that inherits ${inherited}`;
  throw makeArgumentError(argument, `${expected} with its own properties`, received);
}

/** Whether an object has no properties and is of a built-in class, such as a Map. @param {object} object */
export const isEmptyBuiltIn = (object) =>
  getTag(object) !== 'Object' && Object.keys(object).length === 0;

/**
 * Returns the keys of an object, and refuses unknown keys.
 * @param {string} argument
 * @param {object} object
 * @param {readonly string[]} known
 */
export function checkNames(argument, object, known) {
  const keys = Object.keys(object);
  for (const key of keys) {
    if (!known.includes(key)) {
      const received = `not a known name${suggestName(key, known)}`;
      throw makeArgumentError(`${argument}.${cutText(key)}`, listKnownNames(known), received);
    }
  }
  return keys;
}

/**
 * Finds a known name that ends with a name: `mask` means `attnMask`.
 * @param {string} name
 * @param {readonly string[]} known
 */
const findEnding = (name, known) =>
  name.length > 2
    ? known.find((each) => each.toLowerCase().endsWith(name.toLowerCase()))
    : undefined;

/** Names of other libraries, and ours for the same. @type {ReadonlyMap<string, string>} */
const SYNONYMS = new Map([
  ['axis', 'dim'],
  ['size', 'capacity'],
  ['max_length', 'capacity'],
  ['maxLength', 'capacity'],
  ['epsilon', 'eps'],
  ['base', 'theta'],
  ['interleaved', 'pairs'],
  ['input_ids', 'ids'],
  ['max_tokens', 'tokens'],
  ['maxTokens', 'tokens'],
  ['max_new_tokens', 'tokens'],
  ['maxNewTokens', 'tokens'],
  ['attention_mask', 'keyPaddingMask'],
  ['attentionMask', 'keyPaddingMask'],
]);

/** Options of other libraries that this one does not need, and why. @type {ReadonlyMap<string, string>} */
const NOT_NEEDED = new Map([['enable_gqa', 'key and value may have fewer heads']]);

/** @param {readonly string[]} known */
export function listKnownNames(known) {
  if (known.length === 0) return 'an object without properties';
  return known.length === 1 ? known[0] : `one of ${known.join(', ')}`;
}

/**
 * Returns the nearest known name as words that follow a wrong one.
 * @param {unknown} name
 * @param {readonly string[]} known
 */
export function suggestName(name, known) {
  if (typeof name !== 'string') return '';
  const reason = NOT_NEEDED.get(name);
  if (reason !== undefined) return ` (not needed: ${reason})`;
  const synonym = known.find((each) => each === SYNONYMS.get(name));
  const near = synonym ?? findNearest(name, known) ?? findEnding(name, known);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

/**
 * Makes the error of a value that is not a known name.
 * @param {string} argument
 * @param {unknown} value
 * @param {readonly string[]} known
 */
export const makeNameError = (argument, value, known) =>
  makeArgumentError(
    argument,
    listKnownNames(known),
    describeValue(value) + suggestName(value, known),
  );

/**
 * @template {Record<string, Option<any>>} Table
 * @typedef {{ [Name in keyof Table]: Table[Name] extends Option<infer Value> ? Value : never }} Values
 */

/**
 * Returns a function that reads the options of a call by a table of options.
 * @template {Record<string, Option<any>>} Table
 * @template {Record<string, Option<any>>} [Others={}]
 * @param {Table} table
 * @param {string} [argument]
 * @param {Others} [others] options that the call does not accept, and that get their defaults
 * @returns {(options: unknown) => Values<Others & Table>}
 */
export function makeOptionReader(table, argument = 'options', others = /** @type {Others} */ ({})) {
  const names = Object.keys(table);
  for (const name of names) OPTION_NAMES.add(name);
  const all = Object.entries({ ...others, ...table });
  /** @type {any} */
  const defaults = Object.fromEntries(all.map(([name, { byDefault }]) => [name, byDefault]));
  const required = names.filter((name) => table[name].isRequired);
  return (options) => {
    if (options === undefined && required.length === 0) return defaults;
    /** @type {Record<string, unknown>} */
    const values = { ...defaults };
    const expected = required.length > 0 ? `an object { ${required.join(', ')} }` : undefined;
    const keys = options === undefined ? NO_KEYS : listKeys(argument, options, names, expected);
    for (const name of keys) {
      const value = /** @type {any} */ (options)[name];
      if (value !== undefined) values[name] = readMember(table[name], argument, name, value);
    }
    for (const name of required) {
      if (values[name] === undefined) readMember(table[name], argument, name, undefined);
    }
    return /** @type {Values<Others & Table>} */ (values);
  };
}

/**
 * Checks and returns a value.
 * @template Value
 * @param {Option<Value>} option
 * @param {string} argument
 * @param {unknown} value
 * @returns {Value}
 */
export const readValue = (option, argument, value) => readMember(option, argument, '', value);

/**
 * Checks and returns a member of an object. It joins the names only for an error, because that takes time.
 * @template Value
 * @param {Option<Value>} option
 * @param {string} object the name of the object
 * @param {string} name the name of the member, or '' for the object itself
 * @param {unknown} value
 * @returns {Value}
 */
function readMember({ accepts, expected = '', read }, object, name, value) {
  if (read) return read(value);
  if (!accepts || accepts(value)) return /** @type {any} */ (value);
  const argument = name === '' ? object : `${object}.${name}`;
  throw makeValueError(argument, expected, value);
}

/**
 * Whether a value is an integer from `least` to `most`.
 * @param {unknown} value
 * @param {number} least
 * @param {number} [most]
 * @returns {value is number}
 */
export const isIntegerIn = (value, least, most = Infinity) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;

/** Defines a boolean option. @param {boolean} [byDefault] @returns {Option<boolean>} */
export const defineFlag = (byDefault = false) => ({
  byDefault,
  expected: 'true or false',
  accepts: (value) => typeof value === 'boolean',
});

/**
 * Defines an option with a list of allowed values. The first value is the default.
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
 * Defines an option that is an integer.
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

/** Writes a large power of two, such as 2^64, as the documents do. @param {number} limit */
const formatLimit = (limit) =>
  limit >= 2 ** 53 && Number.isInteger(Math.log2(limit)) ? `2^${Math.log2(limit)}` : `${limit}`;

/**
 * Defines an option that is a number.
 * @param {number} least
 * @param {number} most
 * @param {number} [byDefault]
 * @returns {Option<number>}
 */
export const defineNumber = (least, most, byDefault) => ({
  byDefault,
  expected: `a number from ${least} to ${formatLimit(most)}`,
  accepts: (value) => typeof value === 'number' && value >= least && value <= most,
});

/** Defines the seed of random numbers. It has 32 bits, so 2^32 would be seed 0 again. @param {number} [byDefault] */
export const defineSeed = (byDefault) =>
  defineInteger(0, 2 ** 32 - 1, byDefault, 'an integer from 0 to 2^32 - 1');

/** Defines an option that is a function of the caller, such as `onProgress`. @returns {Option<any>} */
export const defineCallback = () => ({
  expected: 'a function',
  accepts: (value) => typeof value === 'function',
});

/** Defines an option that is an AbortSignal, of any realm. @returns {Option<any>} */
export const defineAbortSignal = () => ({
  expected: 'an AbortSignal',
  accepts: (/** @type {any} */ value) => typeof value?.throwIfAborted === 'function',
});

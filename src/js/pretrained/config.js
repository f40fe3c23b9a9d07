// Reading and checking the values of a config.json.

import { describeList, describeValue } from '../errors.js';
import { defineChoice, defineInteger, defineNumber, isIntegerIn } from '../option-reader.js';
import { makeModelError } from './errors.js';

/** The largest number of heads, features or positions; no model has so many. */
const LARGEST_SIZE = 2 ** 24;
const MOST_LAYERS = 1024;

/** The names of activations in the core, by their names in files. */
const ACTIVATIONS = {
  relu: 'relu',
  gelu: 'gelu',
  gelu_new: 'gelu_tanh',
  gelu_pytorch_tanh: 'gelu_tanh',
  silu: 'silu',
  swish: 'silu',
};

/** @typedef {'relu' | 'gelu' | 'gelu_tanh' | 'silu'} Activation */

/** @param {unknown} value */
const isId = (value) => isIntegerIn(value, 0);

/**
 * Whether a description of rotary positions is of the default type. Unknown settings may scale them.
 * @param {unknown} value
 * @param {readonly string[]} settings the settings that are read, besides the type
 */
const isUnscaled = (value, settings) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(
    ([name, setting]) =>
      setting === null ||
      settings.includes(name) ||
      (['rope_type', 'type'].includes(name) && setting === 'default'),
  );

/** The values of a config.json. */
export class Config {
  #values;

  /** @param {Record<string, unknown>} values */
  constructor(values) {
    this.#values = values;
  }

  /** Returns a value without a check; undefined for null. @param {string} name @returns {any} */
  get(name) {
    return Object.hasOwn(this.#values, name) ? (this.#values[name] ?? undefined) : undefined;
  }

  /**
   * @template Value
   * @param {string} name @param {import('../types.js').Option<Value>} option
   * @param {Value} [byDefault] the default; without a default, the value is required
   * @returns {Value}
   */
  #read(name, { accepts, expected }, byDefault) {
    const value = this.get(name) ?? byDefault;
    if (accepts?.(value)) return value;
    throw this.#refusal(name, String(expected), value);
  }

  /** @param {string} name @param {string} expected @param {unknown} value @param {string} [description] */
  #refusal(name, expected, value, description = describeValue(value)) {
    const received = value === undefined ? 'is missing' : `is ${description}`;
    return makeModelError(`${name} of config.json`, expected, received);
  }

  /** Reads a size of 1 or more. @param {string} name @param {number} [byDefault] @param {number} [most] */
  size(name, byDefault, most = LARGEST_SIZE) {
    return this.#read(name, defineInteger(1, most), byDefault);
  }

  /** @param {string} name */
  layers(name) {
    return this.size(name, undefined, MOST_LAYERS);
  }

  /** Reads an integer of 0 or more. @param {string} name @param {number} byDefault @param {number} [most] */
  index(name, byDefault, most = LARGEST_SIZE) {
    return this.#read(name, defineInteger(0, most), byDefault);
  }

  /** Reads an id, or a list of ids; none by default. @param {string} name @returns {readonly number[]} */
  ids(name) {
    const value = this.get(name) ?? [];
    // Copies: the caller may change the lists of `model.config`.
    const ids = Array.isArray(value) ? [...value] : [value];
    if (ids.every(isId)) return ids;
    const expected = 'an id or a list of ids, which are integers of 0 or more';
    throw this.#refusal(name, expected, value, describeList(value, isId));
  }

  /** Reads a list of lists of ids; none by default. @param {string} name @returns {readonly number[][]} */
  idLists(name) {
    const lists = this.get(name) ?? [];
    const isIds = (/** @type {unknown} */ list) => Array.isArray(list) && list.every(isId);
    if (Array.isArray(lists) && lists.every(isIds)) return lists.map((list) => [...list]);
    throw this.#refusal(name, 'a list of lists of ids', lists, describeList(lists, isIds));
  }

  /** Reads a number above 0, such as an epsilon. @param {string} name @param {number} [byDefault] */
  positive(name, byDefault) {
    return this.#read(name, defineNumber(1e-30, 2 ** 64), byDefault);
  }

  /** Reads a number from 0 to 1. @param {string} name @param {number} byDefault */
  share(name, byDefault) {
    return this.#read(name, defineNumber(0, 1), byDefault);
  }

  /** @param {string} name @param {boolean} byDefault */
  flag(name, byDefault) {
    return this.#read(name, defineChoice([true, false]), byDefault);
  }

  /** @param {string} name @param {keyof typeof ACTIVATIONS} byDefault @returns {Activation} */
  activation(name, byDefault) {
    const names = /** @type {(keyof typeof ACTIVATIONS)[]} */ (Object.keys(ACTIVATIONS));
    return /** @type {Activation} */ (
      ACTIVATIONS[this.#read(name, defineChoice(names), byDefault)]
    );
  }

  /**
   * Reads a size that is a multiple of another value.
   * @param {string} name
   * @param {string} divisor
   * @param {number} parts
   */
  dividedBy(name, divisor, parts) {
    const value = this.size(name);
    if (value % parts === 0) return value;
    throw this.#refusal(name, `a multiple of ${divisor}, ${parts}`, value);
  }

  /**
   * Refuses a value that is not supported.
   * @param {string} name
   * @param {(value: any) => boolean} accepts
   * @param {string} expected
   * @param {number} [byDefault]
   */
  expect(name, accepts, expected, byDefault) {
    const value = this.get(name) ?? byDefault;
    if (value !== undefined && !accepts(value)) throw this.#refusal(name, expected, value);
  }

  /**
   * Reads the base of rotary positions, in either of the two forms in files.
   * @param {string} name
   * @param {number} byDefault
   */
  theta(name, byDefault) {
    const expected =
      'absent, null or an object of type default without factors: scaled rotary positions are not covered';
    const settings = ['rope_theta', 'partial_rotary_factor'];
    this.expect('rope_scaling', (value) => isUnscaled(value, []), expected);
    this.expect('rope_parameters', (value) => isUnscaled(value, settings), expected);
    const base = defineNumber(1, 2 ** 64);
    const parameters = this.#ropeParameters();
    if (parameters.get('rope_theta') === undefined) return this.#read(name, base, byDefault);
    return parameters.#read('rope_theta', base);
  }

  /**
   * Reads the share of a head's features that rotate, in either of the two forms in files.
   * @param {string} name @param {number} byDefault
   */
  rotaryShare(name, byDefault) {
    if (this.get(name) !== undefined) return this.share(name, byDefault);
    return this.#ropeParameters().share('partial_rotary_factor', byDefault);
  }

  /** Refuses heads of which only some features rotate. */
  expectFullRotary() {
    for (const holder of [this, this.#ropeParameters()])
      holder.expect('partial_rotary_factor', (value) => value === 1, '1 or absent');
  }

  /** Returns the description of rotary positions in files of transformers 5. */
  #ropeParameters() {
    return new Config(this.get('rope_parameters') ?? {});
  }
}

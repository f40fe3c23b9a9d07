// Reading and checking the values of a config.json or generation_config.json.

import { describeList, describeValue } from '../errors.js';
import { defineChoice, defineInteger, defineNumber, isIntegerIn } from '../option-reader.js';
import { makeModelError } from './errors.js';

/** @import { RotaryScaling } from '../types.js' */

/** The largest number of heads, features or positions; no model has so many. */
const LARGEST_SIZE = 2 ** 24;
const MOST_LAYERS = 1024;

/** The names of activations in the core, by their names in files. */
const ACTIVATIONS = {
  relu: 'relu',
  gelu: 'gelu',
  gelu_python: 'gelu',
  gelu_new: 'gelu_tanh',
  gelu_fast: 'gelu_tanh',
  gelu_pytorch_tanh: 'gelu_tanh',
  silu: 'silu',
  swish: 'silu',
};

/** @typedef {'relu' | 'gelu' | 'gelu_tanh' | 'silu'} Activation */

/** @param {unknown} value */
const isId = (value) => isIntegerIn(value, 0);

/** The settings of each scaling of rotary positions: their names in files, and in options of `rotary`. */
const SCALINGS = {
  default: {},
  linear: { factor: 'factor' },
  llama3: {
    factor: 'factor',
    original_max_position_embeddings: 'length',
    low_freq_factor: 'low',
    high_freq_factor: 'high',
  },
};

/** Why other scalings are not covered. @type {Readonly<Record<string, string>>} */
const UNCOVERED_SCALINGS = {
  dynamic: 'its angles change with the length of the text',
  yarn: 'it scales queries and keys as well',
  longrope: 'it has a factor for each pair of features, and other ones for long texts',
};

/** The values of a file of settings. */
export class Config {
  #values;
  #prefix;
  #file;

  /**
   * @param {Record<string, unknown>} values
   * @param {string} [prefix] the prefix of names in messages
   * @param {string} [file] the file in messages
   */
  constructor(values, prefix = '', file = 'config.json') {
    this.#values = values;
    this.#prefix = prefix;
    this.#file = file;
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
    return makeModelError('config', `${this.#prefix}${name} of ${this.#file}`, expected, received);
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
   * Reads a size that is a multiple of another size.
   * @param {string} name
   * @param {string} divisor the name of the other size
   */
  dividedBy(name, divisor) {
    const [parts, value] = [this.size(divisor), this.size(name)];
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
   * Reads rotary positions, in either of the two forms in files.
   * @param {string} name the name of the base
   * @param {number} byDefault
   * @param {number} width the number of features that rotate
   */
  rotary(name, byDefault, width) {
    const base = defineNumber(1, 2 ** 64);
    const parameters = this.#ropeParameters();
    const theta =
      parameters.get('rope_theta') === undefined
        ? this.#read(name, base, byDefault)
        : parameters.#read('rope_theta', base);
    const settings = ['rope_theta', 'partial_rotary_factor'];
    const newer = this.#scaling('rope_parameters', settings);
    return { width, theta, scaling: this.#scaling('rope_scaling') ?? newer };
  }

  /**
   * Reads a scaling of rotary positions.
   * @param {string} name
   * @param {readonly string[]} others other settings that the same object may have
   * @returns {RotaryScaling | undefined}
   */
  #scaling(name, others = []) {
    const value = this.get(name) ?? {};
    const kinds = Object.keys(SCALINGS);
    const isObject = typeof value === 'object' && !Array.isArray(value);
    const scaling = new Config(isObject ? value : {}, `${this.#prefix}${name}.`);
    const kind = scaling.get('rope_type') ?? scaling.get('type') ?? 'default';
    const reason = Object.hasOwn(UNCOVERED_SCALINGS, kind)
      ? `, not ${kind}: ${UNCOVERED_SCALINGS[kind]}`
      : '';
    /** @type {Record<string, string>} */
    const names = SCALINGS[/** @type {keyof typeof SCALINGS} */ (kind)] ?? {};
    const known = ['rope_type', 'type', ...others, ...Object.keys(names)];
    const isKnown =
      isObject &&
      [kind, scaling.get('type') ?? kind].every((type) => type === kind && kinds.includes(type)) &&
      Object.keys(value).every((key) => known.includes(key) || value[key] === null);
    if (!isKnown) {
      const expected = `absent, null or an object of type ${kinds.join(', ')} with the settings of its type${reason}`;
      throw this.#refusal(name, expected, value);
    }
    const numbers = Object.entries(names).map(([key, to]) => [
      to,
      scaling.#read(key, defineNumber(to === 'low' ? 0 : 1, 2 ** 64)),
    ]);
    if (numbers.length === 0) return undefined;
    const read = Object.fromEntries(numbers);
    scaling.expect('high_freq_factor', (high) => high > read.low, `above ${read.low}, the low one`);
    return read;
  }

  /**
   * Reads the share of a head's features that rotate, in either of the two forms in files. The newer form wins.
   * @param {string} name @param {number} byDefault
   */
  rotaryShare(name, byDefault) {
    const parameters = this.#ropeParameters();
    const newer = 'partial_rotary_factor';
    if (parameters.get(newer) === undefined) return this.share(name, byDefault);
    return parameters.share(newer, byDefault);
  }

  /**
   * Reads a name for each layer.
   * @param {string} name @param {readonly string[]} known @param {readonly string[]} byDefault
   * @returns {readonly string[]}
   */
  names(name, known, byDefault) {
    const value = this.get(name) ?? byDefault;
    const { length } = byDefault;
    const isName = (/** @type {unknown} */ each) => known.includes(/** @type {string} */ (each));
    if (Array.isArray(value) && value.length === length && value.every(isName)) return value;
    const expected = `${length} names, each ${known.join(' or ')}`;
    throw this.#refusal(name, expected, value, describeList(value, isName));
  }

  /**
   * Returns the values for a type of layers, in files that have rotary positions by type.
   * @param {string} type
   */
  forLayers(type) {
    const parameters = this.get('rope_parameters')?.[type];
    if (parameters === undefined) return this;
    return new Config({ ...this.#values, rope_parameters: parameters });
  }

  /** Refuses heads of which only some features rotate. */
  expectFullRotary() {
    for (const holder of [this, this.#ropeParameters()])
      holder.expect('partial_rotary_factor', (value) => value === 1, '1 or absent');
  }

  /** Returns the description of rotary positions in files of transformers 5. */
  #ropeParameters() {
    return new Config(this.get('rope_parameters') ?? {}, 'rope_parameters.');
  }
}

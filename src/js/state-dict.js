// Parameters of multi-head attention, found by the names in saved models.

import { readElements, readTensor } from './arguments.js';
import {
  allocateArray,
  getTag,
  isPromise,
  makeArgumentError,
  makeValueError,
  runNamed,
} from './errors.js';
import { listKnownNames, suggestName } from './option-reader.js';
import { expectShape } from './shapes.js';
import { findForeignLayout } from './state-dict-layouts.js';
import { makeTensor } from './tensor.js';

/** @import { ArgumentError, ShapeError } from './errors.js' */
/** @import { MultiHeadParameters } from './types.js' */

/** @typedef {{ name: string, value: unknown }} ScopedEntry `name` without the prefix */

/**
 * The parameter for each name: names of `nn.MultiheadAttention`, then names of four `nn.Linear`.
 * @type {Record<string, string>}
 */
const PLACES = {
  in_proj_weight: 'inProjWeight',
  in_proj_bias: 'inProjBias',
  q_proj_weight: 'qProjWeight',
  k_proj_weight: 'kProjWeight',
  v_proj_weight: 'vProjWeight',
  'out_proj.weight': 'outProjWeight',
  'out_proj.bias': 'outProjBias',
  'q_proj.weight': 'qProjWeight',
  'k_proj.weight': 'kProjWeight',
  'v_proj.weight': 'vProjWeight',
  'q_proj.bias': 'q',
  'k_proj.bias': 'k',
  'v_proj.bias': 'v',
  'o_proj.weight': 'outProjWeight',
  'o_proj.bias': 'outProjBias',
};
/** The parameters of separate projections of q, k and v. */
const BIASES = ['q', 'k', 'v'];
const INPUT_WEIGHTS = ['qProjWeight', 'kProjWeight', 'vProjWeight'];
/**
 * The shape of each parameter, given the width D of the model and the width Dkv of all key heads.
 * @type {Record<string, (D: number, Dkv: number) => (number | string)[]>}
 */
const SHAPES = {
  outProjWeight: (D) => [D, D],
  outProjBias: (D) => [D],
  inProjWeight: (D) => [3 * D, D],
  inProjBias: (D) => [3 * D],
  qProjWeight: (D) => [D, D],
  kProjWeight: (_, Dkv) => [Dkv, 'Kdim'],
  vProjWeight: (_, Dkv) => [Dkv, 'Vdim'],
  q: (D) => [D],
  k: (_, Dkv) => [Dkv],
  v: (_, Dkv) => [Dkv],
};
/** Rows that `nn.MultiheadAttention(add_bias_kv=True)` appends to keys and values. */
const UNSUPPORTED = ['bias_k', 'bias_v'];
/** The largest number of other prefixes in a message. */
const MOST_PREFIXES = 3;

/**
 * Finds the parameters of one attention in those of a model: `fromStateDict(dict, 'encoder.self_attn.')`. Known names
 * are those that `nn.MultiheadAttention` saves, and `q_proj`, `k_proj`, `v_proj` and `out_proj` (or `o_proj`), each with
 * `.weight` and optionally `.bias`. Any other name with the prefix is an error.
 * @param {Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>} dict tensors by name
 * @param {string} [prefix] the prefix of the names of this attention
 * @returns {MultiHeadParameters} the tensors of the dict, not copies
 * @throws {ArgumentError} if a parameter is missing, given twice, or of an unsupported kind
 * @throws {ShapeError} if shapes do not fit each other
 */
export function fromStateDict(dict, prefix = '') {
  return runNamed('fromStateDict', () => {
    if (typeof prefix !== 'string') throw makeValueError('prefix', 'a string', prefix);
    return new StateDict(dict, prefix).read();
  });
}

/** The entries of a dict whose names begin with a prefix. */
class StateDict {
  #prefix;
  #names;
  #entries;
  /** @type {Map<string, ScopedEntry>} */
  #byPlace = new Map();

  /** @param {any} dict an object, or a Map of any realm @param {string} prefix the prefix of the names */
  constructor(dict, prefix) {
    if (typeof dict !== 'object' || dict === null || isPromise(dict)) {
      throw makeValueError('dict', 'an object or a Map of tensors', dict);
    }
    const isMap = getTag(dict) === 'Map';
    const names = isMap ? [...dict.keys()] : Object.keys(dict);
    this.#prefix = prefix;
    this.#names = names.filter((name) => typeof name === 'string');
    // Read only entries with the prefix, because reading an entry of a dict may load its tensor.
    this.#entries = this.#names
      .filter((name) => name.startsWith(prefix))
      .map((name) => ({
        name: name.slice(prefix.length),
        value: isMap ? dict.get(name) : dict[name],
      }))
      .filter(({ value }) => value !== undefined && value !== null);
  }

  /** @returns {MultiHeadParameters} */
  read() {
    this.#checkNames();
    for (const entry of this.#entries) {
      const place = PLACES[entry.name];
      this.#refuseBeside(entry, this.#byPlace.get(place));
      this.#byPlace.set(place, entry);
    }
    this.#checkComplete();
    const [bias] = this.#findEntries(BIASES);
    const [stacked] = this.#findEntries(['inProjBias', 'inProjWeight']);
    if (bias) this.#refuseBeside(bias, stacked);
    this.#checkShapes();
    const places = [...this.#byPlace].filter(([place]) => !BIASES.includes(place));
    const parameters = Object.fromEntries(places.map(([place, { value }]) => [place, value]));
    if (bias) parameters.inProjBias = this.#stackBiases();
    return /** @type {any} */ (parameters);
  }

  /** Returns the name of an entry for errors. @param {string} name */
  #label = (name) => `dict[${JSON.stringify(this.#prefix + name)}]`;

  /** Returns the entries for the given parameters; missing ones are left out. @param {string[]} places */
  #findEntries(places) {
    return places.flatMap((place) => this.#byPlace.get(place) ?? []);
  }

  /** @param {ScopedEntry} entry */
  #readEntry({ name, value }) {
    return readTensor(this.#label(name), value);
  }

  /**
   * Refuses an entry if a conflicting entry exists.
   * @param {ScopedEntry} entry
   * @param {ScopedEntry | undefined} other
   */
  #refuseBeside(entry, other) {
    if (other)
      throw makeArgumentError(this.#label(entry.name), `absent where ${other.name} is`, 'given');
  }

  /** Refuses unknown names. */
  #checkNames() {
    const names = this.#entries.map(({ name }) => name);
    const extra = names.find((name) => UNSUPPORTED.includes(name));
    if (extra) {
      throw makeArgumentError(this.#label(extra), 'absent: such rows are not supported', 'given');
    }
    const unknown = names.filter((name) => !Object.hasOwn(PLACES, name));
    if (unknown.length === 0) return;
    if (unknown.length === names.length && this.#otherPrefixes().length > 0) {
      throw this.#makeMissingError('out_proj.weight', 'a tensor');
    }
    const layout = findForeignLayout(unknown);
    if (layout) throw makeArgumentError(this.#label(layout.name), layout.expected, layout.received);
    const [first] = unknown;
    const known = Object.keys(PLACES);
    const expected = `${listKnownNames(known)}: rename it so, or leave it out of the dict`;
    const received = `not a known name${suggestName(first, known)}`;
    throw makeArgumentError(this.#label(first), expected, received);
  }

  /** Refuses incomplete parameters. */
  #checkComplete() {
    if (!this.#byPlace.has('outProjWeight'))
      throw this.#makeMissingError('out_proj.weight', 'a tensor');
    const stacked = this.#byPlace.get('inProjWeight');
    const given = this.#findEntries(INPUT_WEIGHTS);
    if (stacked) {
      if (given.length > 0) this.#refuseBeside(given[0], stacked);
      return;
    }
    if (given.length === 0) {
      const expected = 'a tensor, or q_proj_weight or q_proj.weight and its like';
      throw this.#makeMissingError('in_proj_weight', expected);
    }
    const lacking = INPUT_WEIGHTS.find((place) => !this.#byPlace.has(place));
    if (lacking === undefined) return;
    const [{ name }] = given;
    throw this.#makeMissingError(lacking[0] + name.slice(1), `a tensor, as ${name} is given`);
  }

  /** Refuses shapes that do not fit each other. */
  #checkShapes() {
    const [output] = this.#findEntries(['outProjWeight']);
    const weight = this.#readEntry(output);
    const [D] = weight.shape;
    expectShape(weight, D === undefined ? ['D', 'D'] : [D, D]);
    // Keys may have fewer heads than queries; then the layer needs numKvHeads.
    const [key] = this.#findEntries(['kProjWeight']).map((entry) => this.#readEntry(entry));
    const given = key?.shape[0] ?? D;
    const Dkv = D % given === 0 ? given : D;
    for (const [place, entry] of this.#byPlace) {
      expectShape(this.#readEntry(entry), SHAPES[place](D, Dkv), `to match ${output.name}`);
    }
  }

  /** Concatenates the biases of q, k and v, with zeros for a missing bias. */
  #stackBiases() {
    const counts = this.#findEntries(INPUT_WEIGHTS).map((entry) => this.#readEntry(entry).shape[0]);
    const total = counts[0] + counts[1] + counts[2];
    const data = allocateArray(4 * total, () => new Float32Array(total));
    let first = 0;
    BIASES.forEach((place, i) => {
      for (const bias of this.#findEntries([place]))
        data.set(readElements(this.#readEntry(bias)), first);
      first += counts[i];
    });
    return makeTensor([total], data);
  }

  /** @param {string} name @param {string} expected */
  #makeMissingError(name, expected) {
    const prefixes = this.#entries.some((entry) => Object.hasOwn(PLACES, entry.name))
      ? []
      : this.#otherPrefixes();
    const list = prefixes.map((prefix) => JSON.stringify(prefix)).join(' or ');
    const hint = list && ` (the dict has one behind the prefix ${list})`;
    return makeArgumentError(this.#label(name), expected + hint, 'missing');
  }

  /** Lists the other prefixes with which the dict has an attention. */
  #otherPrefixes() {
    const found = this.#names.flatMap((name) => {
      const ending = ['out_proj.weight', 'o_proj.weight'].find((suffix) => name.endsWith(suffix));
      return ending === undefined ? [] : [name.slice(0, -ending.length)];
    });
    const prefix = this.#prefix;
    const near = found.filter(
      (candidate) => candidate.startsWith(prefix) || prefix.startsWith(candidate),
    );
    return (near.length > 0 ? near : found).slice(0, MOST_PREFIXES);
  }
}

// Parameters of multi-head attention by the names under which models are saved.

import { readElements, readTensor } from './arguments.js';
import { allocateArray, isPromise, makeArgumentError, makeValueError, runNamed } from './errors.js';
import { listChoices } from './keys.js';
import { expectShape } from './shapes.js';
import { findForeignLayout } from './state-dict-layouts.js';
import { makeTensor } from './tensor.js';

/** @import { ArgumentError, ShapeError } from './errors.js' */
/** @import { MultiHeadParameters } from './types.js' */

/** @typedef {{ name: string, value: unknown }} ScopedEntry `name` without the prefix */

/** The parameter of each name: those of `nn.MultiheadAttention`, then those of four `nn.Linear`. @type {Record<string, string>} */
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
/** Biases and weights of q, k and v apart. */
const BIASES = ['q', 'k', 'v'];
const INPUT_WEIGHTS = ['qProjWeight', 'kProjWeight', 'vProjWeight'];
/**
 * The shape at each place, by the width of the model and by that of all keys.
 *
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
/** Other prefixes that a message lists. */
const MOST_PREFIXES = 3;

/**
 * The parameters of one attention among those of a model: `fromStateDict(dict, 'encoder.self_attn.')`.
 * Names are those that `nn.MultiheadAttention` saves, or `q_proj`, `k_proj`, `v_proj` and `out_proj` (or
 * `o_proj`), each with `.weight` and perhaps `.bias`. Behind the prefix no other name may stand.
 *
 * @param {Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>} dict tensors by name
 * @param {string} [prefix] what stands before the names
 * @returns {MultiHeadParameters} the tensors of the dict itself, not copies
 * @throws {ArgumentError} if a parameter is missing, given twice, or of a kind not supported
 * @throws {ShapeError} if shapes do not fit each other
 */
export function fromStateDict(dict, prefix = '') {
  return runNamed('fromStateDict', () => {
    if (typeof prefix !== 'string') throw makeValueError('prefix', 'a string', prefix);
    return new StateDict(dict, prefix).read();
  });
}

/** The entries of a dict that begin with a prefix. */
class StateDict {
  #prefix;
  #names;
  #entries;
  /** @type {Map<string, ScopedEntry>} */
  #byPlace = new Map();

  /** @param {any} dict an object, or a Map of any realm @param {string} prefix */
  constructor(dict, prefix) {
    if (typeof dict !== 'object' || dict === null || isPromise(dict)) {
      throw makeValueError('dict', 'an object or a Map of tensors', dict);
    }
    const isMap = Object.prototype.toString.call(dict) === '[object Map]';
    const names = isMap ? [...dict.keys()] : Object.keys(dict);
    this.#prefix = prefix;
    this.#names = names.filter((name) => typeof name === 'string');
    // A dict may load a tensor when it is read, so tensors of other parts of the model stay unread.
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
    const [bias] = this.#at(BIASES);
    const [stacked] = this.#at(['inProjBias', 'inProjWeight']);
    if (bias) this.#refuseBeside(bias, stacked);
    this.#checkShapes();
    const places = [...this.#byPlace].filter(([place]) => !BIASES.includes(place));
    const parameters = Object.fromEntries(places.map(([place, { value }]) => [place, value]));
    if (bias) parameters.inProjBias = this.#stackBiases();
    return /** @type {any} */ (parameters);
  }

  /** How errors name an entry. @param {string} name */
  #label = (name) => `dict[${JSON.stringify(this.#prefix + name)}]`;

  /** The entries that there are at some places. @param {string[]} places */
  #at(places) {
    return places.flatMap((place) => this.#byPlace.get(place) ?? []);
  }

  /** @param {ScopedEntry} entry */
  #tensor({ name, value }) {
    return readTensor(this.#label(name), value);
  }

  /** Refuses an entry where another one is. @param {ScopedEntry} entry @param {ScopedEntry | undefined} other */
  #refuseBeside(entry, other) {
    if (other)
      throw makeArgumentError(this.#label(entry.name), `absent where ${other.name} is`, 'given');
  }

  /** Refuses names that are none of an attention's. */
  #checkNames() {
    const names = this.#entries.map(({ name }) => name);
    const extra = names.find((name) => UNSUPPORTED.includes(name));
    if (extra) {
      throw makeArgumentError(this.#label(extra), 'absent: such rows are not supported', 'given');
    }
    const unknown = names.filter((name) => !Object.hasOwn(PLACES, name));
    if (unknown.length === 0) return;
    if (unknown.length === names.length && this.#otherPrefixes().length > 0) {
      throw this.#missing('out_proj.weight', 'a tensor');
    }
    const layout = findForeignLayout(unknown);
    if (layout) throw makeArgumentError(this.#label(layout.name), layout.expected, layout.received);
    const [first] = unknown;
    const expected = `${listChoices(first, Object.keys(PLACES))}: rename it so, or leave it out of the dict`;
    throw makeArgumentError(this.#label(first), expected, 'not a known name');
  }

  /** Refuses parameters of which some are missing. */
  #checkComplete() {
    if (!this.#byPlace.has('outProjWeight')) throw this.#missing('out_proj.weight', 'a tensor');
    const stacked = this.#byPlace.get('inProjWeight');
    const given = this.#at(INPUT_WEIGHTS);
    if (stacked) {
      if (given.length > 0) this.#refuseBeside(given[0], stacked);
      return;
    }
    if (given.length === 0) {
      const expected = 'a tensor, or q_proj_weight or q_proj.weight and its like';
      throw this.#missing('in_proj_weight', expected);
    }
    const lacking = INPUT_WEIGHTS.find((place) => !this.#byPlace.has(place));
    if (lacking === undefined) return;
    const [{ name }] = given;
    throw this.#missing(lacking[0] + name.slice(1), `a tensor, as ${name} is given`);
  }

  /** Refuses sizes with which no layer could be made. */
  #checkShapes() {
    const [output] = this.#at(['outProjWeight']);
    const weight = this.#tensor(output);
    const [D] = weight.shape;
    expectShape(weight, D === undefined ? ['D', 'D'] : [D, D]);
    // Keys may have fewer heads than queries; then the layer wants numKvHeads.
    const [key] = this.#at(['kProjWeight']).map((entry) => this.#tensor(entry));
    const given = key?.shape[0] ?? D;
    const Dkv = D % given === 0 ? given : D;
    for (const [place, entry] of this.#byPlace) {
      expectShape(this.#tensor(entry), SHAPES[place](D, Dkv), `to match ${output.name}`);
    }
  }

  /** Biases one behind the other; one that is not there is zeros. */
  #stackBiases() {
    const counts = this.#at(INPUT_WEIGHTS).map((entry) => this.#tensor(entry).shape[0]);
    const total = counts[0] + counts[1] + counts[2];
    const data = allocateArray(4 * total, () => new Float32Array(total));
    let first = 0;
    BIASES.forEach((place, i) => {
      for (const bias of this.#at([place])) data.set(readElements(this.#tensor(bias)), first);
      first += counts[i];
    });
    return makeTensor([total], data);
  }

  /** @param {string} name @param {string} expected */
  #missing(name, expected) {
    const prefixes = this.#entries.some((entry) => Object.hasOwn(PLACES, entry.name))
      ? []
      : this.#otherPrefixes();
    const list = prefixes.map((prefix) => JSON.stringify(prefix)).join(' or ');
    const hint = list && ` (the dict has one behind the prefix ${list})`;
    return makeArgumentError(this.#label(name), expected + hint, 'missing');
  }

  /** The other prefixes under which the dict has an attention. */
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

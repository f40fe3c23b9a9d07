// Parameters of multi-head attention by the names under which models are saved.

import { elementsOf, readTensor } from './arguments.js';
import { allocate, argumentError, describe, named } from './errors.js';
import { oneOf } from './keys.js';
import { expectShape } from './shapes.js';
import { layoutOf } from './state-dict-layouts.js';
import { makeTensor } from './tensor.js';

/** @typedef {import('./multi-head-parameters.js').MultiHeadParameters} MultiHeadParameters */
/** @typedef {{ name: string, value: unknown }} Entry `name` without the prefix */

/** Where each name goes: those of `nn.MultiheadAttention`, then those of four `nn.Linear`. @type {Record<string, string>} */
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
const BIASES = ['q', 'k', 'v'];
/** Those of q, k and v apart. */
const WEIGHTS = ['qProjWeight', 'kProjWeight', 'vProjWeight'];
/** The shape at each place, by the width of the model. @type {Record<string, (D: number) => (number | string)[]>} */
const SHAPES = {
  outProjWeight: (D) => [D, D],
  outProjBias: (D) => [D],
  inProjWeight: (D) => [3 * D, D],
  inProjBias: (D) => [3 * D],
  qProjWeight: (D) => [D, D],
  kProjWeight: (D) => [D, 'Kdim'],
  vProjWeight: (D) => [D, 'Vdim'],
  q: (D) => [D],
  k: (D) => [D],
  v: (D) => [D],
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
 * @returns {MultiHeadParameters}
 */
export function fromStateDict(dict, prefix = '') {
  return named('fromStateDict', () => {
    if (typeof prefix !== 'string') {
      throw argumentError('prefix', 'a string', describe(prefix));
    }
    const names = namesIn(dict);
    const entries = names
      .filter((name) => name.startsWith(prefix))
      .map((name) => ({ name: name.slice(prefix.length), value: valueIn(dict, name) }))
      .filter(({ value }) => value !== undefined && value !== null);
    const label = (/** @type {string} */ name) => `dict[${JSON.stringify(prefix + name)}]`;
    const findPrefixes = () => otherPrefixes(names, prefix);
    checkNames(entries, label, findPrefixes);
    /** @type {Map<string, Entry>} */
    const byPlace = new Map();
    for (const entry of entries) {
      const same = byPlace.get(PLACES[entry.name]);
      if (same) throw argumentError(label(entry.name), `absent where ${same.name} is`, 'given');
      byPlace.set(PLACES[entry.name], entry);
    }
    checkComplete(byPlace, label, findPrefixes);
    checkBiases(byPlace, label);
    checkSizes(byPlace, label);
    return parametersOf(byPlace, label);
  });
}

/**
 * Refuses names that are none of an attention's.
 *
 * @param {Entry[]} entries
 * @param {(name: string) => string} label
 * @param {() => string[]} findPrefixes
 */
function checkNames(entries, label, findPrefixes) {
  for (const { name } of entries) {
    if (UNSUPPORTED.includes(name)) {
      throw argumentError(label(name), 'absent: such rows are not supported', 'given');
    }
  }
  const unknown = entries.map(({ name }) => name).filter((name) => !Object.hasOwn(PLACES, name));
  if (unknown.length === 0) return;
  const prefixes = unknown.length === entries.length ? findPrefixes() : [];
  if (prefixes.length > 0) throw missing('out_proj.weight', 'a tensor', label, prefixes);
  const layout = layoutOf(unknown);
  if (layout) throw argumentError(label(layout.name), layout.expected, layout.received);
  const [first] = unknown;
  const expected = `${oneOf(first, Object.keys(PLACES))}: rename it so, or leave it out of the dict`;
  throw argumentError(label(first), expected, 'not a known name');
}

/**
 * Refuses parameters of which some are missing.
 *
 * @param {ReadonlyMap<string, Entry>} byPlace
 * @param {(name: string) => string} label
 * @param {() => string[]} findPrefixes
 */
function checkComplete(byPlace, label, findPrefixes) {
  const prefixes = byPlace.size === 0 ? findPrefixes() : [];
  if (!byPlace.has('outProjWeight')) throw missing('out_proj.weight', 'a tensor', label, prefixes);
  const stacked = byPlace.get('inProjWeight');
  const given = WEIGHTS.flatMap((place) => byPlace.get(place) ?? []);
  if (!stacked && given.length === 0) {
    const expected = 'a tensor, or q_proj_weight or q_proj.weight and its like';
    throw missing('in_proj_weight', expected, label, prefixes);
  }
  if (stacked && given.length > 0) {
    throw argumentError(label(given[0].name), `absent where ${stacked.name} is`, 'given');
  }
  const lacking = stacked ? undefined : WEIGHTS.find((place) => !byPlace.has(place));
  if (lacking === undefined) return;
  const name = lacking[0] + given[0].name.slice(1);
  throw missing(name, `a tensor, as ${given[0].name} is given`, label, prefixes);
}

/**
 * Refuses sizes with which no layer could be made.
 *
 * @param {ReadonlyMap<string, Entry>} byPlace
 * @param {(name: string) => string} label
 */
function checkSizes(byPlace, label) {
  const read = (/** @type {Entry} */ { name, value }) => readTensor(label(name), value);
  const output = /** @type {Entry} */ (byPlace.get('outProjWeight'));
  const weight = read(output);
  const [D] = weight.shape;
  expectShape(weight, D === undefined ? ['D', 'D'] : [D, D]);
  checkHeads(byPlace, label);
  for (const [place, entry] of byPlace) {
    expectShape(read(entry), SHAPES[place](D), `to match ${output.name}`);
  }
}

/**
 * @param {string} name
 * @param {string} expected
 * @param {(name: string) => string} label
 * @param {string[]} prefixes behind which there is an attention
 */
function missing(name, expected, label, prefixes) {
  const list = prefixes.map((prefix) => JSON.stringify(prefix)).join(' or ');
  const hint = prefixes.length === 0 ? '' : ` (the dict has one behind the prefix ${list})`;
  return argumentError(label(name), expected + hint, 'missing');
}

/**
 * @param {ReadonlyMap<string, Entry>} byPlace
 * @param {(name: string) => string} label
 * @returns {MultiHeadParameters}
 */
function parametersOf(byPlace, label) {
  const biases = BIASES.map((place) => byPlace.get(place));
  const values = [...byPlace].filter(([place]) => place.length > 1);
  const parameters = Object.fromEntries(values.map(([place, { value }]) => [place, value]));
  const apart = biases.find((bias) => bias !== undefined);
  if (!apart) return /** @type {any} */ (parameters);
  const inProjBias = stackBiases(biases, label);
  return /** @type {any} */ ({ ...parameters, inProjBias });
}

/**
 * Refuses biases of q, k or v beside what is stacked.
 *
 * @param {ReadonlyMap<string, Entry>} byPlace
 * @param {(name: string) => string} label
 */
function checkBiases(byPlace, label) {
  const [apart] = BIASES.flatMap((place) => byPlace.get(place) ?? []);
  const stacked = byPlace.get('inProjBias') ?? byPlace.get('inProjWeight');
  if (!apart || !stacked) return;
  throw argumentError(label(apart.name), `absent where ${stacked.name} is`, 'given');
}

/**
 * Keys of fewer heads than queries are no parameters of this layer.
 *
 * @param {ReadonlyMap<string, Entry>} byPlace
 * @param {(name: string) => string} label
 */
function checkHeads(byPlace, label) {
  const [query, key] = ['qProjWeight', 'kProjWeight'].map((place) => {
    const entry = byPlace.get(place);
    return entry && readTensor(label(entry.name), entry.value);
  });
  if (!query || !key || !(key.shape[0] < query.shape[0])) return;
  const expected =
    `as many rows as ${query.name}, ${query.shape[0]}: for grouped-query attention project with linear() ` +
    'and call scaledDotProductAttention() with (N, H, L, E)';
  throw argumentError(key.name, expected, `of ${key.shape[0]} rows`);
}

/**
 * Biases one behind the other; one that is not there is zeros.
 *
 * @param {(Entry | undefined)[]} biases of one length, at least one of them
 * @param {(name: string) => string} label
 */
function stackBiases(biases, label) {
  const read = biases.map((bias) => bias && readTensor(label(bias.name), bias.value));
  const D = read.find((bias) => bias !== undefined)?.count ?? 0;
  const data = allocate(12 * D, () => new Float32Array(3 * D));
  read.forEach((bias, i) => {
    if (bias) data.set(elementsOf(bias), i * D);
  });
  return makeTensor([3 * D], data);
}

/**
 * What else stands before the names of an attention.
 *
 * @param {readonly string[]} names
 * @param {string} prefix that was given
 */
function otherPrefixes(names, prefix) {
  const endings = ['out_proj.weight', 'o_proj.weight'];
  const found = names.flatMap((name) => {
    const ending = endings.find((one) => name.endsWith(one));
    return ending === undefined ? [] : [name.slice(0, -ending.length)];
  });
  const near = found.filter((one) => one.startsWith(prefix) || prefix.startsWith(one));
  return (near.length > 0 ? near : found).slice(0, MOST_PREFIXES);
}

/**
 * Also of another realm.
 *
 * @param {unknown} value
 * @returns {value is Map<unknown, unknown>}
 */
function isMap(value) {
  try {
    Map.prototype.has.call(value, undefined);
    return true;
  } catch {
    return false;
  }
}

/** @param {unknown} dict */
function namesIn(dict) {
  if (isMap(dict)) {
    const keys = [...Map.prototype.keys.call(dict)];
    return keys.filter((key) => typeof key === 'string');
  }
  if (typeof dict === 'object' && dict !== null) return Object.keys(dict);
  throw argumentError('dict', 'an object or a Map of tensors', describe(dict));
}

/** @param {any} dict @param {string} name */
const valueIn = (dict, name) => (isMap(dict) ? Map.prototype.get.call(dict, name) : dict[name]);

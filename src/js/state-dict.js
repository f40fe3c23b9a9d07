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
import { readModelWidth } from './multi-head-parameters.js';
import { listKnownNames, suggestName } from './option-reader.js';
import { expectShape } from './shapes.js';
import { findForeignLayout } from './state-dict-layouts.js';
import { makeTensor } from './tensor.js';

/** @import { ArgumentError, ShapeError } from './errors.js' */
/** @import { Argument, MultiHeadParameters } from './types.js' */

/**
 * @typedef {{ name: string, label: string, value: unknown }} ScopedEntry `name` is without the prefix; `label` names the
 *   entry in errors
 *
 * @typedef {object} Scope the part of a dict whose names begin with a prefix
 * @property {string} prefix
 * @property {string[]} names the names of the whole dict
 * @property {ScopedEntry[]} entries
 * @property {Map<string, ScopedEntry & { tensor: Argument }>} byParameter the entries by parameter, each read once
 */

/**
 * The parameter for each name: names of `nn.MultiheadAttention`, then names of four `nn.Linear`.
 * @type {Record<string, string>}
 */
const PARAMETERS = {
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
/** Names that are left out: old Llama models save frequencies, which follow from the options of a layer. */
const IGNORED = ['rotary_emb.inv_freq'];
/** Rows that `nn.MultiheadAttention(add_bias_kv=True)` appends to keys and values. */
const UNSUPPORTED = ['bias_k', 'bias_v'];
/** The largest number of other prefixes in a message. */
const MOST_PREFIXES = 3;

/**
 * Finds the parameters of one attention in those of a model: `fromStateDict(dict, 'encoder.self_attn.')`. Known names
 * are those that `nn.MultiheadAttention` saves, and `q_proj`, `k_proj`, `v_proj` and `out_proj` (or `o_proj`), each with
 * `.weight` and optionally `.bias`. Any other name with the prefix is an error, but `rotary_emb.inv_freq` is left out.
 * @param {Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>} dict tensors by name
 * @param {string} [prefix] the prefix of the names of this attention
 * @returns {MultiHeadParameters} the tensors of the dict, not copies
 * @throws {ArgumentError} if a parameter is missing, given twice, or of an unsupported kind
 * @throws {ShapeError} if shapes do not fit each other
 */
export function fromStateDict(dict, prefix = '') {
  return runNamed('fromStateDict', () => {
    if (typeof prefix !== 'string') throw makeValueError('prefix', 'a string', prefix);
    const scope = readScope(dict, prefix);
    checkNames(scope);
    const { byParameter } = scope;
    for (const entry of scope.entries) {
      const parameter = PARAMETERS[entry.name];
      refuseConflict(entry, byParameter.get(parameter));
      byParameter.set(parameter, { ...entry, tensor: readTensor(entry.label, entry.value) });
    }
    checkComplete(scope);
    const [bias] = findEntries(scope, BIASES);
    const [stacked] = findEntries(scope, ['inProjBias', 'inProjWeight']);
    if (bias) refuseConflict(bias, stacked);
    checkShapes(scope);
    const given = [...byParameter].filter(([name]) => !BIASES.includes(name));
    const parameters = Object.fromEntries(given.map(([name, { value }]) => [name, value]));
    if (bias) parameters.inProjBias = stackBiases(scope);
    return /** @type {any} */ (parameters);
  });
}

/** @param {string} fullName the name of an entry, with its prefix */
const makeLabel = (fullName) => `dict[${JSON.stringify(fullName)}]`;

/** @param {any} dict an object, or a Map of any realm @param {string} prefix @returns {Scope} */
function readScope(dict, prefix) {
  if (typeof dict !== 'object' || dict === null || Array.isArray(dict) || isPromise(dict)) {
    throw makeValueError('dict', 'an object or a Map of tensors', dict);
  }
  const isMap = getTag(dict) === 'Map';
  // Hidden names are those of tensors that readTensors() could not read. Reading one says why.
  const keys = isMap ? [...dict.keys()] : Object.getOwnPropertyNames(dict);
  /** @type {string[]} */
  const names = keys.filter((name) => typeof name === 'string');
  // Read only entries with the prefix, because reading an entry of a dict may load its tensor.
  const entries = names
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({
      name: name.slice(prefix.length),
      label: makeLabel(name),
      value: isMap ? dict.get(name) : dict[name],
    }))
    .filter(({ name, value }) => value !== undefined && value !== null && !IGNORED.includes(name));
  return { prefix, names, entries, byParameter: new Map() };
}

/** Returns the entries for the given parameters; missing ones are left out. @param {Scope} scope @param {string[]} names */
const findEntries = ({ byParameter }, names) =>
  names.flatMap((name) => byParameter.get(name) ?? []);

/** Refuses an entry if a conflicting entry exists. @param {ScopedEntry} entry @param {ScopedEntry | undefined} other */
function refuseConflict({ label }, other) {
  if (other) throw makeArgumentError(label, `absent where ${other.name} is`, 'given');
}

/** Refuses unknown names. @param {Scope} scope */
function checkNames(scope) {
  const { entries } = scope;
  const extra = entries.find(({ name }) => UNSUPPORTED.includes(name));
  if (extra) {
    throw makeArgumentError(extra.label, 'absent: such rows are not supported', 'given');
  }
  const unknown = entries
    .map(({ name }) => name)
    .filter((name) => !Object.hasOwn(PARAMETERS, name));
  if (unknown.length === 0) return;
  if (unknown.length === entries.length && listOtherPrefixes(scope).length > 0) {
    throw makeMissingError(scope, 'out_proj.weight', 'a tensor');
  }
  const layout = findForeignLayout(unknown);
  if (layout) {
    throw makeArgumentError(
      makeLabel(scope.prefix + layout.name),
      layout.expected,
      layout.received,
    );
  }
  const [first] = unknown;
  const known = Object.keys(PARAMETERS);
  const expected = `${listKnownNames(known)}: rename it so, or leave it out of the dict`;
  const received = `not a known name${suggestName(first, known)}`;
  throw makeArgumentError(makeLabel(scope.prefix + first), expected, received);
}

/** Refuses incomplete parameters. @param {Scope} scope */
function checkComplete(scope) {
  const { byParameter } = scope;
  if (!byParameter.has('outProjWeight'))
    throw makeMissingError(scope, 'out_proj.weight', 'a tensor');
  const stacked = byParameter.get('inProjWeight');
  const given = findEntries(scope, INPUT_WEIGHTS);
  if (stacked) {
    if (given.length > 0) refuseConflict(given[0], stacked);
    return;
  }
  if (given.length === 0) {
    const expected = 'a tensor, or q_proj_weight or q_proj.weight and its like';
    throw makeMissingError(scope, 'in_proj_weight', expected);
  }
  const lacking = INPUT_WEIGHTS.find((parameter) => !byParameter.has(parameter));
  if (lacking === undefined) return;
  const [{ name }] = given;
  throw makeMissingError(scope, lacking[0] + name.slice(1), `a tensor, as ${name} is given`);
}

/** Refuses shapes that do not fit each other. @param {Scope} scope */
function checkShapes(scope) {
  const [output] = findEntries(scope, ['outProjWeight']);
  const D = readModelWidth(output.tensor);
  // Keys may have fewer heads than queries; then the layer needs numKvHeads.
  const [key] = findEntries(scope, ['kProjWeight']);
  const given = key?.tensor.shape[0] ?? D;
  const Dkv = D % given === 0 ? given : D;
  for (const [parameter, { tensor }] of scope.byParameter) {
    expectShape(tensor, SHAPES[parameter](D, Dkv), `to match ${output.name}`);
  }
}

/** Concatenates the biases of q, k and v, with zeros for a missing bias. @param {Scope} scope */
function stackBiases(scope) {
  const counts = findEntries(scope, INPUT_WEIGHTS).map(({ tensor }) => tensor.shape[0]);
  const total = counts[0] + counts[1] + counts[2];
  const data = allocateArray(4 * total, () => new Float32Array(total));
  let first = 0;
  BIASES.forEach((parameter, i) => {
    for (const { tensor } of findEntries(scope, [parameter])) data.set(readElements(tensor), first);
    first += counts[i];
  });
  return makeTensor([total], data);
}

/** @param {Scope} scope @param {string} name @param {string} expected */
function makeMissingError(scope, name, expected) {
  const isKnown = scope.entries.some((entry) => Object.hasOwn(PARAMETERS, entry.name));
  const prefixes = isKnown ? [] : listOtherPrefixes(scope);
  const list = prefixes.map((prefix) => JSON.stringify(prefix)).join(' or ');
  const hint = list && ` (the dict has one behind the prefix ${list})`;
  return makeArgumentError(makeLabel(scope.prefix + name), expected + hint, 'missing');
}

/** Lists the other prefixes with which the dict has an attention. @param {Scope} scope */
function listOtherPrefixes({ names, prefix }) {
  const found = names.flatMap((name) => {
    const ending = ['out_proj.weight', 'o_proj.weight'].find((suffix) => name.endsWith(suffix));
    return ending === undefined ? [] : [name.slice(0, -ending.length)];
  });
  const near = found.filter(
    (candidate) => candidate.startsWith(prefix) || prefix.startsWith(candidate),
  );
  return (near.length > 0 ? near : found).slice(0, MOST_PREFIXES);
}

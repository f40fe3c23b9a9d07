/** Finds the role of an array by its name in a file. */

import { findNearest, sortByDistance } from '../../../src/js/nearest.js';
import { MAX_GIVEN_LAYERS } from '../../state/limits.js';
import {
  differentShapes,
  noMaps,
  nothingFits,
  otherMaps,
  severalArrays,
  unreadableFile as unreadable,
  unusualRows,
} from '../../text/en/files.js';
import { MOST_ROUNDING } from '../row-sums.js';
import { MOST_BYTES } from './bytes.js';
import { FileError, toFileError } from './error.js';

/** @import { Tensor } from '../../../src/js/index.js' */
/** @import { Arrays, Check, ReadingSteps } from '../types.js' */

/** @typedef {'q' | 'k' | 'v' | 'weights' | 'tokens' | 'queryTokens' | 'keyTokens'} Role */

/** In lower case, without underscores, hyphens and blanks. @type {readonly [Role, RegExp][]} */
const ROLE_PATTERNS = [
  ['q', /^(q|query|queries|querystates)$/],
  ['k', /^(k|keys?|keystates)$/],
  ['v', /^(v|values?|valuestates)$/],
  ['weights', /^(weights|(hook)?pattern|(attn|attention)s?(weights|probs)?)$/],
  ['tokens', /^(input)?(tokens|words)$/],
  ['queryTokens', /^(query|row|target|tgt|decoder|left)(tokens|words|text)$/],
  ['keyTokens', /^(key|col(umn)?|source|src|encoder|right)(tokens|words|text)$/],
];

/** @param {string} name @returns {Role | undefined} */
function findRole(name) {
  const plain = name.toLowerCase().replace(/[-_ ]/g, '');
  return ROLE_PATTERNS.find(([, pattern]) => pattern.test(plain))?.[0];
}

/**
 * Returns the names of arrays with a role. If no full name matches, the ends of paths are compared,
 * such as `layer1/weights` or `bert.attention`.
 * @param {Iterable<string>} names
 * @param {Role} role
 */
export function findNames(names, role) {
  const all = [...names];
  const exact = all.filter((name) => findRole(name) === role);
  return exact.length > 0 ? exact : all.filter((name) => findRole(getLastPart(name)) === role);
}

/** Returns the last part of a path. @param {string} name */
export const getLastPart = (name) =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('.')) + 1);

/** @param {string} name @returns {boolean} whether the name belongs to queries, keys or values */
const isPart = (name) => ['q', 'k', 'v'].includes(findRole(getLastPart(name)) ?? '');

/** Names that may belong to tokens or to notes. @type {Partial<Record<Role, RegExp>>} */
const POSSIBLE = { queryTokens: /^target$/i, keyTokens: /^source$/i };

/** @param {Iterable<string>} names @param {Role} role */
export const listPossibleNames = (names, role) =>
  [...names].filter((name) => POSSIBLE[role]?.test(getLastPart(name)));

/** @param {string} name */
export const isTokens = (name) => /tokens$/i.test(findRole(name) ?? '');

/**
 * Returns the wanted array and all tokens, or all arrays if none is wanted.
 * @param {Arrays} arrays @param {string} [part] the name of the wanted array
 * @returns {Arrays} @throws {FileError}
 */
export function chooseArray(arrays, part = '') {
  if (part === '') return arrays;
  const names = [...arrays.keys()].filter((name) => !isTokens(getLastPart(name)));
  if (!names.includes(part))
    throw names.length < 2 ? new FileError(noMaps(part)) : makeOtherMapError(part, names);
  return new Map([...arrays].filter(([name]) => name === part || !names.includes(name)));
}

/** @param {string} part the unknown name of a map @param {readonly string[]} names */
export const makeOtherMapError = (part, names) =>
  new FileError(otherMaps(part, sortByDistance(part, names), findNearest(part, names)));

/** The form of a name with the number of a layer. */
const NUMBERED_LAYER = /((?:layer|block)s?[-_./ ]?)(\d{1,3})/i;

/** The form of a name that ends in a number. */
const LAST = /([-_./ ]?)(\d{1,3})$/;

/**
 * Returns names of weights that differ only in the number of a layer, such as `layer1/weights` or
 * `attentions/0`.
 * @param {Iterable<string>} names
 * @returns {string[] | undefined} the names in the order of their layers; undefined if there are
 * fewer than two
 */
export function findLayers(names) {
  const all = [...names];
  const named = findNames(all, 'weights');
  const numbered = (named.length > 1 ? named : all).flatMap((name) => {
    const isNumbered = findNames([name.replace(LAST, '')], 'weights').length > 0;
    const [found, before, number] =
      NUMBERED_LAYER.exec(name) ?? (isNumbered ? LAST.exec(name) : undefined) ?? [];
    const hasNumber = found !== undefined && !isPart(name);
    return hasNumber ? [{ name, number: Number(number), kind: name.replace(found, before) }] : [];
  });
  const kinds = new Set(numbered.map(({ kind }) => kind));
  const numbers = new Set(numbered.map(({ number }) => number));
  if (kinds.size !== 1 || numbers.size < 2 || numbers.size < numbered.length) return undefined;
  return numbered.toSorted((a, b) => a.number - b.number).map(({ name }) => name);
}

// Finds the weights among arrays with unclear names.

/**
 * @typedef {object} Seen
 * @property {string[]} numeric names of all arrays of numbers
 * @property {string[]} matrices names of those with at least two axes
 * @property {Map<string, readonly number[]>} weights the shapes of arrays whose rows sum to 1, but
 * not of queries, keys and values, whose rows may sum to 1 as well
 * @property {unknown[]} damaged errors of arrays that could not be examined
 * @property {unknown[]} others errors of arrays of unsupported types
 */

/** Thrown to skip an array that need not be read. */
const PASSED_OVER = Symbol('passed over');

/**
 * Returns the names of the weights: the array with this role, or the only array of numbers, or the
 * only one whose rows sum to 1, or layers whose names differ in a number.
 * @param {Arrays} arrays
 * @returns {ReadingSteps<string[]>}
 * @throws {FileError}
 */
export function* chooseWeights(arrays) {
  const named = findNames(arrays.keys(), 'weights');
  if (named.length === 1) return named;
  const names = named.length > 0 ? named : [...arrays.keys()];
  if (names.length === 1 && !isPart(names[0])) return names;
  const wanted = new Set(names);
  const among = new Map([...arrays].filter(([name]) => wanted.has(name)));
  const { numeric, matrices, weights, damaged, others } = yield* examineArrays(among);
  if (weights.size === 1) return [...weights.keys()];
  const layers = sortByNumber([...weights.keys()]);
  const unlike = findUnlike(weights);
  if (layers && !unlike) return layers;
  if (numeric.length > 1 && !numeric.every(isPart)) {
    const hasScores = weights.size === 0 && sortByNumber(matrices);
    const reason = hasScores ? unusualRows : layers && unlike && differentShapes(unlike);
    throw new FileError(severalArrays(numeric, reason));
  }
  if (damaged.length > 0) throw damaged[0];
  if (numeric.length === 1 && !isPart(numeric[0])) return numeric;
  throw others[0] ?? new FileError(nothingFits([...arrays.keys()]));
}

/**
 * Returns names that differ in one number, such as those that `np.savez(file, *attentions)` writes,
 * in the order of this number.
 * @param {readonly string[]} names
 * @returns {string[] | undefined} undefined for other names, and for those of heads
 */
function sortByNumber(names) {
  if (names.length < 2 || names.length > MAX_GIVEN_LAYERS || /heads?[-_./ ]?\d/i.test(names[0]))
    return undefined;
  // The numbers are at odd places.
  const parts = names.map((name) => name.split(/(\d+)/));
  const [first, second] = parts;
  const place = first.findIndex((part, i) => part !== second[i]);
  const withoutNumber = parts.map((all) => all.filter((_, i) => i !== place).join('\n'));
  const numbers = new Map(names.map((name, i) => [name, Number(parts[i][place])]));
  if (place % 2 !== 1 || new Set(withoutNumber).size > 1) return undefined;
  if (new Set(numbers.values()).size < names.length) return undefined;
  return names.toSorted((a, b) => Number(numbers.get(a)) - Number(numbers.get(b)));
}

/** Finds two arrays of different shapes: the first one, and another. @param {Seen['weights']} weights */
function findUnlike(weights) {
  const [first, ...rest] = weights;
  const other = rest.find(([, shape]) => `${shape}` !== `${first[1]}`);
  return other && /** @type {const} */ ([first, other]);
}

/** @param {Arrays} arrays @returns {ReadingSteps<Seen>} */
function* examineArrays(arrays) {
  /** @type {Seen} */
  const seen = { numeric: [], matrices: [], weights: new Map(), damaged: [], others: [] };
  let room = MOST_BYTES;
  for (const [name, { bytes, read }] of arrays) {
    room -= bytes;
    if (room < 0) throw new FileError(severalArrays([...arrays.keys()]));
    let errors = seen.damaged;
    /** @type {Check} */
    const check = ({ length: axes }, kind) => {
      if (kind === 'other' || kind === 'nothing') errors = seen.others;
      else if (kind !== 'numbers' || axes === 0) throw PASSED_OVER;
      else seen.numeric.push(name);
      if (errors === seen.damaged && axes < 2) throw PASSED_OVER;
    };
    try {
      const tensor = /** @type {Tensor} */ (yield read(check));
      seen.matrices.push(name);
      if (!isPart(name) && hasRowsOfOne(tensor)) seen.weights.set(name, tensor.shape);
    } catch (error) {
      if (error !== PASSED_OVER) errors.push(toFileError(error, unreadable('tensor', name)));
    }
  }
  return seen;
}

/** Whether all rows sum to 1. A fully masked row may have zeros or NaN. @param {Tensor} tensor */
function hasRowsOfOne({ shape, data }) {
  const columns = shape[shape.length - 1];
  let count = 0;
  for (let start = 0; start < data.length; start += columns) {
    const row = data.subarray(start, start + columns);
    if (row.some((weight) => weight < 0)) return false;
    const sum = row.reduce((total, weight) => total + weight, 0);
    if (Math.abs(sum - 1) <= MOST_ROUNDING) count++;
    else if (sum > 0) return false;
  }
  return count > 0;
}

/** Finds the arrays of attention in a file, and their tokens. */

import { tensor } from '../../../src/js/index.js';
import { findNearest } from '../../../src/js/nearest.js';
import { countElements } from '../../../src/js/shapes.js';
import { repeatHeads } from '../../graph/ops/share-heads.js';
import { MAX_GIVEN_HEADS, MAX_GIVEN_LAYERS, MAX_GIVEN_SIZE } from '../../state/limits.js';
import {
  misspeltTokens,
  tooManyScores,
  unreadableFile as unreadable,
  wrongShape,
  wrongTokens,
  wrongType,
} from '../../text/en/files.js';
import { chooseTokens } from '../own-tokens.js';
import { MOST_NUMBERS, refuseLarge } from './bytes.js';
import {
  chooseWeights,
  findLayers,
  findNames,
  getLastPart,
  isTokens,
  listPossibleNames,
} from './choose.js';
import { FileError, toFileError } from './error.js';

/** @import { Tensor } from '../../../src/js/index.js' */
/** @import { ArrayEntry, Arrays, Check, Contents, Own, ReadingSteps } from '../types.js' */

/**
 * The axes of each tensor. An axis has the same length in all tensors. Several query heads may
 * share one head of keys and values.
 * @type {Record<string, string[]>}
 */
const AXES = {
  q: ['heads', 'queries', 'width'],
  k: ['keyHeads', 'keys', 'width'],
  v: ['keyHeads', 'keys', 'columns'],
  weights: ['heads', 'queries', 'keys'],
};

/**
 * @typedef {object} SharedSizes
 * @property {Record<string, number>} lengths the length of each axis that is known
 * @property {number} room how many more numbers may be read
 * @property {boolean} isOneText whether the file has tokens, which are those of one text
 */

const MAX_SIZES = [MAX_GIVEN_HEADS, MAX_GIVEN_SIZE, MAX_GIVEN_SIZE];

/**
 * @param {Contents} contents
 * @returns {Own | Promise<Own>} a promise if something must be unpacked; throws or rejects with a
 * FileError
 */
export const readOwn = (contents) => finishSteps(readInSteps(contents));

/**
 * Runs a generator synchronously while it yields values, and asynchronously once it yields a
 * promise.
 * @template T
 * @param {ReadingSteps<T>} steps
 * @param {ReturnType<typeof steps.next>} [step]
 * @returns {T | Promise<T>}
 */
function finishSteps(steps, step = steps.next()) {
  let result = step;
  while (!result.done) {
    const { value } = result;
    if (value instanceof Promise) {
      return value.then(
        (resolved) => finishSteps(steps, steps.next(resolved)),
        (error) => finishSteps(steps, steps.throw(error)),
      );
    }
    result = steps.next(value);
  }
  return result.value;
}

/** @param {Contents} contents @returns {ReadingSteps<Own>} */
function* readInSteps({ arrays, settings }) {
  const names = yield* chooseNames(arrays);
  const mostLayers = names.length > 1 ? 1 : MAX_GIVEN_LAYERS;
  /** @type {SharedSizes} */
  const shared = { lengths: {}, room: MOST_NUMBERS, isOneText: hasTokens(arrays) };
  /** @type {[role: string, tensor: Tensor][]} */
  const tensors = [];
  for (const [role, name] of names) {
    try {
      const stack = yield getArray(arrays, name).read(makeCheck(role, name, mostLayers, shared));
      for (const layer of listLayers(role, /** @type {Tensor} */ (stack), shared))
        tensors.push([role, layer]);
    } catch (error) {
      throw toFileError(error, unreadable('tensor', name));
    }
  }
  const words = yield* readTokens(arrays, shared.lengths.queries, shared.lengths.keys);
  const weights = yield* readExpectedWeights(arrays, names, shared);
  return { ...words, tensors: nameTensors(tensors), settings, ...(weights && { weights }) };
}

/**
 * Reads the weights of a file with queries, keys and values, if it has such weights.
 * @param {Arrays} arrays
 * @param {[role: string, name: string][]} names
 * @param {SharedSizes} shared
 * @returns {ReadingSteps<Tensor | undefined>}
 */
function* readExpectedWeights(arrays, [[role]], shared) {
  const [name, ...others] = findNames(arrays.keys(), 'weights');
  if (role !== 'q' || name === undefined || others.length > 0) return undefined;
  try {
    const stack = yield getArray(arrays, name).read(makeCheck('weights', name, 1, shared));
    return listLayers('weights', /** @type {Tensor} */ (stack), shared)[0];
  } catch {
    // The array may be something else, such as parameters.
    return undefined;
  }
}

/**
 * Makes the check of one tensor, which also notes its sizes.
 * @param {string} role
 * @param {string} name
 * @param {number} mostLayers
 * @param {SharedSizes} shared
 * @returns {Check}
 */
function makeCheck(role, name, mostLayers, shared) {
  const axes = AXES[role];
  const { lengths, isOneText } = shared;
  return (given, kind) => {
    if (kind === 'text') throw new FileError(wrongType(name, kind));
    if (kind === 'other' || kind === 'nothing') return;
    const { layers, shape } = splitShape(role, given, isOneText);
    const expected = axes.map(
      (axis) => lengths[axis] ?? (axis === 'keyHeads' ? lengths.heads : axis),
    );
    const sizes = shape.length === 2 ? [1, ...shape] : shape;
    const fits = sizes.every((size, i) => {
      lengths[axes[i]] ??= size;
      return (
        Number.isInteger(size) && size > 0 && size <= MAX_SIZES[i] && size === lengths[axes[i]]
      );
    });
    const isShared = role === 'q' || role === 'weights' || lengths.heads % sizes[0] === 0;
    if (sizes.length !== 3 || !fits || !isShared || !(layers > 0 && layers <= mostLayers)) {
      throw new FileError(wrongShape(name, role, given, expected, MAX_SIZES));
    }
    shared.room -= layers * countElements(sizes);
    refuseLarge(shared.room < 0);
    const scores = [lengths.heads, lengths.queries, lengths.keys];
    if (countElements(scores) > MOST_NUMBERS)
      throw new FileError(tooManyScores(scores, MOST_NUMBERS));
  };
}

/**
 * Lists the layers of a tensor. Each head of shared keys or values is repeated.
 * @param {string} role
 * @param {Tensor} stack
 * @param {SharedSizes} shared
 */
function listLayers(role, { shape: all, data }, { lengths: { heads }, isOneText }) {
  const { layers, shape } = splitShape(role, all, isOneText);
  // Two axes stand for one head.
  const sizes = role !== 'weights' && shape.length < 3 ? [1, ...shape] : shape;
  const size = data.length / layers;
  return Array.from({ length: layers }, (_, layer) => {
    const value = tensor(sizes, data.subarray(layer * size, (layer + 1) * size));
    const isShared = role !== 'weights' && heads !== sizes[0];
    return isShared ? repeatHeads(value, heads) : value;
  });
}

/** @param {Arrays} arrays @param {string} name one of their names */
const getArray = (arrays, name) => /** @type {ArrayEntry} */ (arrays.get(name));

/** Names tensors by role, and several weights by layer. @param {[string, Tensor][]} tensors */
function nameTensors(tensors) {
  const isLayered = tensors.filter(([role]) => role === 'weights').length > 1;
  const named = tensors.map(([role, value], i) => [
    isLayered ? `layer${i + 1}/${role}` : role,
    value,
  ]);
  return Object.fromEntries(named);
}

/**
 * @param {Arrays} arrays
 * @returns {ReadingSteps<[role: string, name: string][]>} q, k and v, or the weights, or the weights
 * of each layer
 */
function* chooseNames(arrays) {
  const parts = ['q', 'k', 'v'].map((role) => findNames(arrays.keys(), /** @type {any} */ (role)));
  if (parts.every(({ length }) => length === 1)) return parts.map(([name], i) => ['qkv'[i], name]);
  const layers = findLayers(arrays.keys());
  if (layers && layers.length <= MAX_GIVEN_LAYERS) return layers.map((name) => ['weights', name]);
  return (yield* chooseWeights(arrays)).map((name) => ['weights', name]);
}

/**
 * Splits off a batch of one, or layers. Of one text, the first of four axes counts layers.
 * @param {string} role
 * @param {readonly number[]} shape
 * @param {boolean} isOneText
 */
function splitShape(role, shape, isOneText) {
  const hasLayers = (shape.length === 5 && shape[1] === 1) || (shape.length === 4 && isOneText);
  if (role === 'weights' && hasLayers) return { layers: shape[0], shape: shape.slice(-3) };
  const others = Math.max(0, shape.length - 3);
  const isOne = shape.slice(0, others).every((size) => size === 1);
  return { layers: 1, shape: isOne ? shape.slice(others) : shape };
}

// The words of a file.

/** @param {Arrays} arrays */
const hasTokens = (arrays) => [...arrays.keys()].some((name) => isTokens(getLastPart(name)));

/** Thrown for null, which stands for missing tokens. */
const NO_TOKENS = Symbol('no tokens');

/** Thrown after the check of an array whose values are not needed. */
const NOT_READ = Symbol('not read');

/**
 * Reads the tokens of queries and keys. If a list is missing, the other one is used if its length
 * fits, otherwise numbers from 1.
 * @param {Arrays} arrays
 * @param {number} queries the number of queries
 * @param {number} keys
 * @returns {ReadingSteps<{ queryWords: string[], keyWords: string[] }>}
 * @throws {FileError}
 */
function* readTokens(arrays, queries, keys) {
  const ofQueries = yield* readNamedTokens(arrays, 'queryTokens', [queries]);
  const ofKeys = yield* readNamedTokens(arrays, 'keyTokens', [keys]);
  const ofBoth =
    ofQueries && ofKeys ? undefined : yield* readNamedTokens(arrays, 'tokens', [queries, keys]);
  const hasQueries = [ofQueries, ofBoth].some((list) => list?.length === queries);
  const hasKeys = [ofKeys, ofBoth].some((list) => list?.length === keys);
  const missing = [
    ...(hasQueries || hasKeys ? [] : ['tokens']),
    ...(hasQueries ? [] : QUERY_NAMES),
    ...(hasKeys ? [] : KEY_NAMES),
  ];
  yield* refuseMisspeltTokens(arrays, missing);
  return {
    queryWords: chooseTokens(queries, ofQueries, ofBoth, ofKeys),
    keyWords: chooseTokens(keys, ofKeys, ofBoth, ofQueries),
  };
}

/** The usual names of tokens, which a misspelt name may mean. */
const QUERY_NAMES = ['queryTokens', 'rowTokens'];
const KEY_NAMES = ['keyTokens', 'columnTokens'];
const TOKEN_NAMES = ['tokens', ...QUERY_NAMES, ...KEY_NAMES];

/**
 * Refuses a list of strings whose name is similar to the name of tokens that are missing.
 * @param {Arrays} arrays
 * @param {readonly string[]} missing some of the usual names
 * @returns {ReadingSteps<void>}
 */
function* refuseMisspeltTokens(arrays, missing) {
  for (const [path, entry] of arrays) {
    const name = getLastPart(path);
    const near = isTokens(name) ? undefined : findNearest(name, TOKEN_NAMES);
    if (near && missing.includes(near) && (yield* isListOfStrings(entry)))
      throw new FileError(misspeltTokens(path, near));
  }
}

/** @param {ArrayEntry} entry @returns {ReadingSteps<boolean>} */
function* isListOfStrings({ read }) {
  let isList = false;
  try {
    yield read((shape, kind) => {
      isList = kind === 'text' && shape.length === 1;
      throw NOT_READ;
    });
  } catch {
    // Neither this nor a damaged array matters: the file does not need its values.
  }
  return isList;
}

/**
 * @param {Arrays} arrays
 * @param {'tokens' | 'queryTokens' | 'keyTokens'} role
 * @param {number[]} counts the allowed numbers of tokens
 * @returns {ReadingSteps<string[] | undefined>}
 */
function* readNamedTokens(arrays, role, counts) {
  const named = findNames(arrays.keys(), role);
  for (const name of [...named, ...listPossibleNames(arrays.keys(), role)]) {
    /** @type {Check} */
    const check = (shape, kind) => {
      if (kind === 'nothing' && shape.length === 0) throw NO_TOKENS;
      if (kind === 'text' && shape.length === 0) return;
      // Tokenizers return a batch of one.
      const [count, ...others] = shape.length === 2 && shape[0] === 1 ? shape.slice(1) : shape;
      const isKind = kind === 'text' || (kind === 'numbers' && named.includes(name));
      if (others.length > 0 || !isKind || !counts.includes(count))
        throw Object.assign(RangeError('tokens'), { shape });
    };
    try {
      const { shape, data } = yield getArray(arrays, name).read(check);
      if (shape.length > 0) return Array.from(/** @type {string[]} */ (data), String);
      // A single text may be a sentence with the right number of words, or a note.
      const words = `${data[0]}`.trim().split(/\s+/);
      if (counts.includes(words.length)) return words;
    } catch (error) {
      const { index, token, shape } =
        /** @type {{ index?: number, token?: unknown, shape?: number[] }} */ (error);
      const wrong = index === undefined ? '' : `${name}[${index}] is ${JSON.stringify(token)}`;
      if (error !== NO_TOKENS && named.includes(name))
        throw new FileError(wrongTokens(name, counts, shape, wrong), { cause: error });
    }
  }
  return undefined;
}

/** Reads arrays in JSON: nested lists, or shape and data, by name. Also reads the page's own export. */

import { describeValue } from '../../../src/js/errors.js';
import { tensor } from '../../../src/js/index.js';
import { isEmptyBuiltIn } from '../../../src/js/option-reader.js';
import { countElements } from '../../../src/js/shapes.js';
import {
  fileWithoutAttentions,
  notTensor,
  otherSteps,
  ragged,
  twice,
  unreadableFile as unreadable,
  wrongCount,
  wrongElement,
} from '../../text/en/files.js';
import { isGenerated, joinSteps } from '../own-layers.js';
import {
  findRepeatedName,
  isList,
  listElements,
  listShape,
  parseNumbers,
  readType,
  toPlainNumber,
} from '../plain-numbers.js';
import { decodeText, MOST_NUMBERS, refuseLarge, toArrays } from './bytes.js';
import { chooseArray, getLastPart, isTokens, makeOtherMapError } from './choose.js';
import { FileError } from './error.js';

/** @import { Tensor } from '../../../src/js/index.js' */
/** @import { ArrayEntry, Check, Contents, Kind, TextArray } from '../types.js' */

/** The deepest nesting, because a list or an object may contain itself. */
const MOST_AXES = 32;

const MOST_FOLDERS = 8;

/**
 * @param {Uint8Array} bytes
 * @param {string} [name] the name of an array that is the whole file
 * @param {string} [part] the name of the wanted map or array
 * @returns {Contents}
 */
export function readJson(bytes, name, part = '') {
  const object = parseUnique(decodeText(bytes));
  const { attentionLab, maps, ...others } = object ?? {};
  if (!attentionLab || !isFolder(maps)) {
    const contents = readObject(object, name);
    return { ...contents, arrays: chooseArray(contents.arrays, part) };
  }
  // The page's own export of a model with several texts. Without a name, it shows the first map.
  const names = Object.keys(maps);
  const [first] = names;
  if (part !== '' && !names.includes(part)) throw makeOtherMapError(part, names);
  return readObject({ attentionLab, ...others, ...maps[part || first] }, name);
}

/** @param {string} text @returns {any} @throws {FileError} if an object has a name twice */
export function parseUnique(text) {
  const value = parseNumbers(text);
  const name = findRepeatedName(text);
  if (name !== undefined) throw new FileError(twice(name));
  return value;
}

/** @param {any} object @param {string} [name] @returns {Contents} */
export function readObject(object, name = 'weights') {
  if (!isFolder(object) || Array.isArray(object)) {
    return { arrays: toArrays(listEntries(object, name)) };
  }
  const { attentionLab, state, words, tensors, ...others } = object;
  const { queries, keys } = words ?? {};
  const named = Array.isArray(words) ? { words } : { queryTokens: queries, keyTokens: keys };
  const inside = isFolder(tensors) ? tensors : { tensors };
  // In other files, `state` is the name of an array.
  const rest = attentionLab ? others : { state, ...others };
  return {
    settings: attentionLab && state,
    arrays: toArrays(listEntries({ ...named, ...rest, ...inside }, '')),
  };
}

/**
 * @param {unknown} value
 * @param {string} path
 * @param {number} depth
 * @returns {Generator<[name: string, entry: ArrayEntry]>}
 */
function* listEntries(value, path, depth = 0) {
  if (isFolder(value) && depth < MOST_FOLDERS && !isTokens(path)) {
    for (const [name, inner] of Object.entries(/** @type {object} */ (value))) {
      yield* listEntries(inner, path === '' ? name : `${path}/${name}`, depth + 1);
    }
  } else if (value !== undefined) {
    yield [path, { bytes: 0, read: (check) => readValue(path, value, check) }];
  }
}

/** Whether a value contains arrays by name or number. @param {any} value */
function isFolder(value) {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  if (!Array.isArray(value)) return listShape(value) === undefined && !isOther(value);
  return typeof value[0] === 'object' && value[0] !== null && !isList(value[0]);
}

/** Whether a value holds no arrays, such as a Promise, a Map or a function. @param {any} value */
function isOther(value) {
  if (typeof value !== 'object') return ['function', 'symbol'].includes(typeof value);
  const isTensor = value === null || isList(value) || listShape(value) !== undefined;
  return !isTensor && isEmptyBuiltIn(value);
}

/** @param {string} name @param {any} value @param {Check} check @returns {Tensor | TextArray} */
function readValue(name, value, check) {
  if (isOther(value)) throw new FileError(notTensor(name, describeValue(value)));
  if (isList(value) && isTokens(getLastPart(name))) return readTokenArray(value, check);
  if (isGenerated(value)) return joinGenerated(name, value, check);
  const isShaped = !isList(value) && listShape(value) !== undefined;
  const { shape, leaves, type } = isShaped ? toArray(value) : flatten(value);
  const kind = type === 'bool' ? 'booleans' : findLeafKind(leaves, shape, isShaped);
  const isRagged = kind !== 'text' && shape.includes(Number.NaN);
  check(shape, isRagged ? 'other' : kind);
  if (isRagged) throw new FileError(ragged(name, ...findUnevenRow(value, shape)));
  if (kind === 'nothing') throw new FileError(fileWithoutAttentions(name));
  if (kind === 'other') throw new FileError(describeOther(name, leaves, shape));
  if (leaves.length !== countElements(shape)) {
    throw new FileError(wrongCount(name, shape, countElements(shape), leaves.length));
  }
  if (kind === 'text') return { shape, data: [...leaves] };
  const numbers = new Float32Array(leaves.length);
  for (let i = 0; i < leaves.length; i++) numbers[i] = Number(toPlainNumber(leaves[i]));
  return tensor(shape, numbers);
}

/** Tokens may be numeric ids. @param {any} list @param {Check} check @returns {TextArray} */
function readTokenArray(list, check) {
  const { shape, leaves } = flatten(list);
  const isToken = (/** @type {unknown} */ leaf) => ['string', 'number'].includes(typeof leaf);
  check(shape, 'text');
  const index = leaves.findIndex((leaf) => !isToken(leaf));
  if (index >= 0) throw Object.assign(RangeError('token'), { index, token: leaves[index] });
  return { shape, data: leaves.map(String) };
}

/** @param {string} name @param {any[]} steps @param {Check} check */
function joinGenerated(name, steps, check) {
  const parts = steps.map((step) =>
    Array.from(step, (layer) => {
      const { shape, data } = readValue(name, layer, (sizes, kind) => {
        // A batch is left as it is, so that the check refuses it.
        if (sizes.length !== 4 || sizes[0] !== 1) check(sizes, kind);
      });
      return tensor(shape.slice(1), /** @type {Float32Array} */ (data));
    }),
  );
  let layers;
  try {
    layers = joinSteps(parts);
  } catch (error) {
    throw new FileError(otherSteps(name, /** @type {any} */ (error)), { cause: error });
  }
  const shape = [layers.length, 1, ...layers[0].shape];
  check(shape, 'numbers');
  const data = new Float32Array(countElements(shape));
  for (const [i, layer] of layers.entries()) data.set(layer.data, i * layer.data.length);
  return tensor(shape, data);
}

/** @param {any} value @returns {{ shape: number[], leaves: ArrayLike<any> & Iterable<any>, type?: unknown }} */
function toArray(value) {
  const [shape, leaves] = [listShape(value), listElements(value)];
  if (!Array.isArray(shape) || !isList(leaves)) throw TypeError('tensor');
  return { shape, leaves, type: readType(value) };
}

/** @param {any} nested @returns {{ shape: number[], leaves: any[], type?: unknown }} */
function flatten(nested) {
  /** @type {number[]} */
  const shape = [];
  let leaves = [nested];
  while (isList(leaves[0]) && shape.length < MOST_AXES) {
    const { length } = leaves[0];
    const isEven = leaves.every((row) => isList(row) && row.length === length);
    shape.push(isEven ? length : Number.NaN);
    leaves = leaves.flatMap((row) => (isList(row) ? [...row] : [row]));
    refuseLarge(leaves.length > MOST_NUMBERS);
  }
  return { shape, leaves };
}

/**
 * Finds the first part of nested lists that has another length than the first part of its level.
 * @param {any} nested
 * @param {number[]} shape NaN where the lengths of a level differ
 * @returns {[index: number[], length: number | undefined, first: number]} the length is undefined
 * if the part is no list
 */
function findUnevenRow(nested, shape) {
  const depth = shape.findIndex(Number.isNaN);
  let rows = [{ row: nested, index: /** @type {number[]} */ ([]) }];
  for (let i = 0; i < depth; i++)
    rows = rows.flatMap(({ row, index }) =>
      Array.from(row, (inner, at) => ({ row: inner, index: [...index, at] })),
    );
  const { length } = rows[0].row;
  const { row, index } = rows.find(({ row }) => !isList(row) || row.length !== length) ?? rows[0];
  return [index, isList(row) ? row.length : undefined, length];
}

/**
 * @param {ArrayLike<any> & Iterable<any>} leaves
 * @param {number[]} shape
 * @param {boolean} isShaped whether they belong to a tensor with a shape, in which null means NaN
 * @returns {Kind}
 */
function findLeafKind(leaves, shape, isShaped) {
  // Integers of 16 bits may be the bits of float16.
  if (leaves instanceof Uint16Array) return 'other';
  if (ArrayBuffer.isView(leaves)) return 'numbers';
  // Most files have nothing but numbers.
  let plain = 0;
  while (typeof leaves[plain] === 'number') plain++;
  if (plain === leaves.length) return 'numbers';
  const counts = countLeaves(leaves);
  const count = leaves.length;
  const strings = counts.special + counts.text;
  // Some or all layers are missing.
  const isMissing = counts.null > 0 && counts.null + counts.other === count;
  if (isMissing && !isShaped) return 'nothing';
  const isNote = shape.length === 0 && !isShaped;
  if (count > 0 && strings === count && (counts.text > 0 || isNote)) return 'text';
  if (counts.boolean > 0) return counts.boolean === count ? 'booleans' : 'other';
  return counts.text + counts.other > 0 ? 'other' : 'numbers';
}

/**
 * Names the first element that is no number.
 * @param {string} name
 * @param {ArrayLike<any> & Iterable<any>} leaves
 * @param {number[]} shape
 */
function describeOther(name, leaves, shape) {
  const offset = ArrayBuffer.isView(leaves)
    ? -1
    : Array.from(leaves).findIndex((leaf) => typeof toPlainNumber(leaf) !== 'number');
  if (offset < 0 || shape.length === 0) return unreadable('tensor', name);
  const index = shape.map((size, axis) => {
    const step = countElements(shape.slice(axis + 1));
    return Math.floor(offset / step) % size;
  });
  return wrongElement(name, describeValue(leaves[offset]), index);
}

/** Counts the leaves of each kind. A string may stand for a number, such as 'nan'. @param {Iterable<any>} leaves */
function countLeaves(leaves) {
  const counts = { number: 0, bigint: 0, boolean: 0, null: 0, special: 0, text: 0, other: 0 };
  for (const leaf of leaves) {
    const type = leaf === null ? 'null' : typeof leaf;
    const isSpecial = type === 'string' && typeof toPlainNumber(leaf) === 'number';
    const kind = type === 'string' ? (isSpecial ? 'special' : 'text') : type;
    counts[/** @type {keyof typeof counts} */ (kind in counts ? kind : 'other')]++;
  }
  return counts;
}

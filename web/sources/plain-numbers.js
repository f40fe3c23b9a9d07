/** Reads numbers in the notations of Python, JavaScript and YAML, and in the tensors of other libraries. */

import { getTag } from '../../src/js/errors.js';
import { widenHalves } from '../../src/js/half.js';
import { parseDecimal } from '../text/number.js';

/** Special values as strings, with an optional library name, such as np.nan, or as in YAML, .nan. */
const SPECIAL = /^[-+]?(?:(?:np|numpy|math|torch)?\.)?(?:nan|inf(?:inity)?)$|^none$/i;

/** Special values without quotes, and Python's None. */
const WORD = /[-+]?(?:(?:\b(?:np|numpy|math|torch))?\.)?\b(?:nan|inf(?:inity)?|none)\b/gi;

const LONGEST_WORD = 40;

/** The deepest nesting, because a list may contain itself. */
const DEEPEST = 10;

/** Parses JSON that may also contain NaN, infinities and Python's None. @param {string} text */
export function parseNumbers(text) {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(mendNumbers(text));
  }
}

/** No regular expression matches strings, which may be long. @param {string} text */
function mendNumbers(text) {
  /** @type {string[]} */
  const parts = [];
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('"', at);
    const end = open < 0 ? text.length : open;
    parts.push(
      text
        .slice(at, end)
        .replace(WORD, (word) => (/none/i.test(word) ? 'null' : `"${word}"`))
        // Add the missing zero in .5 and 1., as people and NumPy write them.
        .replace(/[^\d]\.(?=\d)/g, ([before]) => `${before}0.`)
        .replace(/\d\.(?!\d)/g, '$&0'),
    );
    at = open < 0 ? end : endOfString(text, open);
    parts.push(text.slice(end, at));
  }
  return parts.join('');
}

/** @param {string} text @param {number} open the offset of the opening quote */
function endOfString(text, open) {
  for (let close = text.indexOf('"', open + 1); close >= 0; close = text.indexOf('"', close + 1)) {
    let before = close;
    while (text[before - 1] === '\\') before--;
    if ((close - before) % 2 === 0) return close + 1;
  }
  return text.length;
}

/** JSON.parse keeps only the last value. @param {string} text @returns {string | undefined} */
export function findRepeatedName(text) {
  const parts = /["{}]/g;
  /** The names of each open object. @type {Set<string>[]} */
  const open = [];
  for (let part = parts.exec(text); part; part = parts.exec(text)) {
    if (part[0] === '{') open.push(new Set());
    else if (part[0] === '}') open.pop();
    else {
      parts.lastIndex = endOfString(text, part.index);
      let after = parts.lastIndex;
      while (' \t\r\n'.includes(text[after] ?? '.')) after++;
      if (text[after] !== ':') continue;
      const name = JSON.parse(text.slice(part.index, parts.lastIndex));
      if (open.at(-1)?.has(name)) return name;
      open.at(-1)?.add(name);
    }
  }
  return undefined;
}

/** Converts null, quoted words and quoted numbers; other values stay. @param {unknown} leaf */
export function toPlainNumber(leaf) {
  if (leaf === null) return Number.NaN;
  if (typeof leaf === 'bigint') return Number(leaf);
  if (typeof leaf !== 'string' || leaf.length > LONGEST_WORD) return leaf;
  const word = leaf.trim();
  const number = parseDecimal(word);
  if (!Number.isNaN(number)) return number;
  if (!SPECIAL.test(word)) return leaf;
  if (/nan|none/i.test(word)) return Number.NaN;
  return word.startsWith('-') ? -Infinity : Infinity;
}

/** @param {unknown} value @returns {value is any[]} */
export const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value);

/** Keeps a typed array if the core reads its type. @param {unknown} value @param {number} [depth] @returns {any} */
export function toPlainNumbers(value, depth = 0) {
  if (Array.isArray(value)) {
    if (depth === DEEPEST || value.every(isNumber)) return value;
    return Array.from(value, (inner) =>
      isList(inner) ? toPlainRow(inner, depth + 1) : toPlainNumber(inner),
    );
  }
  const isOther = /^Big|^Uint8/.test(getTag(value));
  return isOther ? Float32Array.from(/** @type {any} */ (value), Number) : value;
}

/**
 * Finds a null that stands for a missing tensor. A null at the depth of the numbers is a NaN, which
 * JSON cannot write.
 * @param {unknown} value
 * @returns {string | undefined} the path, such as `[1][0]`; empty if everything is null
 */
export function findMissing(value) {
  /** By depth: the first null. @type {{ path?: string, hasNumbers?: boolean }[]} */
  const levels = [];
  let isAll = true;
  /** @param {any} inner @param {number} depth @param {string} path */
  const visit = (inner, depth, path) => {
    levels[depth] ??= {};
    if (inner === null || inner === undefined) levels[depth].path ??= path;
    else if (Array.isArray(inner) && depth < DEEPEST && !inner.every(isNumber)) {
      for (const [i, part] of inner.entries()) visit(part, depth + 1, `${path}[${i}]`);
    } else {
      const level = isList(inner) ? depth + 1 : depth;
      levels[level] ??= {};
      levels[level].hasNumbers ||= isList(inner) || typeof inner !== 'object';
      isAll = false;
    }
  };
  visit(value, 0, '');
  const found = levels.find((level) => level?.path !== undefined && !level.hasNumbers);
  return found && isAll ? '' : found?.path;
}

const isNumber = (/** @type {unknown} */ leaf) => typeof leaf === 'number';

/** The core reads no typed arrays within arrays. @param {any} row @param {number} depth */
const toPlainRow = (row, depth) =>
  toPlainNumbers(Array.isArray(row) ? row : Array.from(row), depth);

/** Returns the tensor that transformers.js wraps. @param {any} value */
const unwrap = (value) => value?.ort_tensor ?? value;

/** onnxruntime-web and transformers.js call it `dims`. @param {any} value */
export const listShape = (value) => toPlainShape(unwrap(value)?.shape ?? unwrap(value)?.dims);

/** Converts a shape to numbers. Its sizes may be BigInts or in a typed array. @param {any} shape */
export const toPlainShape = (shape) =>
  isList(shape)
    ? Array.from(shape, (size) => (typeof size === 'bigint' ? Number(size) : size))
    : shape;

/** Returns the type of the numbers, which TensorFlow.js calls `dtype`. @param {any} value */
export const readType = (value) => unwrap(value)?.type ?? unwrap(value)?.dtype;

/** Returns the numbers of a tensor as a list; TensorFlow.js calls them `values`. @param {any} value */
export function listElements(value) {
  const { cpuData, values, data = cpuData ?? values } = unwrap(value);
  const type = readType(value);
  // onnxruntime-web keeps the bits of float16 as integers.
  if (type === 'float16' && data instanceof Uint16Array) return widenHalves(data, false);
  // JSON.stringify writes a typed array as an object: {"0": 0.5, "1": 0.25}.
  return typeof data === 'object' && data !== null && !isList(data) ? Object.values(data) : data;
}

/** Returns the shape and the plain numbers of a tensor. @param {any} value */
export const readTensorParts = (value) => ({
  shape: listShape(value),
  data: toPlainNumbers(listElements(value)),
});

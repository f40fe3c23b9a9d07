/** Numbers as Python, JavaScript and other libraries write them, as numbers alone. */

const SPECIAL = /^[-+]?(nan|inf(inity)?)$|^-0$/i;
/** The same without quotes, and None; and texts in quotes, which stay. */
const WORD = /"[^"]*"|[-+]?\b(?:nan|inf(?:inity)?|none)\b/gi;
const LONGEST_WORD = 9;
/** A list may be in itself. */
const DEEPEST = 10;

/**
 * JSON, also with the words that it has none for: NaN and infinities, and Python's None.
 * @param {string} text that contains numbers and short names
 */
export function parseNumbers(text) {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(
      text.replace(WORD, (word) =>
        word[0] === '"' ? word : /none/i.test(word) ? 'null' : `"${word}"`,
      ),
    );
  }
}

/**
 * JSON has no NaN: JSON.stringify writes null, Python quotes a word. What is no number stays.
 * @param {unknown} leaf
 */
function plainNumber(leaf) {
  if (leaf === null) return Number.NaN;
  if (typeof leaf === 'bigint') return Number(leaf);
  if (typeof leaf !== 'string' || leaf.length > LONGEST_WORD || !SPECIAL.test(leaf)) return leaf;
  if (leaf === '-0') return -0;
  if (/nan/i.test(leaf)) return Number.NaN;
  return leaf.startsWith('-') ? -Infinity : Infinity;
}

/** @param {unknown} value @returns {value is any[]} */
export const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value);

/**
 * Arrays with their numbers made plain. A typed array keeps its type only where the core reads it as numbers.
 * @param {unknown} value
 * @param {number} [depth]
 * @returns {any}
 */
export function plainNumbers(value, depth = 0) {
  if (Array.isArray(value)) {
    if (depth === DEEPEST || value.every((leaf) => typeof leaf === 'number')) return value;
    return Array.from(value, (inner) =>
      isList(inner) ? plainRow(inner, depth + 1) : plainNumber(inner),
    );
  }
  const isOther = /^Big|^Uint8/.test(Object.prototype.toString.call(value).slice(8));
  return isOther ? Float32Array.from(/** @type {any} */ (value), Number) : value;
}

/** The core reads no typed arrays within arrays. @param {any} row @param {number} depth */
const plainRow = (row, depth) => plainNumbers(Array.isArray(row) ? row : Array.from(row), depth);

/**
 * The shape and the numbers of a tensor. onnxruntime-web and transformers.js call its shape `dims`.
 * @param {any} value
 */
export function partsOf(value) {
  const { shape = value.dims, data } = value;
  const isWritten = typeof data === 'object' && data !== null && !isList(data);
  // JSON.stringify writes a typed array as an object: {"0": 0.5, "1": 0.25}.
  return { shape, data: plainNumbers(isWritten ? Object.values(data) : data) };
}

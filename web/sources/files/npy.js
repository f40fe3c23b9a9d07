/** Reads NumPy's `.npy`: a header, which is a Python literal, followed by numbers or strings. */

import { tensor } from '../../../src/js/index.js';
import { countElements } from '../../../src/js/shapes.js';
import { arrangeAxes, measureAxes } from '../../graph/axes.js';
import { wrongLength } from '../../text/en/files.js';
import {
  cutHeader,
  findNumberKind,
  makeDataView,
  readFirstCharacters,
  readNumbers,
} from './binary.js';
import { decodeText } from './bytes.js';
import { FileError } from './error.js';

/** @import { Tensor } from '../../../src/js/index.js' */
/** @import { Check, TextArray } from '../types.js' */

const WHITE_SPACE = ' \t\r\n\f';

const INTEGER = /^[-+]?(?:0+|[1-9]\d*)L?$/;

const STRING = /^[uU]?["']/;

/** @type {Map<string, unknown>} */
const CONSTANTS = new Map(Object.entries({ True: true, False: false, None: null }));

const CLOSING = new Map(['()', '[]', '{}'].map(([open, close]) => [open, close]));

/**
 * Parses a Python literal.
 * @param {string} text
 * @param {boolean} allowsLong whether integers may end in L, as in Python 2
 * @returns {unknown} a tuple is an array, a list is `{ list }`, a dictionary is a Map
 * @throws {SyntaxError}
 */
export function readLiteral(text, allowsLong) {
  let at = 0;
  /** Returns the next token: a bracket, a comma, a colon, a quoted string, an integer or a word; at the end ''. */
  const next = () => {
    while (at < text.length && WHITE_SPACE.includes(text.charAt(at))) at++;
    const start = at;
    if ('{}()[],:'.includes(text.charAt(at))) at++;
    else {
      while (/[-+\w]/.test(text.charAt(at))) at++;
      const quote = text.charAt(at);
      if (quote === '"' || quote === "'") at = text.indexOf(quote, at + 1) + 1 || text.length + 1;
    }
    return text.slice(start, at);
  };

  /** @param {string} token @returns {unknown} */
  const read = (token) => {
    const close = CLOSING.get(token);
    if (close) return readItems(token, close);
    if (CONSTANTS.has(token)) return CONSTANTS.get(token);
    if (STRING.test(token)) {
      // NumPy never writes names with escapes.
      if (/[\\\n]/.test(token)) throw SyntaxError('escape');
      return token.replace(/^[uU]/, '').slice(1, -1);
    }
    if (!INTEGER.test(token) || (token.endsWith('L') && !allowsLong)) throw SyntaxError(token);
    return Number.parseInt(token, 10);
  };

  /** @param {string} open @param {string} close */
  const readItems = (open, close) => {
    /** @type {unknown[]} */
    const items = [];
    let commas = 0;
    let token = next();
    while (token !== close) {
      items.push(open === '{' ? [read(token), readAfterColon()] : read(token));
      token = next();
      if (token === ',') {
        commas++;
        token = next();
      } else if (token !== close) throw SyntaxError(token);
    }
    if (open === '{') return new Map(/** @type {[unknown, unknown][]} */ (items));
    if (open === '[') return { list: items };
    // A single value in parentheses is not a tuple.
    return items.length === 1 && commas === 0 ? items[0] : items;
  };

  const readAfterColon = () => {
    if (next() !== ':') throw SyntaxError('colon');
    return read(next());
  };

  const value = read(next());
  if (next() !== '' || at < text.length) throw SyntaxError('end');
  return value;
}

// The header of a `.npy` file: a Python dictionary of type, order and shape.

/** Types, with NumPy's other names for each. @type {[type: string, names: string][]} */
const TYPE_ALIASES = [
  ['b1', '? bool'],
  ['i1', 'b int8 byte'],
  ['i2', 'h int16 short'],
  ['i4', 'i int32'],
  ['i8', 'l q int int64 long longlong'],
  ['u1', 'B uint8 ubyte'],
  ['u2', 'H uint16 ushort'],
  ['u4', 'I uint32'],
  ['u8', 'L Q uint uint64 ulong ulonglong'],
  ['f2', 'e float16 half'],
  ['f4', 'f float32 single'],
  ['f8', 'd float float64 double'],
];

const TYPE_BY_ALIAS = new Map(
  TYPE_ALIASES.flatMap(([type, names]) =>
    names.split(' ').map((name) => /** @type {const} */ ([name, type])),
  ),
);

/**
 * @param {string} text
 * @param {number} version the version of the format
 * @returns {{ type: string, isLittle: boolean, isFortran: boolean, shape: number[] }} the type is a
 * letter and the number of bytes, such as f4
 * @throws {Error} if NumPy would not read the header either
 */
function readHeader(text, version) {
  const fields = readLiteral(text, version < 3);
  if (!(fields instanceof Map) || fields.size !== 3) throw TypeError('fields');
  const [descr, order, shape] = ['descr', 'fortran_order', 'shape'].map((key) => fields.get(key));
  if (typeof order !== 'boolean' || !Array.isArray(shape) || !shape.every(Number.isInteger)) {
    throw TypeError('fields');
  }
  const isName = typeof descr === 'string';
  if (!isName && typeof descr !== 'object') throw TypeError('descr');
  const mark = isName && '<>=|'.includes(descr[0]) ? descr[0] : '';
  const type = isName ? descr.slice(mark.length) : 'structured';
  return { type: TYPE_BY_ALIAS.get(type) ?? type, isLittle: mark !== '>', isFortran: order, shape };
}

// NumPy's strings of a fixed length: `U5` has five characters, `S5` has five bytes.

/** The bytes of a character of a `U` string. */
const BYTES_PER_CHARACTER = 4;

/**
 * @param {string} name
 * @param {string} type
 * @param {readonly number[]} shape the checked shape
 * @param {Uint8Array} bytes the bytes of these strings only
 * @param {boolean} isLittle whether the lowest byte comes first
 * @returns {string[]}
 */
function readStrings(name, type, shape, bytes, isLittle) {
  const size = Number(type.slice(1)) * (type[0] === 'U' ? BYTES_PER_CHARACTER : 1);
  const length = countElements(shape);
  if (bytes.length !== length * size) {
    throw new FileError(wrongLength(name, shape, length * size, bytes.length));
  }
  return Array.from({ length }, (_, i) => {
    const part = bytes.subarray(i * size, (i + 1) * size);
    const text = type[0] === 'U' ? decodeWideText(part, isLittle) : decodeText(part);
    // Zeros fill the rest of the string.
    return text.split('\0', 1)[0];
  });
}

/** @param {Uint8Array} bytes @param {boolean} isLittle */
function decodeWideText(bytes, isLittle) {
  const view = makeDataView(bytes);
  const codes = Array.from({ length: bytes.length / BYTES_PER_CHARACTER }, (_, i) =>
    view.getUint32(i * BYTES_PER_CHARACTER, isLittle),
  );
  return codes.map((code) => String.fromCodePoint(code)).join('');
}

// The format `.npy`: a header that is a Python dictionary, followed by the numbers.

export const NPY = '\x93NUMPY';

/**
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {Check} check
 * @returns {Tensor | TextArray}
 */
export function readNpy(name, bytes, check) {
  const view = makeDataView(bytes);
  const version = view.getUint8(6);
  if (readFirstCharacters(bytes, 6) !== NPY || version < 1 || version > 3)
    throw RangeError('version');
  const [text, body] =
    version > 1
      ? cutHeader(bytes, 12, view.getUint32(8, true))
      : cutHeader(bytes, 10, view.getUint16(8, true));
  const { type, isLittle, isFortran, shape } = readHeader(text, version);
  const kind = findNumberKind(type);
  check(shape, kind);
  if (kind === 'text') return { shape, data: readStrings(name, type, shape, body, isLittle) };
  const data = readNumbers(name, type, shape, body, isLittle);
  return tensor(shape, isFortran ? toRowMajor(data, shape) : data);
}

/** Converts Fortran order. @param {Float32Array} data @param {readonly number[]} shape */
function toRowMajor(data, shape) {
  const letters = shape.map((_, axis) => String.fromCharCode(97 + axis));
  const axes = letters.join('');
  return arrangeAxes(data, letters.reverse().join(''), axes, measureAxes([{ axes, shape }]));
}

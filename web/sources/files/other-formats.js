/** Describes intact files in unsupported formats, with advice. */

import * as text from '../../text/en/files.js';
import { addJsonPlace } from '../json-place.js';
import { readFirstCharacters } from './binary.js';
import { decodeText } from './bytes.js';

/** The first bytes of formats. @type {[start: string, format: string, advice: string][]} */
const STARTS = [
  ...['\x1f\x8b', 'BZh', '\xfd7zXZ\0', '\x28\xb5\x2f\xfd', '7z\xbc\xaf\x27\x1c', 'Rar!'].map(
    (start) => /** @type {[string, string, string]} */ ([start, text.compressed, text.unpack]),
  ),
  ['\x89HDF\r\n\x1a\n', 'HDF5', text.saveArray],
  ['MATLAB 5.0', 'MATLAB', text.saveMatlab],
  ['GGUF', 'GGUF', text.saveAttentions],
  ['PAR1', 'Parquet', text.saveArray],
  ['ARROW1', 'Arrow', text.saveArray],
  ['%PDF', 'PDF', text.saveArray],
  ['\x89PNG', text.picture, text.saveArray],
  ['\xff\xd8\xff', text.picture, text.saveArray],
  ['GIF8', text.picture, text.saveArray],
];

const LONGEST_START = 12;

/** The length of text that is enough to recognise the format. */
const ENOUGH = 20_000;

/** Describes an unsupported format, if known. @param {string} name @param {Uint8Array} bytes */
export function describeFormat(name, bytes) {
  if (bytes.length === 0) return text.emptyFile(name);
  const start = readFirstCharacters(bytes, LONGEST_START);
  const known = STARTS.find(([first]) => start.startsWith(first));
  if (known) return text.otherFormat(name, known[1], known[2]);
  const isCut = bytes.length > ENOUGH;
  const content = decodeText(bytes.subarray(0, ENOUGH)).trim();
  // Text contains neither zero bytes nor invalid UTF-8.
  if (content === '' || /[\0\ufffd]/.test(isCut ? content.slice(0, -1) : content)) return undefined;
  if (/^(?:[a-z_.]{1,40}\()?[[{(]/i.test(content)) return describeJson(name, content);
  if (/^<(!doctype|html|head|body)\b/i.test(content))
    return text.otherFormat(name, text.webPage, text.askServer);
  if (isNumberTable(content)) return text.otherFormat(name, text.table, text.saveTable);
  return /\s/.test(content) ? text.otherFormat(name, text.plainText, text.saveArray) : undefined;
}

/** Whether one of the first lines consists of several numbers. @param {string} content */
function isNumberTable(content) {
  const rows = content.split(/[\r\n]+/, 3).map((line) => line.trim().split(/[,;\t ]+/));
  return rows.some(
    (cells) => cells.length > 1 && cells.every((cell) => /^"?[-+.\d][-+.\de]*"?$/i.test(cell)),
  );
}

/** Finds the mistake in what is almost JSON. @param {string} name @param {string} content */
function describeJson(name, content) {
  if (hasLines(content)) return text.otherFormat(name, text.jsonLines, text.saveOneLine);
  // Ignore quoted text.
  const plain = content
    .split('"')
    .filter((_, i) => i % 2 === 0)
    .join('""');
  const kind = ALMOST_JSON.find(([pattern]) => pattern.test(plain));
  return kind && text.otherFormat(name, kind[1], kind[2]);
}

/** Tells where the text of a file is not JSON, if it begins as JSON. @param {string} name @param {Uint8Array} bytes */
export function describeBrokenJson(name, bytes) {
  const content = decodeText(bytes);
  if (!/^\s*[[{]/.test(content)) return undefined;
  try {
    JSON.parse(content);
    return undefined;
  } catch (error) {
    return text.brokenJson(name, addJsonPlace(error, content));
  }
}

/** Mistakes in the order in which they are tried. @type {[pattern: RegExp, format: string, advice: string][]} */
const ALMOST_JSON = [
  [/\/\/|\/\*|#/, text.comments, text.removeThem],
  // Quotes, tuples, booleans, and NumPy's numbers without commas.
  [/['(]|\b(?:True|False)\b|\d[ \n]{1,9}[-.\d]/, text.python, text.dumpJson],
  [/,\s{0,9}[\]}]/, text.commas, text.removeThem],
  [/[{,]\s{0,9}[a-z_]\w{0,99}\s{0,9}:/i, text.javascript, text.stringify],
];

/** Whether each of the first two lines is a JSON value. @param {string} content */
function hasLines(content) {
  const lines = content.split(/[\r\n]+/, 2);
  try {
    return lines.length === 2 && lines.every((line) => typeof JSON.parse(line) === 'object');
  } catch {
    return false;
  }
}

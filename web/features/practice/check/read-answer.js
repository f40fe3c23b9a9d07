/**
 * Reads numbers in the forms that people use: a number, a row or a table, as printed by NumPy and
 * PyTorch, as JSON or as CSV.
 */

import { parseTypedNumber, resolveCommas, toPlainNumerals } from '../../../text/number.js';
import { refused } from '../text/en/check.js';

/** @import { Answer, Typed } from '../types.js' */

const MAX_ANSWER_NUMBERS = 2 ** 16;

const MOST_TYPED_LETTERS = 2 ** 21;

/** An answer that cannot be read as numbers. The message is a sentence for the reader. */
export class AnswerError extends Error {
  name = 'AnswerError';
}

/** The tolerance of a typed 0. The page writes smaller weights as ≈0. */
const ALMOST_ZERO = 0.0005;

/** The least number of significant digits that a typed number is assumed to have. */
const LEAST_DIGITS = 2;

const NUMBER_BY_NAME = new Map([
  ['nan', Number.NaN],
  ...['inf', 'infinity', '∞'].flatMap((name) => [
    /** @type {[string, number]} */ ([name, Infinity]),
    /** @type {[string, number]} */ ([`+${name}`, Infinity]),
    /** @type {[string, number]} */ ([`-${name}`, -Infinity]),
  ]),
]);

/** @param {string} text @returns {Answer} */
export function readAnswer(text) {
  if (text.length > MOST_TYPED_LETTERS) throw new AnswerError(refused.long);
  const plain = joinNumbers(toPlainNumerals(text).trim());
  if (plain === '') throw new AnswerError(refused.empty);
  if (/\.\.\.|…/.test(plain)) throw new AnswerError(refused.shortened);
  const answer = plain.includes('[') ? readBrackets(plain) : readLines(plain);
  if (answer.numbers.length > MAX_ANSWER_NUMBERS) throw new AnswerError(refused.long);
  if (answer.numbers.length === 0) throw new AnswerError(refused.empty);
  return { ...answer, numbers: widenTolerances(answer.numbers) };
}

/**
 * Removes the blanks within a number: `- 0.5`, `1 / 3`, `62.5 %`. A sign after another number keeps
 * its blank, because `1 - 2` may be a difference, and is refused.
 * @param {string} text
 */
const joinNumbers = (text) =>
  text
    .replace(/(?<! ) +(?=[%/])|(?<=\/) +/g, '')
    .replace(/(^|[^\d.%∞ ] +|[[,;|\t\n/])([-+]) +/g, '$1$2');

/**
 * Converts an array from a file to an answer. Its numbers are exact.
 * @param {{ shape: readonly number[], data: Float32Array | string[] }} array
 * @returns {Answer}
 */
export function toAnswer({ shape, data }) {
  if (Array.isArray(data)) throw new AnswerError(refused.file);
  return { shape: [...shape], numbers: Array.from(data, (value) => ({ value, tolerance: 0 })) };
}

/**
 * Gives all numbers the precision of the number with the most digits. NumPy and JSON leave out
 * zeros at the end, so 1.00 next to 0.123 is written 1.
 * @param {Typed[]} numbers
 * @returns {Typed[]}
 */
function widenTolerances(numbers) {
  const most = numbers.reduce(
    (digits, number) => Math.max(digits, number.digits ?? 0),
    LEAST_DIGITS,
  );
  return numbers.map((number) => {
    const { value, tolerance } = number;
    if (!Number.isFinite(value) || value === 0) return number;
    const place = Math.floor(Math.log10(Math.abs(value))) + 1 - most;
    return { ...number, tolerance: Math.max(tolerance, 0.5 * 10 ** place) };
  });
}

/**
 * Reads nested brackets as NumPy, PyTorch and JSON write them: `[[1. 0.5], [0, 2]]`, with or
 * without a name and parentheses.
 * @param {string} text
 * @returns {Answer}
 */
function readBrackets(text) {
  const inside = nestRows(text.slice(text.indexOf('['), text.lastIndexOf(']') + 1));
  /** @type {Typed[]} */
  const numbers = [];
  /** The number of entries so far in each open bracket. @type {number[]} */
  const open = [];
  /** The length at each depth. @type {number[]} */
  const shape = [];
  /** The depths at which numbers were found. @type {Set<number>} */
  const depths = new Set();
  for (const token of inside.split(/([[\]])/).flatMap(splitInBrackets)) {
    if (token === '[') {
      if (open.length > 0) open[open.length - 1]++;
      open.push(0);
      if (open.length > 4) throw new AnswerError(refused.deep);
    } else if (token === ']') {
      const length = open.pop();
      if (length === undefined) throw new AnswerError(refused.brackets);
      const depth = open.length;
      shape[depth] ??= length;
      if (shape[depth] !== length) throw new AnswerError(refused.ragged(shape[depth], length));
    } else {
      if (open.length === 0) throw new AnswerError(refused.brackets);
      open[open.length - 1]++;
      depths.add(open.length);
      numbers.push(readNumber(token));
    }
  }
  if (open.length > 0) throw new AnswerError(refused.brackets);
  const isEven = depths.size === 1 && depths.has(shape.length);
  if (numbers.length > 0 && !isEven) throw new AnswerError(refused.mixed);
  return { numbers, shape };
}

/**
 * Writes rows that MATLAB separates by semicolons as nested brackets. Without blanks in its rows, `[1,2; 3,4]` has two
 * columns.
 * @param {string} text such as `[1 2; 3 4]`
 */
function nestRows(text) {
  const inside = text.slice(1, -1);
  const rows = inside.split(';').filter((row) => row.trim() !== '');
  const hasBlanks = rows.some((row) => /\S\s+\S/.test(row));
  const separator = hasBlanks && haveDecimalCommas(inside.split(/[\s;]+/)) ? /\s/ : /[\s,]/;
  const isMatrix =
    rows.length > 1 && !inside.includes('[') && rows.every((row) => separator.test(row.trim()));
  return isMatrix ? `[[${rows.join('],[')}]]` : text;
}

/** Splits what stands between two brackets. In `[0,5]`, as in JSON, a comma alone separates. @param {string} text */
function splitInBrackets(text) {
  const cells = text.split(/[\s;]+/).filter(Boolean);
  return cells.length > 1 && haveDecimalCommas(cells)
    ? cells
    : text.split(/[\s,;]+/).filter(Boolean);
}

/** If blanks separate numbers, a comma between digits is a decimal comma. @param {string[]} cells */
const haveDecimalCommas = (cells) =>
  cells.every((cell) => /^([^,.]*|[-+]?\d+,\d+(e[-+]?\d+)?%?)$/i.test(cell));

/**
 * Reads one row from each line. Blanks, tabs, commas, semicolons or bars separate its numbers. A
 * first row or column of words is skipped, because copied tables have labels.
 * @param {string} text
 * @returns {Answer}
 */
function readLines(text) {
  // A line without letters and digits is blank, or below the head of a Markdown table.
  const lines = text.split(/\r?\n/).filter((line) => /[^\s|:;,-]/.test(line));
  const rows = lines.map(splitCells);
  if (rows.length > 1 && areLabels(rows[0])) rows.shift();
  const hasLabels = rows.every((row) => row.length > 1) && areLabels(rows.map(([cell]) => cell));
  if (hasLabels) for (const row of rows) row.shift();
  const { length = 0 } = rows[0] ?? [];
  const other = rows.find((row) => row.length !== length);
  if (other) throw new AnswerError(refused.ragged(length, other.length));
  const numbers = rows.flat().map(readNumber);
  if (rows.length > 1) return { numbers, shape: [rows.length, length] };
  return { numbers, shape: length > 1 ? [length] : [] };
}

/** Lines of CSV may end in a separator, and rows of Markdown have one at both ends. @param {string} line */
function splitCells(line) {
  const row = line.replace(/^ *\||[|,;\t] *$/g, '');
  if (/[|;\t]/.test(row)) return trimCells(row.split(/[|;\t]/));
  const cells = row.trim().split(/\s+/);
  return trimCells(haveDecimalCommas(cells) || !row.includes(',') ? cells : row.split(','));
}

/** @param {string[]} cells */
const trimCells = (cells) => cells.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));

/**
 * Labels are words. Signs and misspelt numbers alone are no labels, so that they are refused.
 * @param {string[]} cells
 */
const areLabels = (cells) =>
  !cells.some(isNumeral) && cells.some((cell) => !/^[-+\d.,%/()]+e?$/i.test(cell));

/** @param {string} text */
const isNumeral = (text) =>
  !Number.isNaN(parseTypedNumber(text)) || NUMBER_BY_NAME.has(text.toLowerCase());

/** @param {string} cell @returns {Typed} */
function readNumber(cell) {
  const text = resolveCommas(cell.toLowerCase());
  const named = NUMBER_BY_NAME.get(text);
  if (named !== undefined) return { value: named, tolerance: 0 };
  const value = parseTypedNumber(text);
  if (Number.isNaN(value)) throw new AnswerError(refused.notANumber(cell.slice(0, 40)));
  if (/[/√]|sqrt/.test(text)) return { value, tolerance: 0 };
  const isPercentage = text.endsWith('%');
  const [digits, exponent = '0'] = text.replace('%', '').trim().split('e');
  const decimals = digits.split('.')[1]?.length ?? 0;
  const unit = 10 ** (Number(exponent) - decimals - (isPercentage ? 2 : 0));
  const tolerance = decimals > 0 ? 0.5 * unit : ALMOST_ZERO;
  return { value, tolerance, digits: countSignificantDigits(digits) };
}

/**
 * Counts the significant digits. Zeros at the end of an integer do not count, because they may be
 * rounded.
 * @param {string} text
 */
const countSignificantDigits = (text) =>
  (text.includes('.') ? text.replace('.', '') : text.replace(/(?<!0)0+$/, '')).replace(
    /^[-+]?0*/,
    '',
  ).length;

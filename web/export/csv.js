/** One matrix as CSV (RFC 4180), for a spreadsheet or a program. */

import { namesOf } from '../session/names.js';
import { axes as axisNames } from '../text/en/export.js';
import { exact } from '../text/number.js';

/**
 * @typedef {Pick<import('../session/computation.js').Computation, 'queryWords' | 'keyWords' | 'names'
 *   | 'nodes' | 'results'>} Computation
 */

// A cell that begins so is run as a formula, in some locales also with full-width characters.
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u;
/** Where some spreadsheets begin a new cell, even within quotes. */
const CELL_BREAK = /([;\t\r\n])/;

/**
 * Words name the rows and columns, or numbers from 1 where there are none; the first cell names
 * the two axes. Numbers are written exactly. A word that begins like a formula is preceded by an
 * apostrophe, so that a spreadsheet does not run it; so is what follows a semicolon, a tab or a line
 * break within a word.
 * @param {Computation} computation
 * @param {string} tensorName
 * @param {readonly number[]} [leadingIndex] index along each leading axis, such as the head; 0 for those
 *   that it leaves out. The rest is a matrix, or a vector as one column
 * @returns {string | undefined} undefined where there is no such matrix
 */
export function toCsv(computation, tensorName, leadingIndex) {
  const lines = csvLines(computation, tensorName, leadingIndex);
  return lines && [...lines].join('');
}

/**
 * The same, line by line.
 * @param {Computation} computation
 * @param {string} tensorName
 * @param {readonly number[]} [leadingIndex]
 * @returns {Iterable<string> | undefined}
 */
export function csvLines(computation, tensorName, leadingIndex = []) {
  const { nodes, results } = computation;
  if (!Object.hasOwn(nodes, tensorName) || !Object.hasOwn(results, tensorName)) return undefined;
  const { axes, singular } = nodes[tensorName];
  const { shape, data } = results[tensorName];
  const fixed = [
    ...leadingIndex,
    ...Array(Math.max(0, shape.length - 2 - leadingIndex.length)).fill(0),
  ];
  const within = fixed.every(
    (index, axis) => Number.isInteger(index) && index >= 0 && index < shape[axis],
  );
  if (!within || fixed.length >= shape.length) return undefined;

  const [rowAxis, columnAxis] = axes.slice(fixed.length);
  const [rows, columns = 1] = shape.slice(fixed.length);
  const first = fixed.reduce((at, index, axis) => at * shape[axis] + index, 0) * rows * columns;
  /** @param {string} axis @param {number} count */
  const names = (axis, count) =>
    namesOf(axis, computation)?.map(wordCell) ??
    Array.from({ length: count }, (_, i) => String(i + 1));
  const head = columnAxis
    ? [`${axisNames[rowAxis]} / ${axisNames[columnAxis]}`, ...names(columnAxis, columns)]
    : [axisNames[rowAxis], singular];
  return (function* () {
    yield lineOf(head);
    for (const [row, name] of names(rowAxis, rows).entries()) {
      const start = first + row * columns;
      yield lineOf([name, ...Array.from(data.subarray(start, start + columns), exact)]);
    }
  })();
}

/** @param {string[]} cells */
const lineOf = (cells) => `${cells.join(',')}\r\n`;

/** @param {string} word */
function wordCell(word) {
  const parts = word.split(CELL_BREAK).map((part) => (FORMULA.test(part) ? `'${part}` : part));
  const text = (/^[\t\r\n]/.test(word) ? "'" : '') + parts.join('');
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes the state and every tensor on screen as JSON, and tables as CSV. */

import { findNamesAlong } from '../graph/axes.js';
import { nextTask } from '../session/async.js';
import { axes as axisNames, tooManyToWrite } from '../text/en/exported.js';
import { exact, withDecimals } from '../text/number.js';
import { NUMBERS_A_LINE } from './literals.js';

/** @import { TextTable } from '../lessons/types.js' */
/** @import { Computation, ShownComputation } from '../sources/types.js' */

/** The most numbers of an export, because more would take too long to write. */
const MAX_EXPORTED_NUMBERS = 3_000_000;

/**
 * Writes
 * `{ attentionLab: 1, state, words: { queries, keys }, tensors: { name: { symbol, axes, shape, data } } }`.
 * `data` is row-major, with one row per line. Every decimal parses to exactly the same float32.
 * NaN, Infinity and -Infinity, which JSON does not have, are strings.
 * @param {object} state the state as plain data
 * @param {ShownComputation} computation
 * @returns {{ refused: string } | { parts: Iterable<string> }}
 */
export const writeJsonParts = (state, computation) =>
  writeJson(state, [computation], writeTensors(computation));

/**
 * Writes several computations in one file, by name:
 * `{ attentionLab: 1, state, maps: { name: { words, tensors } } }`.
 * @param {object} state the state as plain data
 * @param {readonly (readonly [name: string, map: ShownComputation])[]} maps
 * @returns {{ refused: string } | { parts: Iterable<string> }}
 */
export const writeJsonMaps = (state, maps) =>
  writeJson(
    state,
    maps.map(([, map]) => map),
    writeMaps(maps),
  );

/** @param {object} state @param {readonly ShownComputation[]} tables @param {Iterable<string>} content */
function writeJson(state, tables, content) {
  const count = countNumbers(tables);
  return count > MAX_EXPORTED_NUMBERS
    ? { refused: tooManyToWrite(count) }
    : { parts: writeFile(state, content) };
}

/** @param {ShownComputation} computation */
const listNames = ({ nodes, results }) =>
  Object.keys(nodes).filter((name) => Object.hasOwn(results, name));

/** @param {readonly ShownComputation[]} computations */
const countNumbers = (computations) =>
  computations
    .flatMap((each) => listNames(each).map((name) => each.results[name].data.length))
    .reduce((sum, length) => sum + length, 0);

/** @param {object} state @param {Iterable<string>} content */
function* writeFile(state, content) {
  yield `{
  "attentionLab": 1,
  "state": ${JSON.stringify(withDecimals(state), undefined, 2).replaceAll('\n', '\n  ')},
  `;
  yield* content;
  yield `
}
`;
}

/** @param {readonly (readonly [name: string, map: ShownComputation])[]} maps */
function* writeMaps(maps) {
  yield '"maps": {';
  for (const [i, [name, map]] of maps.entries()) {
    yield `${i > 0 ? ',' : ''}\n  ${JSON.stringify(name)}: {\n  `;
    yield* writeTensors(map);
    yield '\n  }';
  }
  yield '\n  }';
}

/** @param {ShownComputation} computation */
function* writeTensors(computation) {
  const { nodes, results, queryWords, keyWords } = computation;
  yield `"words": {
    "queries": ${writeList(queryWords)},
    "keys": ${writeList(keyWords)}
  },
  "tensors": {`;
  for (const [i, name] of listNames(computation).entries()) {
    const { symbol, axes } = nodes[name];
    const { shape, data } = results[name];
    yield `${i > 0 ? ',' : ''}
    ${JSON.stringify(name)}: {
      "symbol": ${JSON.stringify(symbol)},
      "axes": ${writeList([...axes].map(nameAxis))},
      "shape": ${writeList(shape)},
      "data": [`;
    // A tensor without axes has one number.
    yield* writeLines(data, shape.at(-1) ?? 1);
    yield `
      ]
    }`;
  }
  yield `
  }`;
}

/** A letter without a name stands for itself, because `undefined` is not JSON. @param {string} letter */
const nameAxis = (letter) => axisNames[letter] ?? letter;

/** @param {readonly unknown[]} items */
const writeList = (items) => `[${items.map((item) => JSON.stringify(item)).join(', ')}]`;

/** @param {Float32Array} data @param {number} columns */
function* writeLines(data, columns) {
  const length = Math.min(columns, NUMBERS_A_LINE);
  // Longer rows are broken, and each row begins a new line.
  for (let start = 0; start < data.length; ) {
    const rest = columns - (start % columns);
    const end = start + Math.min(length, rest);
    yield `${start > 0 ? ',' : ''}\n        ${Array.from(data.subarray(start, end), writeNumber).join(', ')}`;
    start = end;
  }
}

/** @param {number} value */
const writeNumber = (value) => (Number.isFinite(value) ? exact(value) : `"${value}"`);

// One matrix as CSV (RFC 4180), for a spreadsheet or a program.

// Spreadsheets run a cell with this beginning as a formula, in some locales also with full-width
// characters.
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u;

/** Characters at which some spreadsheets begin a new cell, even within quotes. */
const CELL_BREAK = /([;\t\r\n])/;

/**
 * Writes a matrix as CSV. Words name the rows and columns, or numbers from 1 if there are no words.
 * The first cell names the two axes. Numbers are written exactly. A word that begins like a formula
 * gets a leading apostrophe, so that a spreadsheet does not run it. So does a part of a word after
 * a semicolon, a tab or a line break.
 * @param {ShownComputation & Pick<Computation, 'names'>} computation
 * @param {string} tensorName
 * @param {readonly number[]} [leadingIndex] the index along each leading axis, such as the head, by
 * default 0. The rest is a matrix, or a vector as one column
 * @returns {Iterable<string> | undefined} undefined if there is no such matrix
 */
export function writeCsvLines(computation, tensorName, leadingIndex = []) {
  const { nodes, results } = computation;
  if (!Object.hasOwn(nodes, tensorName) || !Object.hasOwn(results, tensorName)) return undefined;
  const { axes, singular } = nodes[tensorName];
  const { shape, data } = results[tensorName];
  const fixed = [
    ...leadingIndex,
    ...Array(Math.max(0, shape.length - 2 - leadingIndex.length)).fill(0),
  ];
  const isInRange = fixed.every(
    (index, axis) => Number.isInteger(index) && index >= 0 && index < shape[axis],
  );
  if (!isInRange || fixed.length >= shape.length) return undefined;

  const [rowAxis, columnAxis] = axes.slice(fixed.length);
  const [rows, columns = 1] = shape.slice(fixed.length);
  const first = fixed.reduce((at, index, axis) => at * shape[axis] + index, 0) * rows * columns;
  /** @param {string} axis @param {number} count */
  const names = (axis, count) =>
    findNamesAlong(axis, computation)?.map(wordCell) ??
    Array.from({ length: count }, (_, i) => String(i + 1));
  const head = columnAxis
    ? [`${nameAxis(rowAxis)} / ${nameAxis(columnAxis)}`, ...names(columnAxis, columns)]
    : [nameAxis(rowAxis), singular];
  return (function* () {
    yield writeCsvLine(head);
    for (const [row, name] of names(rowAxis, rows).entries()) {
      const start = first + row * columns;
      yield writeCsvLine([name, ...Array.from(data.subarray(start, start + columns), exact)]);
    }
  })();
}

/** Writes a table that is not a tensor. @param {TextTable} lines */
export function* writeCsvCells(lines) {
  for (const cells of lines)
    yield writeCsvLine(
      cells.map((cell) => (typeof cell === 'number' ? exact(cell) : wordCell(cell))),
    );
}

/** @param {string[]} cells */
const writeCsvLine = (cells) => `${cells.join(',')}\r\n`;

/** @param {string} word */
function wordCell(word) {
  const parts = word.split(CELL_BREAK).map((part) => (FORMULA.test(part) ? `'${part}` : part));
  const text = (/^[\t\r\n]/.test(word) ? "'" : '') + parts.join('');
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// Long texts are written in several tasks.

/** The number of characters after which the page may handle other events. */
const TURN = 2 ** 18;

/** Joins millions of numbers, in several tasks. @param {Iterable<string>} parts */
export async function joinParts(parts) {
  let joined = '';
  let turn = 0;
  for (const part of parts) {
    joined += part;
    if (joined.length - turn < TURN) continue;
    turn = joined.length;
    await nextTask();
  }
  return joined;
}

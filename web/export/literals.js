/** Writes numbers, words and lines as source text in ASCII. */

import { countElements } from '../../src/js/shapes.js';
import { exact } from '../text/number.js';

/** @import { CodeLine } from '../graph/types.js' */

export const NUMBERS_A_LINE = 16;

/** Writes a JavaScript literal that nothing in the word can end. @param {string} word */
export const writeJavascriptString = (word) =>
  JSON.stringify(word).replace(/[^ -~]|</g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);

/** Writes a Python literal, where an emoji is one escape. @param {string} word */
export const writePythonString = (word) =>
  JSON.stringify(word).replace(/[^ -~]|</gu, (character) => {
    const code = Number(character.codePointAt(0));
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  });

/** @param {number} code @param {number} digits */
const hex = (code, digits) => code.toString(16).padStart(digits, '0');

/**
 * Writes a tensor as nested lists, with one row per line and aligned columns.
 * @param {{ shape: readonly number[], data: ArrayLike<number> }} tensor
 * @param {object} language
 * @param {string} language.indent
 * @param {string} language.comment the beginning of a comment after code: ' #'
 * @param {(value: number) => string} [language.number]
 * @param {string[]} [rowNotes] literals that name the rows of a matrix
 */
export function writeNestedLists({ shape, data }, { indent, comment, number = exact }, rowNotes) {
  const texts = Array.from(data, number);
  const width = Math.max(...texts.map((text) => text.length));
  /** @param {number} axis @param {number} first @returns {string[]} lines */
  const lists = (axis, first) => {
    const length = shape[axis];
    if (axis === shape.length - 1) {
      const row = texts.slice(first, first + length).map((text) => text.padStart(width));
      const lines = splitIntoChunks(row, NUMBERS_A_LINE).map((part) => part.join(', '));
      return [`[${lines.join(`,\n${' '.repeat(1 + axis * indent.length)}`)}]`];
    }
    const size = countElements(shape.slice(axis + 1));
    const inner = Array.from({ length }, (_, i) => {
      const text = lists(axis + 1, first + i * size).map((line) => indent + line);
      const note = axis === 0 && rowNotes ? `${comment} ${rowNotes[i]}` : '';
      return [...text.slice(0, -1), `${text[text.length - 1]},${note}`];
    });
    return ['[', ...inner.flat(), ']'];
  };
  return lists(0, 0).join('\n');
}

/** @template T @param {T[]} items @param {number} size */
export const splitIntoChunks = (items, size) =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );

/** The longest code with a comment beside it. */
const LONGEST_COMMENTED_CODE = 70;

/** @param {CodeLine[]} lines @param {string} mark the beginning of a comment after code */
export function alignComments(lines, mark) {
  const fits = (/** @type {CodeLine} */ line) =>
    typeof line !== 'string' && line[0].length <= LONGEST_COMMENTED_CODE;
  const width = Math.max(0, ...lines.filter(fits).map(([code]) => code.length));
  return lines
    .map((line) => {
      if (typeof line === 'string') return line;
      const [code, comment] = line;
      return fits(line) ? `${code.padEnd(width)}${mark} ${comment}` : code;
    })
    .join('\n');
}

/** Texts of the answer checker. */

import { html } from 'lit';
import { checkNumbers } from '../../../../text/en/controls.js';
import { notANumber } from '../../../../text/en/language.js';
import { reply } from '../../../../text/en/pages.js';
import { exponent } from '../../../../text/inline.js';
import { rounded, toFiveDigits } from '../../../../text/number.js';
import { mistakeName } from './bugs.js';

/** @import { Result } from '../../types.js' */

export const chapter = {
  title: checkNumbers,
  question: 'Are the numbers that I computed right?',
};

export const title = checkNumbers;

export const noTable =
  'These numbers come from a model with several layers, which this page does not check. Leave this page and choose other numbers in the lab.';

export const setup = html`<p>Compute the table with question marks from the one before it, or only a row or a number. Choose what you have computed, and type or paste it, rounded or not. It may look as NumPy or PyTorch prints it, or be JSON or CSV.</p>`;

/** @param {string} words @param {boolean} isChanged whether some numbers are set by hand */
export const whose = (words, isChanged) =>
  html`Your numbers are compared with those of the lab, for “${words}”. ${isChanged ? 'Some of them are set by hand.' : 'Another sentence in the lab gives other numbers here.'}`;

export const plain = 'Use the computed numbers';

export const exponentials = html`Before e${exponent('x')}, subtract the largest score of a row from all its scores. The largest exponential
  is then 1. Each share stays the same, and so do the weights.`;

export const labels = {
  table: 'Table',
  head: 'Head',
  row: 'Row',
  column: 'Number',
  answer: 'Your numbers',
  file: 'or a NumPy file, .npy',
};

/** How the numbers of a task are written. @param {readonly number[]} shape */
export const form = (shape) => {
  const [lines, count] = [shape.at(-2) ?? 1, shape.at(-1) ?? 1];
  const numbers =
    count > 1 ? `${count} numbers, with blanks or commas between them.` : 'One number.';
  return lines > 1 ? `${lines} lines, each with: ${numbers}` : numbers;
};

export const all = 'all';

export const check = 'Check';

const digitNames = ['one digit goes', 'two digits go', 'three digits go'];

/** The results of a check. */
export const result = {
  /** @param {Result} result */
  right: ({ count, digits }) => {
    const all = count === 1 ? '' : `: all ${count} numbers`;
    return digits === undefined
      ? `Right${all}.`
      : `Right, as far as ${digitNames[digits - 1]}${all}. The page computes with more digits.`;
  },
  /** @param {Result} result @param {unknown} cell @param {number} [is] */
  wrong: ({ wrong, count, typed }, cell, is) =>
    html`${count === 1 ? 'Not yet.' : `${wrong} of ${count} numbers ${wrong === 1 ? 'differs' : 'differ'}.`}
      The first: the ${is === undefined ? html`${cell}; you have` : html`${cell} is ${rounded(is)}, and you have`} ${toFiveDigits(typed?.value ?? Number.NaN)}.`,
  sign: reply.sign,
  undivided: 'These are the exponentials: divide each by the sum of its row.',
  /** @param {readonly string[]} mistakes */
  mistakes: (mistakes) =>
    html`${mistakes.length === 1 ? 'This mistake gives' : 'Each of these mistakes gives'} those numbers:
      <ul>${mistakes.map((id) => html`<li>${mistakeName(id)}</li>`)}</ul>`,
};

/** Reasons why an answer is not compared. */
export const refused = {
  empty: 'Your answer has no number.',
  long: 'That is too much to compare.',
  shortened:
    'Some numbers are left out. In NumPy, np.set_printoptions(threshold=100000) prints them all.',
  deep: 'The brackets are nested more deeply than any table here.',
  brackets: 'A bracket is missing.',
  mixed: 'Some brackets hold numbers, others hold brackets.',
  /** @param {number} length @param {number} otherLength */
  ragged: (length, otherLength) => `One row has ${length} numbers, another has ${otherLength}.`,
  /** @param {string} cell */
  notANumber: (cell) => notANumber(cell, `“${cell}” is not a number.`),
  file: 'This file cannot be read as numbers.',
  noCell: 'There is no such row or number in this table.',
  /** @param {string} id */
  noTable: (id) => `There is no table ${id} here.`,
  /**
   * @param {readonly number[]} given
   * @param {readonly number[]} expected
   * @param {boolean} [isTask] whether the task fixes the part, so that the reader cannot choose it
   */
  shape: (given, expected, isTask = false) => {
    const lengths = given.filter((length) => length !== 1);
    const [count, ...more] = lengths;
    const typed = lengths.length === 0 ? 'one number' : `${lengths.join(' × ')} numbers`;
    const wanted = expected.length === 1 ? 'the row' : 'the table';
    const sizes = `You have ${typed}; ${expected.length === 0 ? 'the answer is one number' : `${wanted} has ${expected.join(' × ')}`}.`;
    if (isTask) return sizes;
    const isRow = expected.length === 2 && more.length === 0 && count === expected[1];
    const isNumber = expected.length > 0 && count === undefined;
    const means = isRow
      ? ' Choose its row under “Row”.'
      : isNumber
        ? ' Choose its row under “Row”, and then its place under “Number”.'
        : '';
    return sizes + means;
  },
};

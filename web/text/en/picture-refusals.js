/** Reasons for refusing to draw a picture without a browser. */

import { writeLimit } from '../number.js';
import { listed } from './language.js';

/** Stands where a page without JavaScript has no picture. @param {string} [title] */
export const needsScript = (title) =>
  `${title === undefined ? 'This figure' : `“${title}”`} needs JavaScript.`;

/** Requirements and faults of an option: the blanks of “mask is …; expected …”. */
export const refusals = {
  unknown: 'unknown',
  missing: 'missing',
  empty: 'empty',
  twice: 'there twice',
  onlyOnScreen: 'only on screen',
  noValue: 'without a value',
  aNumber: 'a number',
  /** @param {string} which 'at least' or 'at most' @param {number} limit */
  aNumberWithin: (which, limit) => `a number of ${which} ${writeLimit(limit)}`,
  aTensor: 'a tensor',
  anObject: "an object of options, such as { sentence: 'They eat' }",
  oneValue: 'one value',
  withoutBlanks: 'a name without blanks',
  someWords: 'at least one word',
  textOrNumber: 'a string or a number',
  command: 'svg',
  optionsOnly: 'an option, such as --sentence "They eat"',
  anotherOption: 'an option of a picture, such as table, steps or query',
  notOfCommand: 'no option of the command',
  inProgram: 'a program that calls attentionSvg({ weights })',
  anotherMapOption: 'an option of a picture of weights, such as view, layer or head',
  /** @param {readonly string[]} names */
  readySource: (names) => `one of ${names.join(', ')}: they need no training and no download`,
  /** @param {string} [near] */
  computedNumbers: (near) =>
    `numbers of tables that these settings compute${near ? `, such as ${near}` : ''}`,
  /** A line of a Markdown fence. */
  attributeLine: 'an attribute: its value',
  ownLines: 'each attribute on its own line of the fence, as “steps: weights”',
  /** @param {string} name the name of the fence */
  besideName: (name) => `in the line of ${name}`,
  noAttribute: 'no attribute',
  /** @param {string} field */
  inState: (field) => `it in state: {"${field}": …}`,
  stateJson: 'JSON, such as {"keyWidth": 3}',
  notJson: 'not JSON',
  /** @param {string} name an attribute without a value */
  flagAlone: (name) => `${name} alone, or true`,
  /** @param {string} name */
  valueAfter: (name) => `a value after it; one that begins with -- is written ${name}="--…"`,
  /** @param {string} name @param {string} values */
  nameThenValue: (name, values) => `“${name}: ”, then ${values}`,
  /** @param {readonly string[]} names some names @param {number} count the number of all names */
  oneOf: (names, count) =>
    names.length < count
      ? `one of ${count} names, such as ${names.join(', ')}`
      : `one of ${names.join(', ')}`,
  /** @param {number} most */
  pixels: (most) => `a number of pixels up to ${most}`,
  /** @param {number} query the last query @param {number} key the last key */
  pairsUpTo: (query, key) => `0.0 to ${query}.${key}`,
  /** @param {string} first @param {string} last */
  cellBetween: (first, last) => `${first} to ${last}`,
  /** @param {number} most */
  smallTables: (most) => `tables of at most ${most} numbers`,
  /** @param {string} table @param {{ rows: number, columns: number }} size */
  tooLong: (table, { rows, columns }) => `so long that ${table} has ${rows} × ${columns} numbers`,
  /** @param {number} most */
  smallPicture: (most) => `at most ${most} numbers in a picture`,
  /** @param {number} count */
  numbers: (count) => `${count} numbers`,
  /** @param {string} step */
  stepLike: (step) => `a step that these settings have, as ${step}`,
  /** @param {number} number */
  nearestFit: (number) => `${number}, the nearest that fits`,
  /** @param {readonly number[]} divisors @param {number} width */
  divisors: (divisors, width) =>
    `${listed(divisors, 'disjunction')}, which ${divisors.length === 1 ? 'divides' : 'divide'} d-model ${width}`,
  /** @param {string | number} value */
  onlyFit: (value) => `${JSON.stringify(value)} with these settings`,
  /** @param {string} source */
  unusedBy: (source) => `another source: ${source} does not use it`,
  /** @param {string} reason */
  noEffect: (reason) => `other options: it has no effect ${reason}`,
};

/** Warnings for authors. Each text continues its subject, such as `<attention-lab> heads="3"`. */

import { findNearest, sortByDistance } from '../../../src/js/nearest.js';
import { rounded, writeLimit } from '../number.js';
import { grouped, listed } from './language.js';

/** The longest list of names beside a suggestion, and without one. */
const FEW = 12;
const MANY = 24;
const EXAMPLES = 5;

/**
 * @param {string} value
 * @param {readonly string[]} [names] the valid names; without them, the value should be a number
 * @param {string} [near] what was meant; '' means no suggestion; by default the name with the most
 *   similar letters
 */
export function misspelt(value, names, near = findNearest(value, names ?? [])) {
  const problem = near ? `did you mean ${near}?` : names ? 'no such value.' : 'not a number.';
  return `: ${problem}${listNames(value, names ?? [], near)}`;
}

/** @param {string} value @param {readonly string[]} names @param {string | undefined} near */
function listNames(value, names, near) {
  if (names.length === 0 || (names.length === 1 && names[0] === near)) return '';
  if (names.length <= (near ? FEW : MANY)) return ` There are ${names.join(', ')}.`;
  const examples = sortByDistance(value, names).slice(0, EXAMPLES);
  return near ? '' : ` There are ${names.length} names, such as ${examples.join(', ')}.`;
}

/** Stands in a list of names that may also be a number. */
export const aNumber = 'a number';

/** @param {string} name @param {readonly string[]} names @param {string | undefined} near */
export const unknownAttribute = (name, names, near) =>
  `: ${near ? `did you mean ${near}?` : `no such attribute.${listNames(name, names, near)}`}`;

/** @param {string} owner */
export const otherElement = (owner) => `: no such attribute. <${owner}> has it.`;

/** @param {string} name */
export const propertyAlone = (name) =>
  ` is a property, not an attribute. Set it in a program: element.${name} = ….`;

/** @param {string} entry */
export const noAttribute = (entry) =>
  ` is read, but is no documented attribute. Write state='{"${entry}": …}' instead.`;

export const countsAsTrue = ' counts as true. Leave the attribute out for false.';

/** @param {string} received */
export const noText = (received) => ` is ${received}; expected text.`;

/** @param {string} received */
export const noNumber = (received) => ` is ${received}; expected a number.`;

/** @param {string} received */
export const noState = (received) => ` is ${received}; expected an object, such as { heads: 2 }.`;

export const noJson = ` cannot be read: it must be JSON, such as state='{"keyWidth": 3}'.`;

/** @param {string} example */
export const unparsable = (example) =>
  ` cannot be read and is left out. Write it as in ${example}.`;

/** @param {'at least' | 'at most'} which @param {number} limit */
export const outOfRange = (which, limit) =>
  `: expected ${which} ${writeLimit(limit)}. The nearest number is taken.`;

/** @param {number} taken the nearest number that fits */
export const unfit = (taken) => `: the nearest number that fits, ${taken}, is taken.`;

/** @param {number} taken @param {readonly [which: 'at least' | 'at most', limit: number]} limit that of the source */
export const beyondLimit = (taken, [which, limit]) =>
  `: expected ${which} ${writeLimit(limit)}; the nearest number that fits, ${taken}, is taken.`;

/** @param {{ heads: number, dModel: number }} taken @param {readonly number[]} divisors */
export const undivided = ({ heads, dModel }, divisors) =>
  ` does not divide d-model="${dModel}"; ${heads} is taken (${listed(divisors)} ${divisors.length === 1 ? 'divides' : 'divide'} it).`;

/** @param {string} steps */
export const oneStep = (steps) => `: expected one step. Write steps="${steps}" to show several.`;

/** @param {string[]} names the attributes beside the name of a page */
export const changesPage = (names) =>
  `: ${listed(names)} ${names.length === 1 ? 'changes' : 'change'} the numbers of this page, but not its texts. Leave ${names.length === 1 ? 'it' : 'them'} out.`;

/** @param {readonly string[]} tables */
export const unseenCell = (tables) =>
  `: no table here shows this number. Shown: ${tables.join(', ')}.`;

/** A cut sentence has lost words that nobody has counted. @param {number} letters @param {number} words */
export const tooManyLetters = (letters, words) =>
  ` is longer than ${grouped(letters)} letters. The element reads these, and shows at most ${words} words.`;

/** @param {number} count */
export const tooManyWords = (count) => ` has too many words; the last ${count} are left out.`;

/** @param {Readonly<Record<string, number>>} sizes the number of places along each axis */
export const noPlace = (sizes) => {
  const counts = Object.values(sizes);
  const last = counts.map((size) => size - 1).join('.');
  return ` has no effect: expected ${Object.keys(sizes).join('.')}, from ${counts.map(() => 0).join('.')} to ${last}.`;
};

/** @param {string | undefined} condition an attribute with which a step exists */
export const existsWith = (condition) =>
  condition ? ` It exists, for example, with ${condition}.` : '';

/** @param {'step' | 'table'} what @param {string | undefined} condition */
export const missing = (what, condition) =>
  `: there is no such ${what} here.${existsWith(condition)}`;

/** @param {string | undefined} near a number that can be set */
export const setsNothing = (near) =>
  ` sets no number here${near ? `: did you mean ${near}?` : '. Write the table, head, row and column, such as weights.0.1.3.'}`;

/** @param {string} reason */
export const unused = (reason) => ` has no effect ${reason}.`;

// Reasons.

export const besideTable = 'beside table';
export const withoutTarget = 'without target';
export const withTarget = 'with target. layer="self" shows the masked self-attention';
export const withoutMask = 'without a mask';
export const withDecoderSelf = 'with layer="self", which is causal';

/** @param {string} attribute @param {string} value */
export const withValue = (attribute, value) => `with ${attribute}="${value}"`;

/** @param {readonly string[]} names */
export const withoutSource = (names) =>
  `without ${listed(
    names.map((name) => `source="${name}"`),
    'disjunction',
  )}`;

/** @param {string} attribute @param {string} value */
export const withoutValue = (attribute, value) => `without ${attribute}="${value}"`;

/**
 * @param {{ row: number, head: number, layer: number, sum: number, isTransposed: boolean }} wrong
 * @param {{ heads: number, layers: number }} counts
 */
export function wrongRowSum({ row, head, layer, sum, isTransposed }, { heads, layers }) {
  const ofHead = heads > 1 ? ` of head ${head}` : '';
  const inLayer = layers > 1 ? ` in layer ${layer}` : '';
  const hint = isTransposed ? ' The columns sum to 1: are the weights transposed?' : '';
  return `: row ${row}${ofHead}${inLayer}, counted from 0, sums to ${rounded(sum)}; expected 1.${hint}`;
}

export const takenAddress =
  ': another element has the address of this page. This element has it once the other is removed.';

export const scriptWithoutType =
  ': a script in it is no chapter. Its type has to be application/json.';

export const srcBesideChapter = ': the chapter inside the element takes the place of this file.';

export const secondChapter =
  ': only the first script of type application/json is its chapter. Put all pages in it, or use a second element.';

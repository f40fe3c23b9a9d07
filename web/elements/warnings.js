/** Warns authors once of each value that an element cannot use as it is written. */

import { describeValue } from '../../src/js/errors.js';
import { findMeantName, findNearest, sortByDistance } from '../../src/js/nearest.js';
import { misspelt, noText, unfit, wrongRowSum } from '../text/en/messages.js';
import { parted } from '../text/spelling.js';

/** @import { Layered } from '../sources/types.js' */

const MOST_SHOWN = 40;

/** The most warnings, because a page may cause thousands. */
const MOST_WARNED = 100;

/** @type {Set<string>} */
const warnedSubjects = new Set();

/**
 * Warns once of each misspelt value, and suggests the nearest valid one.
 * @param {Element} element
 * @param {string} attribute
 * @param {string} value
 * @param {readonly string[]} [names] the valid names; without them, the attribute takes a number
 * @param {string} [near] what was meant; '' means no suggestion; by default the name with the most
 *   similar letters
 */
export function warnOfMisspelt(element, attribute, value, names, near) {
  warnOfValue(element, attribute, value, (quoted) =>
    misspelt(quoted, names, near ?? findNearest(value, names ?? []), (all) =>
      sortByDistance(value, all),
    ),
  );
}

/**
 * Warns once of a number that other settings do not allow.
 * @param {Element} element
 * @param {string} name the field of the state
 * @param {string} value
 * @param {string} taken the nearest number that the other settings allow
 */
export function warnOfUnfitNumber(element, name, value, taken) {
  warnOfValue(element, parted(name), value, (quoted) => unfit(quoted, taken));
}

/**
 * Warns once of a value.
 * @param {Element} element
 * @param {string} attribute
 * @param {string} value
 * @param {(quoted: string) => string} write writes the warning about the quoted attribute
 */
export function warnOfValue(element, attribute, value, write) {
  const quoted = `<${element.localName}> ${attribute}="${value.slice(0, MOST_SHOWN)}"`;
  warnOnce(quoted, element, () => write(quoted));
}

/**
 * @param {string} subject the subject, which has at most one warning
 * @param {Element} element the element, which the console shows
 * @param {() => string} warning
 */
export function warnOnce(subject, element, warning) {
  if (warnedSubjects.has(subject) || warnedSubjects.size >= MOST_WARNED) return;
  warnedSubjects.add(subject);
  console.warn(warning(), element);
}

/**
 * Returns a known value. A misspelt one is replaced by the nearest known value, otherwise by the
 * first.
 * @template {string} Known
 * @param {Element} element
 * @param {string} attribute
 * @param {unknown} value
 * @param {readonly Known[]} known the first is the default, which may be ''
 * @returns {Known}
 */
export function readChoice(element, attribute, value, known) {
  const [otherwise] = known;
  const wanted = `${value ?? otherwise}`;
  const right = known.find((name) => name === wanted);
  if (right !== undefined) return right;
  const names = known.filter(Boolean);
  warnOfMisspelt(element, attribute, wanted, names);
  return findMeantName(wanted, names) ?? otherwise;
}

/**
 * Returns the text of a property. An object is no text.
 * @param {Element} element
 * @param {string} property
 * @param {unknown} value
 */
export function readText(element, property, value) {
  if (!['object', 'function', 'symbol'].includes(typeof value)) return `${value ?? ''}`;
  const subject = `<${element.localName}> ${property}`;
  if (value !== null) warnOnce(subject, element, () => noText(subject, describeValue(value)));
  return '';
}

/** Elements whose last weights had a row with another sum. @type {WeakSet<Element>} */
const warnedOfRowSums = new WeakSet();

/**
 * Warns of the first row of weights that does not sum to 1, once until all rows do. The weights are
 * shown all the same.
 * @param {Element} element
 * @param {Pick<Layered, 'layers' | 'wrongRow'>} given
 */
export function warnOfRowSums(element, { layers, wrongRow: wrong }) {
  if (!wrong) return void warnedOfRowSums.delete(element);
  if (warnedOfRowSums.has(element)) return;
  warnedOfRowSums.add(element);
  const { shape } = layers[wrong.layer];
  const counts = { heads: shape.length > 2 ? shape[0] : 1, layers: layers.length };
  const warning = wrongRowSum(`<${element.localName}> weights`, wrong, counts);
  warnOnce(warning, element, () => warning);
}

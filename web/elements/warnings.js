/** Warns authors once of each value that an element cannot use as it is written. */

import { describeValue } from '../../src/js/errors.js';
import { findMeantName } from '../../src/js/nearest.js';
import { misspelt, noText, outOfRange, unparsable, wrongRowSum } from '../text/en/warnings.js';

/** @import { Layered } from '../sources/types.js' */
/** @import { ValueProblem } from '../state/problems.js' */

const MOST_SHOWN = 40;

/** The most warnings, because a page may cause thousands. */
const MOST_WARNED = 100;

/** @type {Set<string>} */
const warnedSubjects = new Set();

/**
 * @param {Element} element the element, which the console shows
 * @param {string} place what the warning is about, such as an attribute; '' means the element
 * @param {string | (() => string)} fault the warning, which continues the place; a function if writing
 *   it takes long
 * @param {string} [subject] has at most one warning
 */
export function warnOnce(element, place, fault, subject = place) {
  const name = `<${element.localName}>`;
  const key = `${name} ${subject}`;
  if (warnedSubjects.has(key) || warnedSubjects.size >= MOST_WARNED) return;
  warnedSubjects.add(key);
  const text = typeof fault === 'string' ? fault : fault();
  console.warn(`${place ? `${name} ${place}` : name}${text}`, element);
}

/**
 * Warns once of a value.
 * @param {Element} element
 * @param {string} attribute
 * @param {string} value
 * @param {string | (() => string)} fault
 */
export const warnOfValue = (element, attribute, value, fault) =>
  warnOnce(element, `${attribute}="${value.slice(0, MOST_SHOWN)}"`, fault);

/** @param {Element} element @param {string} attribute @param {ValueProblem} problem */
export function warnOfProblem(element, attribute, { part, names, example, limit }) {
  const write = () =>
    example ? unparsable(example) : limit ? outOfRange(...limit) : misspelt(part, names);
  warnOfValue(element, attribute, part, write);
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
  warnOfValue(element, attribute, wanted, () => misspelt(wanted, names));
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
  if (value !== null) warnOnce(element, property, noText(describeValue(value)));
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
  const fault = wrongRowSum(wrong, counts);
  warnOnce(element, 'weights', fault, `weights${fault}`);
}

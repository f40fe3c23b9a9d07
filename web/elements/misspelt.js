/** Tells an author on the console that an attribute has a value that means nothing. */

import { meantName, nearest } from '../../src/js/nearest.js';
import { misspelt } from '../text/en/messages.js';

const MOST_SHOWN = 40;
/** A page may make thousands. */
const MOST_SAID = 100;
/** @type {Set<string>} */
const said = new Set();

/**
 * Once for each value, and with the nearest right one.
 * @param {string} element
 * @param {string} attribute
 * @param {string} value
 * @param {readonly string[]} [names] that there are; without, it takes a number
 */
export function warnOfMisspelt(element, attribute, value, names) {
  const written = `<${element}> ${attribute}="${value.slice(0, MOST_SHOWN)}"`;
  warnOnce(written, () => misspelt(written, names, nearest(value, names ?? [])));
}

/**
 * @param {string} subject about which there is one warning
 * @param {() => string} warning
 */
export function warnOnce(subject, warning) {
  if (said.has(subject) || said.size >= MOST_SAID) return;
  said.add(subject);
  console.warn(warning());
}

/**
 * For a value that is none of them the nearest, or else the first.
 * @template {string} Known
 * @param {string} element
 * @param {string} attribute
 * @param {unknown} value
 * @param {readonly Known[]} known the first is the default, which may be ''
 * @returns {Known}
 */
export function chosen(element, attribute, value, known) {
  const [otherwise] = known;
  const wanted = `${value ?? otherwise}`;
  const right = known.find((one) => one === wanted);
  if (right !== undefined) return right;
  const names = known.filter(Boolean);
  warnOfMisspelt(element, attribute, wanted, names);
  return meantName(wanted, names) ?? otherwise;
}

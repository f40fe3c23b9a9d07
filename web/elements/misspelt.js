/** Tells an author on the console that an attribute has a value that means nothing. */

import { nearest } from '../../src/js/nearest.js';
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
  if (said.has(written) || said.size >= MOST_SAID) return;
  said.add(written);
  console.warn(misspelt(written, names, nearest(value, names ?? [])));
}

/**
 * Of a value that is none of them the first.
 * @template {string} Known
 * @param {string} element
 * @param {string} attribute
 * @param {unknown} value
 * @param {readonly Known[]} known the first is the default, which may be ''
 * @returns {Known}
 */
export function chosen(element, attribute, value, known) {
  const [otherwise] = known;
  const right = known.find((one) => one === (value ?? otherwise));
  if (right === undefined) warnOfMisspelt(element, attribute, `${value}`, known.filter(Boolean));
  return right ?? otherwise;
}

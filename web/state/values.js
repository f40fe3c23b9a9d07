/** Reads a value of a state from any value. Nothing throws, and an invalid value gives the default. */

import { parseDecimal } from '../text/number.js';

const MAX_TEXT_LETTERS = 65536;

/**
 * Returns the first parts that fit into a text together, with a separator after each.
 * @param {readonly string[]} parts
 * @param {number} maxLength
 */
export function keepFitting(parts, maxLength) {
  let length = 0;
  return parts.filter((part) => {
    length += part.length + 1;
    return length <= maxLength;
  });
}

/**
 * @template {string} T
 * @param {unknown} value
 * @param {readonly T[]} choices
 * @param {T} otherwise
 * @returns {T}
 */
export const toChoice = (value, choices, otherwise) =>
  choices.find((choice) => choice === value) ?? otherwise;

/**
 * @param {unknown} value a number, or a text with a number
 * @param {number} least
 * @param {number} most
 * @param {number} otherwise
 */
export const clampInteger = (value, least, most, otherwise) =>
  clamp(Math.trunc(toNumber(value)), least, most, otherwise);

/** @param {unknown} value @param {number} least @param {number} most @param {number} otherwise */
export const clampFloat32 = (value, least, most, otherwise) =>
  clamp(Math.fround(toNumber(value)), least, most, otherwise);

/** @param {unknown} value @returns {number} */
export function toNumber(value) {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? parseDecimal(value) : Number.NaN;
}

/** @param {unknown} value @returns {string} */
export const toText = (value) =>
  typeof value === 'string' ? value.slice(0, MAX_TEXT_LETTERS) : '';

/**
 * Returns the text if all of it has the form, otherwise ''.
 * @param {unknown} value
 * @param {RegExp} form
 * @param {number} most the most characters
 */
export function toTextOfForm(value, form, most) {
  const fits = typeof value === 'string' && value.length <= most && form.test(value);
  return fits ? value : '';
}

/** @param {number} number @param {number} least @param {number} most @param {number} otherwise */
function clamp(number, least, most, otherwise) {
  const wanted = Number.isNaN(number) ? otherwise : number;
  // Adding 0 turns −0 into 0.
  return Math.min(most, Math.max(least, wanted)) + 0;
}

/** Reads entries of a state from any values: nothing throws, and invalid values give the default. */

const MAX_TEXT = 65536;

/**
 * @template {string} T
 * @param {unknown} value
 * @param {readonly T[]} choices
 * @param {T} otherwise
 * @returns {T}
 */
export const oneOf = (value, choices, otherwise) =>
  choices.find((choice) => choice === value) ?? otherwise;

/**
 * @param {unknown} value a number, or a text that holds one
 * @param {number} least
 * @param {number} most
 * @param {number} otherwise
 */
export const whole = (value, least, most, otherwise) =>
  clamp(Math.trunc(numberOf(value)), least, most, otherwise);

/**
 * A float32.
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 * @param {number} otherwise
 */
export const single = (value, least, most, otherwise) =>
  clamp(Math.fround(numberOf(value)), least, most, otherwise);

/** @param {unknown} value */
export function numberOf(value) {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

/** @param {unknown} value */
export const textOf = (value) => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : '');

/**
 * @param {number} number
 * @param {number} least
 * @param {number} most
 * @param {number} otherwise
 */
function clamp(number, least, most, otherwise) {
  const wanted = Number.isNaN(number) ? otherwise : number;
  // Adding 0 turns −0 into 0.
  return Math.min(most, Math.max(least, wanted)) + 0;
}

/** How all numbers of a sheet and its key are written. */

import { rounded } from '../../../text/number.js';

const DECIMALS = 3;

/** A number as it is printed. @param {number} value */
export const printed = (value) =>
  Number.isFinite(value) ? Number(value.toFixed(DECIMALS)) : value;

/**
 * Three decimals, so that nobody meets powers of ten; whole numbers, such as the 0 of what is masked, stay whole.
 * @param {number} value
 */
export function written(value) {
  const size = Math.abs(value);
  if (!(size < 1e5) || Number.isInteger(value)) return rounded(value);
  return `${printed(value) < 0 ? '−' : ''}${size.toFixed(DECIMALS)}`;
}

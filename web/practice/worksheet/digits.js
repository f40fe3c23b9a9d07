/** How all numbers of a sheet and its key are written. */

import { rounded } from '../../text/number.js';

export const DECIMALS = 3;

/** @param {number} value @param {number} decimals */
export const printedTo = (value, decimals) =>
  Number.isFinite(value) ? Number(value.toFixed(decimals)) : value;

/**
 * Whole numbers, such as the 0 of what is masked, stay whole.
 * @param {number} value
 * @param {number} decimals
 */
export function writtenTo(value, decimals) {
  const size = Math.abs(value);
  if (!(size < 1e5) || Number.isInteger(value)) return rounded(value);
  return `${printedTo(value, decimals) < 0 ? '−' : ''}${size.toFixed(decimals)}`;
}

/** A number as it is printed. @param {number} value */
export const printed = (value) => printedTo(value, DECIMALS);

/** Three decimals, so that nobody meets powers of ten. @param {number} value */
export const written = (value) => writtenTo(value, DECIMALS);

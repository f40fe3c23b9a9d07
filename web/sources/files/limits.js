/** How much of a file is read. */

import { tooLarge } from '../../text/en/files.js';
import { FileError } from './file-error.js';

/** In all tensors that are wanted. */
export const MOST_NUMBERS = 2 ** 26;
/** So many numbers at eight bytes each. */
export const MOST_BYTES = 8 * MOST_NUMBERS;
export const LONGEST_HEADER = 1e6;

/** @param {boolean} isTooLarge */
export function refuseLarge(isTooLarge) {
  if (isTooLarge) throw new FileError(tooLarge(MOST_NUMBERS, LONGEST_HEADER));
}

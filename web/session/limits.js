/** How large a computation may become. */

export const MAX_WIDTH = 768;
/** Up to here a matrix is written in digits, beyond as a map. */
export const MAX_DIGITS = 16;
export const MAX_HEADS = 16;
export const MAX_SEED = 999999;
export const MAX_SPREAD = 512;
/** Columns of a worksheet wide enough to write in, beside each other on a page. */
export const MOST_COLUMNS = 10;

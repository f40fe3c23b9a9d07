/** How large a computation may become. */

export const MAX_WIDTH = 768;
/** Up to here a matrix is written in digits, beyond as a map. */
export const MAX_DIGITS = 16;
export const MAX_HEADS = 16;
/** Of tensors that are given: nothing is drawn or embedded for them. README has the times. */
export const MAX_GIVEN_HEADS = 128;
export const MAX_GIVEN_SIZE = 2048;
export const MAX_GIVEN_LAYERS = 128;
export const MAX_SEED = 999999;
export const MAX_SPREAD = 512;
/** Columns of a worksheet wide enough to write in, beside each other on a page. */
export const MOST_COLUMNS = 10;

/** How large a computation may become, and what a reader can set. */

export const MAX_WIDTH = 768;

/** Up to here a matrix is written in digits, beyond as a map. */
export const MAX_DIGITS = 16;

export const MAX_HEADS = 16;

/** A model that leaves the number of its heads open has 1, 2, 4 or 8. */
export const MAX_HEADS_OF_MODEL = 8;

/** The limit of given tensors, larger since nothing is drawn or embedded for them. */
export const MAX_GIVEN_HEADS = 128;

export const MAX_GIVEN_SIZE = 2048;

export const MAX_GIVEN_LAYERS = 128;

export const MAX_SEED = 999999;

/** Numbers of the longest row in the step about the square root. */
export const MAX_SPREAD = 512;

/** The limit of training steps. */
export const MAX_STEPS = 10_000;

/** Columns of a worksheet wide enough to write in, beside each other on a page. */
export const MAX_COLUMNS = 10;

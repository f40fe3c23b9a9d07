/** How large a computation may become, what a reader can set, and the forms of texts in a state. */

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

// Forms of texts in a state, and their most letters.

/** The name of a bug. */
export const BUG_NAME = /^[a-z\d-]{1,40}$/;

/** A name on the Hub, perhaps with its revision. */
export const MODEL_NAME = /^[\w.-]{1,96}(\/[\w.-]{1,96})?(@[\w./-]{1,80})?$/;

export const MAX_MODEL_LETTERS = 280;

export const HEADS_OF_LAYERS = /^((\d{1,3}|\*)\.(\d{1,3}|\*)( |$))*$/;

/** Heads of a layer. */
export const HEADS_OF_ONE_LAYER = /^(\d{1,3}( |$))*$/;

export const PAIRS_OF_HEADS = /^((\d{1,3}|\*)\.(\d{1,3}|\*)\.\d{1,3}\.\d{1,3}( |$))*$/;

/** The address of a Hub. */
export const HUB_ADDRESS = /^(https?:\/\/[^\s"'<>@]+)?$/;

export const MAX_HUB_ADDRESS_LETTERS = 300;

/** Letters of all heads or pairs that a reader has changed. */
export const MAX_CHANGES_LETTERS = 2000;

export const MAX_CELL_LETTERS = 200;

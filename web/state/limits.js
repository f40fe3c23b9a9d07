/** Limits of computations and settings, and the forms of texts in a state. */

export const MAX_WIDTH = 768;

/** The largest matrix shown as digits; larger ones are shown as maps. */
export const MAX_DIGITS = 16;

export const MAX_HEADS = 16;

/** A model with a variable number of heads has 1, 2, 4 or 8. */
export const MAX_HEADS_OF_MODEL = 8;

/** The limits of given tensors, which are larger because nothing is drawn or embedded. */
export const MAX_GIVEN_HEADS = 128;

export const MAX_GIVEN_SIZE = 2048;
export const MAX_GIVEN_LAYERS = 128;
export const MAX_SEED = 999999;

/** The length of the longest row in the step about the square root. */
export const MAX_SPREAD = 512;

/** The most training steps. */
export const MAX_STEPS = 10_000;

/** The most columns of a worksheet: columns wide enough to write in, side by side on a page. */
export const MAX_COLUMNS = 10;

/** The most rows of a worksheet that fit on a page. */
export const MAX_SHEET_ROWS = 16;

// Forms of texts in a state, and their lengths.

/** The form of the name of a bug. */
export const BUG_NAME = /^[a-z\d-]{1,40}$/;

export const HEADS_OF_LAYERS = /^((\d{1,3}|\*)\.(\d{1,3}|\*)( |$))*$/;

/** The form of a list of heads of a layer. */
export const HEADS_OF_ONE_LAYER = /^(\d{1,3}( |$))*$/;

export const PAIRS_OF_HEADS = /^((\d{1,3}|\*)(\.(\d{1,3}|\*)){3}( |$))*$/;

/** The form of the address of a Hub, or of dist/models, which may be a path. */
export const HUB_ADDRESS = /^((https?:\/\/|\.{0,2}\/(?!\/))[^\s"'<>@]+)?$/;

export const MAX_HUB_ADDRESS_LETTERS = 300;

/** The most characters of a list of changed heads or pairs. */
export const MAX_CHANGES_LETTERS = 2000;

export const MAX_CELL_LETTERS = 200;

// Attributes of both elements. The map alone must not load the table of fields for them.

export const THEMES = /** @type {const} */ (['light', 'dark']);

export const LOADING = /** @type {const} */ (['lazy', 'eager']);

/** Values that authors write for a switch that is off. */
export const FALSE_VALUES = ['false', '0', 'no', 'off'];

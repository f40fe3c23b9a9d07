/** The sources of numbers, what each of them decides, and how large a computation may become. */

/** @import { Settings } from './fields.js' */

/**
 * @typedef {'describer' | 'pronoun' | 'mini' | 'translator' | 'toy'} ModelName
 * @typedef {'seed' | 'article' | 'coffee' | 'own' | 'own-weights' | ModelName} SourceName
 */

/** @type {readonly ModelName[]} */
export const MODELS = ['describer', 'pronoun', 'mini', 'translator', 'toy'];

/** @type {readonly SourceName[]} */
export const SOURCES = ['seed', 'article', 'coffee', 'own', 'own-weights', ...MODELS];

/** What all models decide. @type {Partial<Settings>} */
const PLAIN = { fill: 'inf', emptyRow: 'zeros', scale: 'sqrt', temperature: 1, dropout: 0 };

/** What a model decides. @type {Record<ModelName, Partial<Settings>>} */
const DECIDED = {
  describer: { ...PLAIN, heads: 1, dModel: 2, mask: 'none', mechanism: 'dot' },
  pronoun: { ...PLAIN, heads: 1, dModel: 8, mask: 'none', mechanism: 'dot' },
  mini: { ...PLAIN, heads: 4, dModel: 32, mask: 'causal', mechanism: 'dot' },
  translator: { ...PLAIN, heads: 1, dModel: 48, mask: 'custom' },
  toy: { ...PLAIN, dModel: 32, mask: 'none', mechanism: 'dot' },
};

/**
 * The settings that a source decides itself.
 * @param {{ source: SourceName }} settings
 * @returns {Partial<Settings> | undefined}
 */
export const settingsOfSource = ({ source }) => DECIDED[/** @type {ModelName} */ (source)];

/**
 * The name of the model, where one is shown that learns.
 * @param {{ source: SourceName }} settings
 */
export const modelOf = ({ source }) => MODELS.find((name) => name === source);

/**
 * Are the numbers random, so that no weight means anything?
 * @param {{ source: SourceName, training: number }} settings
 */
export const isRandom = ({ source, training }) =>
  source === 'seed' || (modelOf({ source }) !== undefined && training === 0);

/** Are the tensors the reader's own? @param {{ source: SourceName }} settings */
export const isOwn = ({ source }) => source.startsWith('own');

export const MAX_WIDTH = 768;

/** Up to here a matrix is written in digits, beyond as a map. */
export const MAX_DIGITS = 16;

export const MAX_HEADS = 16;

/** A model that leaves the number of its heads open has 1, 2, 4 or 8. */
export const MOST_HEADS_OF_MODEL = 8;

/** Of tensors that are given: nothing is drawn or embedded for them. README has the times. */
export const MAX_GIVEN_HEADS = 128;

export const MAX_GIVEN_SIZE = 2048;

export const MAX_GIVEN_LAYERS = 128;

export const MAX_SEED = 999999;

/** Numbers of the longest row in the step about the square root. */
export const MAX_SPREAD = 512;

/** Of training. */
export const MAX_STEPS = 10_000;

/** Columns of a worksheet wide enough to write in, beside each other on a page. */
export const MOST_COLUMNS = 10;

/** The table of settings and selection: sources and what they use, limits, kinds, defaults, and how each value is read. */

import { maskNames } from '../graph/masks/index.js';

/** @import { ToyName } from '../../src/js/learning/grammars/toys.js' */

/**
 * @typedef {'describer' | 'pronoun' | 'mini' | 'translator' | 'toy'} ModelName
 * @typedef {'seed' | 'article' | 'coffee' | 'own' | 'own-weights' | ModelName} SourceName
 */

/** @type {readonly ModelName[]} */
const MODELS = ['describer', 'pronoun', 'mini', 'translator', 'toy'];

/** @type {readonly SourceName[]} */
export const SOURCES = ['seed', 'article', 'coffee', 'own', 'own-weights', ...MODELS];

const MASKING = /** @type {const} */ (['mask', 'pad', 'masked', 'fill', 'emptyRow']);

const SCALING = /** @type {const} */ (['scale', 'temperature', 'dropout', 'dropoutSeed']);

const LEARNING = /** @type {const} */ (['training', 'rate']);

/** Which of a model's kinds. */
const CHOSEN = /** @type {const} */ (['task', 'variant']);

const OF_MODEL = /** @type {const} */ (['sentence', 'seed', ...LEARNING, 'edits']);

/** Without an entry: of all but what learning needs. @type {Partial<Record<SourceName, (keyof Settings)[]>>} */
const USED = {
  article: [],
  coffee: [],
  own: [...MASKING, ...SCALING, 'edits'],
  'own-weights': ['edits'],
  describer: [...OF_MODEL],
  pronoun: [...OF_MODEL, 'variant'],
  mini: [...OF_MODEL],
  translator: [...OF_MODEL, 'mechanism', 'masked'],
  toy: [...OF_MODEL, 'task', 'heads'],
};

/** A model that leaves the number of its heads open has 1, 2, 4 or 8. */
export const MOST_HEADS_OF_MODEL = 8;

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
 * Does the source make use of a setting?
 * @param {Pick<Settings, 'source'>} settings
 * @param {keyof Settings} name
 */
export const uses = ({ source }, name) =>
  USED[source]?.includes(name) ?? ![...CHOSEN, ...LEARNING].some((one) => one === name);

/**
 * The name of the model, where one is shown that learns.
 * @param {Pick<Settings, 'source'>} settings
 */
export const modelOf = ({ source }) => MODELS.find((name) => name === source);

/**
 * Are the numbers random, so that no weight means anything?
 * @param {Pick<Settings, 'source' | 'training'>} settings
 */
export const isRandom = ({ source, training }) =>
  source === 'seed' || (modelOf({ source }) !== undefined && training === 0);

/** The settings that a source decides itself. @param {Pick<Settings, 'source'>} settings */
export const decidedBy = ({ source }) => DECIDED[/** @type {ModelName} */ (source)];

/** Are the tensors the reader's own? @param {Pick<Settings, 'source'>} settings */
export const isOwn = ({ source }) => source.startsWith('own');

// How large a computation may become.

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

// Reads entries of a state from any values: nothing throws, and invalid values give the default.

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

/**
 * @typedef {object} ViewSelection
 * @property {'step' | 'whole'} view one step, or the whole picture
 * @property {string} step the tensor that the step makes
 * @property {number} query the query whose row is marked
 * @property {number} key the key whose column is marked; −1 for none
 * @property {number} pin a second row to compare with; −1 for none
 * @property {'all' | 'one'} rows all queries, or the one that is marked
 * @property {number} head the head that is shown, from 0
 * @property {string} cell the number that is traced: 'weights.0.1.3'; '' for none
 * @property {number} spread length of the rows in the step about the square root
 * @property {string} before what an experiment changed, as an address; '' for nothing
 * @property {string} guide page of the course, such as 'why-flip', or its chapter; 'opening' for the first
 *   screen; '' for the lab
 * @property {string} answers what was answered in the course, as `guide.js` writes it
 */

export const MAX_CELL = 200;

/** The name of a number. */
export const CELL = /^[A-Za-z][\w/]*(\.\d{1,9})+$/;

/** The values of an entry that has only a few. */
export const VIEW_CHOICES = {
  view: /** @type {const} */ (['step', 'whole']),
  rows: /** @type {const} */ (['all', 'one']),
};

/** @type {Readonly<ViewSelection>} */
export const DEFAULT_SELECTION = {
  view: 'step',
  step: 'embeddings',
  query: 1,
  key: -1,
  pin: -1,
  rows: 'all',
  head: 0,
  cell: '',
  spread: 64,
  before: '',
  guide: '',
  answers: '',
};

/**
 * @typedef {'dot' | 'additive'} Mechanism
 * @typedef {import('../graph/masks/index.js').MaskName} Mask
 * @typedef {'inf' | '-1e9' | '0'} Fill
 * @typedef {'sqrt' | 'none' | 'words' | number} Scale
 *
 * @typedef {object} Settings
 * @property {SourceName} source where the numbers come from: drawn
 *   from the seed, printed in an article, set by hand for the scene with the coffee cup, given by the
 *   reader: queries, keys and values, or attention weights alone; or learned by a model
 * @property {string} sentence in any language
 * @property {string} target a second sentence, whose queries attend to the first; '' for none
 * @property {'cross' | 'self'} layer with a target: does it attend to the sentence, or to itself
 * @property {Mechanism} mechanism how a score is made: by a dot product, or by a small network
 * @property {number} heads divides `dModel`
 * @property {number} dModel numbers in an embedding
 * @property {number} keyWidth length of the keys' embeddings in additive attention; 0: `dModel`
 * @property {'own' | 'queries'} keys what the keys are: projected by W_K, or the queries once more
 * @property {'none' | 'sinusoidal'} positions what is added to each word's embedding for its place
 * @property {number} seed draws embeddings and weight matrices
 * @property {Mask} mask which keys a query may not attend to
 * @property {number} pad words at the end that are padding, with that mask
 * @property {string} masked cells of the custom mask: '0.3 2.1', query before key
 * @property {Fill} fill what a masked score becomes
 * @property {'zeros' | 'nan'} emptyRow weights of a row of which all is masked, with a fill of −∞
 * @property {Scale} scale what scores are multiplied by: 1/√d, 1, 1/√ of the number of words, or a number
 * @property {number} temperature the scores are divided by this as well
 * @property {number} dropout share of the weights that is dropped
 * @property {number} dropoutSeed draws the weights that are dropped
 * @property {number} training steps that a model has been trained; −1 for one that is trained already
 * @property {number} rate factor on a model's learning rate
 * @property {ToyName} task of the model called `toy`
 * @property {Variant} variant of the model called `pronoun`: its layers, and whether the last has a free
 *   value, a matrix of its own
 * @property {string} bug what is wrong with the run on purpose: the name of a mistake, or level and number of one
 *   that is to be found, '2-17'; '' for nothing
 * @property {string} edits numbers that the reader has set, as `edits.js` writes them
 */

/**
 * @typedef {'two' | 'two-free' | 'one' | 'one-free'} Variant
 */

/** @type {readonly ToyName[]} */
export const TASKS = /** @type {const} */ ([
  ...['previous', 'mirror', 'previous-and-mirror', 'recall', 'induction', 'order'],
  'order-without-positions',
]);

/** @type {readonly Variant[]} */
export const VARIANTS = ['two', 'two-free', 'one', 'one-free'];

/** Of training. */
export const MAX_STEPS = 10_000;

export const MAX_RATE = 1e6;

export const MAX_SCALE = 1e6;

/** What scores can be multiplied by, beside a number. */
export const SCALES = /** @type {const} */ (['sqrt', 'none', 'words']);

/** The name of a bug. */
export const BUG = /^[a-z\d-]{1,40}$/;

/**
 * The values of a setting that has only a few, each with a name.
 * @satisfies {{ [Name in keyof Settings]?: readonly Settings[Name][] }}
 */
export const CHOICES = {
  source: SOURCES,
  layer: ['cross', 'self'],
  mechanism: ['dot', 'additive'],
  keys: ['own', 'queries'],
  positions: ['none', 'sinusoidal'],
  mask: maskNames,
  fill: ['inf', '-1e9', '0'],
  emptyRow: ['zeros', 'nan'],
  task: TASKS,
  variant: VARIANTS,
};

/** @type {Readonly<Settings>} */
export const DEFAULT_SETTINGS = {
  source: 'seed',
  sentence: 'They eat fried noodles',
  target: '',
  layer: 'cross',
  mechanism: 'dot',
  heads: 2,
  dModel: 4,
  keyWidth: 0,
  keys: 'own',
  positions: 'none',
  seed: 7,
  mask: 'none',
  pad: 1,
  masked: '',
  fill: 'inf',
  emptyRow: 'zeros',
  scale: 'sqrt',
  temperature: 1,
  dropout: 0,
  dropoutSeed: 1,
  training: -1,
  rate: 1,
  task: 'previous',
  variant: 'two',
  bug: '',
  edits: '',
};

export const SETTINGS = /** @type {readonly (keyof Settings)[]} */ (Object.keys(DEFAULT_SETTINGS));

/**
 * The settings within a state.
 * @param {Settings} state
 * @returns {Readonly<Settings>}
 */
export const settingsOf = (state) =>
  Object.freeze(
    /** @type {Settings} */ (Object.fromEntries(SETTINGS.map((name) => [name, state[name]]))),
  );

/** @param {Settings} one @param {Settings} other */
export const differing = (one, other) => SETTINGS.filter((name) => one[name] !== other[name]);

/**
 * Everything that a lab shows, as one flat object; `v` is the version of its form.
 *
 * @typedef {{ v: 1 } & Settings & ViewSelection} State
 */

/** @type {Readonly<State>} */
export const DEFAULTS = Object.freeze({ v: 1, ...DEFAULT_SETTINGS, ...DEFAULT_SELECTION });

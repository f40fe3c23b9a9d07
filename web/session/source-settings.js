/** The names of sources, and of which settings each makes use. */

/**
 * @typedef {'describer' | 'pronoun' | 'mini' | 'translator' | 'toy'} ModelName
 * @typedef {'seed' | 'article' | 'coffee' | 'own' | 'own-weights' | ModelName} SourceName
 * @typedef {import('./settings.js').Settings} Settings
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

/** The names of sources, and of which settings each makes use. */

/**
 * @typedef {'seed' | 'article' | 'coffee' | 'own' | 'own-weights'} SourceName
 * @typedef {import('./settings.js').Settings} Settings
 */

/** @type {readonly SourceName[]} */
export const SOURCES = ['seed', 'article', 'coffee', 'own', 'own-weights'];

const MASKING = /** @type {const} */ (['mask', 'pad', 'masked', 'fill', 'emptyRow']);
const SCALING = /** @type {const} */ (['scale', 'temperature', 'dropout', 'dropoutSeed']);

/** Without an entry: of all. @type {Partial<Record<SourceName, (keyof Settings)[]>>} */
const USED = {
  article: [],
  coffee: [],
  own: [...MASKING, ...SCALING, 'edits'],
  'own-weights': ['edits'],
};

/**
 * Does the source make use of a setting?
 * @param {Pick<Settings, 'source'>} settings
 * @param {keyof Settings} name
 */
export const uses = ({ source }, name) => USED[source]?.includes(name) ?? true;

/** Are the tensors the reader's own? @param {Pick<Settings, 'source'>} settings */
export const isOwn = ({ source }) => source.startsWith('own');

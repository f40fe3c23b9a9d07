/** What is computed: every tensor is a function of the settings alone. */

import { formatEdits, parseEdits } from './edits.js';
import {
  MAX_DIGITS,
  MAX_GIVEN_HEADS,
  MAX_GIVEN_SIZE,
  MAX_HEADS,
  MAX_SEED,
  MAX_WIDTH,
} from './limits.js';
import { formatCells, parseCells } from './mask-cells.js';
import { numberOf, oneOf, single, textOf, whole } from './read.js';
import { decidedBy, isOwn, MOST_HEADS_OF_MODEL, modelOf, SOURCES } from './source-settings.js';
import { cleanSentence, splitWords } from './words.js';

/**
 * @typedef {'dot' | 'additive'} Mechanism
 * @typedef {'none' | 'causal' | 'padding' | 'custom'} Mask
 * @typedef {'inf' | '-1e9' | '0'} Fill
 * @typedef {'sqrt' | 'none' | 'words' | number} Scale
 *
 * @typedef {object} Settings
 * @property {import('./source-settings.js').SourceName} source where the numbers come from: drawn
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
 * @typedef {import('../../src/js/learning/grammars/toys.js').ToyName} ToyName
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
const MAX_STEPS = 10_000;
const MAX_RATE = 1e6;

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
  mask: ['none', 'causal', 'padding', 'custom'],
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
 * The valid settings nearest to the requested ones.
 * @param {Record<string, unknown>} requested
 * @returns {Settings}
 */
export function readSettings(requested) {
  const otherwise = DEFAULT_SETTINGS;
  /** @template {keyof typeof CHOICES} Name @param {Name} name */
  const named = (name) =>
    /** @type {Settings[Name]} */ (
      oneOf(
        requested[name],
        /** @type {readonly Settings[Name][]} */ (CHOICES[name]),
        otherwise[name],
      )
    );
  // A removed attribute arrives as null.
  const sentence = cleanSentence(requested.sentence ?? otherwise.sentence);
  const written = cleanSentence(requested.target ?? otherwise.target);
  const source = named('source');
  // The limits of the reader's own tensors were checked when they were read.
  const own = isOwn({ source });
  const isAlone = own || modelOf({ source }) !== undefined;
  const decided = decidedBy({ source });
  const target = !isAlone && splitWords(written).words.length > 0 ? written : '';
  const layer = target === '' ? otherwise.layer : named('layer');
  const dModel =
    decided?.dModel ??
    whole(
      requested.dModel,
      1,
      own ? MAX_GIVEN_SIZE * MAX_GIVEN_HEADS : MAX_WIDTH,
      otherwise.dModel,
    );
  const mostHeads = whole(
    requested.heads,
    1,
    decided ? MOST_HEADS_OF_MODEL : own ? MAX_GIVEN_HEADS : MAX_HEADS,
    otherwise.heads,
  );
  const { keyWords } = wordsOf({ sentence, target, layer });
  return {
    source,
    sentence,
    target,
    layer,
    mechanism: own ? 'dot' : named('mechanism'),
    heads: own ? mostHeads : Math.max(...headCounts(dModel).filter((count) => count <= mostHeads)),
    dModel,
    keyWidth: whole(requested.keyWidth, 0, MAX_DIGITS, otherwise.keyWidth),
    keys: named('keys'),
    positions: named('positions'),
    seed: whole(requested.seed, 0, MAX_SEED, otherwise.seed),
    mask: named('mask'),
    pad: whole(
      requested.pad,
      0,
      own ? MAX_GIVEN_SIZE : Math.max(1, keyWords.length),
      otherwise.pad,
    ),
    masked: formatCells(parseCells(textOf(requested.masked))),
    fill: named('fill'),
    emptyRow: named('emptyRow'),
    scale: readScale(requested.scale),
    temperature: single(requested.temperature, 2 ** -10, 2 ** 10, otherwise.temperature),
    dropout: single(requested.dropout, 0, 1, otherwise.dropout),
    dropoutSeed: whole(requested.dropoutSeed, 0, MAX_SEED, otherwise.dropoutSeed),
    training: whole(requested.training, -1, MAX_STEPS, otherwise.training),
    rate: single(requested.rate, 0, MAX_RATE, otherwise.rate),
    task: named('task'),
    variant: named('variant'),
    bug: readBug(requested.bug),
    edits: formatEdits(parseEdits(textOf(requested.edits))),
    ...decided,
  };
}

/** @param {unknown} value */
const readBug = (value) => BUG.exec(textOf(value))?.[0] ?? '';

/**
 * @param {unknown} value
 * @returns {Scale}
 */
function readScale(value) {
  const number = Math.fround(numberOf(value)) + 0;
  // With scores and a temperature in range, products stay finite.
  if (Math.abs(number) <= MAX_SCALE) return number;
  return oneOf(value, SCALES, 'sqrt');
}

/**
 * The head counts that cut a row of `width` numbers into equal parts.
 * @param {number} width
 * @returns {number[]}
 */
export function headCounts(width) {
  const most = Math.min(width, MAX_HEADS);
  return Array.from({ length: most }, (_, i) => i + 1).filter((count) => width % count === 0);
}

/**
 * The width nearest to `width` that `heads` divides and that is shown in digits.
 * @param {number} heads
 * @param {number} width
 */
export function widthFor(heads, width) {
  const most = Math.floor((width > MAX_DIGITS ? MAX_WIDTH : MAX_DIGITS) / heads);
  return heads * Math.min(most, Math.max(1, Math.round(width / heads)));
}

/**
 * The words of the queries and of the keys.
 * @param {Pick<Settings, 'sentence' | 'target' | 'layer'>} settings
 */
export function wordsOf({ sentence, target, layer }) {
  const first = splitWords(sentence);
  const second = splitWords(target);
  const queries = second.words.length > 0 ? second : first;
  const keys = layer === 'self' ? queries : first;
  return {
    queryWords: first.words.length > 0 ? queries.words : [],
    keyWords: keys.words,
    leftOut: first.leftOut,
    leftOutOfTarget: second.leftOut,
  };
}

/**
 * Does a second sentence attend to the first?
 * @param {Pick<Settings, 'target' | 'layer'>} settings
 */
export const isCrossing = ({ target, layer }) => target !== '' && layer === 'cross';

/**
 * Does a second sentence attend to itself, behind a mask that is the decoder's own?
 * @param {Pick<Settings, 'target' | 'layer'>} settings
 */
export const isDecoderSelf = ({ target, layer }) => target !== '' && layer === 'self';

/**
 * The mask in force: causal in a decoder's self-attention; between two sentences there is no causal
 * mask.
 * @param {Pick<Settings, 'target' | 'layer' | 'mask'>} settings
 * @returns {Mask}
 */
export function maskOf({ target, layer, mask }) {
  if (target === '') return mask;
  if (isDecoderSelf({ target, layer })) return 'causal';
  return mask === 'causal' ? 'none' : mask;
}

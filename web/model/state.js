/**
 * The whole of what the reader has chosen, as one plain, flat object. Results are a function of the
 * state, the picture a function of state and results. Beside it there is only what passes: the focus,
 * an open menu, a text being typed.
 */

import { formatEdits, parseEdits } from './edits.js';
import { MAX_DIGITS, MAX_HEADS, MAX_SEED, MAX_SPREAD, MAX_WIDTH } from './limits.js';
import { formatCells, parseCells } from './mask-cells.js';
import { stepIn, stepsOf } from './step-order.js';
import { cleanSentence, splitWords } from './words.js';

/**
 * @typedef {'seed' | 'article' | 'coffee'} Source
 * @typedef {'dot' | 'additive'} Mechanism
 * @typedef {'none' | 'causal' | 'padding' | 'custom'} Mask
 * @typedef {'inf' | '-1e9' | '0'} Fill
 * @typedef {'sqrt' | 'none' | 'words' | number} Scale
 *
 * @typedef {object} State
 * @property {1} v version of this object
 * @property {Source} source where the numbers come from: drawn from the seed, printed in an article,
 *   or set by hand for the scene with the coffee cup
 * @property {string} sentence the words that are looked at, in any language
 * @property {string} target a second sentence, whose words ask those of the first; '' for none
 * @property {'cross' | 'self'} layer with a target: does it ask the sentence, or itself
 * @property {Mechanism} mechanism how a score is made: by a dot product, or by a small network
 * @property {number} heads divides `dModel`
 * @property {number} dModel numbers in an embedding
 * @property {number} keyWidth length of the embeddings that are asked, in additive attention; 0: `dModel`
 * @property {'own' | 'queries'} keys what the keys are: projected by W_K, or the queries once more
 * @property {number} seed draws embeddings and weights
 * @property {Mask} mask which keys a query may not see
 * @property {number} pad words at the end that are padding, with that mask
 * @property {string} masked cells of the custom mask: '0.3 2.1', query before key
 * @property {Fill} fill what a masked score becomes
 * @property {'zeros' | 'nan'} emptyRow weights of a row of which all is masked, with a fill of −∞
 * @property {Scale} scale what scores are multiplied by: 1/√d, 1, 1/√ of the number of words, or a number
 * @property {number} temperature the scores are divided by this as well
 * @property {number} dropout share of the weights that is dropped
 * @property {number} dropoutSeed draws the weights that are dropped
 * @property {string} edits numbers that the reader has set, as `edits.js` writes them
 * @property {string} step the tensor that the step makes
 * @property {number} query the word whose row is followed
 * @property {number} key the word whose column is marked; −1 for none
 * @property {number} pin a second row to compare with; −1 for none
 * @property {'all' | 'one'} rows all words that ask, or the one that is followed
 * @property {number} head the head that is shown, from 0
 * @property {string} cell the number that is traced: 'weights.0.1.3'; '' for none
 * @property {number} spread length of the rows in the step about the square root
 * @property {string} before what an experiment changed, as an address; '' for nothing
 * @property {number} guide chapter of the guided path, from 1; 0 for free play
 * @property {number} answer the answer chosen in that chapter; −1 for none
 */

/** @typedef {Readonly<Pick<State, (typeof DECISIVE)[number]>>} Decisive */

const MAX_SCALE = 1e6;
const MAX_GUIDE = 99;
const MAX_TEXT = 65536;

/** @type {Readonly<State>} */
export const DEFAULTS = Object.freeze({
  v: 1,
  source: 'seed',
  sentence: 'They eat fried noodles',
  target: '',
  layer: 'cross',
  mechanism: 'dot',
  heads: 2,
  dModel: 4,
  keyWidth: 0,
  keys: 'own',
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
  edits: '',
  step: 'embeddings',
  query: 1,
  key: -1,
  pin: -1,
  rows: 'all',
  head: 0,
  cell: '',
  spread: 64,
  before: '',
  guide: 0,
  answer: -1,
});

/** What of the state the results depend on, and nothing more. */
export const DECISIVE = Object.freeze(
  /** @type {const} */ ([
    'source',
    'sentence',
    'target',
    'layer',
    'mechanism',
    'heads',
    'dModel',
    'keyWidth',
    'keys',
    'seed',
    'mask',
    'pad',
    'masked',
    'fill',
    'emptyRow',
    'scale',
    'temperature',
    'dropout',
    'dropoutSeed',
    'edits',
  ]),
);

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
 * The width nearest to `width` that `heads` cut into equal parts, and digits can show.
 * @param {number} heads
 * @param {number} width
 */
export function widthFor(heads, width) {
  const most = Math.floor((width > MAX_DIGITS ? MAX_WIDTH : MAX_DIGITS) / heads);
  return heads * Math.min(most, Math.max(1, Math.round(width / heads)));
}

/**
 * The words of a state: those that ask and those that are asked.
 * @param {Pick<State, 'sentence' | 'target' | 'layer'>} state
 */
export function wordsOf({ sentence, target, layer }) {
  const source = splitWords(sentence);
  const second = splitWords(target);
  const asks = second.words.length > 0 ? second : source;
  const asked = layer === 'self' ? asks : source;
  return {
    queryWords: source.words.length > 0 ? asks.words : [],
    keyWords: asked.words,
    leftOut: source.leftOut,
    leftOutOfTarget: second.leftOut,
  };
}

/**
 * Does a second sentence ask the first?
 * @param {Pick<State, 'target' | 'layer'>} state
 */
export const isCrossing = ({ target, layer }) => target !== '' && layer === 'cross';

/**
 * Does a second sentence ask itself, behind a mask that is the decoder's own?
 * @param {Pick<State, 'target' | 'layer'>} state
 */
export const isDecoderSelf = ({ target, layer }) => target !== '' && layer === 'self';

/**
 * What of a state the results depend on.
 * @param {State} state
 * @returns {Decisive}
 */
export function decisive(state) {
  const entries = DECISIVE.map((name) => [name, state[name]]);
  return Object.freeze(/** @type {Decisive} */ (Object.fromEntries(entries)));
}

/**
 * The mask that is in force: a decoder may not look ahead within its own sentence, and there is no
 * ahead in another.
 * @param {Pick<State, 'target' | 'layer' | 'mask'>} state
 * @returns {Mask}
 */
export function maskOf({ target, layer, mask }) {
  if (target === '') return mask;
  if (isDecoderSelf({ target, layer })) return 'causal';
  return mask === 'causal' ? 'none' : mask;
}

/**
 * The nearest state to what was asked for. Never throws, whatever it is given; what it makes, it
 * leaves as it is.
 * @param {unknown} wanted
 * @returns {State}
 */
export function normalise(wanted) {
  const asked = /** @type {Record<string, unknown>} */ (Object(wanted ?? {}));
  const source = oneOf('source', asked, ['seed', 'article', 'coffee']);
  // An attribute that is taken away comes as null.
  const sentence = cleanSentence(asked.sentence ?? DEFAULTS.sentence);
  const written = cleanSentence(asked.target ?? DEFAULTS.target);
  const target = splitWords(written).words.length > 0 ? written : '';
  const layer = target === '' ? DEFAULTS.layer : oneOf('layer', asked, ['cross', 'self']);
  const mechanism = oneOf('mechanism', asked, ['dot', 'additive']);
  const dModel = whole('dModel', asked, 1, MAX_WIDTH);
  const mostHeads = whole('heads', asked, 1, MAX_HEADS);
  const heads = Math.max(...headCounts(dModel).filter((count) => count <= mostHeads));
  const { queryWords, keyWords } = wordsOf({ sentence, target, layer });
  const temperature = positive('temperature', asked, 2 ** -10, 2 ** 10);
  const dropout = positive('dropout', asked, 0, 1);
  const steps = stepsOf({ source, mechanism, target, dropout, temperature, dModel });
  const last = Math.max(0, queryWords.length - 1);
  return {
    v: 1,
    source,
    sentence,
    target,
    layer,
    mechanism,
    heads,
    dModel,
    keyWidth: whole('keyWidth', asked, 0, MAX_DIGITS),
    keys: oneOf('keys', asked, ['own', 'queries']),
    seed: whole('seed', asked, 0, MAX_SEED),
    mask: oneOf('mask', asked, ['none', 'causal', 'padding', 'custom']),
    pad: whole('pad', asked, 0, Math.max(1, keyWords.length)),
    masked: formatCells(parseCells(textOf(asked.masked))),
    fill: oneOf('fill', asked, ['inf', '-1e9', '0']),
    emptyRow: oneOf('emptyRow', asked, ['zeros', 'nan']),
    scale: scaleOf(asked.scale),
    temperature,
    dropout,
    dropoutSeed: whole('dropoutSeed', asked, 0, MAX_SEED),
    edits: formatEdits(parseEdits(textOf(asked.edits))),
    step: stepIn(steps, asked.step),
    query: whole('query', asked, 0, last),
    key: whole('key', asked, -1, Math.max(0, keyWords.length - 1)),
    pin: whole('pin', asked, -1, last),
    rows: oneOf('rows', asked, ['all', 'one']),
    head: whole('head', asked, 0, heads - 1),
    cell: cellOf(asked.cell),
    spread: whole('spread', asked, 1, MAX_SPREAD),
    before: textOf(asked.before).replace(/\p{Surrogate}/gu, ''),
    guide: whole('guide', asked, 0, MAX_GUIDE),
    answer: whole('answer', asked, -1, 9),
  };
}

/**
 * @template {keyof State} Name
 * @template {State[Name]} T
 * @param {Name} name
 * @param {Record<string, unknown>} asked
 * @param {readonly T[]} choices
 * @returns {T}
 */
function oneOf(name, asked, choices) {
  return (
    choices.find((choice) => choice === asked[name]) ??
    /** @type {T} */ (/** @type {unknown} */ (DEFAULTS[name]))
  );
}

/**
 * @param {keyof State} name
 * @param {Record<string, unknown>} asked a number, or a text that holds one
 * @param {number} least
 * @param {number} most
 */
function whole(name, asked, least, most) {
  return within(Math.trunc(numberOf(asked[name])), least, most, Number(DEFAULTS[name]));
}

/**
 * @param {keyof State} name
 * @param {Record<string, unknown>} asked
 * @param {number} least
 * @param {number} most
 */
function positive(name, asked, least, most) {
  return within(Math.fround(numberOf(asked[name])), least, most, Number(DEFAULTS[name]));
}

/**
 * @param {number} number
 * @param {number} least
 * @param {number} most
 * @param {number} otherwise
 */
function within(number, least, most, otherwise) {
  const wish = Number.isNaN(number) ? otherwise : number;
  // Adding 0 turns −0 into 0.
  return Math.min(most, Math.max(least, wish)) + 0;
}

/** @param {unknown} value */
function numberOf(value) {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

/** @param {unknown} value */
function textOf(value) {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : '';
}

/**
 * @param {unknown} value
 * @returns {Scale}
 */
function scaleOf(value) {
  const number = Math.fround(numberOf(value)) + 0;
  // With scores and a temperature in range, products stay numbers.
  if (Math.abs(number) <= MAX_SCALE) return number;
  return value === 'none' || value === 'words' ? value : 'sqrt';
}

/** @param {unknown} value */
function cellOf(value) {
  return typeof value === 'string' && /^[A-Za-z]{1,20}(\.\d{1,3}){1,3}$/.test(value) ? value : '';
}

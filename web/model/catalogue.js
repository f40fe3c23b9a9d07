/**
 * What each tensor of a lesson is: its name, its axes, and how the core made it. Tables, traces,
 * exports and code are all written from here.
 *
 * Axes are letters, and a letter means the same everywhere:
 *
 *     h  head                      q  word that asks        k  word that is asked
 *     f  feature of the asking     g  feature of the asked  a  hidden unit of additive attention
 *     c  column within a head      C  column of all heads side by side: h · (columns a head) + c
 *     o  column of the output      p  word that asks, as one that is asked    r  row of the article's heads
 */

import { otherMechanism } from './other-mechanism.js';
import { isCrossing } from './state.js';

/**
 * @typedef {import('./state.js').State} State
 *
 * How a tensor is made of others. Axes of an operand that the result lacks are summed over.
 *   given     not made: drawn from the seed, set by hand or printed
 *   product   sum of left · right
 *   scaled    operand · factor, or divided by a number
 *   masked    operand, or the fill where it is masked
 *   max, sum  of the operand
 *   exp       exp(operand − second operand)
 *   quotient  operand / second operand
 *   dropped   0, or operand / (1 − p)
 *   tanh      tanh(operand + second operand)
 *   same      the operand's number at another place
 *   elsewhere a number of another lesson: of the other mechanism, or of the decoder's other layer
 * @typedef {'given' | 'product' | 'scaled' | 'masked' | 'max' | 'sum' | 'exp' | 'quotient' |
 *   'dropped' | 'tanh' | 'same' | 'elsewhere'} Kind
 *
 * @typedef {object} Entry
 * @property {string} name in the plural: 'queries'
 * @property {string} one a single number of it: 'query', for 'query of eat, number 2'
 * @property {string} letter its symbol, with a lower index after `_` and primes: 'W_Q'
 * @property {'q' | 'k' | 'v'} [role] whose colour it wears
 * @property {string} axes
 * @property {'weights' | 'signed' | 'plain'} colours
 * @property {Kind} kind
 * @property {{ tensor: string, axes: string }[]} operands
 *
 * @typedef {Record<string, Entry>} Catalogue
 */

/**
 * @param {string} name
 * @param {string} one
 * @param {string} letter
 * @param {string} axes
 * @param {Kind} [kind]
 * @param {Record<string, string>} [operands] tensor to axes
 * @param {Partial<Entry>} [more]
 * @returns {Entry}
 */
function entry(name, one, letter, axes, kind = 'given', operands = {}, more = {}) {
  const list = Object.entries(operands).map(([tensor, letters]) => ({ tensor, axes: letters }));
  return { name, one, letter, axes, colours: 'signed', kind, operands: list, ...more };
}

const Q = /** @type {const} */ ({ role: 'q' });
const K = /** @type {const} */ ({ role: 'k' });
const V = /** @type {const} */ ({ role: 'v' });
const WEIGHTS = /** @type {const} */ ({ colours: 'weights' });
const PLAIN = /** @type {const} */ ({ colours: 'plain' });

/**
 * From scores to weights: the same in every kind of attention.
 * @param {string} h the axis of heads, where there is one
 * @param {boolean} scaled is there a step of scaling
 * @param {boolean} dropped
 * @returns {Catalogue}
 */
function softmaxEntries(h, scaled, dropped) {
  const [pairs, rows] = [`${h}qk`, `${h}q`];
  const before = scaled ? 'scaledScores' : 'scores';
  return {
    ...(scaled && {
      scaledScores: entry('scaled scores', 'scaled score', 'S′', pairs, 'scaled', {
        scores: pairs,
      }),
    }),
    maskedScores: entry('masked scores', 'masked score', 'S″', pairs, 'masked', {
      [before]: pairs,
    }),
    rowMax: entry('row maximum', 'row maximum', 'm', rows, 'max', { maskedScores: pairs }, PLAIN),
    exponentials: entry(
      'exponentials',
      'exponential',
      'E',
      pairs,
      'exp',
      { maskedScores: pairs, rowMax: rows },
      PLAIN,
    ),
    rowSum: entry('row sum', 'row sum', 'r', rows, 'sum', { exponentials: pairs }, PLAIN),
    weights: entry(
      'weights',
      'weight',
      'A',
      pairs,
      'quotient',
      { exponentials: pairs, rowSum: rows },
      WEIGHTS,
    ),
    ...(dropped && {
      dropped: entry(
        'weights after dropout',
        'weight after dropout',
        'A′',
        pairs,
        'dropped',
        { weights: pairs },
        WEIGHTS,
      ),
    }),
  };
}

/**
 * Weights that another lesson makes.
 * @param {string} whose
 * @param {string} letter
 * @param {string} axes
 */
const weightsElsewhere = (whose, letter, axes) =>
  entry(`weights ${whose}`, `weight ${whose}`, letter, axes, 'elsewhere', {}, WEIGHTS);

/**
 * @param {State} state
 * @returns {Catalogue}
 */
export function catalogueOf(state) {
  if (state.source === 'article') return article;
  if (state.source === 'coffee') return coffee;
  const crossing = isCrossing(state);
  const isAdditive = state.mechanism === 'additive';
  const wide = isAdditive && state.keyWidth > 0;
  const separate = crossing || wide;
  const asking = separate ? 'queryEmbeddings' : 'embeddings';
  return {
    ...(separate && {
      queryEmbeddings: entry('asking embeddings', 'asking embedding', 'Z', 'qf'),
    }),
    embeddings: entry('embeddings', 'embedding', 'X', separate ? 'kg' : 'qf'),
    ...(isAdditive ? additive(state, asking) : dotProduct(state, asking)),
    ...(otherMechanism(state) && {
      otherWeights: isAdditive
        ? weightsElsewhere('of the dot product', 'A_dot', 'hqk')
        : weightsElsewhere('of additive attention', 'A_additive', 'qk'),
    }),
    ...(crossing && {
      selfWeights: weightsElsewhere('of the self-attention', 'A_self', isAdditive ? 'qp' : 'hqp'),
    }),
  };
}

/**
 * @param {State} state
 * @param {string} asking the tensor of the words that ask
 * @returns {Catalogue}
 */
function dotProduct(state, asking) {
  const shared = state.keys === 'queries';
  const mixed = state.dropout > 0 ? 'dropped' : 'weights';
  return {
    wq: entry('weight matrix', 'entry', 'W_Q', 'hfc', 'given', {}, Q),
    ...(!shared && { wk: entry('weight matrix', 'entry', 'W_K', 'hgc', 'given', {}, K) }),
    wv: entry('weight matrix', 'entry', 'W_V', 'hgc', 'given', {}, V),
    wo: entry('weight matrix', 'entry', 'W_O', 'Co'),
    q: entry('queries', 'query', 'Q', 'hqc', 'product', { [asking]: 'qf', wq: 'hfc' }, Q),
    k: shared
      ? entry('keys', 'key', 'K', 'hkc', 'product', { embeddings: 'kf', wq: 'hfc' }, K)
      : entry('keys', 'key', 'K', 'hkc', 'product', { embeddings: 'kg', wk: 'hgc' }, K),
    v: entry('values', 'value', 'V', 'hkc', 'product', { embeddings: 'kg', wv: 'hgc' }, V),
    scores: entry('scores', 'score', 'S', 'hqk', 'product', { q: 'hqc', k: 'hkc' }),
    ...softmaxEntries('h', true, state.dropout > 0),
    heads: entry('heads', 'head output', 'H_h', 'hqc', 'product', { [mixed]: 'hqk', v: 'hkc' }),
    concatenated: entry('side by side', 'number', 'H', 'qC', 'same', { heads: 'hqc' }),
    output: entry('output', 'output', 'Y', 'qo', 'product', { concatenated: 'qC', wo: 'Co' }),
    headContributions: entry('contributions', 'contribution', 'Y_h', 'hqo', 'product', {
      heads: 'hqc',
      wo: 'Co',
    }),
    contributionSum: entry('their sum', 'sum', 'Σ', 'qo', 'sum', { headContributions: 'hqo' }),
  };
}

/**
 * @param {State} state
 * @param {string} asking
 * @returns {Catalogue}
 */
function additive(state, asking) {
  const mixed = state.dropout > 0 ? 'dropped' : 'weights';
  return {
    wq: entry('weight matrix', 'entry', 'W_q', 'fa', 'given', {}, Q),
    wk: entry('weight matrix', 'entry', 'W_k', 'ga', 'given', {}, K),
    wv: entry('weight vector', 'entry', 'w', 'a'),
    projectedQueries: entry(
      'projected queries',
      'projected query',
      'Q′',
      'qa',
      'product',
      { [asking]: 'qf', wq: 'fa' },
      Q,
    ),
    projectedKeys: entry(
      'projected keys',
      'projected key',
      'K′',
      'ka',
      'product',
      { embeddings: 'kg', wk: 'ga' },
      K,
    ),
    features: entry('features', 'feature', 'F', 'qka', 'tanh', {
      projectedQueries: 'qa',
      projectedKeys: 'ka',
    }),
    scores: entry('scores', 'score', 'S', 'qk', 'product', { features: 'qka', wv: 'a' }),
    ...softmaxEntries('', state.temperature !== 1, state.dropout > 0),
    output: entry('output', 'output', 'Y', 'qg', 'product', { [mixed]: 'qk', embeddings: 'kg' }),
  };
}

/** @type {Catalogue} */
const article = {
  query: entry('query', 'query', 'q', 'qf', 'given', {}, Q),
  key: entry('keys', 'key', 'K', 'kf', 'given', {}, K),
  scores: entry('scores', 'score', 'S', 'qk', 'product', { query: 'qf', key: 'kf' }),
  ...softmaxEntries('', true, false),
  heads: entry('heads', 'number', 'H_h', 'hrc', 'given', {}, PLAIN),
  concatenated: entry('side by side', 'number', 'H', 'rC', 'same', { heads: 'hrc' }, PLAIN),
};

/** @type {Catalogue} */
const coffee = {
  query: entry('queries', 'query', 'Q', 'qf', 'given', {}, Q),
  key: entry('keys', 'key', 'K', 'kf', 'given', {}, K),
  scores: entry('scores', 'score', 'S', 'qk', 'product', { query: 'qf', key: 'kf' }),
  ...softmaxEntries('', false, false),
};

/**
 * Whose names stand at the places of an axis; undefined where they are only counted.
 * @param {string} axis
 * @param {{ queryWords: string[], keyWords: string[], featureNames?: string[] }} lesson
 */
export function namesOf(axis, { queryWords, keyWords, featureNames }) {
  if (axis === 'f') return featureNames;
  if (axis === 'q' || axis === 'p') return queryWords;
  return axis === 'k' ? keyWords : undefined;
}

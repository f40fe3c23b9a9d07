/** Names of each tensor: of the tensor, and of a single number in it. */

/** @type {Readonly<Record<string, readonly [plural: string, singular: string]>>} */
const NAMES = {
  queryEmbeddings: ['query embeddings', 'query embedding'],
  embeddings: ['embeddings', 'embedding'],
  queryWordEmbeddings: ['query word embeddings', 'query word embedding'],
  queryPositionEmbeddings: ['query position embeddings', 'query position embedding'],
  wordEmbeddings: ['word embeddings', 'word embedding'],
  positionEmbeddings: ['position embeddings', 'position embedding'],
  query: ['queries', 'query'],
  key: ['keys', 'key'],
  wq: ['weight matrix', 'entry'],
  wk: ['weight matrix', 'entry'],
  wv: ['weight matrix', 'entry'],
  wo: ['weight matrix', 'entry'],
  wvector: ['weight vector', 'entry'],
  q: ['queries', 'query'],
  k: ['keys', 'key'],
  v: ['values', 'value'],
  projectedQueries: ['projected queries', 'projected query'],
  projectedKeys: ['projected keys', 'projected key'],
  features: ['features', 'feature'],
  scores: ['scores', 'score'],
  scaledScores: ['scaled scores', 'scaled score'],
  maskedScores: ['masked scores', 'masked score'],
  rowMax: ['row maximum', 'row maximum'],
  exponentials: ['exponentials', 'exponential'],
  rowSum: ['row sum', 'row sum'],
  weights: ['attention weights', 'attention weight'],
  dropped: ['weights after dropout', 'weight after dropout'],
  heads: ['heads', 'head output'],
  printedHeads: ['heads', 'entry'],
  concatenated: ['concatenation', 'entry'],
  output: ['output', 'output'],
  nouns: ['values of all nouns', 'value'],
  logits: ['logits', 'logit'],
  probabilities: ['probabilities', 'probability'],
  headContributions: ['contributions', 'contribution'],
  contributionSum: ['sum of the heads', 'sum'],
  dotWeights: ['dot-product weights', 'dot-product weight'],
  additiveWeights: ['additive weights', 'additive weight'],
  selfWeights: ['self-attention weights', 'self-attention weight'],
};

/**
 * @param {string} kind the kind of a node, from `getTensorKind`
 * @param {typeof NAMES} [others] names of a source's own tensors
 * @returns {readonly [plural: string, singular: string]}
 */
export const tensorName = (kind, others = {}) => others[kind] ?? NAMES[kind] ?? [kind, kind];

// Remarks beside lines of an exported program.

export const noMask = 'no mask';

/** Remarks by the fill of masked scores. @type {Readonly<Record<string, string>>} */
export const fills = {
  '-Infinity': 'Masked scores become -inf, whose exponential is 0.',
  '-1000000000':
    'Masked scores become -1e9; in a row with no other scores all weights are the same.',
  0: 'Masked scores become 0, a common mistake: a score of 0 still gets a weight.',
};

/** @type {Readonly<Record<string, string>>} */
export const scales = {
  sqrt: 'd: length of a query',
  words: 'a common misreading: the number of words',
  root: 'as the model sets it',
  none: 'no scaling',
  number: 'chosen by you',
  divisor: 'as in the example',
  temperature: 'a temperature',
};

/** @param {string} note @param {string} temperature */
export const heated = (note, temperature) => `${note}; and a temperature of ${temperature}`;

export const emptyNote = 'fully masked rows';
export const emptyZeros = 'fully masked rows are zeros';
export const emptyNan = 'a fully masked row is NaN';
export const sumsToOne = 'every row sums to 1';
export const softmaxByCore = 'maximum, exponentials, sum and division in one';

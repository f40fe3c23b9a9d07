/**
 * The whole of what the reader has chosen, as one plain object. Results are a function of the state,
 * the picture a function of state and results: nothing else is remembered.
 */

import { cleanSentence, splitWords } from './words.js';

/**
 * @typedef {'dot' | 'additive'} Mechanism
 * @typedef {'seed' | 'article'} Source
 * @typedef {'none' | 'causal'} Mask
 * @typedef {'sqrt' | 'none' | 'words' | number} Scale
 *
 * @typedef {object} State
 * @property {1} v version of this object
 * @property {Source} source where the numbers come from
 * @property {string} sentence
 * @property {Mechanism} mechanism
 * @property {number} heads divides `dModel`
 * @property {number} dModel
 * @property {number} seed
 * @property {Mask} mask
 * @property {Scale} scale
 * @property {string} step the tensor that the step makes
 * @property {number} query the word whose row is followed
 * @property {number} head the head that is shown, from 0
 */

export const MAX_WIDTH = 8;
export const MAX_SEED = 999999;

/** @type {Readonly<State>} */
export const DEFAULTS = Object.freeze({
  v: 1,
  source: 'seed',
  sentence: 'They eat fried noodles',
  mechanism: 'dot',
  heads: 2,
  dModel: 4,
  seed: 7,
  mask: 'none',
  scale: 'sqrt',
  step: 'embeddings',
  query: 1,
  head: 0,
});

const STEPS = {
  dot: [
    'embeddings',
    'q',
    'k',
    'v',
    'scores',
    'scaledScores',
    'maskedScores',
    'weights',
    'heads',
    'concatenated',
    'output',
  ],
  additive: [
    'embeddings',
    'projectedQueries',
    'projectedKeys',
    'features',
    'scores',
    'maskedScores',
    'weights',
    'output',
  ],
  article: ['scores', 'scaledScores', 'weights', 'concatenated'],
};

// Where a step goes when its lesson gives way to one that has no such step.
/** @type {Record<string, string>} */
const NEAREST = {
  q: 'projectedQueries',
  k: 'projectedKeys',
  v: 'features',
  scaledScores: 'scores',
  heads: 'output',
  concatenated: 'output',
  projectedQueries: 'q',
  projectedKeys: 'k',
  features: 'v',
  maskedScores: 'scaledScores',
  output: 'concatenated',
};

/**
 * The steps of a lesson, in order.
 * @param {{ source: Source, mechanism: Mechanism }} state
 * @returns {readonly string[]}
 */
export function stepsOf({ source, mechanism }) {
  return source === 'article' ? STEPS.article : STEPS[mechanism];
}

/**
 * The head counts that cut a row of `width` numbers into equal parts.
 * @param {number} width
 * @returns {number[]}
 */
export function headCounts(width) {
  return Array.from({ length: width }, (_, i) => i + 1).filter((count) => width % count === 0);
}

/**
 * The nearest state to what was asked for. Never throws, whatever it is given; what it makes, it
 * leaves as it is.
 * @param {unknown} wanted
 * @returns {State}
 */
export function normalise(wanted) {
  const asked = /** @type {Record<string, unknown>} */ (Object(wanted ?? {}));
  const source = oneOf(asked.source, ['seed', 'article'], DEFAULTS.source);
  // An attribute that is taken away comes as null.
  const sentence = cleanSentence(asked.sentence ?? DEFAULTS.sentence);
  const mechanism = oneOf(asked.mechanism, ['dot', 'additive'], DEFAULTS.mechanism);
  const dModel = whole(asked.dModel, 1, MAX_WIDTH, DEFAULTS.dModel);
  const mostHeads = whole(asked.heads, 1, MAX_WIDTH, DEFAULTS.heads);
  const heads = Math.max(...headCounts(dModel).filter((count) => count <= mostHeads));
  const words = splitWords(sentence).words.length;
  return {
    v: 1,
    source,
    sentence,
    mechanism,
    heads,
    dModel,
    seed: whole(asked.seed, 0, MAX_SEED, DEFAULTS.seed),
    mask: oneOf(asked.mask, ['none', 'causal'], DEFAULTS.mask),
    scale: scaleOf(asked.scale),
    step: stepIn(stepsOf({ source, mechanism }), asked.step),
    query: whole(asked.query, 0, Math.max(0, words - 1), DEFAULTS.query),
    head: whole(asked.head, 0, heads - 1, DEFAULTS.head),
  };
}

/**
 * @template {string} T
 * @param {unknown} value
 * @param {readonly T[]} choices
 * @param {T} otherwise
 * @returns {T}
 */
function oneOf(value, choices, otherwise) {
  return choices.find((choice) => choice === value) ?? otherwise;
}

/**
 * @param {unknown} value a number, or a text that holds one
 * @param {number} least
 * @param {number} most
 * @param {number} otherwise
 */
function whole(value, least, most, otherwise) {
  const number = numberOf(value);
  const wish = Number.isNaN(number) ? otherwise : Math.trunc(number);
  // Adding 0 turns −0 into 0.
  return Math.min(most, Math.max(least, wish)) + 0;
}

/** @param {unknown} value */
function numberOf(value) {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

/**
 * @param {unknown} value
 * @returns {Scale}
 */
function scaleOf(value) {
  const number = Math.fround(numberOf(value)) + 0;
  if (Number.isFinite(number)) return number;
  return value === 'none' || value === 'words' ? value : 'sqrt';
}

/**
 * @param {readonly string[]} steps
 * @param {unknown} step
 */
function stepIn(steps, step) {
  if (typeof step !== 'string') return steps[0];
  if (steps.includes(step)) return step;
  const near = Object.hasOwn(NEAREST, step) ? NEAREST[step] : '';
  return steps.includes(near) ? near : steps[0];
}

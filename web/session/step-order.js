/** The steps of every lesson in their order, and the nearest step where a lesson lacks one. */

import { MAX_DIGITS } from './limits.js';

/** @typedef {import('./state.js').State} State */

// The step that is shown instead in a lesson that has no such step.
/** @type {Record<string, string>} */
const NEAREST = {
  q: 'projectedQueries',
  k: 'projectedKeys',
  v: 'features',
  scaledScores: 'scores',
  spread: 'scaledScores',
  dropped: 'weights',
  heads: 'output',
  concatenated: 'output',
  headContributions: 'output',
  mechanisms: 'weights',
  decoder: 'output',
  projectedQueries: 'q',
  projectedKeys: 'k',
  features: 'v',
  maskedScores: 'scaledScores',
  output: 'concatenated',
};

/** Steps of sources that have always the same. @type {Record<string, readonly string[]>} */
const FIXED = {
  article: ['scores', 'scaledScores', 'weights', 'concatenated'],
  coffee: ['scores', 'weights'],
  'own-weights': ['weights'],
  translator: [
    ...['embeddings', 'forward', 'backward', 'annotations', 'keys', 'queries', 'features'],
    ...['scores', 'scaledScores', 'maskedScores', 'weights', 'contexts', 'gates', 'states'],
    ...['probabilities', 'alignment'],
  ],
  describer: ['q', 'scores', 'scaledScores', 'weights', 'heads', 'probabilities'],
};

/**
 * The steps of a lesson, in order.
 * @param {Pick<State, 'source' | 'mechanism' | 'target' | 'dropout' | 'temperature' | 'dModel'>} state
 * @returns {readonly string[]}
 */
export function stepsOf({ source, mechanism, target, dropout, temperature, dModel }) {
  if (source === 'translator') {
    // Features belong to additive attention, and the division by √d to the dot product.
    const other = mechanism === 'additive' ? 'scaledScores' : 'features';
    return FIXED.translator.filter((step) => step !== other);
  }
  if (FIXED[source]) return FIXED[source];
  /** @param {boolean} there @param {string[]} steps */
  const where = (there, ...steps) => (there ? steps : []);
  const weighted = ['maskedScores', 'weights', ...where(dropout > 0, 'dropped')];
  if (source === 'own') return ['scores', 'scaledScores', ...weighted, 'heads', 'concatenated'];
  const last = [...where(dModel <= MAX_DIGITS, 'mechanisms'), ...where(target !== '', 'decoder')];
  if (mechanism === 'additive') {
    return [
      ...['embeddings', 'projectedQueries', 'projectedKeys', 'features', 'scores'],
      ...where(temperature !== 1, 'scaledScores'),
      ...weighted,
      'output',
      ...last,
    ];
  }
  return [
    ...['embeddings', 'q', 'k', 'v', 'scores', 'scaledScores', 'spread', ...weighted],
    ...['heads', 'concatenated', 'output', 'headContributions'],
    ...last,
  ];
}

/**
 * Is there such a step in any lesson?
 * @param {string} step
 */
export const isStep = (step) =>
  Object.hasOwn(NEAREST, step) ||
  ['embeddings', 'scores', 'weights'].includes(step) ||
  Object.values(FIXED).some((steps) => steps.includes(step));

/**
 * The requested step, or the nearest in the list.
 * @param {readonly string[]} steps
 * @param {unknown} step
 */
export function stepIn(steps, step) {
  // A lesson may lack the nearest step as well.
  let near = typeof step === 'string' ? step : '';
  for (let i = 0; i < 3 && !steps.includes(near); i++) {
    near = Object.hasOwn(NEAREST, near) ? NEAREST[near] : '';
  }
  return steps.includes(near) ? near : steps[0];
}

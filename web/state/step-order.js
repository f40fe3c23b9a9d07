/** The steps of every lesson in their order, and the nearest step where a lesson lacks one. */

import { localName } from '../graph/graph.js';
import { MAX_DIGITS } from './limits.js';

/** @import { State } from './fields.js' */

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

/** @param {number} number @param {string[]} steps */
const layer = (number, ...steps) => steps.map((step) => `layer${number}/${step}`);

const ATTENTION = ['q', 'k', 'v', 'scores', 'scaledScores', 'weights', 'heads', 'output', 'sum'];

/** Of one head, whose output is not projected. */
const SINGLE = ['q', 'k', 'v', 'scores', 'scaledScores', 'weights', 'output'];

/** Whose values are the words as they are. */
const BARE = SINGLE.filter((step) => step !== 'v');

const NORMED = ['normalized', ...ATTENTION];

const ANSWER = ['logits', 'probabilities'];

/** Steps of sources that have always the same. @type {Record<string, readonly string[]>} */
const FIXED = {
  article: ['scores', 'scaledScores', 'weights', 'concatenated'],
  coffee: ['scores', 'weights'],
  translator: [
    ...['embeddings', 'forward', 'backward', 'annotations', 'keys', 'queries', 'features'],
    ...['scores', 'scaledScores', 'maskedScores', 'weights', 'contexts', 'gates', 'states'],
    ...['probabilities', 'alignment'],
  ],
  mini: ['embeddings', ...layer(1, ...NORMED), ...layer(2, ...NORMED), 'normalized', ...ANSWER],
  toy: ['embeddings', ...layer(1, ...ATTENTION), ...ANSWER],
  // A toy of two layers.
  induction: ['embeddings', ...layer(1, ...ATTENTION), ...layer(2, ...ATTENTION), ...ANSWER],
  two: ['embeddings', ...layer(1, ...SINGLE, 'sum'), ...layer(2, ...BARE), 'probabilities'],
  'two-free': [
    'embeddings',
    ...layer(1, ...SINGLE, 'sum'),
    ...layer(2, ...SINGLE),
    'probabilities',
  ],
  one: ['embeddings', ...layer(1, ...BARE), 'probabilities'],
  'one-free': ['embeddings', ...layer(1, ...SINGLE), 'probabilities'],
  describer: ['q', 'scores', 'scaledScores', 'weights', 'heads', 'probabilities'],
};

/** @param {Pick<State, 'source' | 'task' | 'variant'>} state */
function lessonOf({ source, task, variant }) {
  if (source === 'pronoun') return variant;
  return source === 'toy' && task === 'induction' ? task : source;
}

/**
 * The steps of a lesson, in order.
 * @param {Pick<State, 'source' | 'mechanism' | 'target' | 'dropout' | 'temperature' | 'heads' | 'dModel' | 'task' | 'variant'>} state
 * @returns {readonly string[]}
 */
export function stepsOf(state) {
  const { source, mechanism, target, dropout, temperature, heads, dModel } = state;
  if (source === 'translator') {
    // Features belong to additive attention, and the division to the dot product.
    const other = mechanism === 'additive' ? 'scaledScores' : 'features';
    return FIXED.translator.filter((step) => step !== other);
  }
  if (source === 'own-weights') {
    const layers = Math.floor(dModel / heads);
    if (layers < 2) return ['weights'];
    return Array.from({ length: layers }, (_, i) => `layer${i + 1}/weights`);
  }
  const fixed = FIXED[lessonOf(state)];
  if (fixed) return fixed;
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

/** Those of all lessons. */
export const STEPS = [
  ...new Set(['embeddings', ...Object.keys(NEAREST), ...Object.values(FIXED).flat()]),
];

/**
 * The names that a step may have; of any layer, where it names one.
 * @param {string} step
 */
export function stepNames(step) {
  const [layer] = /^layer\d{1,3}\//.exec(step) ?? [];
  return layer ? [...STEPS, ...STEPS.map((name) => layer + localName(name))] : STEPS;
}

/**
 * The requested step, or the nearest in the list.
 * @param {readonly string[]} steps
 * @param {unknown} step
 */
export function stepIn(steps, step) {
  // A lesson may lack the nearest step as well.
  const wanted = typeof step === 'string' ? step : '';
  let near = wanted;
  for (let i = 0; i < 3 && !steps.includes(near); i++) {
    near = Object.hasOwn(NEAREST, near) ? NEAREST[near] : '';
  }
  // Of the step in another layer, or without one, the same in the first.
  const same = steps.find((one) => localName(one) === localName(wanted));
  return steps.includes(near) ? near : (same ?? steps[0]);
}

/**
 * From a state to the tensors on screen. Numbers are drawn and laid out here and beside; all that is
 * computed with them, the core computes.
 */

import { additiveLesson } from './additive-lesson.js';
import { catalogueOf } from './catalogue.js';
import { dotLesson } from './dot-lesson.js';
import { otherMechanism } from './other-mechanism.js';
import { ARTICLE, articleLesson, COFFEE, coffeeLesson } from './scenes.js';
import { DECISIVE, isCrossing, wordsOf } from './state.js';

/**
 * @typedef {import('../../src/js/index.js').Tensor} Tensor
 * @typedef {import('../../src/js/attention.js').Operations} Attention
 * @typedef {import('./state.js').State} State
 * @typedef {Readonly<Record<string, Tensor>>} Tensors
 *
 * @typedef {object} Lesson
 * @property {string[]} queryWords those that ask
 * @property {string[]} keyWords those that are asked
 * @property {string[]} [featureNames] what the numbers of a row stand for, where they have a meaning
 * @property {number} leftOut words of the sentence beyond the limit
 * @property {number} leftOutOfTarget
 * @property {import('./catalogue.js').Catalogue} catalogue what each tensor is
 * @property {Tensors} inputs what the core was given, by name
 * @property {Tensors} parameters its weights, as the core stores them
 * @property {Tensors} results every tensor on screen, by name
 * @property {ReadonlyMap<string, number>} seeded what stands at an edited place without the edit
 */

/** @typedef {Pick<Lesson, 'inputs' | 'parameters' | 'results' | 'seeded'>} Computed */

/**
 * Two states with the same key have the same results.
 * @param {State} state
 * @returns {string}
 */
export function lessonKey(state) {
  return JSON.stringify(DECISIVE.map((name) => state[name]));
}

/** @type {Computed} */
const NOTHING = { inputs: {}, parameters: {}, results: {}, seeded: new Map() };

/** @type {Lesson} */
export const NO_LESSON = {
  ...NOTHING,
  queryWords: [],
  keyWords: [],
  leftOut: 0,
  leftOutOfTarget: 0,
  catalogue: {},
};

/**
 * @param {Attention} attention
 * @param {State} state
 * @returns {Lesson}
 */
export function computeLesson(attention, state) {
  const made = computeAll(attention, state);
  // The core's trace holds more than some lessons show.
  const known = Object.entries(made.results).filter(([name]) => name in made.catalogue);
  return { ...made, results: Object.freeze(Object.fromEntries(known)) };
}

/**
 * @param {Attention} attention
 * @param {State} state
 * @returns {Lesson}
 */
function computeAll(attention, state) {
  const lesson = { ...NO_LESSON, catalogue: catalogueOf(state) };
  if (state.source === 'article') {
    const { words, query } = ARTICLE;
    const asking = { queryWords: [words[query]], keyWords: words };
    return { ...lesson, ...asking, ...articleLesson(attention) };
  }
  if (state.source === 'coffee') {
    const { queryWords, keyWords, properties: featureNames } = COFFEE;
    return { ...lesson, queryWords, keyWords, featureNames, ...coffeeLesson(attention) };
  }
  const words = wordsOf(state);
  if (words.queryWords.length === 0) return { ...lesson, ...words };
  const made = compute(attention, state);
  const other = otherMechanism(state);
  const results = {
    ...made.results,
    ...(other && { otherWeights: weightsOf(attention, other) }),
    ...(isCrossing(state) && { selfWeights: weightsOf(attention, { ...state, layer: 'self' }) }),
  };
  return { ...lesson, ...words, ...made, results };
}

/**
 * What the words of a sentence give, and nothing from elsewhere.
 * @param {Attention} attention
 * @param {State} state
 */
function compute(attention, state) {
  const make = state.mechanism === 'additive' ? additiveLesson : dotLesson;
  return make(attention, state, wordsOf(state));
}

/**
 * @param {Attention} attention
 * @param {State} state
 */
const weightsOf = (attention, state) => compute(attention, state).results.weights;

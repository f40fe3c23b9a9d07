/** All steps of all lessons. */

import { nothing } from 'lit';
import { findNearest } from '../../src/js/nearest.js';
import { getSlot } from '../features.js';
import { getLocalName } from '../graph/graph.js';
import { getSourceSlot } from '../state/source-kinds.js';
import { listSteps } from '../state/step-order.js';
import { additiveSteps } from './additive.js';
import { articleSteps, coffeeSteps, makeOwnWeightsSteps } from './article.js';
import { dotSteps } from './dot.js';

/** @import { Matrix } from '../figures/types.js' */
/** @import { Nodes } from '../sources/types.js' */
/** @import { State } from '../state/types.js' */
/** @import { LessonStep } from './types.js' */

/**
 * Returns the steps of the state's lesson, in order.
 * @param {State} state
 * @param {string[]} [wanted] the steps that an author wants, in that order; all steps are returned
 * if the lesson has none of them
 * @returns {LessonStep[]}
 */
export function listLessonSteps(state, wanted = []) {
  const texts = getTexts(state);
  const all = listSteps(state).map((id) => {
    const step = texts[id] ?? LOADING;
    const { title } = step;
    return {
      ...WITHOUT_TABLES,
      ...step,
      id,
      title: typeof title === 'string' ? title : title(state),
    };
  });
  const chosen = [...new Set(wanted)].flatMap((id) => all.filter((step) => step.id === id));
  return chosen.length > 0 ? chosen : all;
}

/** @param {LessonStep[]} steps @param {State} state */
export const getShownStep = (steps, state) => steps.find(({ id }) => id === state.step) ?? steps[0];

const WITHOUT_TABLES = { formula: () => nothing, figure: () => [] };

/** A placeholder for the step of a model whose lesson is still loading. */
const LOADING = { name: '', title: '', text: () => nothing };

/** @param {State} state */
function getTexts(state) {
  const { source, mechanism } = state;
  const slot = getSourceSlot(state);
  if (slot) return getSlot(slot)?.stepsOf(state) ?? {};
  if (source === 'own-weights') return makeOwnWeightsSteps(listSteps(state), state);
  /** @type {Record<string, typeof dotSteps>} */
  const others = { article: articleSteps, coffee: coffeeSteps };
  return others[source] ?? (mechanism === 'additive' ? additiveSteps : dotSteps);
}

/** A misspelt name leads to the nearest step. @param {State} state @param {string} tensor */
export function findStep(state, tensor) {
  const steps = listSteps(state);
  const shown = (/** @type {string} */ name) => steps.find((step) => step === name);
  // For `decoder/2/resetSum` a step may list the full name, the last part, or a prefix that ends
  // with a slash.
  const kind = getLocalName(tensor);
  const texts = getTexts(state);
  const isWithin = (/** @type {string} */ name) => name.endsWith('/') && tensor.startsWith(name);
  return (
    shown(tensor) ??
    steps.find((step) => texts[step]?.shows?.includes(tensor)) ??
    steps.find((step) => texts[step]?.shows?.includes(kind)) ??
    steps.find((step) => texts[step]?.shows?.some(isWithin)) ??
    findNearest(tensor, steps) ??
    steps[0]
  );
}

/** Tables that scale or mask the scores. Their formulas say how. */
const SCALE_AND_MASK = ['scaledScores', 'maskedScores'];

/**
 * Returns the steps that scale and mask an earlier table's scores, if the next table starts from
 * their result.
 * @param {readonly LessonStep[]} steps
 * @param {Nodes} nodes
 * @param {readonly string[]} earlier
 * @param {Matrix} table
 */
export function listStepsBetween(steps, nodes, earlier, { tensor, symbol }) {
  /** @type {LessonStep[]} */
  const between = [];
  // Without a mask, the table of the masked scores has the name of the scores before it.
  const [input] = nodes[tensor].inputs;
  const first = input && nodes[input.id]?.symbol === symbol ? input.id : tensor;
  for (let id = first; !earlier.includes(id); id = nodes[id]?.inputs[0]?.id) {
    const step = steps.find((candidate) => candidate.id === id);
    if (!step || !SCALE_AND_MASK.includes(getLocalName(id))) return [];
    between.unshift(step);
  }
  return between;
}

/** The steps of every lesson in order, and the nearest step if a lesson lacks one. */

import { getLocalName } from '../graph/graph.js';
import { memoizeByOwner } from '../graph/memoize.js';
import { parted } from '../text/spelling.js';
import { getSourceKind, listSourceKinds } from './source-kinds.js';

/** @import { Settings } from './types.js' */

// The step to show instead in a lesson that lacks a step.
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

/** The steps of a lesson in order. @param {Settings} settings @returns {readonly string[]} */
export function listSteps(settings) {
  const { steps, hasStep = () => true } = getSourceKind(settings);
  const layers = settings.source === 'own-weights' ? settings.dModel / settings.heads : 1;
  if (layers >= 2) {
    const ofLayers = Array.from({ length: Math.floor(layers) }, (_, i) => `layer${i + 1}/weights`);
    return ['allHeads', 'headLines', ...ofLayers];
  }
  return steps.filter((step) => hasStep(step, settings));
}

/** Settings that give a lesson more steps. @type {readonly Partial<Settings>[]} */
const CONDITIONS = [
  { mechanism: 'dot' },
  { mechanism: 'additive' },
  { dropout: 0.5 },
  { target: 'They eat' },
  { dModel: 4 },
  { task: 'induction' },
];

/**
 * Returns a setting with which the lesson would have a step, as an attribute.
 * @param {Settings} settings
 * @param {string} step
 * @returns {string | undefined} undefined if the lesson has the step, or if no single setting helps
 */
export function findStepCondition(settings, step) {
  if (listSteps(settings).includes(step)) return undefined;
  const isOfLesson = getSourceKind(settings).steps.includes(step);
  const sources = listSourceKinds().filter(({ steps }) => steps.includes(step));
  const condition = isOfLesson
    ? CONDITIONS.find((change) => listSteps({ ...settings, ...change }).includes(step))
    : sources.slice(0, 1).map(({ name }) => ({ source: name }))[0];
  const [entry] = Object.entries(condition ?? {});
  return entry && `${parted(entry[0])}="${entry[1]}"`;
}

const listStepsOfKinds = memoizeByOwner(
  (/** @type {ReturnType<typeof listSourceKinds>} */ kinds) => {
    const names = [...Object.keys(NEAREST), ...kinds.flatMap(({ steps }) => steps)];
    return /** @type {readonly string[]} */ ([...new Set(['embeddings', ...names])]);
  },
);

/** Returns the steps of all lessons. */
export const listAllSteps = () => listStepsOfKinds(listSourceKinds());

/** Includes those of a layer if the step names one. @param {string} step */
export function listStepNames(step) {
  const names = listAllSteps();
  const [layer] = /^layer\d{1,3}\//.exec(step) ?? [];
  return layer ? [...names, ...names.map((name) => layer + getLocalName(name))] : names;
}

/** The first step if none is near. @param {readonly string[]} steps @param {unknown} step */
export const findNearestStep = (steps, step) => findSimilarStep(steps, step) ?? steps[0];

/** @param {readonly string[]} steps @param {unknown} step @returns {string | undefined} */
export function findSimilarStep(steps, step) {
  // A lesson may lack the nearest step as well.
  const wanted = typeof step === 'string' ? step : '';
  let near = wanted;
  for (let i = 0; i < 3 && !steps.includes(near); i++) {
    near = Object.hasOwn(NEAREST, near) ? NEAREST[near] : '';
  }
  // If the layer does not exist, take the same step in the first layer.
  const same = steps.find((candidate) => getLocalName(candidate) === getLocalName(wanted));
  return steps.includes(near) ? near : same;
}

/**
 * Steps by what the lessons print for them. Symbols of other tables are known once these are
 * computed.
 * @type {Readonly<Record<string, string>>}
 */
export const PRINTED = {
  X: 'embeddings',
  S: 'scores',
  A: 'weights',
  Y: 'output',
  softmax: 'weights',
};

/** The kinds of sources of numbers, as data. Features register theirs in the slot `sources`. */

import { getSlotValues } from '../features.js';
import { memoizeByOwner } from '../graph/memoize.js';
import { MAX_DIGITS } from './limits.js';

/** @import { Settings, SourceKind, SourceName } from './types.js' */

/** @type {(settings: Settings) => boolean} */
const isDot = ({ mechanism }) => mechanism === 'dot';

/** @type {(settings: Settings) => boolean} */
const isAdditive = ({ mechanism }) => mechanism === 'additive';

/** @type {(settings: Settings) => boolean} */
const isDropping = ({ dropout }) => dropout > 0;

/** The conditions under which a lesson on drawn numbers has a step. @type {Record<string, typeof isDot>} */
const DRAWN = {
  q: isDot,
  k: isDot,
  v: isDot,
  projectedQueries: isAdditive,
  projectedKeys: isAdditive,
  features: isAdditive,
  scaledScores: (settings) => isDot(settings) || settings.temperature !== 1,
  spread: isDot,
  dropped: isDropping,
  heads: isDot,
  concatenated: isDot,
  headContributions: isDot,
  mechanisms: ({ dModel }) => dModel <= MAX_DIGITS,
  decoder: ({ target }) => target !== '',
};

/** @type {readonly SourceKind[]} */
const CORE = [
  {
    name: 'seed',
    steps: (
      'embeddings q k v projectedQueries projectedKeys features scores scaledScores spread ' +
      'maskedScores weights dropped heads concatenated output headContributions mechanisms ' +
      'decoder'
    ).split(' '),
    groups: {
      embeddings: 'input',
      features: 'scores',
      weights: 'weights',
      heads: 'output',
      mechanisms: 'comparison',
    },
    rare: ['mechanisms', 'decoder', 'headContributions', 'spread', 'concatenated'],
    withoutTable: ['spread', 'headContributions', 'mechanisms', 'decoder'],
    hasStep: (step, settings) => DRAWN[step]?.(settings) ?? true,
  },
  { name: 'article', steps: ['scores', 'scaledScores', 'weights', 'concatenated'] },
  { name: 'coffee', steps: ['scores', 'weights'] },
  {
    name: 'own',
    isGiven: true,
    steps: 'scores scaledScores maskedScores weights dropped heads concatenated'.split(' '),
    groups: { scores: 'scores', weights: 'weights', heads: 'output' },
    hasStep: (step, settings) => step !== 'dropped' || isDropping(settings),
  },
  {
    name: 'own-weights',
    isGiven: true,
    steps: ['allHeads', 'weights', 'headLines'],
    withoutTable: ['allHeads', 'headLines'],
    hasStep: (step, { dModel }) => step !== 'allHeads' || dModel > 1,
    uses: ['modelLayer'],
  },
];

const withCoreKinds = memoizeByOwner((/** @type {readonly (readonly SourceKind[])[]} */ added) => [
  ...CORE,
  ...added.flat(),
]);

/** Returns all known kinds, with those of features last. @returns {readonly SourceKind[]} */
export const listSourceKinds = () => withCoreKinds(getSlotValues('sources'));

/** @param {{ source: string }} settings the settings of a state @returns {SourceKind} */
export const getSourceKind = ({ source }) =>
  listSourceKinds().find(({ name }) => name === source) ?? CORE[0];

export const listSourceNames = () =>
  /** @type {readonly SourceName[]} */ (listSourceKinds().map(({ name }) => name));

/** @param {'task' | 'variant'} setting @returns {readonly any[]} */
export const listSourceChoices = (setting) =>
  listSourceKinds().flatMap(({ choices }) => choices?.[setting] ?? []);

/** Whether a model that learns gives the numbers. @param {{ source: string }} settings */
export const isLearningModel = (settings) => getSourceKind(settings).isLearningModel === true;

/** The seed of the describer that comes trained. */
export const DESCRIBER_SEED = 0;

/** Whether the describer that comes trained has the numbers of these settings. @param {Settings} settings */
export const isTrainedDescriber = ({ source, training, seed, rate }) =>
  source === 'describer' && training < 0 && seed === DESCRIBER_SEED && rate === 1;

/** Returns the slot of the feature that opens a source. @param {{ source: string }} settings */
export const getSourceSlot = (settings) => getSourceKind(settings).slot;

/** Whether no feature and no reader provides the numbers. @param {{ source: string }} settings */
export const isComputedHere = (settings) =>
  !isOwn(settings) && getSourceSlot(settings) === undefined;

/** Random weights have no meaning. @param {{ source: string, training: number }} settings */
export const isRandom = ({ source, training }) =>
  source === 'seed' || (isLearningModel({ source }) && training === 0);

/** Whether the tensors come from the reader. @param {{ source: string }} settings */
export const isOwn = (settings) => getSourceKind(settings).isGiven === true;

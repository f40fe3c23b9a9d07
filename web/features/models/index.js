/** The models that learn: sources of numbers, with their lessons and their panel. */

import { courseFigures } from '../../styles/page-figures.js';
import { describerSteps } from './lessons/describer.js';
import { miniSteps } from './lessons/mini.js';
import { pronounSteps } from './lessons/pronoun.js';
import { toySteps } from './lessons/toy.js';
import { translatorSteps } from './lessons/translator.js';
import { training } from './styles.js';
import { Thread } from './training/thread.js';
import { Training } from './training/training.js';
import { learnBar, trainingPanel } from './views/training-panel.js';

/**
 * @import { Models } from './types.js'
 * @import { ModelName } from '../../state/fields.js'
 */

/** @type {Record<ModelName, Models['stepsOf']>} */
const steps = {
  describer: () => describerSteps,
  pronoun: pronounSteps,
  mini: () => miniSteps,
  translator: () => translatorSteps,
  toy: toySteps,
};

/**
 * @param {ConstructorParameters<typeof Thread>[0]} trainers
 * @returns {{ models: Models }}
 */
export const models = (trainers) => ({
  models: {
    stepsOf: (settings) => steps[/** @type {ModelName} */ (settings.source)](settings),
    newTraining: (host, set) => new Training(host, set, new Thread(trainers)),
    views: { panel: trainingPanel, bar: learnBar },
    styles: [training, courseFigures],
  },
});

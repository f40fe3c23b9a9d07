/** The models that learn: sources of numbers, with their lessons and their panel. */

import { Thread } from './learning/thread.js';
import { Training } from './learning/training.js';
import { describerSteps } from './lessons/models/describer.js';
import { miniSteps } from './lessons/models/mini.js';
import { pronounSteps } from './lessons/models/pronoun.js';
import { toySteps } from './lessons/models/toy.js';
import { translatorSteps } from './lessons/models/translator.js';
import { courseFigures } from './styles/course-figures.js';
import { training } from './styles/training.js';
import { learnBar, trainingPanel } from './views/models/training-panel.js';

/** @type {Record<import('./session/source-settings.js').ModelName, import('./learning/models.js').Models['stepsOf']>} */
const steps = {
  describer: () => describerSteps,
  pronoun: pronounSteps,
  mini: () => miniSteps,
  translator: () => translatorSteps,
  toy: toySteps,
};

/**
 * @param {ConstructorParameters<typeof Thread>[0]} trainers
 * @returns {{ models: import('./learning/models.js').Models }}
 */
export const models = (trainers) => ({
  models: {
    stepsOf: (settings) =>
      steps[/** @type {import('./session/source-settings.js').ModelName} */ (settings.source)](
        settings,
      ),
    newTraining: (host, set) => new Training(host, set, new Thread(trainers)),
    views: { panel: trainingPanel, bar: learnBar },
    styles: [training, courseFigures],
  },
});

/** The models that learn: sources of numbers, with their lessons and their panel. */

import { Training } from './learning/training.js';
import { describerSteps } from './lessons/models/describer.js';
import { miniSteps } from './lessons/models/mini.js';
import { pronounSteps } from './lessons/models/pronoun.js';
import { toySteps } from './lessons/models/toy.js';
import { translatorSteps } from './lessons/models/translator.js';
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

/** @type {import('./learning/models.js').Models} */
export const models = {
  stepsOf: (settings) =>
    steps[/** @type {import('./session/source-settings.js').ModelName} */ (settings.source)](
      settings,
    ),
  Training,
  views: { panel: trainingPanel, bar: learnBar },
  styles: [training],
};

/** The models that learn, as sources of numbers with their lessons and their panel. */

import { registerModels } from './learning/models.js';
import { Training } from './learning/training.js';
import { describerSteps } from './lessons/models/describer.js';

const steps = { describer: describerSteps, mini: {}, translator: {}, toy: {} };

registerModels({
  stepsOf: ({ source }) =>
    steps[/** @type {import('./session/source-settings.js').ModelName} */ (source)],
  Training,
});

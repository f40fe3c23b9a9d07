/** The models that learn: sources of numbers, with their lessons and their panel. */

import { Training } from './learning/training.js';
import { describerSteps } from './lessons/models/describer.js';
import { translatorSteps } from './lessons/models/translator.js';

/** @type {Record<import('./session/source-settings.js').ModelName, Record<string, import('./lessons/dot.js').Step>>} */
const steps = { describer: describerSteps, mini: {}, translator: translatorSteps, toy: {} };

/** @type {import('./learning/models.js').Models} */
export const models = {
  stepsOf: ({ source }) =>
    steps[/** @type {import('./session/source-settings.js').ModelName} */ (source)],
  Training,
};

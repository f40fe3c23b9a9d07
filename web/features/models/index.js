/** The models that learn: sources of numbers, with their lessons and training panels. */

import { arcStyles } from '../../styles/arcs.js';
import { pageFigureStyles } from '../../styles/page-figures.js';
import { getLearningModel } from './kinds/models.js';
import { trainingStyles } from './styles.js';
import { RemoteTrainer } from './training/remote-trainer.js';
import { Training } from './training/training.js';
import { learnBar, trainingPanel } from './views/training-panel.js';

/** @import { Models } from './types.js' */

/** @param {ConstructorParameters<typeof RemoteTrainer>[0]} starters @returns {{ models: Models }} */
export const models = (starters) => ({
  models: {
    stepsOf: (settings) => getLearningModel(settings).steps(settings),
    connect: (host, change) => new Training(host, change, new RemoteTrainer(starters)),
    views: { panel: trainingPanel, bar: learnBar },
    styles: [arcStyles, trainingStyles, pageFigureStyles],
  },
});

/** What the panel says in which a model learns. */

import * as describer from '../../../../text/en/trained.js';
import { trainedWords } from '../../../../text/en/trained.js';
import { rounded } from '../../../../text/number.js';
import * as mini from './mini.js';
import { variants } from './pronoun.js';
import { toys } from './toy.js';
import * as translator from './translator.js';

export const title = 'Training';

export const model = 'Model';

export const states = { untrained: 'untrained', trained: 'trained', learn: 'learn' };

export const play = 'Learn';

export const goOn = 'Go on';

export const pause = 'Pause';

export const oneStep = 'One step';

export const again = 'Again from the same start';

export const speed = 'Speed';

export const speeds = { slow: '1 step a picture', medium: '10 steps', fast: '100 steps' };

export const slider = 'Back through the training, step';

export const seed = 'Seed';

export const otherSeed = 'Another seed';

export const rate = 'Learning rate';

/** @param {number} factor */
export const rateOf = (factor) => (factor === 1 ? 'usual' : `× ${factor.toLocaleString('en')}`);

export const usualRate = 'Back to the usual rate';

/** What is waited for. */
export const opening = {
  isStarting: 'Starting the trainer, and with it the model: it learns here, in your browser.',
  isRandom: 'Drawing the model’s first, random numbers.',
  isTraining: 'The model is training, here in your browser. Its tables appear when it is done.',
};

/** @param {number} share */
const percent = (share) => `${rounded(100 * share)} %`;

/** @param {number} step @param {number} total */
export const progress = (step, total) =>
  `Step ${step.toLocaleString('en')} of ${total.toLocaleString('en')}`;

/** @param {number} step @param {number} reached */
export const trainingTo = (step, reached) =>
  `Training to step ${step.toLocaleString('en')}: ${reached.toLocaleString('en')} are done.`;

/** @param {number} loss */
export const lossIs = (loss) => `loss ${rounded(loss)}`;

/** What is counted, always on what was kept out of the training. @type {Record<string, string>} */
const COUNTED = {
  describer: 'of unseen pairs of noun and adjective are right',
  pronoun: 'of unseen pairs of noun and adjective are right',
  mini: 'of the words that earlier ones decide are right, in unseen stories',
  translator: 'of unseen sentences are translated right, word for word',
  toy: 'of the answers to unseen rows are right',
};

/** @param {number} share @param {string} model */
export const rightIs = (share, model) => `${percent(share)} ${COUNTED[model]}`;

export const curves =
  'Loss, and the share of right answers on sentences never seen, over the steps';

export const loss = 'loss';

export const right = 'right answers';

/** @param {number} step */
export const overflowed = (
  step,
) => `The numbers overflowed before step ${step}: the learning rate is so high
  that steps overshoot further and further, until numbers leave the range of float32
  and the loss is NaN. From there no training leads back.`;

export const examples = 'Sentences to try';

/** Before what a sentence shows. */
export const ofTrained = 'Trained from seed 0:';

export const trainedOn = 'What it is trained on';

export const drawing = 'Drawing examples.';

/** @type {Record<string, string>} */
const EXAMPLES = {
  describer: 'sentences, each with the noun that is right',
  pronoun: 'sentences, each with the noun that is right',
  mini: 'stories: of each, every word is foretold from those before it',
  translator: 'French sentences with their English',
  toy: 'rows with the right answers, in their order',
};

/** @param {string} model @param {number} steps @param {number} batch */
export const drawn = (model, steps, batch) =>
  `${(steps * batch).toLocaleString('en')} ${EXAMPLES[model]}. A small grammar draws them by chance, ${batch}
  for each of ${steps.toLocaleString('en')} steps, and what it is tested on is never among them. The first:`;

/** @param {number} count */
export const vocabulary = (count) => `The ${count} words it knows`;

export const onPage = 'No Worker starts here, so it trains in slices on the page itself.';

// Where the numbers of each model come from.

/** @type {Record<string, { title: string, task: string }>} */
const MODELS = { describer, mini, translator, ...variants, ...toys };

/**
 * @param {string} model its name; of a toy that of its task, of the pronoun resolver that of its variant
 * @param {number} seed
 * @param {number} step
 */
export const originOf = (model, seed, step) => trainedWords(MODELS[model], seed, step);

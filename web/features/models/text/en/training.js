/** What the panel says in which a model learns. */

import { counted, grouped } from '../../../../text/en/language.js';
import { rounded } from '../../../../text/number.js';

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
export const rateOf = (factor) => (factor === 1 ? 'usual' : `× ${grouped(factor)}`);

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
export const progress = (step, total) => `Step ${grouped(step)} of ${grouped(total)}`;

/** @param {number} step @param {number} reached */
export const trainingTo = (step, reached) =>
  `Training to step ${grouped(step)}: ${grouped(reached)} are done.`;

/** @param {number} loss */
export const lossIs = (loss) => `loss ${rounded(loss)}`;

/** @param {number} share @param {string} counted what it is a share of */
export const rightIs = (share, counted) => `${percent(share)} ${counted}`;

export const curves =
  'Loss, and the share of right answers on sentences never seen, over the steps';

export const loss = 'loss';

export const right = 'right answers';

/** @param {number} step */
export const overflowed = (
  step,
) => `The numbers overflowed before step ${grouped(step)}: the learning rate is so high
  that steps overshoot further and further, until numbers leave the range of float32
  and the loss is NaN. From there no training leads back.`;

export const examples = 'Sentences to try';

/** Before what a sentence shows. */
export const ofTrained = 'Trained from seed 0:';

export const trainedOn = 'What it is trained on';

export const drawing = 'Drawing examples.';

/** @param {string} examples what they are @param {number} steps @param {number} batch */
export const drawn = (examples, steps, batch) =>
  `${grouped(steps * batch)} ${examples}. A small grammar draws them by chance, ${batch}
  for each of ${counted(steps, 'step')}, and what it is tested on is never among them. The first:`;

/** @param {number} count */
export const vocabulary = (count) => `The ${count} words it knows`;

export const onPage = 'No Worker starts here, so it trains in slices on the page itself.';

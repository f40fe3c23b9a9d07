/** Texts of the training panel. */

import { counted, grouped, lang } from '../../../../text/en/language.js';
import { rounded, SMALLEST_WITHOUT_EXPONENT } from '../../../../text/number.js';

export const title = 'Training';

export const model = 'Model';

export const states = { untrained: 'untrained', trained: 'trained', learn: 'learn' };

export const play = 'Learn';

export const goOn = 'Continue';

export const finished = 'Finished';

export const pause = 'Pause';

export const oneStep = 'One step';

export const again = 'Start again from the same numbers';

export const speed = 'Speed';

export const speeds = { slow: '1 step per picture', medium: '10 steps', fast: '100 steps' };

export const slider = 'Go back through the training, step';

export const seed = 'Seed';

export const otherSeed = 'Another seed';

export const rate = 'Learning rate';

/** @param {number} factor */
export const rateOf = (factor) => (factor === 1 ? 'usual' : `× ${grouped(factor)}`);

export const usualRate = 'Back to the usual rate';

/** Messages shown while the page waits. */
export const opening = {
  isStarting: 'Starting the trainer. The model learns here, in your browser.',
  isRandom: 'Drawing the model’s first random numbers.',
  isTraining:
    'The model is training, here in your browser. Its numbers appear when training is done.',
};

/** @param {number} share */
const percent = (share) => `${rounded(100 * share)}%`;

export const isTraining = 'Training.';

/** @param {number} step @param {number} total */
export const progress = (step, total) => `Step ${grouped(step)} of ${grouped(total)}`;

/** @param {number} step @param {number} reached */
export const trainingTo = (step, reached) =>
  `Training: step ${grouped(reached)} of ${grouped(step)}.`;

/** Writes a small loss as 0.00002 and not as 2e−5, for readers who do not know exponents. @param {number} loss */
const writeLoss = (loss) =>
  loss > 0 && loss < SMALLEST_WITHOUT_EXPONENT
    ? loss.toLocaleString(lang, { maximumSignificantDigits: 3 })
    : rounded(loss);

/** @param {number} loss */
export const lossIs = (loss) => `loss ${writeLoss(loss)}`;

/**
 * @param {number} share
 * @param {string} counted what the share counts
 */
export const rightIs = (share, counted) => `${percent(share)} ${counted}`;

export const curves = 'Loss and the share of right answers on unseen sentences, over the steps';

/** @param {number | undefined} largest undefined without a curve */
export const lossTo = (largest) =>
  largest === undefined ? 'loss' : `loss (0 to ${writeLoss(largest)})`;

export const right = 'right answers (0 to 100%)';

/** @param {number} step */
export const overflowed = (
  step,
) => `The numbers overflowed before step ${grouped(step)}: the learning rate is too high. Each step overshoots further, until numbers leave the range of float32 and the loss is NaN.
  Training cannot recover from that.`;

export const examples = 'Sentences to try';

/** Precedes what a sentence shows. */
export const ofTrained = 'Trained from seed 0:';

export const trainedOn = 'What it is trained on';

export const drawing = 'Drawing examples.';

export const theExamples = 'The examples';

/**
 * @param {string} examples a description of the examples
 * @param {number} steps
 * @param {number} batch
 */
export const drawn = (examples, steps, batch) =>
  `${grouped(steps * batch)} ${examples}. A small grammar draws them at random, ${batch}
  for each of ${counted(steps, 'step')}. They never include an example that the model is tested on. The first:`;

/** @param {number} count */
export const vocabulary = (count) => `The ${count} words it knows`;

export const onPage =
  'No Worker can start here, so the page itself trains the model, in short slices.';

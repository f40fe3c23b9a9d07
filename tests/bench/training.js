/** @import { Check, Outputs } from './problems.js' */
/** @import { Work } from './workloads.js' */

// Steps of training: what all begin with, and how the other's are held against ours.
/** @typedef {any} Model ours, with what its training asks it for: batches, learning rates */

const SEED = 1;
/** So many losses are compared: each depends on all gradients and updates before. */
const STEPS_CHECKED = 20;
/** Relative. Sums of another order make a difference of 1e-6 in so many steps. */
const TOLERANCE = 1e-5;

/**
 * An untrained model. Learning is loaded only here, so that other work begins without it.
 * @param {Work} work
 * @param {string} [address] of another build's learning
 * @returns {Promise<Model>}
 */
export async function createModel({ model }, address = '../../src/js/learning/index.js') {
  const { createMini, createDescriber } = await import(address);
  return (model === 'mini' ? createMini : createDescriber)({ seed: SEED });
}

/**
 * The losses that are compared, of the first step and of those after it.
 * @param {number} first
 * @param {() => number} step
 * @returns {Outputs}
 */
export function readLosses(first, step) {
  const output = new Float32Array(STEPS_CHECKED);
  for (let i = 0; i < STEPS_CHECKED; i++) output[i] = i === 0 ? first : step();
  return { output };
}

/** @param {Work} work @returns {Check} */
export function checkLosses(work) {
  /** @type {Float32Array | undefined} */
  let expected;
  return async ({ output }) => {
    if (!expected) {
      const model = await createModel(work);
      const step = () => model.train(1).loss;
      expected = readLosses(step(), step).output;
      model.dispose();
    }
    expected.forEach((should, i) => {
      if (!(Math.abs(output[i] - should) <= TOLERANCE * should)) {
        throw new Error(`the loss of step ${i + 1} is ${output[i]}, expected ${should}`);
      }
    });
  };
}

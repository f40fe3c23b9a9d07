// Digests of a training, to compare engines.
import { createDescriber, createMini, createTranslator } from '../../src/js/learning/index.js';

export const STEPS = 50;

/** Computes FNV-1a over the bits of the numbers. @param {Float32Array} numbers */
export function hashOf(numbers) {
  let hash = 0x811c9dc5;
  for (const word of new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length)) {
    hash = Math.imul(hash ^ word, 0x01000193);
  }
  return hash >>> 0;
}

/**
 * Trains the page's models in full size for some steps, and returns digests of their weights.
 * @param {number} seed @param {number} [steps]
 */
export async function trainingDigests(seed, steps = STEPS) {
  const models = {
    describer: await createDescriber({ seed }),
    mini: await createMini({ seed }),
    translator: await createTranslator({ seed }),
  };
  const entries = Object.entries(models).map(([name, model]) => {
    const { loss } = model.train(steps);
    const { parameters, means } = model.getState();
    return [name, { loss, parameters: hashOf(parameters), means: hashOf(means) }];
  });
  return Object.fromEntries(entries);
}

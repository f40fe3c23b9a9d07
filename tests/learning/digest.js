// A training in short, to be compared between engines.
import { Describer } from '../../src/js/learning/describer.js';
import { Mini } from '../../src/js/learning/mini.js';
import { loadLearning } from '../../src/js/learning/module.js';
import { Translator } from '../../src/js/learning/translator.js';
import { capitals, description, repetition } from './tasks.js';

/** FNV-1a over the bits of the numbers. @param {Float32Array} numbers */
export function hashOf(numbers) {
  let hash = 0x811c9dc5;
  for (const word of new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length)) {
    hash = Math.imul(hash ^ word, 0x01000193);
  }
  return hash >>> 0;
}

/** The weights of each model after 50 steps. @param {number} seed */
export async function trainingDigests(seed) {
  const models = [
    new Describer(await loadLearning(), description, seed),
    new Mini(await loadLearning(), repetition, seed),
    new Translator(await loadLearning(), capitals, seed),
  ];
  return models.map((model) => {
    const { loss } = model.train(50);
    const { parameters, means } = model.tape.getState();
    return { loss, parameters: hashOf(parameters), means: hashOf(means) };
  });
}

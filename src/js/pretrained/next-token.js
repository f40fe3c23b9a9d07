// The next token, by the logits of a row: the most probable ones, or one that is drawn.

import { findLargest } from './largest.js';

/**
 * @import { Random } from '../learning/random.js'
 * @import { Machine } from './machine.js'
 */

/**
 * @param {Machine} machine
 * @param {Float32Array} logits of all tokens
 * @param {number} k how many
 * @returns {{ id: number, probability: number }[]} the most probable first
 */
export function findMostProbable(machine, logits, k) {
  const probabilities = machine.arena.run(() => {
    const softmax = machine.softmax(machine.putFloats(logits), 1, logits.length);
    return machine.read(softmax, [logits.length]).data;
  });
  return findLargest(logits, k).map((id) => ({ id, probability: probabilities[id] }));
}

/**
 * @param {Machine} machine
 * @param {Float32Array} logits of all tokens
 * @param {{ temperature: number, topK?: number }} options
 * @param {Random} random
 * @returns {number} its id: at a temperature of 0 the most probable
 */
export function drawToken(machine, logits, { temperature, topK }, random) {
  if (temperature === 0) return findLargest(logits, 1)[0];
  const chosen = topK === undefined ? [...logits.keys()] : findLargest(logits, topK);
  const numbers = machine.putFloats(chosen.map((id) => logits[id]));
  const softmax = machine.softmax(numbers, 1, chosen.length, undefined, 1 / temperature);
  const probabilities = machine.read(softmax, [chosen.length]).data;
  let rest = random.uniform();
  const index = probabilities.findIndex((probability) => {
    rest -= probability;
    return rest < 0;
  });
  return chosen[index < 0 ? 0 : index];
}

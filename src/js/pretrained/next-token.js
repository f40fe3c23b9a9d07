// The next token, from a row of logits: the most probable tokens, or a token that is drawn.

import { findLargestIndex } from '../largest.js';
import { drawIndex } from '../random.js';

/** @import { Random } from '../random.js' */
/** @import { Machine } from './machine.js' */

const LOWEST = -3.4028234663852886e38;

/**
 * Ranks NaN below all other logits, but above −Infinity, the logit of forbidden tokens.
 * @param {Float32Array} logits
 */
const replaceNaN = (logits) => logits.map((logit) => (Number.isNaN(logit) ? LOWEST : logit));

/**
 * Finds the most probable tokens.
 * @param {Machine} machine
 * @param {Float32Array} logits the logits of all tokens
 * @param {number} k the number of tokens
 * @returns {{ id: number, probability: number }[]} the most probable first, ranked as `drawToken` ranks them
 */
export function findMostProbable(machine, logits, k) {
  const probabilities = machine.arena.run(() => {
    const softmax = machine.softmax(machine.put(logits), 1, logits.length);
    return machine.read(softmax, [logits.length]).data;
  });
  return findLargest(replaceNaN(logits), k).map((id) => ({ id, probability: probabilities[id] }));
}

/**
 * Draws a token, or takes the most probable token at a temperature of 0.
 * @param {Machine} machine
 * @param {Float32Array} given the logits of all tokens
 * @param {{ temperature: number, topK?: number }} options @param {Random} random
 * @returns {number} the id of the token
 */
export function drawToken(machine, given, { temperature, topK }, random) {
  const logits = replaceNaN(given);
  const best = findLargestIndex(logits);
  const largest = logits[best];
  if (temperature === 0 || !Number.isFinite(largest)) return best;
  const chosen = topK === undefined ? [...logits.keys()] : findLargest(logits, topK);
  // Subtract the largest logit. Then the others may only overflow to -Infinity, with a probability of 0.
  const scaled = Float32Array.from(chosen, (id) => (logits[id] - largest) / temperature);
  const softmax = machine.softmax(machine.put(scaled), 1, chosen.length);
  const probabilities = machine.read(softmax, [chosen.length]).data;
  return chosen[drawIndex(probabilities, random)];
}

/**
 * Returns the indices of the largest numbers, the largest first. Of equal numbers, the first one comes first.
 * @param {Float32Array} numbers without NaN @param {number} count
 * @returns {number[]}
 */
function findLargest(numbers, count) {
  if (count > numbers.length / 8) {
    const indices = Array.from(numbers.keys());
    return indices.sort((a, b) => numbers[b] - numbers[a] || a - b).slice(0, count);
  }
  // Insertion into a short list is faster than sorting a long vocabulary.
  /** @type {number[]} */
  const best = [];
  for (let index = 0; count > 0 && index < numbers.length; index++) {
    if (best.length === count && !(numbers[index] > numbers[best[count - 1]])) continue;
    let at = Math.min(best.length, count - 1);
    for (; at > 0 && numbers[index] > numbers[best[at - 1]]; at--) best[at] = best[at - 1];
    best[at] = index;
  }
  return best;
}

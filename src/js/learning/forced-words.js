// Evaluation of a mini: how many forced words it predicts. A forced word is determined by an earlier word.

import { findLargestIndex } from '../largest.js';

/** @import { Mini } from './mini.js' */
/** @import { Heads } from './types.js' */

/**
 * @typedef {{ right: number, count: number, weights: number[][] }} Sums the sums for one kind of
 * forced word; `weights` by layer and head
 */

/**
 * Sums right predictions and weights over the forced words of unseen stories, by kind.
 * @param {Mini} model
 * @param {number} rounds the number of batches
 * @param {Heads} silenced
 * @param {readonly number[]} skipped ids of words that are always allowed instead of a forced word
 */
export function measureForced(model, rounds, silenced, skipped) {
  const { tape, heads, vocabulary } = model;
  /** @type {Map<string, Sums>} */
  const kinds = new Map();
  for (const { batch, logits, weights } of model.runTest(rounds, silenced)) {
    const numbers = tape.read(logits);
    const maps = weights.map((map) => tape.read(map));
    const [, L, V] = logits.shape;
    batch.forEach(({ words, forced = [] }, n) => {
      for (const { position, kind, source } of forced) {
        // The output at the previous word predicts the forced word.
        const l = position - 1;
        const row = numbers.subarray((n * L + l) * V, (n * L + l + 1) * V);
        for (const id of skipped) row[id] = -Infinity;
        const sums = kinds.get(kind) ?? {
          right: 0,
          count: 0,
          weights: maps.map(() => new Array(heads).fill(0)),
        };
        kinds.set(kind, sums);
        sums.count++;
        if (vocabulary[findLargestIndex(row)] === words[position]) sums.right++;
        maps.forEach((map, layer) => {
          for (let h = 0; h < heads; h++) {
            sums.weights[layer][h] += map[((n * heads + h) * L + l) * L + source];
          }
        });
      }
    });
  }
  return kinds;
}

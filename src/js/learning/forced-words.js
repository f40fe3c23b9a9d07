// How many of the words that earlier ones force a mini foretells.

import { findLargestIndex } from '../largest.js';

/** @import { Mini } from './mini.js' */
/** @import { Heads } from './types.js' */

/** @typedef {{ right: number, count: number, weights: number[][] }} Sums `weights` by layer and head */

/**
 * Counts and sums over the forced words of unseen stories, by kind.
 *
 * @param {Mini} model
 * @param {number} rounds batches
 * @param {Heads} silenced
 * @param {readonly number[]} skipped words that may always come instead
 */
export function measureForced(model, rounds, silenced, skipped) {
  const { tape, heads, vocabulary } = model;
  /** @type {Map<string, Sums>} */
  const kinds = new Map();
  for (const batch of model.drawTest(rounds)) {
    tape.start();
    const { logits, weights } = model.forward(batch, silenced);
    const numbers = tape.read(logits);
    const maps = weights.map((map) => tape.read(map));
    const [, L, V] = logits.shape;
    batch.forEach(({ words, forced = [] }, n) => {
      for (const { position, kind, source } of forced) {
        // The word before is the one that has to foretell it.
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

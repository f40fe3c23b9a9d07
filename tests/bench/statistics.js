// Statistics of many rounds.

/** @import { Result } from './measure.js' */

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @param {Result} result @param {Result} other @returns {number} median of the rounds' ratios */
export function ratio(result, other) {
  const ratios = (result.costs ?? []).map((cost, round) => {
    const otherCost = other.costs?.[round];
    return cost && otherCost ? cost / otherCost : 0;
  });
  return median(ratios.filter((value) => value > 0));
}

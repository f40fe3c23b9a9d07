// Runs fast-check with a fixed seed, so that every run tries the same examples. Failures print the
// example.
import fc from 'fast-check';
import { chooseCaseCount, recordFigure } from './bar.js';
import { createRandom } from './random.js';

/** @import { Random } from './random.js' */

/**
 * Checks a property of random sizes and a seeded generator. When a case fails, fast-check shrinks
 * the sizes and prints them.
 * @template {Record<string, fc.Arbitrary<any>>} Sizes
 * @param {Sizes} sizes
 * @param {(drawn: { [name in keyof Sizes]: Sizes[name] extends fc.Arbitrary<infer T> ? T : never }
 *   & { random: Random }) => void} holds
 * @param {number} [numRuns]
 */
export function check(sizes, holds, numRuns = chooseCaseCount(1000, 100_000)) {
  holdsFor(sizes, numRuns, holds);
  recordFigure('properties', { counts: { properties: 1, runs: numRuns } });
}

/**
 * The same, for another row of the bar.
 * @template {Record<string, fc.Arbitrary<any>>} Sizes
 * @param {Sizes} sizes
 * @param {number} numRuns
 * @param {(drawn: { [name in keyof Sizes]: Sizes[name] extends fc.Arbitrary<infer T> ? T : never }
 *   & { random: Random }) => void} holds
 */
export function holdsFor(sizes, numRuns, holds) {
  const drawn = fc.record({ seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }), ...sizes });
  fc.assert(
    fc.property(drawn, (values) => {
      const { seed, ...rest } = /** @type {any} */ (values);
      holds({ ...rest, random: createRandom(seed) });
    }),
    { seed: 20260101, numRuns },
  );
}

/** A size of at least 1. @param {number} [max] */
export const size = (max = 12) => fc.integer({ min: 1, max });

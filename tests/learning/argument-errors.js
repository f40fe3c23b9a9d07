import { assertRefusal, caught } from '../support/refusal.js';

/** Values that are invalid as options, as a sentence, as a count and as a state. */
export const NOTHINGS = [null, 5, Number.NaN, 'text', true, 5n, Symbol('s'), () => 1, [[1]]];

/**
 * Asserts that a call throws an ArgumentError, and returns the error.
 * @param {() => unknown} run @param {Omit<Parameters<typeof assertRefusal>[1], 'kind'>} expected
 * @returns {any}
 */
export function assertArgumentError(run, expected) {
  const error = caught(run);
  assertRefusal(error, { kind: 'ArgumentError', ...expected });
  return error;
}

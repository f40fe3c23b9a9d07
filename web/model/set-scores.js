/**
 * Scores that the reader has set. The core takes queries and keys, not scores; so it is given the
 * rows of scores as queries and unit vectors as keys, whose products are these very scores.
 */

import { tensor } from '../../src/js/index.js';
import { identities } from './arrange.js';

/** @typedef {import('../../src/js/index.js').Tensor} Tensor */

/**
 * @param {import('../../src/js/attention.js').Operations} attention
 * @param {import('./seeded.js').Seeded} seeded
 * @param {Readonly<Record<string, Tensor>>} trace with the scores as computed, (H, L, S) or (L, S)
 * @param {Tensor} values (H, S, width) or (S, width)
 * @param {object} options of the call that made them
 * @param {string} table what edits call the scores
 * @returns {{ output: Tensor, trace: Record<string, Tensor> } | undefined} undefined where none is set
 */
export function attendToScores(attention, seeded, { scores }, values, options, table) {
  const [S, L, H = 1] = scores.shape.toReversed();
  const before = seeded.replaced.size;
  const data = seeded.edited(scores.data, (i) => {
    const head = Math.floor(i / (L * S));
    return `${table}.${head}.${Math.floor(i / S) % L}.${i % S}`;
  });
  if (seeded.replaced.size === before) return undefined;
  const width = values.shape[values.shape.length - 1];
  const { output, trace } = attention.scaledDotProductAttention(
    tensor([1, H, L, S], data),
    identities(H, S),
    tensor([1, H, S, width], values.data),
    options,
  );
  const leading = scores.shape.slice(0, -2);
  const steps = /** @type {[string, Tensor][]} */ (Object.entries(trace ?? {}));
  return {
    output: tensor([...leading, L, width], output.data),
    trace: Object.fromEntries(
      steps.map(([name, { shape, data: numbers }]) => [
        name,
        tensor([...leading, ...shape.slice(2)], numbers),
      ]),
    ),
  };
}

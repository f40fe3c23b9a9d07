/** What is left of the differences between scores that are divided by more than √d. */

import { tensor } from '../../src/js/index.js';
import { drawSentences, SENTENCES, WORDS } from '../sources/score-variance.js';

/**
 * The largest weight of a row, on average, of the same random sentences as `measureScoreVariance` draws.
 * @param {import('../sources/score-variance.js').Attention} attention
 * @param {{ seed: number, d: number }} drawn d: length of a query
 * @param {number} by what scores are divided by
 */
export function largestDividedBy(attention, { seed, d }, by) {
  const { queries, keys } = drawSentences(seed, d);
  const rows = SENTENCES * WORDS;
  const values = tensor([SENTENCES, WORDS, 1], new Float32Array(rows));
  const { trace } = attention.scaledDotProductAttention(queries, keys, values, {
    scale: 1 / by,
    trace: true,
  });
  const { data } = /** @type {Record<string, import('../../src/js/index.js').Tensor>} */ (trace)
    .weights;
  const largest = Float32Array.from({ length: rows }, (_, row) =>
    Math.max(...data.subarray(row * WORDS, (row + 1) * WORDS)),
  );
  const shares = new Float32Array(rows).fill(1 / rows);
  return attention.linear(tensor([1, rows], largest), tensor([1, rows], shares)).data[0];
}

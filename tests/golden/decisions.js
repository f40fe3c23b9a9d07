import assert from 'node:assert/strict';
import { assertSameBits, assertWithin, shareOfLargest } from '../support/near.js';

/** @typedef {import('../support/golden.js').Reference} Reference */
/** @typedef {import('../support/golden.js').Expected} Expected */
/** @typedef {(options?: object) => Record<string, import('../support/arrange.js').Tensor>} Run */
/** @typedef {{ reason: string, verify(run: Run, reference: Reference): void }} Decision */

/** Asserts every expected result except those left out. */
function asExpected(
  /** @type {Record<string, any>} */ results,
  /** @type {Record<string, Expected>} */ expected,
) {
  for (const [name, values] of Object.entries(expected)) {
    assertWithin(results[name], values, shareOfLargest(values), name);
  }
}

/**
 * A row without any key gives zeros. The reference's NaN is given only on request.
 * @param {(reference: Reference, column: number) => number} [emptyOutput] the output of such a row
 * @returns {Decision}
 */
const emptyRows = (emptyOutput = () => 0) => ({
  reason:
    'a fully masked row gives zeros; PyTorch 1.13 gives NaN, as ours does with emptyRow: "nan"',
  verify(run, reference) {
    const decided = Object.fromEntries(
      Object.entries(reference.expected).map(([name, { shape, data }]) => {
        const width = shape[shape.length - 1];
        const empty = (/** @type {number} */ i) =>
          name === 'output' ? emptyOutput(reference, i % width) : 0;
        return [name, { shape, data: data.map((x, i) => (Number.isNaN(x) ? empty(i) : x)) }];
      }),
    );
    asExpected(run(), decided);
    asExpected(run({ emptyRow: 'nan' }), reference.expected);
  },
});

/** @type {Decision} */
const finiteFill = {
  reason:
    'a finite fill can win over kept scores, as in the article; with the default, -Infinity, it cannot',
  verify(run, reference) {
    asExpected(run(), reference.expected);
    const name = reference.expected.weights ? 'weights' : 'output';
    const article = reference.expected[name];
    const ours = run({ maskFill: -Infinity })[name];
    const width = article.shape[article.shape.length - 1];
    const isMasked = maskedColumns(reference);
    for (let row = 0; row < ours.data.length; row += width) {
      const weights = Array.from(ours.data.subarray(row, row + width));
      assert.ok(weights.every((weight, column) => !isMasked(column) || weight === 0));
      const sum = weights.reduce((a, b) => a + b);
      assert.ok(Math.abs(sum - 1) <= (8 + width / 4) * 2 ** -23, `a row adds up to ${sum}`);
    }
  },
};

/**
 * @returns {(column: number) => boolean} tells whether a column is masked, in a case whose rows
 *   share one mask
 */
function maskedColumns(/** @type {Reference} */ { inputs }) {
  const { mask, valid_lens } = inputs;
  return (column) => (mask ? mask.data[column] === 0 : column >= valid_lens.data[0]);
}

/** @type {Decision} */
const maximumTakenOff = {
  reason: "the article's softmax overflows or underflows to NaN; ours takes off the maximum first",
  verify(run, reference) {
    const { output, weights } = reference.expected;
    asExpected(run(), { output, weights });
  },
};

/** @type {Decision} */
const float32Range = {
  reason: 'past the range of float32 a sum is Infinity, as in the reference run in float32',
  verify(run, reference) {
    assertSameBits(run().output, reference.expectedF32.output);
  },
};

/** @type {Decision} */
const infinityIsData = {
  reason: 'infinities that are not masks are data: Infinity - Infinity is NaN, as in PyTorch',
  verify: (run, reference) => asExpected(run(), reference.expected),
};

/** @type {Record<string, Decision>} */
export const decisions = {
  s000_scores_below_fill: finiteFill,
  s002_overflow_5x3: maximumTakenOff,
  s002_underflow_2x2: maximumTakenOff,
  s003_msm_logits_below_fill: finiteFill,
  s003_dot_3d_fully_masked_row: emptyRows(),
  s003_dot_3d_attn_mask_full_row: emptyRows(),
  sdpa_bool_mask_full_row: emptyRows(),
  // With heads of zeros, only the bias of the output projection remains.
  tmha_self_fully_masked: emptyRows(
    ({ inputs }, column) => /** @type {number} */ (inputs.out_proj_bias.data[column]),
  ),
  linear_overflow: float32Range,
  softmax_all_minus_inf: infinityIsData,
  softmax_plus_inf: infinityIsData,
};

// What the page computes node by node is what the model computes in one go.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensor } from '../../src/js/index.js';
import { modelComputation } from '../support/models.js';
import { assertSameBits, assertWithin, shareOfLargest } from '../support/near.js';

/**
 * Layer normalization of the model multiplies by 1 / √(σ² + ε) where the page divides by the root: the
 * numbers differ by rounding alone. Measured: 6e-7 of the largest of each tensor.
 */
const SHARE = 1e-5;

/** What a graph has in another order or without an axis of one. @param {any} tensors of the model */
function arranged({ logits, probabilities, ...rest }) {
  if (logits.shape.length < 3) return { logits, probabilities, ...rest };
  /** @param {import('../../src/js/index.js').Tensor} of (words, outputs, answers) */
  const byOutput = ({ shape: [L, U, C], data }) =>
    tensor(
      U === 1 ? [L, C] : [U, L, C],
      Float32Array.from({ length: data.length }, (_, i) => {
        const [u, l, c] = [Math.floor(i / L / C), Math.floor(i / C) % L, i % C];
        return data[(l * U + u) * C + c];
      }),
    );
  return { ...rest, logits: byOutput(logits), probabilities: byOutput(probabilities) };
}

/**
 * @param {import('../support/models.js').Made} made
 * @param {boolean} [hasNorm] without layer normalization, bit for bit
 */
function assertAgrees({ model, computation: { queryWords, results } }, hasNorm = true) {
  const tensors = arranged(model.run(queryWords.join(' ')));
  assert.ok(Object.keys(tensors).length > 10);
  let used = 0;
  for (const [id, expected] of Object.entries(tensors)) {
    assert.ok(results[id], `the graph has ${id}`);
    if (!hasNorm) assertSameBits(results[id], expected, id);
    else {
      const bound = shareOfLargest(expected, SHARE);
      used = Math.max(used, assertWithin(results[id], expected, bound, id));
    }
  }
  return used;
}

describe('every number of the page is the model’s', () => {
  for (const training of [-1, 0, 60]) {
    it(`of Mini after ${training} steps (−1: as it ships)`, async (t) => {
      const used = assertAgrees(await modelComputation('mini', { training }));
      t.diagnostic(`${used} of the bound`);
    });
  }
  for (const task of [
    'previous',
    'mirror',
    'previous-and-mirror',
    'recall',
    'order',
    'induction',
  ]) {
    for (const [training, heads] of [
      [0, 1],
      [60, 2],
      [20, 8],
    ]) {
      it(`of the toy “${task}” with ${heads} heads after ${training} steps`, async () => {
        assertAgrees(await modelComputation('toy', { task, training, heads }), false);
      });
    }
  }

  it('also of a sentence of one word, and of the longest', async () => {
    assertAgrees(await modelComputation('mini', { training: -1, sentence: '' }));
    const long = 'today the little dog did not cross the street because it was too tired . '.repeat(
      2,
    );
    const made = await modelComputation('mini', { training: -1, sentence: long });
    assert.equal(made.computation.queryWords.length, 24);
    assertAgrees(made);
    assertAgrees(await modelComputation('toy', { training: 5, sentence: 'a' }), false);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensor } from '../../src/js/index.js';
import { modelComputation } from '../support/models.js';
import { assertSameBits, assertWithin, shareOfLargest } from '../support/near.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Shown } from '../support/models.js' */

/** The test adds a term that the pronoun resolver leaves out, and the sum is rounded. */
const SHARE = 1e-5;

/**
 * Rearranges tensors that the graph has in another order or without an axis of length 1.
 * @param {any} tensors of the model
 */
function arrangeTensors({ logits, probabilities, ...rest }) {
  if (logits.shape.length < 3) return { logits, probabilities, ...rest };
  /** @param {Tensor} of has the shape (words, outputs, answers) */
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

/** @param {Shown} made */
function assertAgrees({ model, computation: { queryWords, results } }) {
  const tensors = arrangeTensors(model.run(queryWords.join(' ')));
  assert.ok(Object.keys(tensors).length > 10);
  for (const [id, expected] of Object.entries(tensors)) {
    assert.ok(results[id], `the graph has ${id}`);
    assertSameBits(results[id], expected, id);
  }
}

/** Returns what the pronoun resolver computes. @param {Shown} made */
function runResolver({ model, computation: { queryWords: words } }) {
  /** @type {Record<string, Tensor>} */
  const tensors = model.run(words.join(' '));
  const last = 'layer2/weights' in tensors ? 2 : 1;
  assert.ok(Object.keys(tensors).length > 10);
  return { words, last, tensors };
}

describe('the page’s numbers equal the model’s', () => {
  for (const training of [-1, 0, 60]) {
    it(`for Mini after ${training} steps (−1: as shipped)`, async () => {
      assertAgrees(await modelComputation('mini', { training }));
    });
  }
  for (const task of [
    'previous',
    'mirror',
    'previous-and-mirror',
    'recall',
    'order',
    'order-without-positions',
    'induction',
  ]) {
    for (const [training, heads] of [
      [0, 1],
      [60, 2],
      [20, 8],
    ]) {
      it(`for the toy “${task}” with ${heads} heads after ${training} steps`, async () => {
        assertAgrees(await modelComputation('toy', { task, training, heads }));
      });
    }
  }

  for (const variant of ['two', 'two-free', 'one', 'one-free']) {
    for (const training of [0, 60]) {
      it(`for the pronoun resolver “${variant}” after ${training} steps`, async () => {
        const shown = await modelComputation('pronoun', { variant, training });
        const { words, last, tensors } = runResolver(shown);
        const { results, nodes } = shown.computation;
        const row = words.lastIndexOf('it');
        /** @param {string} id */
        const rowOf = (id) => {
          const [, length] = results[id].shape;
          return results[id].data.slice(row * length, (row + 1) * length);
        };
        for (const [id, expected] of Object.entries(tensors)) {
          // No node reads the last sum. Words that are passed on unchanged have no node of their
          // own.
          if (id === `layer${last}/sum`) assert.ok(!nodes[id]);
          else if (id === `layer${last}/v` && !variant.endsWith('-free')) {
            assert.ok(!nodes[id]);
            assertSameBits(results.embeddings, expected, id);
          } else if (id.startsWith('layer') || id === 'embeddings') {
            assertSameBits(results[id], expected, id);
          }
        }
        // The model leaves |h|² out of −|h − v|², because it is the same for all nouns.
        const square = rowOf(`layer${last}/output`).reduce((sum, x) => sum + x * x, 0);
        const { logits, probabilities } = tensors;
        /** @param {Float32Array} data @param {Tensor} expected */
        const isNear = (data, expected) =>
          assertWithin({ shape: [data.length], data }, expected, shareOfLargest(expected, SHARE));
        isNear(
          rowOf('logits').map((value) => value + square),
          logits,
        );
        isNear(rowOf('probabilities'), probabilities);
      });
    }
  }

  it('for a sentence of one word, and the longest', async () => {
    assertAgrees(await modelComputation('mini', { training: -1, sentence: '' }));
    const long = 'today the little dog did not cross the street because it was too tired . '.repeat(
      2,
    );
    const shown = await modelComputation('mini', { training: -1, sentence: long });
    assert.equal(shown.computation.queryWords.length, 24);
    assertAgrees(shown);
    assertAgrees(await modelComputation('toy', { training: 5, sentence: 'a' }));
  });
});

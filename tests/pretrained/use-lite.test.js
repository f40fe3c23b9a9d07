import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { convertUseLite } from '../../web/build/use-lite.js';
import { readWeights, reference, runInFloat64 } from '../support/use-lite.js';

/** The largest difference. @param {ArrayLike<number>} actual @param {ArrayLike<number>} expected */
function distance(actual, expected) {
  assert.ok(actual.length >= expected.length && expected.length > 0);
  return Array.from(expected, (x, i) => Math.abs(actual[i] - x)).reduce((a, b) => Math.max(a, b));
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
const cosine = (a, b) => Array.from(a, (x, i) => x * b[i]).reduce((total, x) => total + x);

/** The file's weights, and how far attention may lie from the reference. */
const FORMS = /** @type {const} */ ([
  ['float32', false, 1e-5, 2e-6],
  ['int8', true, 0.02, 0.02],
]);

for (const [form, isQuantized, mostWeight, mostEmbedding] of FORMS) {
  const weights = await readWeights(await convertUseLite({ isQuantized }));

  describe(`With ${form}, in float64`, () => {
    for (const { text, ids, attention, embedding } of reference.sentences) {
      it(`“${text}” has the attention and the embedding of the reference.`, () => {
        const result = runInFloat64(weights, ids);
        const flat = result.layers.flatMap((layer) =>
          layer.weights.flatMap((rows) => rows.flatMap((row) => [...row])),
        );
        assert.ok(distance(flat, attention.flat(3)) <= mostWeight);
        assert.ok(distance(result.embedding, embedding) <= mostEmbedding);
        assert.ok(cosine(result.embedding, embedding) >= 0.999);
      });
    }
  });
}

it('In float64, each stage has the first numbers of the reference.', async () => {
  const weights = await readWeights(await convertUseLite({ isQuantized: false }));
  const { trace, sentences } = reference;
  const { embedded, layers, pooled } = runInFloat64(weights, sentences[0].ids);
  for (const [stage, actual] of /** @type {const} */ ([
    ['x0_row0', embedded[0]],
    ['x0_row1', embedded[1]],
    ['timing_row1_sin8', weights['position.weight'].data.subarray(256)],
    ['ln0_row0', layers[0].norm[0]],
    ['residual0_row0', layers[0].residual[0]],
    ['q0_head0_row0', layers[0].q[0][0]],
    ['k0_head0_row0', layers[0].k[0][0]],
    ['v0_head0_row0', layers[0].v[0][0]],
    ['scores0', layers[0].scores.flatMap((rows) => rows.flatMap((row) => [...row]))],
    ['h_after_layer0_row0', layers[0].output[0]],
    ['scores1', layers[1].scores.flatMap((rows) => rows.flatMap((row) => [...row]))],
    ['h_after_layer1_row0', layers[1].output[0]],
    ['mean_pool', pooled],
  ]))
    assert.ok(distance(actual, trace[stage].flat(2)) <= 1e-5, stage);
});

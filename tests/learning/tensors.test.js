import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import {
  createDescriber,
  createMini,
  createToy,
  createTranslator,
} from '../../src/js/learning/index.js';
import { assertSameBits } from './same-bits.js';

/** @import { Tensor } from '../../src/js/types.js' */

const attention = await loadAttention();

const SENTENCES = {
  describer: 'the animal did not cross the street because it was too tired',
  mini: '<s> the dogs near the house',
  translator: "il n' est pas aussi grand que son père",
};

/** @param {Record<string, Tensor>} tensors */
const shapesOf = (tensors) =>
  Object.fromEntries(Object.entries(tensors).map(([id, { shape }]) => [id, shape.join(' ')]));

describe('what is on the way', () => {
  it('of the describer, is what the core computes', async () => {
    const model = await createDescriber({ seed: 1 });
    model.train(50);
    const tensors = model.run(SENTENCES.describer);
    assert.deepEqual(shapesOf(tensors), {
      ...{ q: '12 2', k: '12 2', v: '12 2', scores: '12 12', scaledScores: '12 12' },
      ...{ weights: '12 12', output: '12 2', logits: '20', probabilities: '20' },
    });
    const { q, k, v } = tensors;
    const { output, trace } = attention.scaledDotProductAttention(q, k, v, { trace: true });
    assertSameBits(tensors, { ...trace, output });
    const described = model.describe(SENTENCES.describer);
    assert.equal(described.position, 11);
    assertSameBits(tensors, { q: described.q, weights: described.weights });
  });

  it('of the mini, is what the core computes, layer by layer', async () => {
    const model = await createMini({ seed: 1 });
    model.train(5);
    const tensors = model.run(SENTENCES.mini);
    const layer = {
      ...{ normalized: '6 32', q: '4 6 8', k: '4 6 8', v: '4 6 8', distanceBias: '4 6 6' },
      ...{ scores: '4 6 6', scaledScores: '4 6 6', maskedScores: '4 6 6', weights: '4 6 6' },
      ...{ heads: '4 6 8', concatenated: '6 32', output: '6 32', sum: '6 32' },
    };
    assert.deepEqual(shapesOf(tensors), {
      embeddings: '6 32',
      ...Object.fromEntries(
        [1, 2].flatMap((i) =>
          Object.entries(layer).map(([id, shape]) => [`layer${i}/${id}`, shape]),
        ),
      ),
      ...{ normalized: '6 32', logits: '6 106', probabilities: '6 106' },
    });
    for (const i of [1, 2]) {
      const [q, k, v, attnMask] = ['q', 'k', 'v', 'distanceBias'].map(
        (id) => tensors[`layer${i}/${id}`],
      );
      const options = /** @type {const} */ ({ attnMask, isCausal: true, trace: true });
      const { output, weights, trace } = attention.scaledDotProductAttention(q, k, v, options);
      const { scores, scaledScores, maskedScores } = trace;
      const expected = { heads: output, weights, scores, scaledScores, maskedScores };
      for (const [id, tensor] of Object.entries(expected)) {
        assertSameBits({ [id]: tensors[`layer${i}/${id}`] }, { [id]: tensor });
      }
    }
    const { tokens, next, layers } = model.predict(SENTENCES.mini);
    assert.equal(tokens.length, 6);
    assert.equal(next.length, 106);
    assert.ok(next[0].probability >= next[1].probability);
    assertSameBits({ weights: layers[1].weights }, { weights: tensors['layer2/weights'] });
  });

  for (const scoring of /** @type {const} */ (['additive', 'dot'])) {
    it(`of the translator by ${scoring} scoring, is what the core computes`, async () => {
      const model = await createTranslator({ seed: 1, scoring });
      model.train(3);
      const { source, target, weights } = model.translate(SENTENCES.translator);
      const tensors = model.run(SENTENCES.translator);
      const [S, T] = [source.length + 2, target.length + 1];
      const shapes = shapesOf(tensors);
      assert.equal(shapes['encoder/annotations'], `${S} 48`);
      assert.equal(shapes['encoder/backward/gates'], `${S} 96`);
      assert.equal(shapes['decoder/states'], `${T} 48`);
      assert.equal(shapes['decoder/logits'], `${T} ${model.parameters['output.bias'].data.length}`);
      // A translation that was cut off has no end token.
      const rows = weights.data.length;
      const read = tensors['decoder/weights'];
      assert.deepEqual(read.shape, [T, S]);
      assert.deepEqual(read.data.subarray(0, rows), weights.data);
      const [q, k, v] = ['decoder/queries', 'encoder/keys', 'encoder/annotations'].map(
        (id) => tensors[id],
      );
      if (scoring === 'dot') {
        const { output, trace } = attention.scaledDotProductAttention(q, k, v, {
          ...{ scale: 1 / 32, trace: true },
        });
        const { scores, scaledScores } = trace;
        assertSameBits(
          {
            output: tensors['decoder/contexts'],
            scores: tensors['decoder/scores'],
            scaledScores: tensors['decoder/scaledScores'],
          },
          { output, scores, scaledScores },
        );
        return;
      }
      const features = tensors['decoder/features'];
      assert.deepEqual(features.shape, [T, S, 32]);
      const { data } = model.parameters.score;
      const { data: scores } = attention.linear(features, { shape: [1, 32], data });
      for (let i = 0; i < S * T; i++) {
        assert.ok(Math.abs(scores[i] - tensors['decoder/scores'].data[i]) < 1e-5);
      }
    });
  }

  it('of a toy, has logits for each of its outputs', async () => {
    const model = await createToy({ task: 'previous-and-mirror', numHeads: 2 });
    const tensors = model.run('a b c d e f g h i j k l a b c d');
    assert.deepEqual(tensors['layer1/weights'].shape, [2, 16, 16]);
    assert.deepEqual(tensors.probabilities.shape, [16, 2, 12]);
  });

  it('of the longest sentences, has room', async () => {
    const words = (/** @type {string} */ word, /** @type {number} */ count) =>
      new Array(count).fill(word).join(' ');
    const describer = await createDescriber();
    assert.deepEqual(describer.run(words('tired', 16)).weights.shape, [16, 16]);
    const mini = await createMini();
    assert.deepEqual(mini.run(words('the', 24)).logits.shape, [24, 106]);
    const translator = await createTranslator();
    assert.deepEqual(translator.run(words('grand', 18))['encoder/keys'].shape, [20, 32]);
  });
});

// “Hello I love you”: what an article claims about a trained layer, and what the shipped model
// does.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { checkClaim, isOfArticle } from '../../web/features/pretrained/views/article-claim.js';
import { attention } from '../support/computations.js';
import { reference } from '../support/use-lite.js';
import { filesOf } from './checkpoints.js';

const TEXT = 'Hello I love you';

/** @param {any} model @param {string} [text] */
function claimIn(model, text = TEXT) {
  const { words, layers } = model.run(text, { trace: ['weights'] });
  const weights = layers.map((/** @type {any} */ layer) => layer.weights);
  return checkClaim(attention, { words, weights });
}

describe('the claim of the article', () => {
  it('holds in five of eight heads of the model that ships', async () => {
    const heads = claimIn(await loadPretrained(attention, 'use-lite'));
    assert.deepEqual(
      heads.filter(({ holds }) => holds).map(({ layer, head }) => `${layer}.${head}`),
      ['0.1', '0.2', '0.3', '1.0', '1.1'],
    );
    assert.equal(heads.length, 8);
  });

  it('has the weights of the reference, within what int8 changes', async () => {
    const heads = claimIn(await loadPretrained(attention, 'use-lite'));
    const { attention: all } = /** @type {any} */ (
      reference.sentences.find(({ text }) => text === TEXT)
    );
    for (const { layer, head, hello, subject, object, holds } of heads) {
      const row = all[layer][head][3];
      const expected = [row[0] + row[1], row[2], row[4]];
      for (const [i, weight] of [hello, subject, object].entries())
        assert.ok(Math.abs(weight - expected[i]) < 0.04, `${layer}.${head}`);
      assert.equal(holds, Math.min(expected[1], expected[2]) > expected[0]);
      assert.ok(hello + subject + object < 1);
    }
  });

  it('is checked in other families, whose tokens are pieces and others besides', async () => {
    for (const name of ['gpt2', 'bert', 'llama']) {
      const model = await loadPretrained(attention, filesOf(name));
      const heads = claimIn(model);
      assert.equal(heads.length, model.sizes.layers * model.sizes.heads, name);
      // In causal models, no weight goes to “you”, which comes later.
      if (model.sizes.isCausal)
        assert.ok(heads.every(({ object, holds }) => object === 0 && !holds));
      else assert.ok(heads.every(({ object }) => object > 0));
    }
  });

  it('is of this sentence alone', async () => {
    const model = await loadPretrained(attention, 'use-lite');
    assert.deepEqual(claimIn(model, 'They eat noodles'), []);
    const sentences = {
      'hello, I love you!': true,
      'Hello I love': false,
      'hello i love you too': false,
    };
    for (const [sentence, isOf] of Object.entries(sentences))
      assert.equal(isOfArticle(sentence), isOf);
  });
});

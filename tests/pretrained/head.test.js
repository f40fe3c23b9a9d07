import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { pretrainedHead } from '../../web/features/pretrained/example-head.js';
import { makePretrainedHead, path } from '../support/make-pretrained-head.js';

const { layer, head, model, sentence, tokens, weights } = pretrainedHead;

it('The head of the first screen is computed again to the bit.', async () => {
  assert.equal(await readFile(path, 'utf8'), await makePretrainedHead());
});

it('They attends to eat by .71, and eat to They by .70.', () => {
  assert.deepEqual(tokens, ['▁They', '▁eat', '▁fri', 'ed', '▁n', 'oodle', 's']);
  assert.deepEqual([weights[0][1].toFixed(2), weights[1][0].toFixed(2)], ['0.71', '0.70']);
  for (const row of weights) assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 1e-6);
});

it('The model that ships shows the same head within 0.02.', async () => {
  const shipped = await loadPretrained(await loadAttention(), /** @type {'use-lite'} */ (model));
  const { data = [] } = shipped.run(sentence, { trace: ['weights'] }).layers[layer].weights ?? {};
  const n = tokens.length;
  weights.forEach((row, query) => {
    row.forEach((weight, key) => {
      assert.ok(Math.abs(data[(head * n + query) * n + key] - weight) <= 0.02);
    });
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { createTranslator } from '../../src/js/learning/index.js';

const attention = await loadAttention();

it('The translator translates 98 % of unseen sentences word for word, by additive scoring.', async () => {
  const model = await createTranslator(attention, { seed: 0 });
  model.train(1500);
  const { exactMatch, alignment } = model.evaluate();
  // Measured: .990 and .965.
  assert.ok(exactMatch >= 0.98, `${exactMatch}`);
  assert.ok(alignment >= 0.95, `${alignment}`);
  const { target } = model.translate("Il n'est pas aussi grand que son père.");
  assert.equal(target.join(' '), 'he is not as tall as his father');
  // Row 4 is "tall", column 6 "grand".
  const blocked = model.translate("Il n'est pas aussi grand que son père.", { blocked: [[4, 6]] });
  assert.equal(blocked.weights.data[4 * 11 + 6], 0);
  assert.notEqual(blocked.target[4], 'tall');
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createDescriber } from '../../src/js/learning/index.js';

for (let seed = 0; seed < 10; seed++) {
  it(`The describer of seed ${seed} answers all, and attends to the noun.`, async () => {
    const model = await createDescriber({ seed });
    model.train(2500);
    const { accuracy, weight } = model.evaluate();
    assert.equal(accuracy, 1);
    assert.ok(weight >= 0.98, `weight ${weight}`);
  });
}

// Other seeds learn Mini's dependencies too, each to 97 % of unseen stories; but not every seed.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMini } from '../../src/js/learning/index.js';

/** @param {number} seed */
async function sharesOf(seed) {
  const model = await createMini(undefined, { seed });
  model.train(2000);
  return model.evaluate().byDependency;
}

for (const seed of [0, 1, 2, 3, 4, 6, 7, 8, 9]) {
  it(`The mini of seed ${seed} knows every dependency.`, async () => {
    // Measured: all are 1 but seed 2's "giver", .977, and "other", .979.
    for (const [name, share] of Object.entries(await sharesOf(seed))) {
      assert.ok(share >= 0.97, `${name} ${share}`);
    }
  });
}

it('The mini of seed 5 knows all dependencies but one: which of two people is the other.', async () => {
  const { other, ...rest } = await sharesOf(5);
  for (const [name, share] of Object.entries(rest)) assert.ok(share >= 0.97, `${name} ${share}`);
  // Measured: .925.
  assert.ok(other >= 0.9, `${other}`);
});

// Most other seeds also learn Mini's dependencies, each to 97 % of unseen stories.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as stories from '../../src/js/learning/grammars/mini.js';
import { createMini } from '../../src/js/learning/index.js';
import { Mini } from '../../src/js/learning/mini.js';
import { loadLearning } from '../../src/js/learning/module.js';
import { makeMini, shippedMini } from '../support/make-mini.js';
import { drawBinding } from './grammars/binding.js';

/** @import { Grammar } from '../../src/js/learning/mini.js' */

/** @param {number} seed */
async function sharesOf(seed) {
  const model = await createMini({ seed });
  model.train(2000);
  return model.evaluate().byDependency;
}

it('The mini that ships is what training gives, character by character.', async () => {
  // `equal` would print both texts.
  assert.ok((await makeMini()) === (await shippedMini()));
});

for (const seed of [0, 1, 2, 3, 4, 6, 7, 8, 9]) {
  it(`The mini of seed ${seed} knows every dependency.`, async () => {
    // Measured: all are 1 except seed 2's "giver", .977, and "other", .979.
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

it('Which of two things has which colour stays at chance, also with such stories in the training.', async () => {
  /** @type {Grammar} */
  const grammar = {
    ...stories,
    draw: (random, options) =>
      random.below(2) === 1 ? drawBinding(random, options) : stories.draw(random, options),
  };
  const model = new Mini(await loadLearning(), grammar, 0);
  model.train(2000);
  const { binding, object } = model.evaluate().byDependency;
  // Measured: .47. One of the two colours is right.
  assert.ok(binding > 0.4 && binding < 0.6, `${binding}`);
  assert.ok(object >= 0.97, 'it learns other things beside');
});

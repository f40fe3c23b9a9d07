// One seed of each model, trained to its end, on examples that it has never seen.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import {
  createDescriber,
  createPronounResolver,
  createToy,
  loadMini,
} from '../../src/js/learning/index.js';
import { makeMini } from '../support/make-mini.js';
import { judgeTranslator } from './judge.js';

it('The describer answers all, and attends to the noun.', async () => {
  const model = await createDescriber(undefined, { seed: 0 });
  model.train(2500);
  const { accuracy, weight } = model.evaluate();
  assert.equal(accuracy, 1);
  assert.ok(weight >= 0.98, `weight ${weight}`);
});

it('The pronoun resolver answers all in two layers, and attends to the noun.', async () => {
  const model = await createPronounResolver(undefined, { seed: 0 });
  model.train(1500);
  const { accuracy, weight } = model.evaluate();
  assert.ok(accuracy >= 0.99 && weight >= 0.94, `${accuracy} ${weight}`);
});

it('The mini that ships is what training gives, character by character, and knows every dependency.', async () => {
  const path = new URL('../../src/js/learning/weights/mini.js', import.meta.url);
  // Not `equal`, which would print both.
  assert.ok((await makeMini()) === (await readFile(path, 'utf8')));
  const { byDependency } = (await loadMini(undefined)).evaluate();
  for (const [name, share] of Object.entries(byDependency)) assert.ok(share >= 0.97, name);
});

it('The translator translates 98 % of unseen sentences word for word, by additive scoring.', () =>
  judgeTranslator({ seed: 0, scoring: 'additive' }));

for (const task of /** @type {const} */ ([
  ...['previous', 'mirror', 'previous-and-mirror', 'recall', 'order'],
])) {
  it(`The toy learns ${task}.`, async () => {
    const model = await createToy(undefined, { task, seed: 0 });
    model.train(600);
    assert.ok(model.evaluate().accuracy >= 0.99);
  });
}

it('Without positions the order of words cannot be learned: twins get the same weights.', async () => {
  const model = await createToy(undefined, { task: 'order-without-positions', seed: 0 });
  model.train(600);
  const { accuracy } = model.evaluate();
  // It can tell the two nouns from all others, and not from each other.
  assert.ok(accuracy > 0.2 && accuracy < 0.7, `${accuracy}`);
  const [one, other] = ['the dog bites the man ?', 'the man bites the dog ?'].map((sentence) =>
    model.answer(sentence),
  );
  assert.equal(one.answers[5][0], other.answers[5][0]);
});

// The models that take long, with one seed each, trained to the end and measured on unseen
// examples. learned.test.js has the others.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createToy, loadMini } from '../../src/js/learning/index.js';
import { miniDigests } from '../support/make-mini.js';
import { judgeNegation, judgeTranslator } from './judge.js';

it('The mini that ships is the one that was trained so, and knows every dependency.', async () => {
  // These digests come from make-mini.js. `mini.long.js` checks that the whole training gives these
  // weights.
  assert.deepEqual(await miniDigests(), {
    'parameters after 200 steps': 'e1e4c65cd466e790',
    'stories of the other steps': '02bf5439f639ae99',
    'rates of all steps': 'd42e856dfef97832',
    'weights that ship': '2869f1afa591aaf7',
  });
  const { byDependency } = (await loadMini()).evaluate();
  for (const [name, share] of Object.entries(byDependency)) assert.ok(share >= 0.97, name);
});

it('The translator translates 98 % of unseen sentences word for word, by additive scoring.', async () =>
  judgeNegation(await judgeTranslator({ seed: 0, scoring: 'additive' })));

it('Without positions the order of words cannot be learned: twins get the same weights.', async () => {
  const model = await createToy({ task: 'order-without-positions', seed: 0 });
  model.train(600);
  const { accuracy } = model.evaluate();
  // The model can tell these two nouns from all others, but not from each other.
  assert.ok(accuracy > 0.2 && accuracy < 0.7, `${accuracy}`);
  const [dogBites, manBites] = ['the dog bites the man ?', 'the man bites the dog ?'].map(
    (sentence) => model.answer(sentence),
  );
  assert.equal(dogBites.answers[5][0], manBites.answers[5][0]);
});

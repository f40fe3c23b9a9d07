// A seed always gives the same: the untrained numbers of each model, its first examples, and
// what the shipped Mini writes. Trained weights and saved links depend on this.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as learning from '../../src/js/learning/index.js';
import { words } from '../support/integers.js';
import { hashOf } from './digest.js';

const { createDescriber, createMini, createPronounResolver, createToy, createTranslator } =
  learning;

/** @type {Record<string, { make: () => Promise<any>, numbers: number, trained: number, example: string }>} */
const MODELS = {
  describer: {
    make: () => createDescriber({ seed: 5 }),
    ...{ numbers: 1824692375, trained: 2578676040 },
    example: 'the basket was near the river because it was too wide',
  },
  'pronoun resolver': {
    make: () => createPronounResolver({ seed: 5 }),
    ...{ numbers: 3785624964, trained: 3766126738 },
    example: 'the basket was near the river because it was too wide',
  },
  mini: {
    make: () => createMini({ seed: 5 }),
    ...{ numbers: 1253663850, trained: 3709964927 },
    example:
      '<s> one day Noah and Lena go to the beach . then Lena gives Noah a cup . he thanks Lena .',
  },
  'translator by additive scoring': {
    make: () => createTranslator({ seed: 5 }),
    ...{ numbers: 317685438, trained: 2085840432 },
    example: "c' est ton mari",
  },
  'translator by dot scoring': {
    make: () => createTranslator({ seed: 5, scoring: 'dot' }),
    ...{ numbers: 4259359739, trained: 2711320639 },
    example: "c' est ton mari",
  },
  toy: {
    make: () => createToy({ task: 'recall', seed: 5 }),
    ...{ numbers: 422654479, trained: 3626124957 },
    example: 'a4 c6 d5 e5 f7 b7 g3 h2 b e f a c g d h',
  },
};

describe('of seed 5', () => {
  for (const [name, { make, numbers, trained, example }] of Object.entries(MODELS)) {
    it(`the ${name} has these numbers, draws this example, and has these after three steps`, async () => {
      const model = await make();
      assert.equal(hashOf(model.getState().parameters), numbers);
      const [first] = model.drawBatch();
      assert.equal(first.source ?? first.words.join(' '), example);
      const other = await make();
      other.train(3);
      assert.equal(hashOf(other.getState().parameters), trained);
    });
  }

  it('a parameter is drawn from the stream of its name, in order', async () => {
    const { parameters } = await createDescriber({ seed: 5 });
    for (const [name, deviation] of /** @type {[string, number][]} */ ([
      ['query', 0.05],
      ['key', 0.05],
      ['value', 0.3],
    ])) {
      const { data } = parameters[name];
      const stream = words(5, name, 12 * data.length);
      data.forEach((value, i) => {
        const twelve = stream.slice(12 * i, 12 * (i + 1));
        const sum = twelve.reduce((total, word) => total + (word - (word % 256)) / 2 ** 32, -6);
        assert.equal(value, Math.fround(deviation * sum), `${name}[${i}]`);
      });
    }
  });
});

it('A seed gives the mini that ships these words to write.', async () => {
  const mini = await learning.loadMini();
  const texts = [0, 1, 2].map((seed) => mini.generate('<s>', { seed, words: 12 }).tokens.join(' '));
  assert.deepEqual(texts, [
    '<s> one day Finn and Max go to the school . Finn gives',
    '<s> today Nora has a white box . then she gives the white',
    '<s> in the morning Max has a blue drum . then he gives',
  ]);
});

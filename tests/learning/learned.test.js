// Quickly trained models, after training with the default seed. trained.test.js has those that take
// long.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dependencies } from '../../src/js/learning/grammars/mini.js';
import {
  createDescriber,
  createPronounResolver,
  createToy,
  loadMini,
} from '../../src/js/learning/index.js';
import { weights } from '../../src/js/learning/weights/mini.js';
import { trainTo } from '../support/trained.js';

/** @import { Variant } from '../../web/state/types.js' */

/** Without positions, `order` cannot be learned: see trained.test.js. */
const TASKS = /** @type {const} */ ([
  ...['previous', 'mirror', 'previous-and-mirror', 'recall', 'order', 'induction'],
]);

describe('a toy', () => {
  for (const task of TASKS) {
    it(`learns ${task}`, async () => {
      const model = await createToy({ task });
      assert.ok(model.evaluate().accuracy < 0.5);
      await trainTo(model, `toy-${task}-2-0`, 600);
      const { accuracy } = model.evaluate();
      // Measured: 1 for each.
      assert.ok(accuracy >= 0.99, `${accuracy}`);
    });
  }
});

describe('the describer', () => {
  for (const seed of [0, 1, 2]) {
    it(`finds the nouns of pairs that it has never met (seed ${seed})`, async () => {
      const model = await createDescriber({ seed });
      await trainTo(model, `describer-${seed}`, 2500);
      const { accuracy, weight } = model.evaluate();
      assert.equal(accuracy, 1);
      assert.ok(weight >= (seed === 0 ? 0.98 : 0.94), `weight ${weight}`);
      const main = 'the animal did not cross the street because it was too';
      for (const [adjective, noun] of Object.entries({ tired: 'animal', wide: 'street' })) {
        const result = model.describe(`${main} ${adjective}`);
        const n = result.position + 1;
        assert.deepEqual([result.noun, result.adjective], [noun, adjective]);
        assert.deepEqual(
          [result.weights.shape, result.q.shape],
          [
            [n, n],
            [n, 2],
          ],
        );
        const row = result.weights.data.subarray((n - 1) * n);
        assert.equal(main.split(' ')[row.indexOf(Math.max(...row))], noun);
        const sum = result.probabilities.reduce((total, { probability }) => total + probability, 0);
        assert.ok(Math.abs(sum - 1) < 1e-5);
      }
    });
  }
});

it('the describer names what it cannot read in a sentence', async () => {
  const model = await createDescriber();
  for (const [sentence, part] of /** @type {[any, string][]} */ ([
    ['the elephant was too tired', '"elephant"'],
    ['the dog', 'adjective'],
    ['', '1 to 16'],
    [5, 'words'],
  ])) {
    assert.throws(
      () => model.describe(sentence),
      (/** @type {any} */ error) => error.code === 'ERR_ARGUMENT' && error.message.includes(part),
    );
  }
});

describe('the pronoun resolver', () => {
  const STORY = 'the animal did not carry the box across the street because it was too';
  const answers = { tired: 'animal', heavy: 'box', wide: 'street' };

  /** @param {Variant} variant */
  async function train(variant) {
    const [layers, freeValue] = [variant.startsWith('two') ? 2 : 1, variant.endsWith('free')];
    const model = await createPronounResolver({ layers, freeValue });
    await trainTo(model, `pronoun-${variant}-0`, 1500);
    return { model, ...model.evaluate() };
  }

  it('of two layers looks at the noun that "it" stands for', async () => {
    const { model, accuracy, weight } = await train('two');
    // Measured: 1 and .960.
    assert.ok(accuracy >= 0.99 && weight >= 0.94, `${accuracy} ${weight}`);
    for (const [adjective, noun] of Object.entries(answers)) {
      const result = model.resolve(`${STORY} ${adjective}`);
      const n = result.tokens.length;
      assert.equal(result.noun, noun);
      assert.equal(result.tokens[result.position], 'it');
      const { shape, data } = result.layers[1].weights;
      assert.deepEqual(shape, [n, n]);
      const row = data.subarray(result.position * n, (result.position + 1) * n);
      assert.equal(result.tokens[row.indexOf(Math.max(...row))], noun);
    }
    const tensors = model.run(`${STORY} wide`);
    assert.deepEqual(tensors['layer1/q'].shape, [15, 2]);
    assert.deepEqual(tensors['layer2/v'], tensors.embeddings);
  });

  it('with a free value answers and mostly looks elsewhere', async () => {
    const { model, accuracy, weight } = await train('two-free');
    // Measured: 1 and .295.
    assert.ok(accuracy > 0.95 && weight < 0.5, `${accuracy} ${weight}`);
    assert.notDeepEqual(model.run(STORY)['layer2/v'], model.run(STORY).embeddings);
  });

  it('of one layer cannot turn: two weights of "it" have the same ratio by any adjective', async () => {
    const { model, accuracy } = await train('one');
    // Measured: .424.
    assert.ok(accuracy < 0.7, `${accuracy}`);
    const ratios = Object.keys(answers).map((adjective) => {
      const { position, tokens, layers } = model.resolve(`${STORY} ${adjective}`);
      const row = layers[0].weights.data.subarray(position * tokens.length);
      return row[tokens.indexOf('animal')] / row[tokens.indexOf('street')];
    });
    for (const ratio of ratios) assert.ok(Math.abs(ratio / ratios[0] - 1) < 1e-5, `${ratios}`);
  });

  it('of one layer with a free value answers without looking', async () => {
    const { accuracy, weight } = await train('one-free');
    // Measured: .980 and .236.
    assert.ok(accuracy > 0.9 && weight < 0.4, `${accuracy} ${weight}`);
  });
});

describe('the trained mini', async () => {
  const model = await loadMini();

  it('foretells the forced words of stories that it has never read', () => {
    const { accuracy, byDependency } = model.evaluate();
    // Measured: 1 for each.
    assert.ok(accuracy >= 0.99, `${accuracy}`);
    assert.deepEqual(Object.keys(byDependency).sort(), [...dependencies].sort());
    for (const [kind, share] of Object.entries(byDependency)) {
      assert.ok(share >= 0.97, `${kind}: ${share}`);
    }
  });

  it('ships in at most 16 kB, of which each character can be printed', () => {
    assert.ok(weights.length <= 16_000, `${weights.length}`);
    assert.match(weights, /^[ -~]+$/);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Describer } from '../../src/js/learning/describer.js';
import { Mini } from '../../src/js/learning/mini.js';
import { loadLearning } from '../../src/js/learning/module.js';
import { Toy } from '../../src/js/learning/toy.js';
import { SIZES, Translator } from '../../src/js/learning/translator.js';
import { Random } from '../../src/js/random.js';
import { hashOf, trainingDigests } from './digest.js';
import { capitals, description, repetition, reversal } from './tasks.js';

/** @param {number} seed */
const describer = async (seed) => new Describer(await loadLearning(), description, seed);

const model = await describer(0);
const ended = model.train(2500);

describe('the describer', () => {
  it('attends to the noun that is described, in pairs it has never seen', () => {
    const { step, loss } = ended;
    const { accuracy, weight } = model.evaluate();
    assert.equal(step, 2500);
    assert.ok(Number.isFinite(loss));
    assert.equal(accuracy, 1);
    assert.ok(weight > 0.95, `weight ${weight}`);
  });

  it('does not know before it has learned', async () => {
    assert.ok((await describer(0)).evaluate().accuracy < 0.3);
  });

  it('goes on from a state as if it had never stopped', async () => {
    const [first, second] = [await describer(1), await describer(1)];
    first.train(20);
    second.train(20);
    const state = structuredClone(first.getState());
    first.train(30);
    second.train(10);
    second.setState(state);
    second.train(30);
    assert.equal(
      hashOf(second.tape.getState().parameters),
      hashOf(first.tape.getState().parameters),
    );
  });
});

describe('a trained describer', () => {
  it('turns to another noun when one word changes', () => {
    const main = 'the animal did not cross the box cross the street because it was too';
    for (const [adjective, noun] of Object.entries({
      tired: 'animal',
      heavy: 'box',
      wide: 'street',
    })) {
      const result = model.describe(`${main} ${adjective}`);
      const n = result.position + 1;
      assert.equal(result.noun, noun);
      assert.equal(result.adjective, adjective);
      assert.deepEqual(result.weights.shape, [n, n]);
      assert.deepEqual(result.q.shape, [n, 2]);
      const row = result.weights.data.subarray((n - 1) * n);
      assert.equal(main.split(' ')[row.indexOf(Math.max(...row))], noun);
      const sum = result.probabilities.reduce((total, { probability }) => total + probability, 0);
      assert.ok(Math.abs(sum - 1) < 1e-5);
    }
  });

  it('refuses what it does not know by name', () => {
    for (const [sentence, part] of [
      ['the elephant was too tired', '"elephant"'],
      ['the dog', 'adjective'],
      ['', '1 to 16'],
      [/** @type {any} */ (5), 'words'],
    ]) {
      assert.throws(
        () => model.describe(sentence),
        (/** @type {any} */ error) => error.code === 'ERR_ARGUMENT' && error.message.includes(part),
      );
    }
  });
});

it('A mini learns to repeat.', async () => {
  const model = new Mini(await loadLearning(), repetition, 1);
  const before = model.evaluate().byDependency.letter;
  model.train(600);
  const { accuracy, byDependency } = model.evaluate();
  assert.ok(before < 0.3, `${before}`);
  // Measured: .96 with seed 1.
  assert.ok(accuracy > 0.85 && byDependency.letter === accuracy, `${accuracy}`);
  const { tokens, next, layers } = model.predict('<s> a b c a b');
  assert.equal(tokens.length, 6);
  assert.equal(next[0].word, 'c');
  assert.deepEqual(
    layers.map(({ weights }) => weights.shape),
    [
      [4, 6, 6],
      [4, 6, 6],
    ],
  );
});

describe('a toy', () => {
  /** @param {number} numHeads */
  const train = async (numHeads) => {
    const model = new Toy(await loadLearning(), reversal, 1, { numHeads });
    model.train(400);
    return model;
  };

  it('of two heads learns two patterns, a head for each', async () => {
    const model = await train(2);
    const { accuracy, heads } = model.evaluate();
    assert.ok(accuracy > 0.99, `accuracy ${accuracy}`);
    const [previous, mirror] = heads.map((row) => row.indexOf(Math.max(...row)));
    assert.notEqual(previous, mirror);
    for (const row of heads) assert.ok(Math.max(...row) > 0.8, `${row}`);
    const { answers, layers } = model.answer('a b c d e f g h');
    assert.deepEqual(answers[2], ['b', 'f']);
    assert.deepEqual(layers[0].weights.shape, [2, 8, 8]);
  });

  it('of one head divides its weight between two places', async () => {
    const { heads } = (await train(1)).evaluate();
    // Measured: .55 and .60, where two heads have .99.
    for (const [weight] of heads) assert.ok(weight < 0.75, `${weight}`);
  });
});

for (const scoring of /** @type {const} */ (['additive', 'dot'])) {
  it(`A translator learns to write capitals, by ${scoring} attention.`, async () => {
    const model = new Translator(await loadLearning(), capitals, 1, { ...SIZES, scoring });
    model.train(250);
    const random = new Random(5, 'test');
    let [right, changed] = [0, 0];
    for (let i = 0; i < 50; i++) {
      const pair = capitals.draw(random);
      const { source, target, weights } = model.translate(pair.source);
      assert.equal(source.join(' '), pair.source);
      const S = source.length + 2;
      assert.deepEqual(weights.shape, [target.length + 1, S]);
      for (let row = 0; row <= target.length; row++) {
        const sum = weights.data.subarray(row * S, (row + 1) * S).reduce((a, b) => a + b, 0);
        assert.ok(Math.abs(sum - 1) < 1e-5);
      }
      if (target.join(' ') === pair.target) right++;
      const column = weights.data.indexOf(Math.max(...weights.data.subarray(0, S)));
      const without = model.translate(pair.source, { blocked: [[0, column]] });
      assert.equal(without.weights.data[column], 0);
      if (without.target[0] !== target[0]) changed++;
    }
    // Measured: 50 by additive attention, 49 by dot product.
    assert.ok(right >= 44, `${right} of 50`);
    // Without the word that it attends to most, the first one is another: measured 47 and 44.
    assert.ok(changed >= 35, `${changed} of 50`);
  });
}

describe('training', () => {
  it('gives the same bits for the same seed, and others for another', async () => {
    // Engines are compared after more steps: in browsers, in other runtimes, natively.
    const digests = await trainingDigests(3, 10);
    assert.deepEqual(await trainingDigests(3, 10), digests);
    for (const [name, { parameters }] of Object.entries(await trainingDigests(4, 10))) {
      assert.notEqual(parameters, digests[name].parameters);
    }
  });

  it('takes no more memory after its largest step, however long it goes on', async () => {
    const module = await loadLearning();
    const model = new Mini(module, repetition, 1);
    const start = model.getState();
    model.train(20);
    const { buffer } = module.memory;
    for (let time = 0; time < 10; time++) {
      model.setState(start);
      model.train(20);
      // A memory that has grown has another buffer.
      assert.equal(module.memory.buffer, buffer);
    }
  });

  it('ends with dispose()', async () => {
    const model = await describer(1);
    model.dispose();
    assert.throws(() => model.train(1), { code: 'ERR_DISPOSED' });
    model.dispose();
  });

  it('takes a batch larger than all before: the memory grows with it', async () => {
    const model = await describer(1);
    const batch = Array.from({ length: 10_000 }, () => description.draw(new Random(1)));
    const before = model.parameters;
    model.tape.start();
    const { loss } = model.forward(batch);
    model.tape.backward();
    assert.ok(model.tape.read(loss)[0] > 0);
    assert.deepEqual(model.parameters, before);
  });
});

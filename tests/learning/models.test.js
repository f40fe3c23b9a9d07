import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Describer } from '../../src/js/learning/describer.js';
import { Mini } from '../../src/js/learning/mini.js';
import { loadLearning } from '../../src/js/learning/module.js';
import { Random } from '../../src/js/learning/random.js';
import { Translator } from '../../src/js/learning/translator.js';
import { hashOf, trainingDigests } from './digest.js';
import { capitals, description, repetition } from './tasks.js';

const BATCH = 64;

/** @param {number} seed */
const describer = async (seed) => new Describer(await loadLearning(), description, seed);

/** Accuracy, and the mean weight on the right noun, on held-out pairs. @param {Describer} model */
function evaluate(model) {
  const { tape } = model;
  const random = new Random(99, 'test');
  const batch = Array.from({ length: BATCH }, () => description.draw(random, { heldOut: true }));
  tape.start();
  const result = model.forward(batch);
  const [probabilities, weights] = [tape.read(result.probabilities), tape.read(result.weights)];
  const [C, S] = [probabilities.length / BATCH, weights.length / BATCH];
  let right = 0;
  let weight = 0;
  batch.forEach(({ words, answer }, n) => {
    const row = probabilities.subarray(n * C, (n + 1) * C);
    if (model.nouns[row.indexOf(Math.max(...row))] === words[answer]) right++;
    weight += weights[n * S + answer];
  });
  return { accuracy: right / BATCH, weight: weight / BATCH };
}

describe('the describer', () => {
  // 20 of 20 seeds reach accuracy 1 and a mean weight of .99; these leave room for a rounding.
  for (const seed of [0, 1, 2]) {
    it(`attends to the noun that is described, in pairs it has never seen (seed ${seed})`, async () => {
      const model = await describer(seed);
      const { step, loss } = model.train(2500);
      const { accuracy, weight } = evaluate(model);
      assert.equal(step, 2500);
      assert.ok(Number.isFinite(loss));
      assert.equal(accuracy, 1);
      assert.ok(weight > 0.95, `weight ${weight}`);
    });
  }

  it('does not know before it has learned', async () => {
    assert.ok(evaluate(await describer(0)).accuracy < 0.3);
  });

  it('goes on from a state as if it had never stopped', async () => {
    const [first, second] = [await describer(1), await describer(1)];
    first.train(20);
    second.train(20);
    const state = first.tape.getState();
    first.train(30);
    second.train(10);
    second.tape.setState(state);
    second.random = new Random(1, 'examples');
    for (let i = 0; i < 20; i++) second.drawBatch();
    second.train(30);
    assert.equal(
      hashOf(second.tape.getState().parameters),
      hashOf(first.tape.getState().parameters),
    );
  });
});

it('A mini learns to repeat.', async () => {
  const model = new Mini(await loadLearning(), repetition, 1);
  const [early, late] = [model.train(50).loss, model.train(250).loss];
  // Half of the letters are drawn, and their share of log 12 = 2.5 stays.
  assert.ok(late < 0.8 * early, `${early}, then ${late}`);
});

it('A translator learns to write capitals.', async () => {
  const model = new Translator(await loadLearning(), capitals, 1);
  model.train(250);
  const random = new Random(5, 'test');
  let right = 0;
  for (let i = 0; i < 50; i++) {
    const { source, target } = capitals.draw(random);
    const result = model.translate(source);
    assert.equal(result.weights.length, result.target.length + 1);
    for (const row of result.weights) {
      assert.ok(Math.abs(row.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-5);
    }
    if (result.target.join('') === target.join('')) right++;
  }
  assert.ok(right >= 45, `${right} of 50`);
});

describe('training', () => {
  it('gives the same bits for the same seed, and others for another', async () => {
    const digests = await trainingDigests(3);
    assert.deepEqual(await trainingDigests(3), digests);
    for (const [i, { parameters }] of (await trainingDigests(4)).entries()) {
      assert.notEqual(parameters, digests[i].parameters);
    }
  });

  it('takes the memory that it was given at first, ten times over', async () => {
    const module = await loadLearning();
    const model = new Mini(module, repetition, 1);
    const { buffer } = module.memory;
    const start = model.tape.getState();
    for (let time = 0; time < 10; time++) {
      model.tape.setState(start);
      model.train(5);
      // A memory that has grown has another buffer.
      assert.equal(module.memory.buffer, buffer);
    }
  });

  it('refuses a batch that is larger than the one it was sized for', async () => {
    const model = await describer(1);
    const batch = Array.from({ length: 2 * BATCH }, () => description.draw(new Random(1)));
    model.tape.start();
    assert.throws(() => model.forward(batch), RangeError);
  });
});

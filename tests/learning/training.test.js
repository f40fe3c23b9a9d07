// How each model is created, measured and trained, even at a rate that is far too high, and how
// much memory training keeps.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createDescriber,
  createMini,
  createPronounResolver,
  createToy,
  createTranslator,
  loadMini,
} from '../../src/js/learning/index.js';
import { Mini } from '../../src/js/learning/mini.js';
import { loadLearning } from '../../src/js/learning/module.js';
import { assertRefusal, caught } from '../support/refusal.js';
import { trainingDigests } from './digest.js';
import { repetition } from './tasks.js';

it('What a model has learned can be measured in short.', async () => {
  const describer = await createDescriber();
  const translator = await createTranslator();
  const toy = await createToy({ task: 'mirror' });
  const mini = await loadMini();
  const short = [
    describer.evaluate({ rounds: 1 }).accuracy * 64,
    translator.evaluate({ pairs: 10 }).exactMatch * 10,
    toy.evaluate({ rounds: 1 }).accuracy * 32 * 16,
  ];
  for (const right of short) assert.ok(Math.abs(right - Math.round(right)) < 1e-9, `${right}`);
  assert.equal(mini.evaluate({ rounds: 1 }).accuracy, 1);
});

it('Each model is made with what ships, by nothing but a seed.', async () => {
  for (const model of [
    await createDescriber({ seed: 3 }),
    await createMini({ seed: 3 }),
    await createTranslator({ seed: 3 }),
    await createToy({ task: 'mirror', numHeads: 4, seed: 3 }),
    await createPronounResolver({ seed: 3 }),
  ]) {
    const { step, loss } = model.train(2);
    assert.equal(step, 2);
    assert.ok(loss > 0 && loss < 8, `${loss}`);
    assert.ok(model.vocabulary.length >= 12);
    const state = structuredClone(model.getState());
    const { parameters } = model;
    model.train(1);
    model.setState(/** @type {any} */ (state));
    assert.deepEqual(model.parameters, parameters);
    model.dispose();
    model.dispose();
    assert.throws(() => model.train(1), { code: 'ERR_DISPOSED' });
  }
});

describe('a rate', () => {
  it('that is far too high ends in NaN, which the describer says', async () => {
    const model = await createDescriber();
    model.rate = 1000;
    assert.equal(model.train(100).loss, Number.NaN);
    assert.deepEqual(model.train(10), { step: 110, loss: Number.NaN });
    assert.ok(model.evaluate({ rounds: 1 }).accuracy < 0.3);
    assert.ok(Number.isNaN(model.describe('the dog was too tired').probabilities[0].probability));
    // The rate of one model affects no other, and is not part of the state.
    const [first, second] = [await createDescriber(), await createDescriber()];
    first.rate = 5;
    first.train(3);
    first.rate = 1;
    first.setState(second.getState());
    first.train(10);
    second.train(10);
    assert.deepEqual(first.parameters, second.parameters);
  });

  it('that is far too high is an error of no model', async () => {
    for (const model of [
      await createMini(),
      await createTranslator(),
      await createTranslator({ scoring: 'dot' }),
      await createToy({ task: 'mirror' }),
    ]) {
      model.rate = 1e6;
      const { loss } = model.train(10);
      assert.ok(Number.isNaN(loss) || loss > 10, `${loss}`);
    }
  });

  it('is a number of no sign', async () => {
    const model = await createDescriber();
    for (const rate of /** @type {any[]} */ ([-1, Number.NaN, Infinity, '2'])) {
      const error = caught(() => {
        model.rate = rate;
      });
      const expectation = { kind: 'ArgumentError', operation: 'rate', says: /1000000/ };
      assertRefusal(error, expectation);
    }
    assert.equal(model.rate, 1);
  });
});

describe('training', () => {
  it('gives the same bits for the same seed, and others for another', async () => {
    // Other tests compare engines after more steps: browsers, other runtimes, and the native build.
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
      // A memory that has grown would have another buffer.
      assert.equal(module.memory.buffer, buffer);
    }
  });

  it('takes a batch larger than all before: the memory grows with it', async () => {
    /** @type {any} gives access to internal parts */
    const model = await createDescriber({ seed: 1 });
    const batch = new Array(10_000).fill(model.drawBatch()[0]);
    const before = model.parameters;
    model.tape.start();
    const { loss } = model.forward(batch);
    model.tape.backward();
    assert.ok(model.tape.read(loss)[0] > 0);
    assert.deepEqual(model.parameters, before);
  });
});

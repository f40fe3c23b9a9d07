// The training that an element shows, without a Worker: opening a step gives its numbers, whatever
// is pressed in the meantime.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makers } from '../../web/features/models/training/makers.js';
import { Trainer } from '../../web/features/models/training/trainer.js';
import { Training } from '../../web/features/models/training/training.js';
import { TrainingRun } from '../../web/features/models/training/training-run.js';
import { getSlot } from '../../web/features.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { attention } from '../support/computations.js';
import '../support/features.js';

/** @import { Spec } from '../../web/features/models/types.js' */
/** @import { State } from '../../web/state/types.js' */

// Frames come at once.
Object.assign(globalThis, { requestAnimationFrame: setImmediate });

/** @param {number} training */
const toyAt = (training) =>
  getSettings(normaliseState({ source: 'toy', sentence: 'a b c', heads: 1, seed: 0, training }));

const storyState = normaliseState({ source: 'mini', sentence: '<s> one day Tom', training: -1 });
const story = getSettings(storyState);

/** Makes an element that shows what it is told to. */
function makeTraining() {
  /** @type {Partial<State>[]} */
  const changes = [];
  const host = {
    requestUpdate() {},
    state: storyState,
    isConnected: true,
    updateComplete: Promise.resolve(true),
  };
  const change = (/** @type {typeof changes[0]} */ to) => changes.push(to);
  const training = /** @type {Training} */ (
    getSlot('models')?.connect?.(/** @type {any} */ (host), change, () => {})
  );
  const open = (/** @type {number} */ step) => training.open(attention, toyAt(step));
  return { training, open, changes };
}

describe('an opened step', () => {
  it('gets its numbers', async () => {
    const source = await makeTraining().open(3);
    assert.ok(source?.graph);
  });

  it('gets its numbers even if the run restarts first', async () => {
    const { training, open, changes } = makeTraining();
    const first = open(0);
    training.again();
    // The step is unchanged, so it is not opened again.
    assert.deepEqual(changes, [{ training: 0 }]);
    assert.ok((await first)?.graph);
  });

  it('is no longer awaited once another is opened', async () => {
    const { open } = makeTraining();
    const left = assert.rejects(async () => open(40), { name: 'AbortError' });
    assert.ok((await open(3))?.graph);
    await left;
  });

  it('is not replaced by the next picture of a training that plays', async () => {
    const { training, open, changes } = makeTraining();
    await open(3);
    training.isPlaying = true;
    training.shown(toyAt(3));
    const source = await open(500);
    assert.ok(source?.graph);
    await new Promise(setImmediate);
    assert.deepEqual(changes, []);
  });

  it('is no longer trained once its element is removed', async () => {
    const { training, open } = makeTraining();
    const left = assert.rejects(async () => open(3), { name: 'AbortError' });
    training.stop();
    await left;
    assert.ok((await open(3))?.graph);
  });
});

it('no model is trained for an element that is not on the page', async () => {
  const host = { requestUpdate() {}, isConnected: false };
  const trainer = /** @type {any} */ ({ answer: () => assert.fail('it trains') });
  const training = new Training(host, () => {}, trainer);
  await assert.rejects(async () => training.open(attention, toyAt(3)), { name: 'AbortError' });
});

it('a model that still trains does not know the words of the model before it', async () => {
  const { training, open } = makeTraining();
  await open(1);
  assert.equal(training.vocabulary.length, 12);
  const left = assert.rejects(async () => training.open(attention, story), { name: 'AbortError' });
  assert.equal(training.vocabulary.length, 0);
  training.stop();
  await left;
});

describe('the examples of a run', () => {
  /** Opens a run whose trainer draws no example until it is told to. */
  async function openRun() {
    /** @type {{ resolve: (done: object) => void, reject: (error: Error) => void }[]} */
    const draws = [];
    const trainer = new Trainer();
    const remote = /** @type {any} */ ({
      answer: (/** @type {any} */ request) => trainer.answer(request, () => {}),
      call: () => new Promise((resolve, reject) => draws.push({ resolve, reject })),
    });
    const host = { requestUpdate() {}, isConnected: true };
    const training = new Training(host, () => {}, remote);
    await training.open(attention, toyAt(3));
    return { training, draws };
  }

  it('are drawn once, although each picture of the run asks for them', async () => {
    const { training, draws } = await openRun();
    training.showExamples(toyAt(3), true);
    for (const step of [3, 4, 5]) training.shown(toyAt(step));
    assert.equal(draws.length, 1);
    const examples = { steps: 1, batch: 1, first: [] };
    draws[0].resolve(examples);
    await new Promise(setImmediate);
    assert.equal(training.examples.value, examples);
  });

  it('tell why they are not drawn, and are drawn when they are tried again', async () => {
    const { training, draws } = await openRun();
    const error = new Error('out of memory');
    training.showExamples(toyAt(3), true);
    draws[0].reject(error);
    await new Promise(setImmediate);
    assert.equal(training.examples.failure, error);
    training.shown(toyAt(4));
    assert.equal(draws.length, 1);
    training.examples.retry();
    assert.deepEqual([training.examples.failure, draws.length], [undefined, 2]);
  });

  it('of a run that is left in the meantime are not shown', async () => {
    const { training, draws } = await openRun();
    training.showExamples(toyAt(3), true);
    await training.open(attention, { ...toyAt(3), seed: 1 });
    training.shown({ ...toyAt(3), seed: 1 });
    assert.equal(draws.length, 2);
    draws[0].reject(new Error('out of memory'));
    await new Promise(setImmediate);
    assert.deepEqual([training.examples.value, training.examples.failure], [undefined, undefined]);
  });

  it('are drawn for no other run once their list is closed, which keeps its page’s panel', async () => {
    const { training, draws } = await openRun();
    const state = { ...toyAt(3), guide: 'translation-learn' };
    training.showExamples(state, true);
    training.showExamples(state, false);
    assert.equal(training.examplesPage, state.guide, 'the panel holds the focus');
    await training.open(attention, { ...toyAt(3), seed: 1 });
    training.shown({ ...toyAt(3), seed: 1 });
    assert.equal(draws.length, 1);
  });
});

describe('a model that is left for other numbers', () => {
  it('trains on until its reader returns', async () => {
    const trainer = new Trainer();
    let asks = 0;
    const remote = /** @type {any} */ ({
      answer: (/** @type {any} */ request, /** @type {any} */ report) => {
        asks++;
        return trainer.answer(request, report);
      },
      stop: () => trainer.stop(),
    });
    const host = { requestUpdate() {}, isConnected: true };
    const training = new Training(/** @type {any} */ (host), () => {}, remote);
    const left = Promise.allSettled([training.open(attention, toyAt(40))]);
    training.leave();
    assert.ok((await training.open(attention, toyAt(40)))?.graph);
    await left;
    const rejected = assert.rejects(async () => training.open(attention, toyAt(80)), {
      name: 'AbortError',
    });
    training.leave();
    await rejected;
    // The numbers that came meanwhile are there at once.
    assert.equal(training.open(attention, toyAt(80)) instanceof Promise, false);
    assert.equal(asks, 2);
  });

  /** @param {ReturnType<typeof makeTraining>} lab @param {(training: Training) => void} leave */
  async function reachedOnReturn({ training, open }, leave) {
    await open(20);
    leave(training);
    await training.open(attention, { ...toyAt(3), sentence: 'c b a' });
    return training.progress?.reached;
  }

  it('trains no further if its trainer is on the page, where it would slow other numbers', async () => {
    const { training, open } = makeTraining();
    await open(1);
    assert.equal(training.onPage, true);
    const left = assert.rejects(async () => open(40), { name: 'AbortError' });
    training.leave();
    await left;
    await open(3);
    assert.equal(training.progress?.reached, 3);
  });

  it('is trained to the same step when its reader returns', async () => {
    assert.equal(await reachedOnReturn(makeTraining(), (training) => training.leave()), 20);
    assert.equal(await reachedOnReturn(makeTraining(), (training) => training.stop()), 3);
  });

  it('is not asked again while it writes a word', async () => {
    let asks = 0;
    const leaving = /** @type {any} */ ({
      answer: async () => void asks++,
      call: async () => training.leave(),
      stop() {},
    });
    const host = { requestUpdate() {}, isConnected: true };
    const training = new Training(host, () => {}, leaving);
    await training.writer.write(story, false, () => {});
    assert.equal(asks, 0);
  });
});

describe('a model whose training was stopped because its element was removed', () => {
  it('can still write', async () => {
    const { training } = makeTraining();
    assert.ok((await training.open(attention, story))?.graph);
    training.stop();
    /** @type {{ sentence?: string }[]} */
    const changes = [];
    await training.writer.write(story, false, (change) => changes.push(change));
    assert.match(String(changes[0]?.sentence), /^<s> one day Tom \S/);
  });

  it('can still measure its heads', async () => {
    const { training } = makeTraining();
    await training.open(attention, story);
    training.stop();
    await training.writer.measureHeads(normaliseState({ ...story, query: 2 }));
    assert.equal(typeof training.writer.heads.value, 'object');
  });
});

it('a run in single steps keeps the parameters of its checkpoints and of the last two steps', async () => {
  const spec = { seed: 0, rate: 1, mechanism: 'dot', task: 'previous', heads: 1, variant: 'two' };
  const kind = 'describer';
  const { create, measuredOn } = makers[kind];
  const run = new TrainingRun(await create(/** @type {Spec} */ ({ ...spec, kind })), measuredOn);
  const wanted = 3 * run.every - 1;
  for (let step = 1; step <= wanted; step++)
    await run.parametersAt(step, { isWanted: () => true, report() {}, slice: 1000 });
  const kept = Array.from({ length: wanted + 1 }, (_, step) => step).filter((step) =>
    run.modelAt(step),
  );
  assert.deepEqual(kept, [0, run.every, 2 * run.every, wanted - 1, wanted]);
});

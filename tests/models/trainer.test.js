// The trainer returns the parameters of a run at any step, in any order, with the library's bits.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createDescriber, createPronounResolver, createToy } from '../../src/js/learning/index.js';
import { makers } from '../../web/features/models/training/makers.js';
import { Trainer } from '../../web/features/models/training/trainer.js';

/** @import { Request } from '../../web/features/models/types.js' */

const SENTENCE = 'the animal did not cross the street because it was too tired';

/** @param {Partial<Omit<Request, 'spec'>> & { spec?: object }} [change] @returns {Request} */
const request = ({ spec, ...change } = {}) => ({
  spec: /** @type {Request['spec']} */ ({
    ...{ kind: 'describer', seed: 0, rate: 1, mechanism: 'dot', task: 'previous', heads: 2 },
    ...spec,
  }),
  step: 0,
  sentence: SENTENCE,
  ...change,
});

const quiet = () => {};

/** @param {Trainer} trainer @param {Parameters<typeof request>[0]} change */
async function answer(trainer, change) {
  const reply = await trainer.answer(request(change), quiet);
  assert.ok(reply);
  return reply;
}

/** @param {Record<string, { data: ArrayLike<number> }>} parameters */
const bits = (parameters) => Object.values(parameters).map(({ data }) => Array.from(data));

describe('the trainer', () => {
  const steps = [0, 1, 7, 25, 26, 130, 250, 251, 400];
  /** @type {Map<number, number[][]>} */
  const expected = new Map();

  before(async () => {
    const model = await createDescriber({ seed: 0 });
    let at = 0;
    for (const step of steps) {
      if (step > at) model.train(step - at);
      at = step;
      expected.set(step, bits(model.parameters));
    }
  });

  it('goes to any step, back, and on', async () => {
    const trainer = new Trainer();
    for (const step of [7, 0, 130, 26, 1, 251, 25, 250, 400, 7, 400]) {
      const { parameters } = await answer(trainer, { step });
      assert.deepEqual(bits(parameters), expected.get(step), `step ${step}`);
    }
  });

  it('reports that memory is short, and trains the same when asked again', async (t) => {
    const trainer = new Trainer();
    const refuse = () => {
      throw new RangeError('Unable to grow instance memory');
    };
    const { mock } = t.mock.method(WebAssembly.Memory.prototype, 'grow', refuse);
    await assert.rejects(
      answer(trainer, { step: 1 }),
      ({ code, message }) =>
        code === 'ERR_OUT_OF_MEMORY' && /^\w+: needs .* of memory; the host gives/.test(message),
    );
    mock.restore();
    assert.deepEqual(bits((await answer(trainer, { step: 1 })).parameters), expected.get(1));
  });

  it('continues by single steps from the previous picture', async () => {
    const trainer = new Trainer();
    for (const step of [120, 130, 140, 131, 132, 250]) await answer(trainer, { step });
    const { parameters, progress } = await answer(trainer, { step: 251 });
    assert.deepEqual(bits(parameters), expected.get(251));
    assert.equal(progress.reached, 251);
    assert.deepEqual(bits((await answer(trainer, { step: 130 })).parameters), expected.get(130));
  });

  it('writes with the weights on screen although it has trained further', async () => {
    const trainer = new Trainer();
    const spec = { kind: 'mini' };
    const shown = { spec, step: 3, sentence: '<s> the dog' };
    await answer(trainer, shown);
    const write = { temperature: 0, seed: 0 };
    const before = await trainer.writeWord(request(shown), write);
    await answer(trainer, { ...shown, step: 40 });
    assert.ok(before?.word);
    assert.deepEqual(await trainer.writeWord(request(shown), write), before);
    const further = await answer(trainer, { ...shown, step: 41 });
    assert.equal(further.progress.reached, 41);
  });

  it('returns the first training examples with the right answers', async () => {
    const trainer = new Trainer();
    /** @param {object} spec */
    const examples = (spec) => trainer.drawExamples(request({ spec }));
    const drawn = await examples({ kind: 'describer', seed: 3 });
    assert.deepEqual([drawn?.steps, drawn?.batch, drawn?.first.length], [2500, 64, 8]);
    const model = /** @type {any} */ (await createDescriber({ seed: 3 }));
    assert.deepEqual(
      drawn?.first,
      model
        .drawBatch()
        .slice(0, 8)
        .map((/** @type {any} */ { words, answer }) => ({
          given: words.join(' '),
          answers: [words[answer]],
        })),
    );
    const both = await examples({ kind: 'toy', task: 'previous-and-mirror' });
    const { given = '', answers = [] } = both?.first[0] ?? {};
    const letters = given.split(' ');
    assert.deepEqual(answers, [letters.slice(0, -1).join(' '), letters.toReversed().join(' ')]);
    const stories = await examples({ kind: 'mini' });
    assert.ok(
      stories?.first.every((item) => item.given.startsWith('<s> ') && item.answers.length === 0),
    );
    const pairs = await examples({ kind: 'translator' });
    assert.ok(pairs?.first.every((item) => item.answers.length === 1 && item.answers[0] !== ''));
    // The run that is training still draws the same examples.
    assert.deepEqual(bits((await answer(trainer, { step: 25 })).parameters), expected.get(25));
  });

  it('trains in slices to the same numbers, and reports its progress', async () => {
    /** @type {number[]} */
    const told = [];
    const sliced = new Trainer(0);
    const reply = await sliced.answer(request({ step: 400 }), ({ reached }) => told.push(reached));
    assert.deepEqual(bits(reply?.parameters ?? {}), expected.get(400));
    assert.deepEqual(
      told,
      Array.from({ length: 16 }, (_, i) => 25 * (i + 1)),
    );
  });

  it('stops for a later request', async () => {
    const trainer = new Trainer(0);
    const far = trainer.answer(request({ step: 2500 }), quiet);
    const near = trainer.answer(request({ step: 25 }), quiet);
    assert.equal(await far, undefined);
    assert.deepEqual(bits((await near)?.parameters ?? {}), expected.get(25));
  });

  it('does not train after it is stopped', async () => {
    /** @type {number[]} */
    const told = [];
    const trainer = new Trainer(0);
    const far = trainer.answer(request({ step: 2500 }), ({ reached }) => {
      told.push(reached);
      if (reached === 50) trainer.stop();
    });
    assert.equal(await far, undefined);
    assert.deepEqual(told, [25, 50]);
  });

  it('has curves of loss and accuracy, which grow only with the run', async () => {
    const trainer = new Trainer();
    const { progress } = await answer(trainer, { step: 400 });
    assert.deepEqual([progress.reached, progress.total, progress.every], [400, 2500, 25]);
    assert.deepEqual(
      progress.losses.map(([step]) => step),
      Array.from({ length: 16 }, (_, i) => 25 * (i + 1)),
    );
    assert.deepEqual(
      progress.measures.map(([step]) => step),
      [0, 100, 200, 300, 400],
    );
    assert.ok(progress.measures.every(([, { accuracy }]) => accuracy >= 0 && accuracy <= 1));
    const again = await answer(trainer, { step: 100 });
    assert.deepEqual(again.progress, progress);
  });

  it('has the same curve of loss, whatever pictures it is asked for on the way', async () => {
    const [straight, inPictures] = [new Trainer(), new Trainer()];
    for (const step of [10, 20, 30, 40, 50, 60, 70, 80]) await answer(inPictures, { step });
    const curves = [straight, inPictures].map(
      async (trainer) => (await answer(trainer, { step: 100 })).progress.losses,
    );
    const [expected, losses] = await Promise.all(curves);
    assert.equal(losses.length, 4);
    for (const [i, [step, loss]] of losses.entries())
      assert.ok(Math.abs(loss - expected[i][1]) < 1e-9, `step ${step}: ${loss}, ${expected[i][1]}`);
  });

  it('restarts for another seed, rate or model', async () => {
    const trainer = new Trainer();
    await answer(trainer, { step: 30 });
    const other = await answer(trainer, { step: 30, spec: { seed: 1 } });
    assert.notDeepEqual(bits(other.parameters), expected.get(25));
    assert.equal(other.progress.reached, 30);
    const toy = await createToy({ task: 'mirror', numHeads: 4, seed: 3 });
    toy.train(12);
    const spec = { kind: 'toy', task: 'mirror', heads: 4, seed: 3 };
    const reply = await answer(trainer, { step: 12, spec, sentence: 'a b c' });
    assert.deepEqual(bits(reply.parameters), bits(toy.parameters));
    const resolver = await createPronounResolver({ layers: 1, freeValue: true });
    resolver.train(12);
    const oneFree = { kind: 'pronoun', variant: 'one-free' };
    const resolved = await answer(trainer, { step: 12, spec: oneFree });
    assert.deepEqual(bits(resolved.parameters), bits(resolver.parameters));
  });

  it('caches the previous run, so returning to it trains nothing', async () => {
    const trainer = new Trainer(0);
    /** @param {number} seed @param {number} step */
    const trainedTo = async (seed, step) => {
      let reports = 0;
      const reply = await trainer.answer(request({ step, spec: { seed } }), () => reports++);
      return [reply?.progress.reached, reports > 0];
    };
    assert.deepEqual(await trainedTo(0, 130), [130, true]);
    assert.deepEqual(await trainedTo(1, 26), [26, true]);
    assert.deepEqual(await trainedTo(0, 130), [130, false]);
    // A third run replaces the least recently used one.
    assert.deepEqual(await trainedTo(2, 26), [26, true]);
    assert.deepEqual(await trainedTo(0, 130), [130, false]);
    assert.deepEqual(await trainedTo(1, 26), [26, true]);
  });

  it('keeps the shipped models of two kinds apart', async () => {
    const { describer } = makers;
    const shipped = await createDescriber({ seed: 5 });
    describer.loadTrained = async () => shipped;
    try {
      const trainer = new Trainer();
      const trained = { step: -1 };
      const mini = await answer(trainer, { ...trained, spec: { kind: 'mini' } });
      const { parameters, progress } = await answer(trainer, trained);
      assert.deepEqual(bits(parameters), bits(shipped.parameters));
      assert.notDeepEqual(progress.measures, mini.progress.measures);
    } finally {
      delete describer.loadTrained;
    }
  });

  it('loads the shipped model once for requests that wait for it, and again after a failure', async () => {
    const { describer } = makers;
    const shipped = await createDescriber({ seed: 5 });
    /** @type {((error?: Error) => void)[]} */
    const loads = [];
    describer.loadTrained = () =>
      new Promise((resolve, reject) => {
        loads.push((error) => (error ? reject(error) : resolve(shipped)));
      });
    try {
      const trainer = new Trainer();
      // Then each request is at the load of the model after one turn.
      await answer(trainer, { step: 0 });
      const ask = async () => {
        const reply = trainer.answer(request({ step: -1 }), quiet);
        await new Promise(setImmediate);
        return { reply };
      };
      const { reply: refused } = await ask();
      loads[0](new Error('no network'));
      await assert.rejects(refused, /no network/);
      const [{ reply }, { reply: later }] = [await ask(), await ask()];
      assert.equal(loads.length, 2);
      loads[1]();
      await reply;
      assert.deepEqual(bits((await later)?.parameters ?? {}), bits(shipped.parameters));
    } finally {
      delete describer.loadTrained;
    }
  });

  it('returns NaN of a diverged run, and the next run is not affected', async () => {
    const trainer = new Trainer();
    const { progress, parameters } = await answer(trainer, { step: 250, spec: { rate: 1000 } });
    assert.ok(progress.losses.some(([, loss]) => Number.isNaN(loss)));
    assert.ok(bits(parameters).flat().some(Number.isNaN));
    assert.deepEqual(bits((await answer(trainer, { step: 25 })).parameters), expected.get(25));
  });

  it('reads typed sentences, and names unknown words', async () => {
    const trainer = new Trainer();
    /** @param {string} sentence */
    const reading = async (sentence) => (await answer(trainer, { sentence })).reading;
    assert.deepEqual((await reading('The  river was too WIDE.')).words, [
      ...['the', 'river', 'was', 'too', 'wide'],
    ]);
    assert.deepEqual((await reading('the spaceship was slow')).unknown, ['spaceship', 'slow']);
    assert.deepEqual((await reading('')).words, []);
    assert.deepEqual((await reading('... !')).words, []);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { attention, countCalls, makeRuns, makeSettings, openSeeded } from './run-settings.js';

const NEVER = new Promise(() => {});

/** Makes a cache of runs in which sources other than the seed open when `arrive` is called. */
function startCache(core = attention) {
  /** @type {((source: any) => void)[]} */
  const resolvers = [];
  const runs = makeRuns(core, {
    open: (_, wanted) =>
      wanted.source === 'seed'
        ? openSeeded(wanted)
        : new Promise((resolve) => resolvers.push(resolve)),
  });
  /** Opens the source of a request, the last by default. @param {number} [request] */
  const arrive = (request = -1) => resolvers.at(request)?.(openSeeded(makeSettings({})));
  return { runs, arrive };
}

describe('a source that opens later', () => {
  it('is no longer awaited once another has replaced it', async () => {
    const runs = makeRuns(attention, {
      open: (_, { source }) => (source === 'mini' ? NEVER : openSeeded(makeSettings({}))),
    });
    assert.equal(runs.evaluate(makeSettings({ source: 'mini' })).isOpening, true);
    const opened = runs.opened();
    assert.equal(runs.evaluate(makeSettings({})).isOpening, false);
    await opened;
  });

  it('is requested again if its loading was stopped, unless it is open', async () => {
    let openCount = 0;
    const wanted = makeSettings({ source: 'mini' });
    const runs = makeRuns(attention, {
      open: () => (openCount++ === 0 ? NEVER : Promise.resolve(openSeeded(makeSettings({})))),
    });
    assert.equal(runs.evaluate(wanted).isOpening, true);
    runs.resume();
    await runs.opened();
    const { isOpening, refusal, computation } = runs.evaluate(wanted);
    assert.deepEqual([isOpening, refusal, openCount], [false, undefined, 2]);
    assert.ok(computation.results.weights);
    runs.resume();
    assert.equal(runs.evaluate(wanted).computation, computation);
    assert.equal(openCount, 2);
  });

  it('is opened again for a lesson only while its settings are wanted', async () => {
    let openCount = 0;
    const runs = makeRuns(attention, {
      open: () => {
        openCount++;
        return openSeeded(makeSettings({}));
      },
    });
    const [left, wanted] = [makeSettings({ seed: 1 }), makeSettings({ seed: 2 })];
    runs.evaluate(left);
    assert.equal(runs.computeFor(wanted, -1), true);
    runs.reopen(left);
    assert.equal(openCount, 2);
    assert.equal(runs.computeFor(wanted, -1), true, 'the computation goes on');
    runs.reopen(wanted);
    assert.equal(openCount, 3);
    assert.equal(runs.computeFor(wanted, -1), false, 'the earlier computation is dropped');
    const opened = runs.opened();
    assert.equal(runs.evaluate(wanted).isOpening, true);
    await opened;
    const { isOpening, computation } = runs.evaluate(wanted);
    assert.equal(isOpening, false);
    assert.ok(computation.results.weights);
  });

  it('that was left is requested again on return', async () => {
    const left = Promise.reject(new DOMException('left', 'AbortError'));
    let opening = left;
    const runs = makeRuns(attention, { open: () => opening });
    const wanted = makeSettings({ source: 'mini' });
    runs.evaluate(wanted);
    await assert.rejects(left);
    await new Promise((resolve) => setImmediate(resolve));
    const { isOpening, refusal } = runs.evaluate(wanted);
    assert.deepEqual([isOpening, refusal], [true, undefined]);
    opening = /** @type {any} */ (Promise.resolve(openSeeded(makeSettings({}))));
    runs.resume();
    await runs.opened();
    assert.equal(runs.evaluate(wanted).isOpening, false);
  });

  it('counts as open only once the last requested one is open', async () => {
    const { runs, arrive } = startCache();
    runs.evaluate(makeSettings({}));
    await runs.opened();
    let isOpen = false;
    runs.evaluate(makeSettings({ source: 'mini', seed: 1 }));
    const opened = runs.opened().then(() => {
      isOpen = true;
    });
    runs.evaluate(makeSettings({ source: 'mini', seed: 2 }));
    arrive(0);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isOpen, false);
    arrive(1);
    await opened;
  });

  it('is not computed if it arrives after another has replaced it', async () => {
    const { core, calls } = countCalls();
    const { runs, arrive } = startCache(core);
    runs.evaluate(makeSettings({ source: 'article', seed: 1 }));
    runs.evaluate(makeSettings({ source: 'article', seed: 2 }));
    arrive(0);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(calls.count, 0);
    arrive(1);
    await runs.opened();
    assert.ok(calls.count > 0);
  });

  it('shows nothing of a dropped run, and keeps the shown run for comparison', () => {
    const { core, calls } = countCalls();
    const runs = makeRuns(core, {
      open: (_, wanted) => (wanted.source === 'mini' ? NEVER : openSeeded(wanted)),
    });
    runs.evaluate(makeSettings({}));
    assert.equal(runs.computeFor(makeSettings({ seed: 8 }), -1), true);
    assert.deepEqual(runs.evaluate(makeSettings({ source: 'mini' })).computation.queryWords, []);
    const state = normaliseState({ temperature: 2, before: 'v=1' });
    const wanted = getSettings(state);
    runs.evaluate(wanted);
    calls.count = 0;
    assert.ok(Number(runs.compareWithBefore(state, wanted)?.summary('weights').changed) > 0);
    assert.equal(calls.count, 0);
  });

  it('keeps the last numbers on screen only while the same model trains on', async () => {
    const { runs, arrive } = startCache();
    const mini = { source: 'mini', training: 10 };
    const first = makeSettings(mini);
    assert.deepEqual(runs.evaluate(first).computation.queryWords, []);
    arrive(0);
    await runs.opened();
    const { computation } = runs.evaluate(first);
    assert.ok(computation.queryWords.length > 0);
    assert.equal(runs.evaluate(makeSettings({ ...mini, training: 20 })).computation, computation);
    assert.deepEqual(runs.evaluate(makeSettings({ ...mini, seed: 3 })).computation.queryWords, []);
  });

  it('keeps the last numbers while a pretrained model or its layer changes', async () => {
    const { runs, arrive } = startCache();
    const model = { source: 'pretrained', model: 'use-lite', heads: 4, dModel: 512 };
    const first = makeSettings(model);
    runs.evaluate(first);
    arrive(0);
    await runs.opened();
    const { computation } = runs.evaluate(first);
    assert.ok(computation.queryWords.length > 0);
    for (const change of [
      { silence: '1.2' },
      { block: '*.*.1.3' },
      { modelLayer: 1 },
      { layerEdits: '1.q.0.1.0:2' },
      { comparedSentence: 'a cat' },
      { pair: 'a cat' },
    ]) {
      const shown = runs.evaluate(makeSettings({ ...model, ...change }));
      assert.equal(shown.computation, computation, JSON.stringify(change));
      assert.equal(shown.isOpening, true, JSON.stringify(change));
    }
    const other = runs.evaluate(makeSettings({ ...model, model: 'openai-community/gpt2' }));
    assert.deepEqual(other.computation.queryWords, []);
  });

  it('shows the numbers of another sentence, and says so, until its own arrive', async () => {
    const { runs, arrive } = startCache();
    const mini = { source: 'mini', training: 10, sentence: 'a b' };
    let wanted = makeSettings({});
    /** @param {object} [next] new settings */
    const seen = (next) => {
      if (next) wanted = makeSettings(next);
      const { isOutdated, isOpening, computation } = runs.evaluate(wanted);
      return [isOpening, isOutdated, computation.queryWords.length > 0];
    };
    // At first there are no numbers on the screen.
    assert.deepEqual(seen(mini), [true, true, false]);
    arrive();
    await runs.opened();
    assert.deepEqual(seen(), [false, false, true]);
    assert.deepEqual(seen({ ...mini, training: 20 }), [true, false, true]);
    assert.deepEqual(seen({ ...mini, training: 20, sentence: 'a c' }), [true, true, true]);
    // Training continues, but the numbers are still those of the other sentence.
    assert.deepEqual(seen({ ...mini, training: 30, sentence: 'a c' }), [true, true, true]);
    arrive();
    await runs.opened();
    assert.deepEqual(seen(), [false, false, true]);
    assert.deepEqual(seen({ ...mini, training: 40, edits: 'q.0.0:1' }), [true, true, true]);
    assert.deepEqual(seen({ source: 'seed' }), [false, false, true]);
    assert.deepEqual(seen(mini), [true, true, false]);
  });

  it('that fails has its error, and nothing is on screen', async () => {
    const error = new Error('not there');
    let told = 0;
    const runs = makeRuns(attention, {
      onArrived: () => {
        told++;
      },
      open: () => Promise.reject(error),
    });
    const wanted = makeSettings({ source: 'mini' });
    assert.equal(runs.evaluate(wanted).refusal, undefined);
    await runs.opened();
    const { isOpening, refusal, computation } = runs.evaluate(wanted);
    assert.deepEqual([isOpening, refusal, computation.queryWords, told], [false, error, [], 1]);
  });

  it('changes nothing if it arrives after another has replaced it', async () => {
    /** @type {(source: any) => void} */
    let arrive = () => {};
    let told = 0;
    const late = new Promise((resolve) => {
      arrive = resolve;
    });
    const runs = makeRuns(attention, {
      onArrived: () => {
        told++;
      },
      open: (_, wanted) =>
        wanted.source === 'mini' ? /** @type {any} */ (late) : openSeeded(wanted),
    });
    runs.evaluate(makeSettings({ source: 'mini' }));
    const next = makeSettings({ sentence: 'one two' });
    const { computation } = runs.evaluate(next);
    arrive(openSeeded(makeSettings({ sentence: 'a b c' })));
    // All waiting callbacks have run by the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(runs.evaluate(next).computation, computation);
    assert.deepEqual(computation.queryWords, ['one', 'two']);
    assert.equal(told, 0);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { makeComputation, openSource } from '../../web/session/computation.js';
import { RunCache } from '../../web/session/run-cache.js';
import { measureScoreVariance } from '../../web/sources/score-variance.js';
import { writeAddress } from '../../web/state/address.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import '../support/names.js';

/** @import { Settings } from '../../web/state/types.js' */

const attention = await loadAttention();
/** @param {object} wanted */
const settings = (wanted) => getSettings(normaliseState(wanted));
const NEVER = new Promise(() => {});
/** @param {Settings} wanted */
const seeded = (wanted) => openSource(attention, { ...wanted, source: 'seed' });

/** Returns the core with counters of its calls. */
function countCalls() {
  const calls = { count: 0 };
  const core = /** @type {typeof attention} */ ({
    ...attention,
    linear: /** @type {typeof attention.linear} */ (
      (...given) => {
        calls.count++;
        return attention.linear(...given);
      }
    ),
  });
  return { core, calls };
}

describe('a long computation', () => {
  const first = settings({});
  const second = settings({ seed: 8 });
  /** @param {RunCache} runs @param {Settings} wanted */
  function slices(runs, wanted) {
    let count = 1;
    while (runs.computeFor(wanted, -1)) count++;
    return count;
  }

  it('is computed in slices, none of more than one tensor, with the same bits', () => {
    const runs = new RunCache(attention);
    const count = slices(runs, first);
    const { computation } = runs.evaluate(first);
    assert.ok(count >= Object.keys(computation.nodes).length - 1, `${count} slices`);
    const expected = makeComputation(attention, first).results;
    assert.deepEqual(computation.results.output, expected.output);
    assert.deepEqual(computation.results.weights, expected.weights);
  });

  it('is finished at once when it is read', () => {
    const runs = new RunCache(attention);
    assert.equal(runs.computeFor(first, -1), true);
    assert.deepEqual(
      runs.evaluate(first).computation.results.output,
      makeComputation(attention, first).results.output,
    );
    assert.equal(runs.computeFor(first, -1), false);
  });

  it('is dropped as soon as the settings change, and never shown', () => {
    const { core, calls } = countCalls();
    slices(new RunCache(core), first);
    const whole = calls.count;
    calls.count = 0;
    const runs = new RunCache(core);
    assert.equal(runs.computeFor(first, -1), true);
    const { computation } = runs.evaluate(second);
    assert.equal(runs.computeFor(second, -1), false);
    assert.ok(calls.count < 2 * whole, `${calls.count} calls, ${whole} for one`);
    assert.deepEqual(computation.results.output, makeComputation(attention, second).results.output);
  });

  it('reuses the shown run, not the dropped one', () => {
    const runs = new RunCache(attention);
    const shown = runs.evaluate(first).computation;
    assert.equal(runs.computeFor(second, -1), true);
    const { computation } = runs.evaluate(settings({ mask: 'causal' }));
    assert.equal(computation.results.scores, shown.results.scores);
  });

  it('is compared with the shown run without computing that again', () => {
    const { core, calls } = countCalls();
    const runs = new RunCache(core);
    const state = normaliseState({});
    const hotter = normaliseState({ ...state, temperature: 2, before: '#v=1&temp=1' });
    runs.evaluate(getSettings(state));
    const after = getSettings(hotter);
    runs.evaluate(after);
    calls.count = 0;
    const comparison = runs.compareWithBefore(hotter, after);
    assert.equal(calls.count, 0);
    assert.ok(Number(comparison?.summary('weights').changed) > 0);
  });

  it('keeps the core’s error from any slice', () => {
    const broken = {
      ...attention,
      scaledDotProductAttention() {
        throw new RangeError('no memory');
      },
    };
    const runs = new RunCache(/** @type {any} */ (broken));
    slices(runs, first);
    const { refusal, computation } = runs.evaluate(first);
    assert.match(String(refusal), /no memory/);
    assert.deepEqual(computation.queryWords, []);
    assert.equal(runs.evaluate(settings({ mechanism: 'additive' })).refusal !== undefined, true);
  });
});

describe('a source that opens later', () => {
  it('is no longer awaited once another has replaced it', async () => {
    const runs = new RunCache(
      attention,
      () => {},
      (_, { source }) => (source === 'mini' ? NEVER : seeded(settings({}))),
    );
    assert.equal(runs.evaluate(settings({ source: 'mini' })).isOpening, true);
    const opened = runs.opened();
    assert.equal(runs.evaluate(settings({})).isOpening, false);
    await opened;
  });

  it('is requested again if its loading was stopped, unless it is open', async () => {
    let asked = 0;
    const wanted = settings({ source: 'mini' });
    const runs = new RunCache(
      attention,
      () => {},
      () => (asked++ === 0 ? NEVER : Promise.resolve(seeded(settings({})))),
    );
    assert.equal(runs.evaluate(wanted).isOpening, true);
    runs.resume();
    await runs.opened();
    const { isOpening, refusal, computation } = runs.evaluate(wanted);
    assert.deepEqual([isOpening, refusal, asked], [false, undefined, 2]);
    assert.ok(computation.results.weights);
    runs.resume();
    assert.equal(runs.evaluate(wanted).computation, computation);
    assert.equal(asked, 2);
  });

  it('that was left is requested again on return', async () => {
    const left = Promise.reject(new DOMException('left', 'AbortError'));
    let opening = left;
    const runs = new RunCache(
      attention,
      () => {},
      () => opening,
    );
    const wanted = settings({ source: 'mini' });
    runs.evaluate(wanted);
    await assert.rejects(left);
    await new Promise((resolve) => setImmediate(resolve));
    const { isOpening, refusal } = runs.evaluate(wanted);
    assert.deepEqual([isOpening, refusal], [true, undefined]);
    opening = /** @type {any} */ (Promise.resolve(seeded(settings({}))));
    runs.resume();
    await runs.opened();
    assert.equal(runs.evaluate(wanted).isOpening, false);
  });

  it('counts as open only once the last requested one is open', async () => {
    /** @type {((source: any) => void)[]} */
    const resolvers = [];
    const runs = new RunCache(attention, undefined, (_, wanted) =>
      wanted.source === 'mini' ? new Promise((resolve) => resolvers.push(resolve)) : seeded(wanted),
    );
    runs.evaluate(settings({}));
    await runs.opened();
    let isOpen = false;
    runs.evaluate(settings({ source: 'mini', seed: 1 }));
    const opened = runs.opened().then(() => {
      isOpen = true;
    });
    runs.evaluate(settings({ source: 'mini', seed: 2 }));
    resolvers[0](seeded(settings({})));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isOpen, false);
    resolvers[1](seeded(settings({})));
    await opened;
  });

  it('shows nothing of a dropped run, and keeps the shown run for comparison', () => {
    const { core, calls } = countCalls();
    const runs = new RunCache(core, undefined, (_, wanted) =>
      wanted.source === 'mini' ? NEVER : seeded(wanted),
    );
    runs.evaluate(settings({}));
    assert.equal(runs.computeFor(settings({ seed: 8 }), -1), true);
    assert.deepEqual(runs.evaluate(settings({ source: 'mini' })).computation.queryWords, []);
    const state = normaliseState({ temperature: 2, before: 'v=1' });
    const wanted = getSettings(state);
    runs.evaluate(wanted);
    calls.count = 0;
    assert.ok(Number(runs.compareWithBefore(state, wanted)?.summary('weights').changed) > 0);
    assert.equal(calls.count, 0);
  });

  it('keeps the last numbers on screen only while the same model trains on', async () => {
    /** @type {((source: any) => void)[]} */
    const resolvers = [];
    const runs = new RunCache(
      attention,
      () => {},
      () => new Promise((resolve) => resolvers.push(resolve)),
    );
    const mini = { source: 'mini', training: 10 };
    const first = settings(mini);
    assert.deepEqual(runs.evaluate(first).computation.queryWords, []);
    resolvers[0](seeded(settings({})));
    await runs.opened();
    const { computation } = runs.evaluate(first);
    assert.ok(computation.queryWords.length > 0);
    assert.equal(runs.evaluate(settings({ ...mini, training: 20 })).computation, computation);
    assert.deepEqual(runs.evaluate(settings({ ...mini, seed: 3 })).computation.queryWords, []);
  });

  it('keeps the last numbers while a pretrained model or its layer changes', async () => {
    /** @type {((source: any) => void)[]} */
    const resolvers = [];
    const runs = new RunCache(attention, undefined, () => {
      return new Promise((resolve) => resolvers.push(resolve));
    });
    const model = { source: 'pretrained', model: 'use-lite', heads: 4, dModel: 512 };
    const first = settings(model);
    runs.evaluate(first);
    resolvers[0](seeded(settings({})));
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
      const shown = runs.evaluate(settings({ ...model, ...change }));
      assert.equal(shown.computation, computation, JSON.stringify(change));
      assert.equal(shown.isOpening, true, JSON.stringify(change));
    }
    const other = runs.evaluate(settings({ ...model, model: 'openai-community/gpt2' }));
    assert.deepEqual(other.computation.queryWords, []);
  });

  it('shows the numbers of another sentence, and says so, until its own arrive', async () => {
    /** @type {((source: any) => void)[]} */
    const resolvers = [];
    const runs = new RunCache(attention, undefined, (_, { source }) =>
      source === 'mini'
        ? new Promise((resolve) => resolvers.push(resolve))
        : seeded(settings({ seed: 3 })),
    );
    const arrive = async () => {
      resolvers.at(-1)?.(seeded(settings({})));
      await runs.opened();
    };
    const mini = { source: 'mini', training: 10, sentence: 'a b' };
    let wanted = settings({});
    /** @param {object} [next] new settings */
    const seen = (next) => {
      if (next) wanted = settings(next);
      const { isOutdated, isOpening, computation } = runs.evaluate(wanted);
      return [isOpening, isOutdated, computation.queryWords.length > 0];
    };
    // At first there are no numbers on the screen.
    assert.deepEqual(seen(mini), [true, true, false]);
    await arrive();
    assert.deepEqual(seen(), [false, false, true]);
    assert.deepEqual(seen({ ...mini, training: 20 }), [true, false, true]);
    assert.deepEqual(seen({ ...mini, training: 20, sentence: 'a c' }), [true, true, true]);
    // Training continues, but the numbers are still those of the other sentence.
    assert.deepEqual(seen({ ...mini, training: 30, sentence: 'a c' }), [true, true, true]);
    await arrive();
    assert.deepEqual(seen(), [false, false, true]);
    assert.deepEqual(seen({ ...mini, training: 40, edits: 'q.0.0:1' }), [true, true, true]);
    assert.deepEqual(seen({ source: 'seed' }), [false, false, true]);
    assert.deepEqual(seen(mini), [true, true, false]);
  });

  it('that fails has its error, and nothing is on screen', async () => {
    const error = new Error('not there');
    let told = 0;
    const runs = new RunCache(
      attention,
      () => {
        told++;
      },
      () => Promise.reject(error),
    );
    const wanted = settings({ source: 'mini' });
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
    const runs = new RunCache(
      attention,
      () => {
        told++;
      },
      (_, wanted) => (wanted.source === 'mini' ? /** @type {any} */ (late) : seeded(wanted)),
    );
    runs.evaluate(settings({ source: 'mini' }));
    const next = settings({ sentence: 'one two' });
    const { computation } = runs.evaluate(next);
    arrive(seeded(settings({ sentence: 'a b c' })));
    // All waiting callbacks have run by the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(runs.evaluate(next).computation, computation);
    assert.deepEqual(computation.queryWords, ['one', 'two']);
    assert.equal(told, 0);
  });
});

describe('the reader’s tensors', () => {
  it('are read for each settings, and new ones are computed', () => {
    /** @type {any[]} */
    const opened = [];
    let own = /** @type {any} */ ({ name: 'first' });
    const runs = new RunCache(
      attention,
      undefined,
      (_, wanted, given) => {
        opened.push(given);
        return seeded(wanted);
      },
      () => own,
    );
    const wanted = settings({});
    const { computation } = runs.evaluate(wanted);
    assert.equal(runs.evaluate(wanted).computation, computation);
    assert.deepEqual(opened, [own]);
    const first = own;
    own = { name: 'second' };
    assert.notEqual(runs.evaluate(wanted).computation, computation);
    assert.deepEqual(opened, [first, own]);
    assert.equal(opened.length, 2);
  });
});

it('the step about the square root has the measured variances as a further result', () => {
  const runs = new RunCache(attention);
  const wanted = settings({ seed: 3 });
  const { results } = runs.evaluate(wanted).computation;
  assert.equal(runs.results(wanted, { step: 'weights', spread: 8 }), results);
  const more = runs.results(wanted, { step: 'spread', spread: 8 });
  const { spread, ...rest } = more;
  assert.deepEqual(spread, measureScoreVariance(attention, { seed: 3, d: 8 }));
  assert.deepEqual(rest, { ...results });
  assert.ok(Object.isFrozen(more));
});

describe('a comparison', () => {
  it('is cached until a side changes, and is missing without words or an earlier state', () => {
    const runs = new RunCache(attention);
    const before = writeAddress(settings({ seed: 8 }));
    const state = normaliseState({ before });
    const wanted = getSettings(state);
    const comparison = runs.compareWithBefore(state, wanted);
    assert.ok(Number(comparison?.summary('wq').changed) > 0);
    assert.equal(runs.compareWithBefore(state, wanted), comparison);
    const other = normaliseState({ before: writeAddress(settings({ seed: 9 })) });
    assert.notEqual(runs.compareWithBefore(other, wanted), comparison);
    assert.equal(runs.compareWithBefore(normaliseState({}), wanted), undefined);
    const empty = normaliseState({ before, sentence: '' });
    assert.equal(runs.compareWithBefore(empty, getSettings(empty)), undefined);
  });

  it('is missing for a state that the core refuses', () => {
    const failing = /** @type {any} */ ({
      ...attention,
      additiveAttention() {
        throw new RangeError('no memory');
      },
    });
    const runs = new RunCache(failing);
    const state = normaliseState({ dModel: 17, before: 'v=1&d=17&m=additive' });
    assert.ok(runs.evaluate(getSettings(state)).computation.queryWords.length > 0);
    assert.equal(runs.compareWithBefore(state, getSettings(state)), undefined);
  });

  it('is missing if the earlier numbers are not cached, as for a training model', () => {
    const runs = new RunCache(
      attention,
      () => {},
      (_, wanted) => seeded(wanted),
    );
    const state = normaliseState({ source: 'mini', before: 'v=1&from=mini' });
    const wanted = getSettings(state);
    assert.ok(runs.evaluate(wanted).computation.queryWords.length > 0);
    assert.equal(runs.compareWithBefore(state, wanted), undefined);
  });
});

it('a refusal applies only to the refused settings', () => {
  const error = new Error('refused');
  const runs = new RunCache(
    attention,
    () => {},
    (_, wanted) => {
      if (wanted.seed === 13) throw error;
      return seeded(wanted);
    },
  );
  runs.evaluate(settings({ seed: 12 }));
  const refused = runs.evaluate(settings({ seed: 13 }));
  assert.equal(refused.refusal, error);
  assert.deepEqual(refused.computation.queryWords, []);
  assert.equal(runs.evaluate(settings({ seed: 14 })).refusal, undefined);
});

it('a comparison uses the numbers on screen, even after another comparison', () => {
  const runs = new RunCache(attention);
  const before = writeAddress(settings({}));
  const changed = (/** @type {object} */ wanted) => {
    const state = normaliseState({ ...wanted, before });
    return runs.compareWithBefore(state, getSettings(state))?.summary('weights').changed ?? 0;
  };
  assert.equal(changed({}), 0);
  assert.ok(changed({ temperature: 2 }) > 0);
  assert.equal(changed({}), 0);
});

it('the earlier run is released as soon as it is compared', () => {
  const { core, calls } = countCalls();
  const runs = new RunCache(core);
  const first = normaliseState({});
  const second = normaliseState({ seed: 8 });
  const settingsAfter = getSettings(second);
  runs.evaluate(getSettings(first));
  runs.evaluate(settingsAfter);
  // Without a comparison, the earlier run is no longer needed and is not kept.
  assert.equal(runs.compareWithBefore(second, settingsAfter), undefined);
  calls.count = 0;
  const compared = runs.compareWithBefore(
    { ...second, before: writeAddress(first) },
    settingsAfter,
  );
  assert.ok(Number(compared?.summary('wq').changed) > 0);
  assert.ok(calls.count > 0, 'it was computed anew');
});

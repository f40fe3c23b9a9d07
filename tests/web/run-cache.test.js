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
function counted() {
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

describe('what takes long', () => {
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

  it('is finished at once where it is asked for', () => {
    const runs = new RunCache(attention);
    assert.equal(runs.computeFor(first, -1), true);
    assert.deepEqual(
      runs.evaluate(first).computation.results.output,
      makeComputation(attention, first).results.output,
    );
    assert.equal(runs.computeFor(first, -1), false);
  });

  it('is given up as soon as other settings come, and nothing of it is shown', () => {
    const { core, calls } = counted();
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

  it('takes over what was on screen, not what was given up', () => {
    const runs = new RunCache(attention);
    const shown = runs.evaluate(first).computation;
    assert.equal(runs.computeFor(second, -1), true);
    const { computation } = runs.evaluate(settings({ mask: 'causal' }));
    assert.equal(computation.results.scores, shown.results.scores);
  });

  it('compares with what was on screen, without computing it again', () => {
    const { core, calls } = counted();
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

  it('leaves the error of the core, wherever it comes', () => {
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

describe('a source that has to be waited for', () => {
  it('is not waited for any more once another has taken its place', async () => {
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

  it('is asked for anew where whoever should bring it was stopped, unless it is there', async () => {
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

  it('that was left is still opening, and is opened again on return', async () => {
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

  it('is opened where nothing is opening, and not before the last that was asked for', async () => {
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

  it('shows nothing of what was given up for it, and leaves what was on screen to compare with', () => {
    const { core, calls } = counted();
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

  it('leaves the last numbers on screen while the same model trains on, and no others', async () => {
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

  it('leaves them while the reader changes a pretrained model, or looks at another layer of it', async () => {
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

  it('has numbers of another sentence on screen, and says so, until its own are there', async () => {
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

  it('that fails leaves its error, and nothing on screen', async () => {
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

  it('changes nothing when it comes after another has taken its place', async () => {
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

describe('tensors of the reader', () => {
  it('are asked for with each settings, and others are computed anew', () => {
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

it('in the step about the square root, how scores vary is a result of its own', () => {
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
  it('is kept as long as neither side changes, and there is none without words or a state before', () => {
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

  it('with a state that the core refuses is none', () => {
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

  it('is not made of numbers that nobody has kept, such as those of a model that learns', () => {
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

it('a refusal is of the settings that were refused, and of no others', () => {
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

it('a comparison is of the numbers on screen, whatever was compared before', () => {
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

it('what was on screen is let go as soon as it is compared', () => {
  const { core, calls } = counted();
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

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeComputation } from '../../web/session/computation.js';
import { measureScoreVariance } from '../../web/sources/score-variance.js';
import { writeAddress } from '../../web/state/address.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { attention, countCalls, makeRuns, makeSettings, openSeeded } from './run-settings.js';

/** @import { RunCache } from '../../web/session/run-cache.js' */
/** @import { Settings } from '../../web/state/types.js' */

describe('a long computation', () => {
  const first = makeSettings({});
  const second = makeSettings({ seed: 8 });
  /** @param {RunCache} runs @param {Settings} wanted */
  function slices(runs, wanted) {
    let count = 1;
    while (runs.computeFor(wanted, -1)) count++;
    return count;
  }

  it('is computed in slices, none of more than one tensor, with the same bits', () => {
    const runs = makeRuns(attention);
    const count = slices(runs, first);
    const { computation } = runs.evaluate(first);
    assert.ok(count >= Object.keys(computation.nodes).length - 1, `${count} slices`);
    const expected = makeComputation(attention, first).results;
    assert.deepEqual(computation.results.output, expected.output);
    assert.deepEqual(computation.results.weights, expected.weights);
  });

  it('tells its graph before its numbers, which it does not compute for that', () => {
    const runs = makeRuns(attention);
    const names = [...runs.openGraph(first).keys()];
    const count = slices(runs, first);
    assert.ok(count >= names.length - 1, `${count} slices`);
    assert.deepEqual(names, Object.keys(runs.evaluate(first).computation.results));
    assert.equal(runs.openGraph(first), runs.evaluate(first).computation.run.graph);
    const edited = makeSettings({ edits: 'weights.0.1.0:0.9;q.1.1:4;s.0.0.1:2' });
    const axes = [...runs.openGraph(edited).values()].map((node) => [node.id, node.axes]);
    const { run } = runs.evaluate(edited).computation;
    assert.deepEqual(
      axes,
      [...run.graph.values()].map((node) => [node.id, node.axes]),
    );
  });

  it('is finished at once when it is read', () => {
    const runs = makeRuns(attention);
    assert.equal(runs.computeFor(first, -1), true);
    assert.deepEqual(
      runs.evaluate(first).computation.results.output,
      makeComputation(attention, first).results.output,
    );
    assert.equal(runs.computeFor(first, -1), false);
  });

  it('is dropped as soon as the settings change, and never shown', () => {
    const { core, calls } = countCalls();
    slices(makeRuns(core), first);
    const fullCount = calls.count;
    calls.count = 0;
    const runs = makeRuns(core);
    assert.equal(runs.computeFor(first, -1), true);
    const { computation } = runs.evaluate(second);
    assert.equal(runs.computeFor(second, -1), false);
    assert.ok(calls.count < 2 * fullCount, `${calls.count} calls, ${fullCount} for one`);
    assert.deepEqual(computation.results.output, makeComputation(attention, second).results.output);
  });

  it('reuses the shown run, not the dropped one', () => {
    const runs = makeRuns(attention);
    const shown = runs.evaluate(first).computation;
    assert.equal(runs.computeFor(second, -1), true);
    const { computation } = runs.evaluate(makeSettings({ mask: 'causal' }));
    assert.equal(computation.results.scores, shown.results.scores);
  });

  it('is compared with the shown run without computing that again', () => {
    const { core, calls } = countCalls();
    const runs = makeRuns(core);
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
    const runs = makeRuns(/** @type {any} */ (broken));
    slices(runs, first);
    const { refusal, computation } = runs.evaluate(first);
    assert.match(String(refusal), /no memory/);
    assert.deepEqual(computation.queryWords, []);
    assert.equal(
      runs.evaluate(makeSettings({ mechanism: 'additive' })).refusal !== undefined,
      true,
    );
  });
});

describe('the reader’s tensors', () => {
  it('are read for each settings, and new ones are computed', () => {
    /** @type {any[]} */
    const opened = [];
    let tensors = /** @type {any} */ ({ name: 'first' });
    const runs = makeRuns(attention, {
      open: (_, wanted, given) => {
        opened.push(given);
        return openSeeded(wanted);
      },
      readTensors: () => tensors,
    });
    const wanted = makeSettings({});
    const { computation } = runs.evaluate(wanted);
    assert.equal(runs.evaluate(wanted).computation, computation);
    assert.deepEqual(opened, [tensors]);
    const first = tensors;
    tensors = { name: 'second' };
    assert.notEqual(runs.evaluate(wanted).computation, computation);
    assert.deepEqual(opened, [first, tensors]);
    assert.equal(opened.length, 2);
  });
});

it('the step about the square root has the measured variances as a further result', () => {
  const runs = makeRuns(attention);
  const wanted = makeSettings({ seed: 3 });
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
    const runs = makeRuns(attention);
    const before = writeAddress(makeSettings({ seed: 8 }));
    const state = normaliseState({ before });
    const wanted = getSettings(state);
    const comparison = runs.compareWithBefore(state, wanted);
    assert.ok(Number(comparison?.summary('wq').changed) > 0);
    assert.equal(runs.compareWithBefore(state, wanted), comparison);
    const other = normaliseState({ before: writeAddress(makeSettings({ seed: 9 })) });
    assert.notEqual(runs.compareWithBefore(other, wanted), comparison);
    assert.equal(runs.compareWithBefore(normaliseState({}), wanted), undefined);
    const empty = normaliseState({ before, sentence: '' });
    assert.equal(runs.compareWithBefore(empty, getSettings(empty)), undefined);
  });

  it('is missing for a state that the core refuses', () => {
    const failing = /** @type {any} */ ({
      ...attention,
      activation() {
        throw new RangeError('no memory');
      },
    });
    const runs = makeRuns(failing);
    const state = normaliseState({ dModel: 17, before: 'v=1&d=17&m=additive' });
    assert.ok(runs.evaluate(getSettings(state)).computation.queryWords.length > 0);
    assert.equal(runs.compareWithBefore(state, getSettings(state)), undefined);
  });

  it('is missing if the earlier numbers are not cached, as for a training model', () => {
    const runs = makeRuns(attention, { open: (_, wanted) => openSeeded(wanted) });
    const state = normaliseState({ source: 'mini', before: 'v=1&from=mini' });
    const wanted = getSettings(state);
    assert.ok(runs.evaluate(wanted).computation.queryWords.length > 0);
    assert.equal(runs.compareWithBefore(state, wanted), undefined);
  });
});

it('a refusal applies only to the refused settings', () => {
  const error = new Error('refused');
  const runs = makeRuns(attention, {
    open: (_, wanted) => {
      if (wanted.seed === 13) throw error;
      return openSeeded(wanted);
    },
  });
  runs.evaluate(makeSettings({ seed: 12 }));
  const refused = runs.evaluate(makeSettings({ seed: 13 }));
  assert.equal(refused.refusal, error);
  assert.deepEqual(refused.computation.queryWords, []);
  assert.equal(runs.evaluate(makeSettings({ seed: 14 })).refusal, undefined);
});

it('a comparison uses the numbers on screen, even after another comparison', () => {
  const runs = makeRuns(attention);
  const before = writeAddress(makeSettings({}));
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
  const runs = makeRuns(core);
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

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LoadState } from '../../web/session/load-state.js';

/** Makes a state whose loads end when the test says so. */
function makeState() {
  /** @type {{ resolve: (value: string) => void, reject: (error: Error) => void }[]} */
  const loads = [];
  let updates = 0;
  /** @type {LoadState<string>} */
  const state = new LoadState({ requestUpdate: () => updates++ });
  const load = () =>
    /** @type {Promise<string>} */ (
      new Promise((resolve, reject) => loads.push({ resolve, reject }))
    );
  return { state, load, loads, countUpdates: () => updates };
}

describe('a value that is loaded', () => {
  it('is kept while another one loads', async () => {
    const { state, load, loads } = makeState();
    const first = state.run(load);
    assert.ok(state.loading);
    loads[0].resolve('a');
    assert.equal(await first, true);
    const second = state.run(load);
    assert.equal(state.value, 'a');
    loads[1].resolve('b');
    await second;
    assert.deepEqual([state.value, state.loading], ['b', undefined]);
  });

  it('that fails says why, and loads when it is tried again', async () => {
    const { state, load, loads } = makeState();
    const error = new Error('no network');
    const first = state.run(load);
    loads[0].reject(error);
    assert.equal(await first, true);
    assert.deepEqual([state.value, state.failure, state.hasFailed], [undefined, error, true]);
    state.retry();
    state.retry();
    assert.equal(loads.length, 2);
    assert.deepEqual([state.failure, state.hasFailed], [undefined, true]);
    loads[1].resolve('a');
    await state.loading;
    assert.deepEqual([state.value, state.hasFailed], ['a', false]);
  });

  it('comes from the newest load, whichever ends first', async () => {
    const { state, load, loads } = makeState();
    const ended = [state.run(load), state.run(load)];
    loads[1].resolve('new');
    loads[0].reject(new Error('old'));
    assert.deepEqual(await Promise.all(ended), [false, true]);
    assert.deepEqual([state.value, state.failure], ['new', undefined]);
  });

  it('that is forgotten leaves nothing when it ends', async () => {
    const { state, load, loads } = makeState();
    const ended = [state.run(load)];
    state.forget();
    loads[0].resolve('late');
    assert.deepEqual(await Promise.all(ended), [false]);
    assert.equal(state.isFresh, true);
  });

  it('that fails at once is no longer loaded', async () => {
    const { state, load, loads } = makeState();
    const error = new Error('no such file');
    const ended = state.run(load);
    const failed = state.run(() => {
      throw error;
    });
    loads[0].resolve('old');
    assert.deepEqual(await Promise.all([ended, failed]), [false, true]);
    assert.deepEqual([state.loading, state.failure], [undefined, error]);
  });

  it('does not come after it was forgotten', async () => {
    const { state, load, loads, countUpdates } = makeState();
    state.forget();
    assert.equal(countUpdates(), 0);
    const ended = state.run(load);
    state.forget();
    assert.equal(countUpdates(), 2);
    loads[0].resolve('late');
    assert.equal(await ended, false);
    assert.ok(state.isFresh);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { writeAddress } from '../../web/session/address.js';
import { openSource } from '../../web/session/computation.js';
import { RunCache } from '../../web/session/run-cache.js';
import { settingsOf } from '../../web/session/settings.js';
import { normalise } from '../../web/session/state.js';

const attention = await loadAttention();
/** @param {object} wanted */
const settings = (wanted) => settingsOf(normalise(wanted));
const NEVER = new Promise(() => {});
/** @param {import('../../web/session/settings.js').Settings} wanted */
const seeded = (wanted) => openSource(attention, { ...wanted, source: 'seed' });

describe('a source that has to be waited for', () => {
  it('is not waited for any more once another has taken its place', async () => {
    const runs = new RunCache(
      attention,
      () => {},
      (_, { source }) => (source === 'mini' ? NEVER : seeded(settings({}))),
    );
    assert.equal(runs.of(settings({ source: 'mini' })).isOpening, true);
    const opened = runs.opened();
    assert.equal(runs.of(settings({})).isOpening, false);
    await opened;
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
    assert.deepEqual(runs.of(first).computation.queryWords, []);
    resolvers[0](seeded(settings({})));
    await runs.opened();
    const { computation } = runs.of(first);
    assert.ok(computation.queryWords.length > 0);
    assert.equal(runs.of(settings({ ...mini, training: 20 })).computation, computation);
    assert.deepEqual(runs.of(settings({ ...mini, seed: 3 })).computation.queryWords, []);
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
    runs.of(settings({ source: 'mini' }));
    const next = settings({ sentence: 'one two' });
    const { computation } = runs.of(next);
    arrive(seeded(settings({ sentence: 'a b c' })));
    // All that waits for it has run by the next turn of the loop.
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(runs.of(next).computation, computation);
    assert.deepEqual(computation.queryWords, ['one', 'two']);
    assert.equal(told, 0);
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
  assert.equal(runs.of(settings({ seed: 13 })).refusal, error);
  assert.equal(runs.of(settings({ seed: 14 })).refusal, undefined);
});

it('a comparison is of the numbers on screen, whatever was compared before', () => {
  const runs = new RunCache(attention);
  const before = writeAddress(settings({}));
  const changed = (/** @type {object} */ wanted) => {
    const state = normalise({ ...wanted, before });
    return runs.comparison(state, settingsOf(state))?.summary('weights').changed ?? 0;
  };
  assert.equal(changed({}), 0);
  assert.ok(changed({ temperature: 2 }) > 0);
  assert.equal(changed({}), 0);
});

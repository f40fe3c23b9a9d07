// The connections that a session keeps to features whose numbers arrive over time.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Connections } from '../../web/session/connections.js';
import { DEFAULTS, getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { attention } from '../support/computations.js';
import '../support/features.js';

/** @import { Settings, State } from '../../web/state/types.js' */

it('repeated questions whether a source waits for its reader give the same promise', () => {
  const connections = new Connections(/** @type {any} */ ({ requestUpdate() {} }), () => {});
  assert.equal(connections.untilReaderAwaited(DEFAULTS), connections.untilReaderAwaited(DEFAULTS));
});

it('other numbers on screen leave a training model without stopping it', async () => {
  const host = /** @type {any} */ ({ requestUpdate() {}, isConnected: true });
  const connections = new Connections(host, () => {});
  const settings = getSettings(
    normaliseState({ source: 'toy', sentence: 'a b c', heads: 1, seed: 0, training: 0 }),
  );
  await connections.open(attention, settings, false);
  /** @type {string[]} */
  const called = [];
  Object.assign(/** @type {object} */ (connections.get(settings)), {
    leave: () => called.push('leave'),
    stop: () => called.push('stop'),
  });
  connections.shown(getSettings(DEFAULTS));
  assert.deepEqual(called, ['leave']);
  connections.stop();
  assert.deepEqual(called, ['leave', 'stop']);
});

it('the trained describer opens at once on a page, even if models that learn are loaded', async () => {
  const host = /** @type {any} */ ({ requestUpdate() {}, isConnected: true });
  const connections = new Connections(host, () => {});
  const choose = (/** @type {Partial<State>} */ settings) => getSettings(normaliseState(settings));
  await connections.open(
    attention,
    choose({ source: 'toy', sentence: 'a b c', heads: 1, training: 0 }),
    false,
  );
  const settings = choose({ source: 'describer', seed: 0, sentence: 'the dog was tired' });
  const source = connections.open(attention, settings, true);
  assert.ok(source && !(source instanceof Promise));
  assert.equal(connections.get(settings), undefined, 'no training gave its numbers');
  // The lab shows its training.
  /** @type {Settings} */
  const reopened = await new Promise((resolve) => connections.loadLesson(settings, resolve));
  assert.equal(reopened, settings);
  const opening = connections.open(attention, settings, false);
  assert.ok(connections.get(settings), 'its training gives its numbers');
  connections.stop();
  await Promise.allSettled([opening]);
});

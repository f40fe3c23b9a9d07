// The connections that a session keeps to features whose numbers arrive over time.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Connections } from '../../web/session/connections.js';
import { DEFAULTS, getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { attention } from '../support/computations.js';
import '../support/features.js';

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

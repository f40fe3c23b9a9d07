// What a session keeps of features that give it numbers over time.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Connections } from '../../web/session/connections.js';
import { DEFAULTS } from '../../web/state/fields.js';

it('all who ask whether a source waits for its reader wait for one thing, however often they ask', () => {
  const connections = new Connections(/** @type {any} */ ({ requestUpdate() {} }), () => {});
  assert.equal(connections.waiting(DEFAULTS), connections.waiting(DEFAULTS));
});

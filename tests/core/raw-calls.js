// Valid calls of the entry points on one instance, and the check of their status.
import assert from 'node:assert/strict';
import { statuses } from '../support/header.js';
import { createRandom } from '../support/random.js';
import { callKinds, RawCall, RawCore } from '../support/raw.js';

export const core = new RawCore(12);
// The core's own stack lies below.
const heap = core.bytes.subarray(core.floor);
const bytesBefore = new Uint8Array(heap.length);

export const sizes = {
  ...{ N: 2, H: 4, Hkv: 2, L: 3, S: 5, E: 6, Ev: 7, inner: 2, rows: 3, out: 9, in: 5 },
  ...{ Q: 6, K: 3, A: 9, D: 8, Kdim: 5, Vdim: 7, V: 5, count: 7, width: 4, parts: 3, d: 2 },
  ...{ length: 3, from_capacity: 9, to_capacity: 8 },
};

/** @param {typeof callKinds[number]} kind @param {Record<string, number>} [changes] other sizes */
export function makeCall({ name, hasCache, dtype }, changes) {
  const cache = hasCache && { capacity: 9, length: 2 };
  return new RawCall(core, name, { ...sizes, ...cache, dtype, ...changes }, createRandom(1));
}

/** @param {RawCall} call @param {string} expected the name of the status @param {string} title */
export function expectStatus(call, expected, title) {
  bytesBefore.set(heap);
  assert.equal(call.run(), statuses.get(expected), title);
  if (expected === 'OK') return;
  assert.ok(Buffer.compare(bytesBefore, heap) === 0, `${title}: memory changed`);
}

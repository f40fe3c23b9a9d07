// The fast build writes nowhere else, never traps, and outlives the end of memory.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isThorough } from '../support/extent.js';
import { attention } from './use-fast-core.js';

it('the fast build is under test', () => assert.ok(attention.isFast));

await import('../js/canaries.test.js');
await import('../js/residents.test.js');
await import('../core/raw.test.js');
await import('../core/written.test.js');
await import('../core/in-place.test.js');
await import('../core/status.test.js');
await import('../core/cache.test.js');

// What memory is asked for and which arrays meet, both builds find by the same code of integers.
if (isThorough) {
  await import('../js/out-of-memory.test.js');
  await import('../core/overlap.test.js');
}

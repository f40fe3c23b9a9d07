// The fast build keeps what holds for any inputs: properties, masks, poison, caches.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { attention } from './use-fast-core.js';

it('the fast build is under test', () => assert.ok(attention.isFast));

await import('../js/properties-attention.test.js');
await import('../js/properties-heads.test.js');
await import('../js/properties-softmax.test.js');
await import('../js/masks.test.js');
await import('../js/poison.test.js');
await import('../js/empty-rows.test.js');
await import('../js/empty-sizes.test.js');
await import('../js/dropout.test.js');
await import('../js/half.test.js');
await import('../js/cache.test.js');
await import('../js/cache-pieces.test.js');
await import('../core/blocks.test.js');
await import('../core/causal.test.js');
await import('../core/softmax.test.js');

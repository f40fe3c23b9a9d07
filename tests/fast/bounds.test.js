// The fast build within the bounds of the exact one: the same cases, the same oracle, and fused sums to the bit.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { attention } from './use-fast-core.js';

it('the fast build is under test', () => assert.ok(attention.isFast));

await import('../js/sizes.test.js');
await import('../js/linear.test.js');
await import('../js/matmul.test.js');
await import('../js/special-values.test.js');
await import('../js/trace.test.js');
await import('../js/transformer.test.js');
await import('../js/grouped-heads.test.js');
await import('../js/softcap-and-sinks.test.js');
await import('../core/ulp.test.js');
await import('../golden/golden.test.js');

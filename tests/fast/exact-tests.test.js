import assert from 'node:assert/strict';
import { it } from 'node:test';
import { attention } from './use-fast-core.js';

/** Tests of everything that fused sums change. */
const NUMBERS = [
  ...['js/sizes', 'js/linear', 'js/special-values', 'js/softcap-and-sinks', 'js/cache'],
  ...['golden/golden', 'core/blocks', 'core/causal', 'js/poison'],
];

/** Tests of the same sums with random arguments. */
const RANDOM = ['core/ulp', 'js/properties-attention', 'core/raw', 'js/transformer'];

/**
 * Tests of compositions of the same sums, and of integer code, which is that of the exact build.
 */
const SAME_CODE = [
  ...['js/matmul', 'js/trace', 'js/grouped-heads', 'js/properties-heads'],
  ...['js/properties-softmax', 'js/masks', 'js/empty-rows', 'js/empty-sizes', 'js/dropout'],
  ...['js/half', 'js/cache-pieces', 'core/softmax', 'js/canaries', 'js/residents', 'core/written'],
  ...['core/in-place', 'core/status', 'core/cache', 'core/overlap', 'js/out-of-memory'],
];

it('the fast build is under test', () => assert.ok(attention.isFast));

for (const path of [...NUMBERS, ...RANDOM, ...SAME_CODE]) await import(`../${path}.test.js`);

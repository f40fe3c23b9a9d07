import assert from 'node:assert/strict';

/** @import { Tensor } from '../../src/js/types.js' */

/**
 * Asserts that the tensors that both sets have are equal bit for bit. At least one must exist in
 * both.
 *
 * @param {Record<string, Tensor>} actual @param {Record<string, Tensor | undefined>} expected
 */
export function assertSameBits(actual, expected) {
  let count = 0;
  for (const [id, { shape, data }] of Object.entries(actual)) {
    const other = expected[id];
    if (!other) continue;
    count++;
    assert.deepEqual(shape, other.shape, id);
    assert.deepEqual(new Uint32Array(data.buffer), new Uint32Array(other.data.buffer), id);
  }
  assert.ok(count > 0);
}

import assert from 'node:assert/strict';

/** @import { Tensor } from '../../src/js/types.js' */

/**
 * Of two sets of tensors those that both have are the same, bit for bit; one at least has to be there.
 *
 * @param {Record<string, Tensor>} actual
 * @param {Record<string, Tensor | undefined>} expected
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

// Files that are whole, but of another format: the sentence names it and says what to do.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { floats, refusalOf } from './written.js';

describe('a file of another format', () => {
  it('of raw numbers is told that they have no shape', async () => {
    for (const name of ['weights.bin', 'attn.F32', 'a.raw']) {
      assert.equal(
        await refusalOf(floats([0.25, 0.75, 1, 0]), name),
        `The file ${name} cannot be read: raw numbers have no shape. Save the array with np.save, or as JSON such as {"shape": [12, 64, 64], "data": […]}.`,
      );
    }
  });
});

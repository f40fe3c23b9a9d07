// Where blocks that stay are put: in the first gap that is large enough, never over another.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeInstance } from '../support/instance.js';

it('a gap is used by what fits in it, to the byte', () => {
  for (const freed of [16, 48, 160]) {
    const { arena } = makeInstance();
    const [before, gap, after] = [32, freed, 32].map((bytes) => arena.reserve(bytes));
    arena.release(gap);
    for (const tooLarge of [freed + 1, freed + 16, freed + 32]) {
      const address = arena.reserve(tooLarge);
      assert.ok(address >= after + 32, `${tooLarge} bytes in a gap of ${freed}`);
      arena.release(address);
    }
    assert.equal(arena.reserve(freed), gap);
    arena.release(before);
    assert.equal(arena.reserve(1), before);
    assert.equal(arena.reserve(1), before + 16);
    assert.ok(arena.reserve(1) >= after + 32);
  }
});

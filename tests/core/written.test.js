import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reduceCaseCount } from '../support/extent.js';
import { statuses } from '../support/header.js';
import { createRandom } from '../support/random.js';
import { callKinds, RawCall, RawCore, randomSizes } from '../support/raw.js';

/** @import { Sizes } from '../support/raw.js' */

const UNTOUCHED = 0xa5;
const UNTOUCHED_WORD = 0xa5a5a5a5;

const core = new RawCore();
const heap = core.bytes.subarray(core.floor);

/** @param {string} name @param {Sizes} sizes @param {boolean} [hasTrace] */
function verify(name, sizes, hasTrace = true) {
  heap.fill(UNTOUCHED);
  const call = new RawCall(core, name, sizes, createRandom(1));
  if (!hasTrace) call.set('trace', 0);
  const before = heap.slice();
  assert.equal(call.run(), statuses.get('OK'), JSON.stringify(sizes));
  for (const { name: slot, bytes } of call.slots.filter(({ isOutput }) => isOutput)) {
    if (slot.startsWith('trace.') && !hasTrace) continue;
    const at = call.get(slot);
    const unwritten = core.words.subarray(at / 4, (at + bytes) / 4).indexOf(UNTOUCHED_WORD);
    const what = `${slot} of ${bytes / 4} with ${JSON.stringify(sizes)}`;
    // A workspace is as large as the largest block needs, and a cache has room for more.
    const isPartly = ['workspace', 'cache.data'].includes(slot) || name === 'attn_gather_cache';
    if (!isPartly) assert.equal(unwritten, -1, `${what}: unwritten`);
    for (const memory of [heap, before]) {
      memory.fill(UNTOUCHED, at - core.floor, at - core.floor + bytes);
    }
  }
  assert.ok(Buffer.compare(before, heap) === 0, `${JSON.stringify(sizes)}: memory beside changed`);
}

for (const kind of callKinds) {
  const { title, name, parameters } = kind;
  describe(title, () => {
    it('writes its outputs and nothing else', () => {
      const random = createRandom(1);
      for (let i = 0; i < reduceCaseCount(60); i++) verify(name, randomSizes(kind, random));
    });

    if (parameters.some((parameter) => parameter.name === 'trace')) {
      it('does so where keys that no query sees need no scores, as no trace wants them', () => {
        const random = createRandom(3);
        for (let i = 0; i < reduceCaseCount(60); i++)
          verify(name, randomSizes(kind, random), false);
      });
    }

    it('does so where one of the sizes is 0', () => {
      const random = createRandom(2);
      for (const zero of Object.keys(randomSizes(kind, random))) {
        // 0 heads divide nothing, and a cache without room has no space for S positions.
        if (zero === 'Hkv' || (zero === 'H' && 'D' in randomSizes(kind, random))) continue;
        // An empty table has no rows.
        if (zero.endsWith('capacity') || zero === 'V') continue;
        const sizes = { ...randomSizes(kind, random), [zero]: 0 };
        verify(name, zero === 'S' && kind.hasCache ? { ...sizes, length: 0 } : sizes);
      }
    });
  });
}

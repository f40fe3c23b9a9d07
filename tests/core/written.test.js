// A call that succeeds writes every element of each output and no byte beside: neither of an input
// nor of the memory between the arrays.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { statuses } from '../support/header.js';
import { createRandom } from '../support/random.js';
import { entryPoints, RawCall, RawCore, randomSizes } from '../support/raw.js';

/** @typedef {import('../support/raw.js').Sizes} Sizes */

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
    // A workspace is as large as the largest block of rows needs.
    if (slot !== 'workspace') assert.equal(unwritten, -1, `${what}: unwritten`);
    heap.fill(UNTOUCHED, at - core.floor, at - core.floor + bytes);
  }
  assert.ok(Buffer.compare(before, heap) === 0, `${JSON.stringify(sizes)}: memory beside changed`);
}

for (const { name, parameters } of entryPoints) {
  describe(name, () => {
    it('writes its outputs and nothing else', () => {
      const random = createRandom(1);
      for (let i = 0; i < 60; i++) verify(name, randomSizes(name, random));
    });

    if (parameters.some((parameter) => parameter.name === 'trace')) {
      it('does so where keys that no query sees need no scores, as no trace wants them', () => {
        const random = createRandom(3);
        for (let i = 0; i < 60; i++) verify(name, randomSizes(name, random), false);
      });
    }

    it('does so where one of the sizes is 0', () => {
      const random = createRandom(2);
      for (const zero of Object.keys(randomSizes(name, random))) {
        // No heads do not divide anything.
        if (zero === 'Hkv' || (zero === 'H' && name === 'attn_multi_head_attention')) continue;
        verify(name, { ...randomSizes(name, random), [zero]: 0 });
      }
    });
  });
}

// The option of a run that says whose logits are computed.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadAttention, tensor } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { assertSameBits } from '../support/near.js';
import { checkpoints, inputOf, sourceOf } from './checkpoints.js';

const attention = await loadAttention();
const ids = [83, 56, 63, 75, 67, 76];

for (const name of [...checkpoints, 'use-lite']) {
  it(`${name} computes the logits of the last token alone, with the same bits, or none`, async () => {
    const model = await loadPretrained(attention, sourceOf(name));
    const input = inputOf(name, ids);
    const all = model.run(input, { logits: 'all' });
    const last = model.run(input, { logits: 'last' });
    const none = model.run(input, { logits: false });
    for (const run of [last, none]) assertSameBits(run.hidden, all.hidden);
    assert.equal(none.logits, undefined);
    if (all.logits === undefined) assert.equal(last.logits, undefined);
    else {
      const { shape, data } = all.logits;
      assert.ok(last.logits);
      assertSameBits(last.logits, tensor([1, shape[1]], data.subarray(-shape[1])));
      assert.deepEqual(model.next(last), model.next(all));
      assert.deepEqual(model.next(last, ids.length - 1), model.next(all));
    }
    model.dispose();
  });
}

it('the next tokens of a position without logits are refused', async () => {
  const model = await loadPretrained(attention, sourceOf('gpt2'));
  const last = model.run(ids, { logits: 'last' });
  for (const position of [0, 4, -2]) {
    assert.throws(() => model.next(last, position), {
      message: `next: position is ${position}; expected -1 or 5, since options.logits was 'last'`,
    });
  }
  assert.throws(() => model.next(model.run(ids, { logits: false })), {
    message: /^next: run is without logits: options\.logits was false/,
  });
  assert.equal(model.run([], { logits: 'last' }).logits?.shape[0], 0);
  assert.throws(() => model.run(ids, { logits: /** @type {any} */ (true) }), {
    message: "run: options.logits is true; expected 'all', 'last' or false",
  });
});

// The bytes of a mask are looked at one by one or, in long masks, four at a time.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ArgumentError, loadAttention } from '../../src/js/index.js';

const { softmax } = await loadAttention();

/** @param {Uint8Array} data */
const weigh = (data) => {
  const shape = [1, data.length];
  const input = { shape, data: new Float32Array(data.length) };
  return softmax(input, { attnMask: { shape, data } });
};

it('a byte that is neither 0 nor 1 is named, wherever it stands', () => {
  for (const length of [5, 63, 64, 66, 67]) {
    for (const [offset, byte] of [
      [0, 2],
      [1, 3],
      [0, 128],
      [2, 255],
    ]) {
      for (let place = 0; place < length; place++) {
        const mask = new Uint8Array(length + offset).fill(1).subarray(offset);
        mask[place] = byte;
        assert.throws(
          () => weigh(mask),
          (error) =>
            error instanceof ArgumentError &&
            error.argument === `options.attnMask.data[${place}]` &&
            error.received === String(byte),
          `${byte} at ${place} of ${length}`,
        );
      }
      weigh(new Uint8Array(length + offset).fill(1).subarray(offset));
    }
  }
});

it('an item of three axes has its own part of a mask', async () => {
  const attention = await loadAttention();
  const query = { shape: [2, 1, 1], data: [0, 0] };
  const key = { shape: [2, 2, 1], data: [0, 0, 0, 0] };
  const attnMask = { shape: [2, 1, 2], data: Uint8Array.of(1, 0, 0, 1) };
  const { weights } = attention.scaledDotProductAttention(query, key, key, { attnMask });
  assert.deepEqual([...weights.data], [1, 0, 0, 1]);
});

it('a fill that float32 does not reach stays finite: a row without keys attends evenly', () => {
  const options = { attnMask: [[false, false]], maskFill: -1e300 };
  assert.deepEqual([...softmax([[1, 2]], options).data], [0.5, 0.5]);
});

// The claims of attention.h about attn_softmax, without the binding.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { RawCall, RawCore } from '../support/raw.js';

const MASKS = ['allowed', 'added', 'key_padding', 'valid_lens', 'softcap', 'sinks'];

/** @param {Float32Array} data */
const flat = (data) => ({ shape: [data.length], data });

describe('attn_softmax', () => {
  it('ignores all options where the axis is not the last', () => {
    const core = new RawCore();
    for (const inner of [2, 15, 16, 17, 31, 32, 33]) {
      const sizes = { N: 2, H: 2, L: 3, S: 9, inner };
      const count = 2 * 2 * 3 * 9 * inner;
      const call = new RawCall(core, 'attn_softmax', sizes, createRandom(inner));
      const output = core.floats.subarray(call.get('output') / 4, call.get('output') / 4 + count);
      call.set('options.causal', 1);
      call.set('options.empty_row_is_nan', 1);
      call.setFloat('options.scale', 0.5);
      call.setFloat('options.dropout_p', 0.5);
      assert.equal(call.run(), 0);
      const masked = output.slice();
      call.clearOptions('causal', 'dropout_p', ...MASKS);
      call.setFloat('options.scale', 1);
      assert.equal(call.run(), 0);
      assertSameBits(flat(masked), flat(output.slice()), `inner ${inner}`);
    }
  });

  it('gives each column the bits that it has as a row', () => {
    const core = new RawCore();
    for (const [S, inner] of [
      [1, 16],
      [7, 16],
      [19, 23],
      [9, 31],
      [1, 32],
      [40, 70],
      [300, 17],
      [260, 40],
      [33, 5],
    ]) {
      const random = createRandom(S * inner);
      const columns = new RawCall(core, 'attn_softmax', { N: 1, H: 1, L: 1, S, inner }, random);
      const rows = new RawCall(
        core,
        'attn_softmax',
        { N: 1, H: 1, L: inner, S, inner: 1 },
        random,
        columns.end,
      );
      rows.clearOptions('dropout_p', ...MASKS);
      rows.setFloat('options.scale', 1);
      const [from, to] = [columns.get('input') / 4, rows.get('input') / 4];
      for (let s = 0; s < S; s++) {
        for (let i = 0; i < inner; i++)
          core.floats[to + i * S + s] = core.floats[from + s * inner + i];
      }
      assert.deepEqual([columns.run(), rows.run()], [0, 0]);
      const [down, across] = [columns.get('output') / 4, rows.get('output') / 4];
      for (let s = 0; s < S; s++) {
        for (let i = 0; i < inner; i++) {
          const [is, should] = [core.floats[down + s * inner + i], core.floats[across + i * S + s]];
          assert.ok(Object.is(is, should), `${S} x ${inner}, [${s}][${i}]: ${is}, not ${should}`);
        }
      }
    }
  });

  it('masks each item, head and row by its own part of the mask', async () => {
    const { softmax } = await loadAttention();
    const random = createRandom(76);
    const [N, H, L, S] = [2, 3, 4, 5];
    const input = random.tensor([N, H, L, S]);
    const mask = random.mask([N, H, L, S]);
    const { data } = softmax(input, { attnMask: mask });
    for (let row = 0; row < N * H * L; row++) {
      const [start, end] = [row * S, (row + 1) * S];
      const alone = softmax(
        { shape: [1, S], data: input.data.subarray(start, end) },
        { attnMask: { shape: [1, S], data: mask.data.subarray(start, end) } },
      );
      assertSameBits(flat(data.subarray(row * S, (row + 1) * S)), flat(alone.data), `row ${row}`);
    }
  });

  it('adds small exponentials of a long row to large ones', async () => {
    const { softmax } = await loadAttention();
    // Next to 1, an exponential of 4.5e-8 is lost in float32, but four million of them sum to 0.19.
    const data = new Float32Array(2 ** 22).fill(-16.9);
    data.fill(0, 0, 8);
    const sum = softmax(flat(data)).data.reduce((total, weight) => total + weight, 0);
    assert.ok(Math.abs(sum - 1) < 0.01, `the weights sum to ${sum}`);
  });
});

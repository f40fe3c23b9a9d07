import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';

const { scaledDotProductAttention } = await loadAttention();

/** Returns rows first .. end - 1 of each head of a (1, H, L, width) tensor. */
function rowsOf(
  /** @type {{ shape: readonly number[], data: Float32Array }} */ { shape, data },
  /** @type {number} */ first,
  /** @type {number} */ end,
) {
  const [, H, L, width] = shape;
  const rows = new Float32Array(H * (end - first) * width);
  for (let h = 0; h < H; h++) {
    const from = h * L * width;
    rows.set(data.subarray(from + first * width, from + end * width), h * (end - first) * width);
  }
  return { shape: [1, H, end - first, width], data: rows };
}

describe('a few queries', () => {
  it('get the bits that they get among many, whatever the sizes and the masks', () => {
    const random = createRandom(1);
    for (let round = 0; round < 300; round++) {
      const [H, L, S] = [random.integer(1, 3), 9, random.integer(1, random.pick([9, 70, 140]))];
      const [E, Ev] = [random.pick([4, 12, 64]), random.pick([8, 24, 40, 64])];
      const key = random.tensor([1, H, S, E]);
      const value = random.tensor([1, H, S, Ev]);
      if (random.uniform() < 0.3) value.data[random.integer(0, value.data.length - 1)] = Number.NaN;
      const query = random.tensor([1, H, L, E]);
      const allowed = random.pick([undefined, random.mask([S], 0.7)]);
      const needWeights = random.pick([true, false]);
      const options = { needWeights, ...(allowed && { attnMask: allowed }) };
      const many = scaledDotProductAttention(query, key, value, options);
      const first = random.integer(0, L - 1);
      const end = Math.min(L, first + random.integer(1, 4));
      const few = scaledDotProductAttention(rowsOf(query, first, end), key, value, options);
      const title = `H ${H}, ${end - first} queries, S ${S}, E ${E}, Ev ${Ev}`;
      assertSameBits(few.output, rowsOf(many.output, first, end), title);
      if (few.weights && many.weights) {
        assertSameBits(few.weights, rowsOf(many.weights, first, end), title);
      }
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loadAttention } from '../../src/js/index.js';
import { permute, reshape, rows, sizeOf } from '../support/arrange.js';
import { check, size } from '../support/check.js';
import { assertSameBits, assertWithin, softmaxBound } from '../support/near.js';
import { assertRefused } from '../support/refusal.js';

const attention = await loadAttention();

const reorder = (/** @type {any} */ { shape, data }, /** @type {number[]} */ order) => ({
  shape,
  data: data.map((/** @type {number} */ _, /** @type {number} */ i) => {
    const S = order.length;
    return data[i - (i % S) + order[i % S]];
  }),
});

const spread = fc.constantFrom(0.1, 1, 10, 100);

describe('softmax', () => {
  it('gives weights from 0 to 1 that add up to 1', () => {
    check({ L: size(5), S: size(67), spread }, ({ random, L, S, spread }) => {
      const { data } = attention.softmax(random.tensor([L, S], spread));
      for (let l = 0; l < L; l++) {
        const row = data.slice(l * S, (l + 1) * S);
        assert.ok(row.every((p) => p >= 0 && p <= 1));
        const sum = row.reduce((total, p) => total + p, 0);
        assert.ok(Math.abs(sum - 1) <= (8 + S / 4) * 2 ** -23, `${sum}`);
      }
    });
  });

  it('gives a million weights that add up to 1, along any axis', () => {
    // Eight sums of at most 512 exponentials are rounded at each step, and added up in double.
    const bound = 520 * 2 ** -24;
    for (const gap of [0.3, 5]) {
      const data = new Float32Array(1e6).fill(-gap);
      data[0] = 0;
      const row = attention.softmax({ shape: [1e6], data });
      const sum = row.data.reduce((total, p) => total + p, 0);
      assert.ok(Math.abs(sum - 1) <= bound, `${sum}`);
      const columns = new Float32Array(4e6).map((_, i) => data[Math.floor(i / 4)]);
      const first = attention.softmax({ shape: [1e6, 4], data: columns }, { dim: 0 });
      for (const column of [0, 3])
        assertSameBits(
          { shape: [1e6], data: first.data.filter((_, i) => i % 4 === column) },
          row,
          `column ${column}`,
        );
    }
  });

  it('does not change, to the bit, when a shift that is exact moves all scores', () => {
    check({ S: size(67), shift: fc.integer({ min: -64, max: 64 }) }, ({ random, S, shift }) => {
      // Multiples of 2^-10 below 2^7 stay exact when an integer is added.
      const data = Float32Array.from({ length: S }, () => random.integer(-4096, 4096) / 1024);
      const shifted = { shape: [S], data: data.map((x) => x + shift) };
      assertSameBits(attention.softmax(shifted), attention.softmax({ shape: [S], data }));
    });
  });

  it('moves with its columns when they are put in another order', () => {
    check({ S: size(67), spread }, ({ random, S, spread }) => {
      const input = random.tensor([2, S], spread);
      const order = random.shuffle(Array.from({ length: S }, (_, s) => s));
      const moved = attention.softmax(reorder(input, order));
      const expected = reorder(attention.softmax(input), order);
      // The sum is rounded in another order on both sides.
      const bound = softmaxBound(reorder(input, order), expected);
      assertWithin(moved, expected, (i) => 2 * bound(i));
    });
  });

  it('keeps the order of the scores', () => {
    check({ S: size(67), spread }, ({ random, S, spread }) => {
      const input = random.tensor([S], spread);
      const { data } = attention.softmax(input);
      const order = [...data.keys()].sort((a, b) => input.data[a] - input.data[b]);
      order.slice(1).forEach((s, i) => {
        // exp is exact only to 2 units in the last place, so close neighbours may change places.
        assert.ok(data[s] >= data[order[i]] * (1 - 4 * 2 ** -23));
      });
    });
  });

  it('has rows that know nothing of each other, to the bit', () => {
    check({ L: size(6), S: size(20) }, ({ random, L, S }) => {
      const input = random.tensor([L, S], 5);
      const all = attention.softmax(input);
      for (let l = 0; l < L; l++) {
        assertSameBits(rows(all, l, 1), attention.softmax(rows(input, l, 1)));
      }
    });
  });

  it('along any axis is what it is along the last of the permuted tensor, to the bit', () => {
    check({ a: size(5), b: size(5), c: size(5) }, ({ random, a, b, c }) => {
      const input = random.tensor([a, b, c], 5);
      for (const [dim, axes, back] of /** @type {[number, number[], number[]][]} */ ([
        [0, [1, 2, 0], [2, 0, 1]],
        [1, [0, 2, 1], [0, 2, 1]],
        [-2, [0, 2, 1], [0, 2, 1]],
      ])) {
        const last = permute(attention.softmax(permute(input, axes)), back);
        assertSameBits(attention.softmax(input, { dim }), last, `dim ${dim}`);
      }
    });
  });

  it('over the valid part of a row is softmax of that part, to the bit', () => {
    check({ S: size(40) }, ({ random, S }) => {
      const input = random.tensor([1, S], 3);
      const length = random.integer(1, S);
      const { data } = attention.softmax(input, { validLens: [length] });
      const part = attention.softmax({ shape: [1, length], data: input.data.slice(0, length) });
      assertSameBits({ shape: [1, length], data: data.slice(0, length) }, part);
      assert.ok(data.slice(length).every((p) => p === 0));
    });
  });

  it('of rank 5 gives the same bits as of rank 2', () => {
    check({ S: size(9) }, ({ random, S }) => {
      const input = random.tensor([2, 1, 3, 2, S], 3);
      const flat = attention.softmax(reshape(input, [12, S]));
      assertSameBits(attention.softmax(input), reshape(flat, [2, 1, 3, 2, S]));
    });
  });

  it('takes a mask that broadcasts to an input of five to eight axes', () => {
    const arrays = { sizes: fc.array(size(3), { minLength: 5, maxLength: 8 }) };
    check({ ...arrays, kept: fc.nat(), areFlags: fc.boolean() }, (drawn) => {
      const { random, sizes, kept, areFlags } = drawn;
      // Each bit of `kept` decides if the mask has the size of an axis, or 1.
      const all = sizes.map((size, axis) => ((kept >> axis) & 1 ? size : 1));
      const shape = all.slice(random.integer(0, sizes.length));
      const mask = areFlags ? random.mask(shape) : random.tensor(shape);
      const input = random.tensor(sizes);
      const flatShape = [sizeOf(sizes.slice(0, -2)), ...sizes.slice(-2)];
      const expanded = {
        shape: flatShape,
        data: input.data.map((_, i) => mask.data[at(shape, sizes, i)]),
      };
      const attnMask = areFlags
        ? { shape: flatShape, data: Uint8Array.from(expanded.data) }
        : expanded;
      const expected = attention.softmax(reshape(input, flatShape), { attnMask });
      attention.scope(() => {
        for (const given of [mask, attention.resident(mask)]) {
          const { data } = attention.softmax(input, { attnMask: given });
          assertSameBits({ shape: flatShape, data }, expected);
        }
      });
    });
  });

  it('refuses a mask that does not broadcast to five axes', () => {
    const input = { shape: [1, 2, 1, 2, 3], data: new Float32Array(12) };
    const attnMask = { shape: [3, 1, 2, 3], data: new Float32Array(18) };
    assertRefused(() => attention.softmax(input, { attnMask }), {
      ...{ kind: 'ShapeError', operation: 'softmax', argument: 'options.attnMask' },
      says: /\(3, 1, 2, 3\); expected a shape that broadcasts to .* \(1, 2, 1, 2, 3\)/,
    });
  });
});

/**
 * Returns the index in a mask of an element of the tensor that it broadcasts to.
 * @param {number[]} shape the shape of the mask @param {number[]} sizes @param {number} element
 */
function at(shape, sizes, element) {
  let [rest, index, stride] = [element, 0, 1];
  for (let axis = 1; axis <= shape.length; axis++) {
    const [maskSize, size] = [shape[shape.length - axis], sizes[sizes.length - axis]];
    if (maskSize > 1) index += stride * (rest % size);
    stride *= maskSize;
    rest = Math.floor(rest / size);
  }
  return index;
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { filled } from '../support/arrange.js';
import { assertSameBits, assertWithin } from '../support/near.js';
import { createRandom } from '../support/random.js';

const attention = await loadAttention();
const random = createRandom(41);
const [N, L, S, D] = [2, 3, 5, 4];
const inputs = [random.tensor([N, L, D]), random.tensor([N, S, D]), random.tensor([N, S, D])];
const outProjBias = random.tensor([D]);
const parameters = { ...random.parameters(D), outProjBias };
const additiveParameters = {
  wq: random.tensor([3, D]),
  wk: random.tensor([3, D]),
  wv: random.tensor([3]),
};

/** @type {Record<string, (options: any) => any>} */
const operations = {
  scaledDotProductAttention: (options) =>
    attention.scaledDotProductAttention(inputs[0], inputs[1], inputs[2], options),
  additiveAttention: (options) =>
    attention.additiveAttention(inputs[0], inputs[1], inputs[2], additiveParameters, options),
  multiHeadAttention: (options) =>
    attention.multiHeadAttention(inputs[0], inputs[1], inputs[2], parameters, {
      numHeads: 1,
      ...options,
    }),
};

/** Only the second query of the second item. */
const emptyRow = 1 * L + 1;
const mask = filled([N, L, S], 1);
mask.data.fill(0, emptyRow * S, (emptyRow + 1) * S);
const booleans = { shape: [N, 1, L, S], data: Uint8Array.from(mask.data) };
const added = { shape: [N, 1, L, S], data: mask.data.map((on) => (on ? 0 : -Infinity)) };
const lengths = { shape: [N, L], data: [5, 5, 5, 5, 0, 5] };

/** @type {Record<string, (operation: string) => any>} */
const kinds = {
  'a boolean mask': (operation) => ({ attnMask: withoutHeads(operation, booleans) }),
  'an added mask': (operation) => ({ attnMask: withoutHeads(operation, added) }),
  'a length of 0': () => ({ validLens: lengths }),
};

/** Here only the scores of multi-head attention have an axis of heads. */
const withoutHeads = (/** @type {string} */ operation, /** @type {any} */ { shape, data }) =>
  operation === 'multiHeadAttention' ? { shape, data } : { shape: [N, L, S], data };

/** @param {any} tensor @param {number} width */
const rowsOf = ({ data }, width) =>
  Array.from({ length: N * L }, (_, row) => [...data.slice(row * width, (row + 1) * width)]);

for (const [name, run] of Object.entries(operations)) {
  const emptyOutput = name === 'multiHeadAttention' ? [...outProjBias.data] : [0, 0, 0, 0];
  const full = run({ trace: true });

  /** Asserts that all rows are as without a mask, except the empty row, which is as given. */
  function verify(
    /** @type {any} */ result,
    /** @type {number[]} */ weights,
    /** @type {number[]} */ output,
  ) {
    rowsOf(result.weights, S).forEach((row, i) => {
      assert.deepEqual(row, i === emptyRow ? weights : rowsOf(full.weights, S)[i]);
    });
    rowsOf(result.output, D).forEach((row, i) => {
      assert.deepEqual(row, i === emptyRow ? output : rowsOf(full.output, D)[i]);
    });
  }

  describe(`${name}: a fully masked row`, () => {
    for (const [kind, optionsOf] of Object.entries(kinds)) {
      it(`gives zeros under ${kind}, and other rows do not change`, () => {
        const result = run({ ...optionsOf(name), trace: true });
        verify(result, [0, 0, 0, 0, 0], emptyOutput);
        assert.equal(result.trace.rowMax.data[emptyRow], -Infinity);
        assert.equal(result.trace.rowSum.data[emptyRow], 0);
        const bare = run({ ...optionsOf(name), needWeights: false });
        assertSameBits(bare.output, result.output);
      });

      it(`gives NaN under ${kind} with emptyRow: 'nan', and other rows do not change`, () => {
        const nan = Number.NaN;
        const result = run({ ...optionsOf(name), emptyRow: 'nan' });
        verify(result, [nan, nan, nan, nan, nan], [nan, nan, nan, nan]);
      });

      it(`gives zeros under ${kind} also where the values are NaN`, () => {
        const value = inputs[2];
        inputs[2] = filled([N, S, D], Number.NaN);
        try {
          const { output } = run(optionsOf(name));
          assert.deepEqual(rowsOf(output, D)[emptyRow], emptyOutput);
          assert.ok(Number.isNaN(output.data[0]));
        } finally {
          inputs[2] = value;
        }
      });
    }

    for (const kind of ['a boolean mask', 'a length of 0']) {
      for (const maskFill of [-1e9, -1e6, -3.5, 0, 7, -1e300]) {
        it(`attends evenly under ${kind} with a finite fill of ${maskFill}`, () => {
          const result = run({ ...kinds[kind](name), maskFill });
          const even = new Array(S).fill(Math.fround(1 / S));
          verify(result, even, rowsOf(result.output, D)[emptyRow]);
          if (name === 'multiHeadAttention') return;
          const values = rowsOf({ data: inputs[2].data.slice(S * D) }, D).slice(0, S);
          const mean = even.slice(0, D).map((_, j) => values.reduce((sum, v) => sum + v[j] / S, 0));
          const output = { shape: [D], data: rowsOf(result.output, D)[emptyRow] };
          assertWithin(output, { shape: [D], data: mean }, () => (S + 1) * 2 ** -23);
        });
      }
    }

    it('gives zeros under an added mask with a finite fill, which is for other masks', () => {
      const result = run({ ...kinds['an added mask'](name), maskFill: -1e9 });
      verify(result, [0, 0, 0, 0, 0], emptyOutput);
    });

    it('stays zeros under dropout', () => {
      const { weights } = run({ validLens: lengths, dropout: { p: 0.5, seed: 3 } });
      assert.deepEqual(rowsOf(weights, S)[emptyRow], [0, 0, 0, 0, 0]);
    });

    it('is every row where all keys are masked', () => {
      const { output, weights } = run({
        keyPaddingMask: { shape: [N, S], data: new Uint8Array(N * S) },
      });
      assert.ok(weights.data.every((/** @type {number} */ weight) => weight === 0));
      for (const row of rowsOf(output, D)) assert.deepEqual(row, emptyOutput);
    });
  });
}

describe('softmax: a fully masked row', () => {
  const input = random.tensor([2, 3]);
  const run = (/** @type {any} */ options) =>
    [...attention.softmax(input, { validLens: [0, 3], ...options }).data].slice(0, 3);

  it('gives zeros', () => assert.deepEqual(run({}), [0, 0, 0]));
  it("gives NaN with emptyRow: 'nan'", () =>
    assert.deepEqual(run({ emptyRow: 'nan' }), [Number.NaN, Number.NaN, Number.NaN]));
  it('is even with a finite fill', () =>
    assert.deepEqual(run({ maskFill: -1e6 }), new Array(3).fill(Math.fround(1 / 3))));
  it('is not what a row of -Infinity is: that is data, and gives NaN', () => {
    const row = attention.softmax([-Infinity, -Infinity]);
    assert.deepEqual([...row.data], [Number.NaN, Number.NaN]);
  });
});

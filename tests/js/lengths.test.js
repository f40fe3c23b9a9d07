// One length for each item, or one for each query: which of them is decided by the axes of the inputs.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention, ShapeError } from '../../src/js/index.js';

/** @type {any} results are looked at by name */
const attention = await loadAttention();
/** @param {number[]} shape */
const zeros = (...shape) => ({ shape, data: new Float32Array(shape.reduce((a, b) => a * b)) });
const parameters = { wq: zeros(1, 1), wk: zeros(1, 1), wv: zeros(1) };

/** @type {Record<string, (query: any, key: any, options: object) => any>} */
const mechanisms = {
  scaledDotProductAttention: (query, key, options) =>
    attention.scaledDotProductAttention(query, key, key, options),
  additiveAttention: (query, key, options) =>
    attention.additiveAttention(query, key, key, parameters, options),
};

for (const [name, attend] of Object.entries(mechanisms)) {
  describe(`validLens of ${name}`, () => {
    it('are one for each item', () => {
      const { weights } = attend(zeros(2, 1, 1), zeros(2, 2, 1), { validLens: [1, 2] });
      assert.deepEqual([...weights.data], [1, 0, 0.5, 0.5]);
    });

    it('are one for each query where there are no items', () => {
      const { weights } = attend(zeros(2, 1), zeros(2, 1), { validLens: [1, 2] });
      assert.deepEqual([...weights.data], [1, 0, 0.5, 0.5]);
    });

    it('are refused for the queries of a single item', () => {
      const call = () => attend(zeros(1, 2, 1), zeros(1, 2, 1), { validLens: [1, 2] });
      assert.throws(call, ShapeError);
    });
  });
}

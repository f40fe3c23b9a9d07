import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensor } from '../../src/js/index.js';
import { arrangeLater } from '../../web/graph/arranged.js';
import { makeGraph, makeNode } from '../../web/graph/graph.js';
import { constant, product } from '../../web/graph/ops/index.js';
import { Run } from '../../web/graph/run.js';
import { splitHeads, transposeMatrix } from '../../web/sources/layout.js';
import { attention } from '../support/computations.js';

const numbers = (/** @type {number} */ count) =>
  Float32Array.from({ length: count }, (_, i) => i / 7 - 2);

const weight = tensor([6, 4], numbers(24));
const heads = { shape: [2, 3, 4], data: weight.data };
const rows = tensor([5, 4], numbers(20));

/** @param {string} axes the axes of the weight @param {string} result */
const graphOf = (axes, result) =>
  makeGraph([
    makeNode('rows', constant, 'qf', {}, 'X'),
    makeNode('weight', constant, axes, {}, 'W'),
    makeNode('result', product, result, { rows: 'qf', weight: axes }, 'Y'),
  ]);

/** Records the arrays that the core multiplies with. */
function watchLinear() {
  /** @type {ArrayBufferLike[]} */
  const buffers = [];
  /** @type {any} */
  const core = {
    linear(
      /** @type {any} */ input,
      /** @type {any} */ matrix,
      /** @type {any} */ bias,
      /** @type {any} */ options,
    ) {
      buffers.push(matrix.data.buffer);
      return attention.linear(input, matrix, bias, options);
    },
  };
  return { core, buffers };
}

/** @param {any} core @param {[axes: string, result: string]} axes @param {any} given @param {object} [overrides] */
const resultOf = (core, axes, given, overrides) =>
  new Run(core, graphOf(...axes), { rows: () => rows, weight: () => given }, overrides).tensor(
    'result',
  );

describe('a tensor that is arranged when it is read', () => {
  it('has the shape, the numbers and the JSON of one that is arranged at once', () => {
    for (const [later, now] of [
      [arrangeLater(weight, 'oi', 'io'), transposeMatrix(weight)],
      [arrangeLater(heads, 'hci', 'hic'), splitHeads(weight, 2)],
    ]) {
      assert.deepEqual(later, now);
      assert.equal(later.data, later.data);
      assert.equal(JSON.stringify(later), JSON.stringify(now));
    }
  });

  /** @type {[axes: [string, string], later: () => any, now: any][]} */
  const products = [
    [['fm', 'qm'], () => arrangeLater(weight, 'oi', 'io'), transposeMatrix(weight)],
    [['hfc', 'hqc'], () => arrangeLater(heads, 'hci', 'hic'), splitHeads(weight, 2)],
  ];
  for (const [axes, later, now] of products) {
    it(`is multiplied where its numbers are: ${axes[0]}`, () => {
      const { core, buffers } = watchLinear();
      assert.deepEqual(resultOf(core, axes, later()), resultOf(attention, axes, now));
      assert.ok(buffers.length > 0);
      for (const buffer of buffers) assert.equal(buffer, weight.data.buffer);
    });

    it(`counts with a number that is set in it: ${axes[0]}`, () => {
      const index = axes[0].length === 2 ? [1, 2] : [1, 3, 0];
      const overrides = { numbers: [{ id: 'weight', index, value: 9 }] };
      const changed = resultOf(attention, axes, later(), overrides);
      assert.deepEqual(changed, resultOf(attention, axes, now, overrides));
      assert.notDeepEqual(changed, resultOf(attention, axes, now));
    });
  }

  it('is arranged where a product needs another order', () => {
    // In a square matrix both axes have the same length.
    const square = tensor([4, 4], numbers(16));
    const { core, buffers } = watchLinear();
    const arranged = resultOf(core, ['mf', 'qm'], arrangeLater(square, 'oi', 'io'));
    assert.deepEqual(arranged, resultOf(attention, ['mf', 'qm'], transposeMatrix(square)));
    assert.notDeepEqual(arranged, resultOf(attention, ['mf', 'qm'], square));
    assert.ok(!buffers.includes(square.data.buffer));
  });
});

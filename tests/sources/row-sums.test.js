// Weights whose rows do not sum to 1: transposed weights, percentages, and rounded ones, which pass.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readOwnWeights } from '../../web/sources/own-weights.js';
import { findWrongRow } from '../../web/sources/row-sums.js';
import { createRandom } from '../support/random.js';

/** @param {unknown} weights */
const find = (weights) => {
  const found = findWrongRow(readOwnWeights(/** @type {any} */ ({ weights }))?.layers ?? []);
  return found && { ...found, sum: Number(found.sum.toFixed(3)) };
};

/** @param {number[]} scores */
const softmax = (scores) => {
  const powers = scores.map((score) => Math.exp(score));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
};

it('the first row that does not sum to 1 is found, and whether its columns do', () => {
  const first = { layer: 0, head: 0, row: 0 };
  const transposed = [
    [0.9, 0.4],
    [0.1, 0.6],
  ];
  assert.deepEqual(find(transposed), { ...first, sum: 1.3, isTransposed: true });
  const nearlyOne = [
    [0.9, 0.2],
    [0.1, 0.8],
  ];
  assert.deepEqual(find(nearlyOne), { ...first, sum: 1.1, isTransposed: true });
  assert.deepEqual(
    find([
      [0.9, 0.4],
      [0.2, 0.9],
    ]),
    { ...first, sum: 1.3, isTransposed: false },
  );
  assert.deepEqual(
    find([
      [90, 10],
      [20, 80],
    ]),
    { ...first, sum: 100, isTransposed: false },
  );
  const right = [
    [0.9, 0.1],
    [0.4, 0.6],
  ];
  const layers = [[[right, right]], [[right, [right[0], [0.7, 0.7]]]]];
  assert.deepEqual(find(layers), { layer: 1, head: 1, row: 1, sum: 1.4, isTransposed: false });
});

it('columns count as sums of 1 only if rounding explains what is missing', () => {
  const rows = /** @type {[number, number][][]} */ ([
    [
      [0.9, 0.9],
      [0.2, 0.2],
    ],
    [
      [0.6, 0.7],
      [0.3, 0.2],
    ],
    [
      [0.7, 0.8],
      [0.25, 0.25],
    ],
  ]);
  for (const weights of rows) assert.equal(find(weights)?.isTransposed, false, `${weights}`);
  const thirds = [
    [0.333, 0.9],
    [0.333, 0.05],
    [0.333, 0.05],
  ];
  assert.equal(find(thirds)?.isTransposed, true);
});

it('masked rows, rounded weights, logits and infinities are no mistakes', () => {
  const random = createRandom(5);
  for (const columns of [2, 16, 300]) {
    const weights = [1, 2, 3].map(() =>
      softmax(Array.from({ length: columns }, () => random.uniform() * 4)),
    );
    assert.equal(find(weights), undefined, `${columns}`);
    for (const digits of [1, 2, 3, 4]) {
      const rounded = weights.map((row) => row.map((weight) => Number(weight.toFixed(digits))));
      assert.equal(find(rounded), undefined, `${columns} columns, ${digits} digits`);
    }
  }
  for (const row of [
    [0, 0],
    [Number.NaN, Number.NaN],
    [0.995, 0],
    [0.33, 0.33, 0.33],
    [-1, 3],
    [Infinity, 1],
  ])
    assert.equal(find([row]), undefined, row.join());
});

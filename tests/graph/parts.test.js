// How the graph is read: cells and their texts, copies that are skipped, given tensors.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensor } from '../../src/js/index.js';
import { parseCell } from '../../web/graph/cell.js';
import { makeGraph, makeNode } from '../../web/graph/graph.js';
import { add, constant, stack } from '../../web/graph/ops/index.js';
import { Run } from '../../web/graph/run.js';
import { findComputedCell, findOperands } from '../../web/graph/trace.js';

/** @import { Overrides } from '../../web/graph/types.js' */

describe('the text of a cell', () => {
  it('writes each index in one way', () => {
    assert.deepEqual(parseCell('weights.0.10'), { id: 'weights', index: [0, 10] });
    for (const text of ['weights.00.1', 'weights.01', 'weights.+1', 'weights.1e1', 'weights.']) {
      assert.equal(parseCell(text), undefined, text);
    }
  });
});

const graph = makeGraph([
  makeNode('x', constant, 'f', {}, 'x'),
  makeNode('y', constant, 'f', {}, 'y'),
  makeNode('first', add, 'f', { x: 'f', y: 'f' }, 'a'),
  makeNode('second', add, 'f', { first: 'f', y: 'f' }, 'b'),
  makeNode(
    'rows',
    stack,
    'kf',
    { first: { axes: 'f', at: { k: 0 } }, second: { axes: 'f', at: { k: 1 } } },
    'R',
  ),
]);
const givenTensors = { x: tensor([2], [1, 2]), y: tensor([2], [10, 20]) };
/** @param {Overrides} [overrides] */
const run = (overrides) =>
  new Run(
    /** @type {any} */ (undefined),
    graph,
    { x: () => givenTensors.x, y: () => givenTensors.y },
    overrides,
  );

describe('a stack of rows', () => {
  it('is computed where its rows are', () => {
    const cell = { id: 'rows', index: [1, 0] };
    assert.deepEqual([...run().tensor('rows').data], [11, 22, 21, 42]);
    assert.deepEqual(findComputedCell(run(), cell), { id: 'second', index: [0] });
    // The first row is also shown in the stack.
    assert.deepEqual(findOperands(run(), cell), [
      [{ id: 'rows', index: [0, 0] }],
      [{ id: 'y', index: [0] }],
    ]);
  });
});

describe('a number that is set in a given tensor', () => {
  it('leaves the tensor that was given alone', () => {
    const set = run({ numbers: [{ id: 'x', index: [1], value: 5 }] });
    assert.deepEqual([...set.tensor('x').data], [1, 5]);
    assert.deepEqual([...set.tensor('first').data], [11, 25]);
    assert.deepEqual([...givenTensors.x.data], [1, 2]);
    assert.deepEqual([...run().tensor('first').data], [11, 22]);
  });
});

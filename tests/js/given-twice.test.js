import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ArgumentError, loadAttention } from '../../src/js/index.js';

/** @type {any} called wrongly */
const attention = await loadAttention();

it('projections that are given stacked and apart are refused', () => {
  const inProjWeight = [[1], [2], [3]];
  const apart = { qProjWeight: [[1]], kProjWeight: [[1]], vProjWeight: [[1]] };
  const parameters = { inProjWeight, ...apart, outProjWeight: [[1]] };
  for (const call of [
    () => attention.createMultiHeadAttention(parameters, { numHeads: 1 }),
    () => attention.multiHeadAttention([[1]], [[1]], [[1]], parameters, { numHeads: 1 }),
  ]) {
    assert.throws(
      call,
      (error) => error instanceof ArgumentError && error.argument === 'parameters.inProjWeight',
    );
  }
});

it('an error names the call that failed, not one that a getter made meanwhile', () => {
  const input = {
    get shape() {
      attention.linear([[1]], [[1]]);
      return 'none';
    },
    data: [],
  };
  assert.throws(
    () => attention.softmax(input),
    (error) => error instanceof ArgumentError && error.operation === 'softmax',
  );
  assert.equal(new ArgumentError({ argument: 'a' }).operation, '');
});

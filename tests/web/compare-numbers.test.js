import assert from 'node:assert/strict';
import { it } from 'node:test';
import { tensor } from '../../src/js/index.js';
import { compareComputations } from '../../web/session/compare.js';
import { computationOf } from '../support/computations.js';

const computation = (/** @type {object} */ requested) => computationOf(requested).computation;

/**
 * Returns a computation, before and after one tensor gets other numbers.
 * @param {number[]} was
 * @param {number[]} is
 */
function changedOutput(was, is) {
  const result = computation({ sentence: 'one', dModel: 4 });
  const { shape } = result.results.output;
  const [before, after] = [was, is].map((numbers) => ({
    ...result,
    results: { ...result.results, output: tensor([...shape], Float32Array.from(numbers)) },
  }));
  return compareComputations(before, after);
}

it('the largest change has the greatest difference, across 0 and below 1', () => {
  for (const [was, is, expected] of /** @type {[number[], number[], object][]} */ ([
    [[0, 0, 0, 0], [0, 0.25, 0.125, 0], { index: [0, 1], was: 0, is: 0.25 }],
    [[1, -5, 0, 0], [3, 5, 0, 0], { index: [0, 1], was: -5, is: 5 }],
    [[7, 8, 0, 0], [8, 9, 0, 0], { index: [0, 0], was: 7, is: 8 }],
    [[1, 0, 0, 0], [0.5, 0, 0, -Infinity], { index: [0, 3], was: 0, is: -Infinity }],
  ])) {
    assert.deepEqual(changedOutput(was, is).summary('output').largest, expected);
  }
});

it('the tolerance depends on the largest number before or after', () => {
  const tiny = 2 ** -20;
  for (const [was, is, kinds] of /** @type {[number[], number[], string[]][]} */ ([
    // A tolerance that suits the large number is too large for a small number alone.
    [
      [1, 1, 0, 0],
      [1 + 8 * tiny, 1024, 0, 0],
      ['same', 'changed'],
    ],
    [
      [1, 1024, 0, 0],
      [1 + 8 * tiny, 1, 0, 0],
      ['same', 'changed'],
    ],
    [
      [1024, 1, 0, 0],
      [1024, 1 + 8 * tiny, 0, 0],
      ['same', 'same'],
    ],
    [
      [tiny, tiny, 0, 0],
      [tiny, 1.5 * tiny, 0, 0],
      ['same', 'changed'],
    ],
    [
      [0, 0, 0, 0],
      [-0, 0, 0, 0],
      ['same', 'same'],
    ],
  ])) {
    const { at } = changedOutput(was, is);
    const found = kinds.map((_, column) => at('output', [0, column]).kind);
    assert.deepEqual(found, kinds, `${was} to ${is}`);
  }
});

it('any change of a matrix element counts, and 0 equals −0', () => {
  const edits = `q.0.0:1;q.0.1:0`;
  const { at } = compareComputations(
    computation({ edits }),
    computation({ edits: `q.0.0:${1 + 2 ** -23};q.0.1:-0` }),
  );
  assert.equal(at('wq', [0, 0, 0]).kind, 'changed');
  assert.equal(at('wq', [0, 0, 1]).kind, 'same');
});

// The colours of a map end at its own largest number, those of a table in digits where they always do.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { slice } from '../../web/graph/view.js';
import { scaledToItself } from '../../web/views/map-scale.js';

const WORDS = 20;

/**
 * @param {'weights' | 'signed' | 'plain'} colours
 * @param {number} most the largest number
 * @param {Partial<import('../../web/lessons/tables.js').Matrix>} [more]
 * @returns {any}
 */
function matrix(colours, most, more = {}) {
  const data = Float32Array.from({ length: WORDS * WORDS }, (_, i) => (i === 7 ? most : most / 9));
  return {
    ...{ colours, masked: () => false, view: slice({ shape: [WORDS, WORDS], data }) },
    ...more,
  };
}

/** @param {any} made */
const endsOf = ({ colours, limit, darkest }) => ({ colours, limit, darkest });

it('of a map of weights at its largest', () => {
  const { darkest, colours } = scaledToItself(matrix('weights', 0.041));
  assert.equal(colours, 'weights');
  assert.ok(Math.abs(Number(darkest) - 0.05) < 1e-9, `${darkest}`);
});

it('and not at one that is masked', () => {
  const masked = (/** @type {number} */ row, /** @type {number} */ column) =>
    row === 0 && column === 7;
  assert.equal(scaledToItself(matrix('weights', 9, { masked })).darkest, 1);
});

it('of signed numbers at both sides', () => {
  assert.deepEqual(endsOf(scaledToItself(matrix('signed', -4))), {
    ...{ colours: 'signed', limit: 5, darkest: undefined },
  });
});

it('a map of numbers that a table does not colour has colours, by their sign', () => {
  assert.deepEqual(endsOf(scaledToItself(matrix('plain', 70))), {
    ...{ colours: 'weights', limit: undefined, darkest: 80 },
  });
  assert.equal(scaledToItself(matrix('plain', -4)).colours, 'signed');
});

it('a table in digits stays as it is', () => {
  const table = matrix('weights', 0.04, {
    view: slice({ shape: [2, 2], data: Float32Array.of(0.04, 0, 0, 0.01) }),
  });
  assert.equal(scaledToItself(table), table);
});

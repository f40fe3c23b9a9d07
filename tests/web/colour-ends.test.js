// The colours of a map end at the map's own largest number. Those of a table with digits end where
// they always do. Below a map stands which part its table shows.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { scaleToLargest, shareColourLimit } from '../../web/figures/tables.js';
import { sliceTensor } from '../../web/graph/cell.js';
import { lens } from '../../web/text/en/tables.js';
import { colourLegend } from '../../web/views/matrix.js';
import { markup, plain } from '../support/markup.js';

/** @import { Matrix } from '../../web/figures/types.js' */

const WORDS = 20;

/**
 * @param {'weights' | 'signed' | 'plain'} colours
 * @param {number} most the largest number
 * @param {Partial<Matrix>} [more]
 * @returns {any}
 */
function matrix(colours, most, more = {}) {
  const data = Float32Array.from({ length: WORDS * WORDS }, (_, i) => (i === 7 ? most : most / 9));
  return {
    ...{ colours, masked: () => false, view: sliceTensor({ shape: [WORDS, WORDS], data }) },
    ...more,
  };
}

/** @param {any} made */
const endsOf = ({ colours, tones, limit, darkest }) => [colours, tones, limit, darkest];

it('the colours of a map of weights end at its largest weight', () => {
  const { darkest, tones } = scaleToLargest(matrix('weights', 0.041));
  assert.equal(tones, 'weights');
  assert.ok(Math.abs(Number(darkest) - 0.05) < 1e-9, `${darkest}`);
});

it('the colours of a map do not end at a masked number', () => {
  const masked = (/** @type {number} */ row, /** @type {number} */ column) =>
    row === 0 && column === 7;
  assert.equal(scaleToLargest(matrix('weights', 9, { masked })).darkest, 1);
});

it('the colours of a map of signed numbers end at the same size on both sides', () => {
  const ends = endsOf(scaleToLargest(matrix('signed', -4)));
  assert.deepEqual(ends, ['signed', 'signed', 5, undefined]);
});

it('a map of plain numbers has colours according to their signs', () => {
  const positive = endsOf(scaleToLargest(matrix('plain', 70)));
  assert.deepEqual(positive, ['plain', 'weights', undefined, 80]);
  const negative = endsOf(scaleToLargest(matrix('plain', -4)));
  assert.deepEqual(negative, ['plain', 'signed', 5, undefined]);
});

it('the colours of a table with digits do not change', () => {
  const table = matrix('weights', 0.04, {
    view: sliceTensor({ shape: [2, 2], data: Float32Array.of(0.04, 0, 0, 0.01) }),
  });
  assert.equal(scaleToLargest(table), table);
});

/** Makes a table with digits. @param {'weights' | 'signed'} colours @param {number} most */
const makeDigits = (colours, most) =>
  matrix(colours, 0, {
    view: sliceTensor({ shape: [2, 2], data: Float32Array.of(most, 0, 0, 0.5) }),
  });

it('signed tables side by side end at their common largest number, and a map at its own', () => {
  const table = (/** @type {number} */ most) => makeDigits('signed', most);
  const limits = (/** @type {any[]} */ ...parts) =>
    shareColourLimit(parts).map((part) => Object(part).limit);
  assert.deepEqual(limits(table(3), '→', table(-8)), [8, undefined, 8]);
  assert.deepEqual(limits(table(3), '→', table(-8), matrix('signed', 5)), [8, undefined, 8, 5]);
  // The colours of weights with digits end at 1, whatever is next to them.
  const weights = matrix('weights', 0, { view: table(9).view });
  assert.equal(limits(weights, table(3))[1], 3);
});

it('weights with digits share a scale that ends at 1, or at a larger weight', () => {
  const table = (/** @type {number} */ most) => makeDigits('weights', most);
  const ends = (/** @type {any[]} */ ...parts) =>
    shareColourLimit(parts).map((part) => Object(part).darkest);
  assert.deepEqual(ends(table(0.6), '→', table(0.04)), [1, undefined, 1]);
  assert.deepEqual(ends(table(0.836), '→', table(1.672)), [2, undefined, 2]);
});

it('the scales of a legend stand in the order of the tables', () => {
  const legend = (/** @type {any[]} */ ...tables) =>
    plain(markup(colourLegend(tables, undefined, 'here'))).trim();
  const view = sliceTensor({ shape: [1, 1], data: Float32Array.of(0.5) });
  const signed = matrix('signed', 0, { view, limit: 5 });
  const weights = matrix('weights', 0, { view });
  assert.equal(legend(weights, signed, signed), '0 1 −5 5 here');
  assert.equal(legend(signed, weights), '−5 5 here 0 1');
  assert.equal(legend({ ...weights, darkest: 2 }), '0 2 here');
});

it('the shown part of a map is named by its rows and columns, and a single row as one', () => {
  assert.equal(lens([2, 3, 4], [0, 1]), 'Rows 3 to 5, columns 1 to 2.');
  assert.equal(lens([0], [7]), 'Row 1, column 8.');
});

// The parts of a map's pictures that need no page: what fits, which lines are drawn, which name is
// nearest.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findNearest } from '../../src/js/nearest.js';
import { drawMatrices } from '../../web/export/drawing.js';
import {
  computeStrength,
  findLineBetween,
  findStrongestLines,
  listLinesOfWord,
  placeHead,
} from '../../web/features/maps/strongest.js';
import { poolNumbers } from '../../web/figures/pixels.js';
import { makeTable } from '../../web/figures/tables.js';
import { makeView } from '../../web/graph/cell.js';
import { findScaleEnd, isScaledToItself, readOwnWeights } from '../../web/sources/own-weights.js';
import { DEFAULTS } from '../../web/state/fields.js';
import { PALETTES } from '../../web/styles/colour.js';
import { describeNumber } from '../../web/views/labelled-map.js';
import { byKind } from '../support/marks.js';
import { createRandom } from '../support/random.js';

/**
 * @param {number[]} shape
 * @param {Float32Array} data
 * @param {object} [more]
 * @returns {any}
 */
const shownOf = (shape, data, more) => ({
  ...{ layers: [{ shape, data }], layer: 0, head: 0, colours: 'weights', endOf: () => 1, ...more },
});

describe('the description of a number', () => {
  const describeWith = (/** @type {string} */ axes) =>
    describeNumber({ rows: ['a'], columns: ['b'], matrix: { name: '', axes } }, [0, 0], 0.5);

  it('says which word reads which for a weight, and else the row and the column', () => {
    assert.equal(describeWith('hqk'), 'a → b  0.5000');
    assert.equal(describeWith('xy'), 'row a, column b  0.5000');
  });
});

describe('lines', () => {
  it('of a word are all its weights except 0, NaN and infinities', () => {
    const data = Float32Array.of(0.5, 0, 0.25, Number.NaN, 0.125, Infinity);
    const shown = shownOf([2, 3], data);
    assert.deepEqual(listLinesOfWord(shown, { isQuery: true, index: 0 }), [
      { head: 0, row: 0, column: 0, value: 0.5 },
      { head: 0, row: 0, column: 2, value: 0.25 },
    ]);
    assert.deepEqual(listLinesOfWord(shown, { isQuery: false, index: 1 }), [
      { head: 0, row: 1, column: 1, value: 0.125 },
    ]);
  });

  it('are those of the shown head', () => {
    const shown = shownOf([2, 1, 2], Float32Array.of(0.1, 0.2, 0.3, 0.4), { head: 1 });
    const values = listLinesOfWord(shown, { isQuery: true, index: 0 }).map(({ value }) => value);
    assert.deepEqual(values, [Math.fround(0.3), Math.fround(0.4)]);
  });

  it('of several heads are those of each, the strongest of all on top', () => {
    const data = Float32Array.of(0.5, 0.25, 0, 0, 0.75, 0);
    const shown = shownOf([3, 1, 2], data, { heads: [0, 2] });
    const weak = { head: 0, row: 0, column: 1, value: 0.25 };
    const strong = { head: 2, row: 0, column: 0, value: 0.75 };
    const [middle] = listLinesOfWord(shown, { isQuery: true, index: 0 });
    assert.deepEqual(findStrongestLines(shown).lines, [weak, middle, strong]);
    assert.deepEqual(listLinesOfWord(shown, { isQuery: false, index: 0 }), [middle, strong]);
    assert.deepEqual(findLineBetween(shown, 0, 0), strong);
    const heights = [0, 2].map((head) => placeHead(shown, head));
    assert.deepEqual(heights, [0.425, 0.575], 'they lie side by side');
    assert.equal(placeHead(shownOf([3, 1, 2], data), 0), 0.5);
  });

  it('of a strong head are drawn even beside many equal ones of another', () => {
    const even = new Float32Array(64 * 64).fill(1 / 64);
    const diagonal = even.map((_, i) => Number(i % 65 === 0));
    const data = Float32Array.of(...even, ...diagonal);
    const { lines } = findStrongestLines(shownOf([2, 64, 64], data, { heads: [0, 1] }));
    assert.equal(lines.length, 2000);
    const strong = Array.from({ length: 64 }, (_, i) => ({ head: 1, row: i, column: i, value: 1 }));
    assert.deepEqual(lines.slice(-64), strong);
  });

  it('of all words are the strongest up to a limit, the weakest first', () => {
    const { uniform } = createRandom(4);
    for (const side of [40, 64]) {
      const data = Float32Array.from({ length: side ** 2 }, () => uniform() ** 3);
      const expected = data.filter((value) => value >= 0.01).sort();
      const { lines, least, isAll } = findStrongestLines(shownOf([side, side], data));
      const sizes = lines.map(({ value }) => value);
      assert.deepEqual(sizes, [...expected.slice(-2000)]);
      assert.equal(isAll, side === 40);
      assert.equal(least, isAll ? 0.01 : sizes[0]);
    }
  });

  it('of nearly equal weights are as many as fit', () => {
    const data = Float32Array.from({ length: 64 * 64 }, (_, i) => (1 + i * 1e-6) / 64);
    const shown = shownOf([64, 64], data, { endOf: () => data[4095] });
    const { lines } = findStrongestLines(shown);
    assert.deepEqual(
      lines.map(({ value }) => value),
      [...data.slice(-2000)],
    );
  });

  it('of equal weights are the first that fit, and no stronger one is left out', () => {
    const data = new Float32Array(64 * 64).fill(0.25);
    data[4095] = 0.5;
    const { lines, least } = findStrongestLines(shownOf([64, 64], data));
    assert.deepEqual([lines.length, lines[1999].value, least], [2000, 0.5, 0.25]);
    assert.deepEqual(lines[1998], { head: 0, row: 31, column: 14, value: 0.25 });
  });

  it('of no weight are not drawn, nor of NaN or infinities', () => {
    const none = findStrongestLines(shownOf([2, 2], new Float32Array(4), { endOf: () => 0 }));
    assert.deepEqual(none.lines, []);
    const data = Float32Array.of(Number.NaN, Infinity, -Infinity, -0.5);
    assert.deepEqual(findStrongestLines(shownOf([2, 2], data)).lines, [
      { head: 0, row: 1, column: 1, value: -0.5 },
    ]);
  });

  it('of small weights are all drawn if the colours end at the largest', () => {
    const data = new Float32Array(44 * 44).fill(0.004);
    data[5] = 0.04;
    const shown = shownOf([44, 44], data, { endOf: () => 0.04 });
    const { lines } = findStrongestLines(shown);
    assert.equal(lines.length, data.length);
    assert.equal(computeStrength(shown, 0.04), 1);
    assert.equal(findStrongestLines(shownOf([44, 44], data)).lines.length, 1);
  });

  it('are as strong as the weight, or as its share of the largest number', () => {
    assert.equal(computeStrength(shownOf([1, 1], new Float32Array(1)), 0.25), 0.25);
    const signed = shownOf([1, 1], new Float32Array(1), { colours: 'signed', endOf: () => 8 });
    assert.deepEqual([computeStrength(signed, -2), computeStrength(signed, 100)], [0.25, 1]);
    assert.equal(computeStrength(signed, Number.NaN), 0);
  });
});

describe('the scale of colours', () => {
  /** @param {number} words @param {number} scores */
  const even = (words, scores) =>
    Array.from({ length: 2 }, (_, head) =>
      Array.from({ length: words }, () =>
        Array.from({ length: words }, (_, key) => (key === head ? scores : 1 / words)),
      ),
    );
  /** @param {unknown} weights @param {string} [scale] */
  function endsOf(weights, scale = '') {
    const shown = readOwnWeights({ weights: /** @type {any} */ (weights) });
    assert.ok(shown);
    const ends = shown.largest.map((heads, layer) =>
      heads.map((_, head) => findScaleEnd(shown, scale, layer, head)),
    );
    return [isScaledToItself(shown, scale), ...ends.flat()];
  }

  it('ends at the largest number of each map above 16 words, and at 1 up to 16', () => {
    const quarter = Math.fround(0.25);
    assert.deepEqual(endsOf(even(17, quarter)), [true, quarter, quarter]);
    assert.deepEqual(endsOf(even(16, quarter)), [false, 1, 1]);
    assert.deepEqual(endsOf([Array(17).fill(0.05)]), [true, Math.fround(0.05)]);
    assert.deepEqual(endsOf(Array(17).fill([0.05])), [true, Math.fround(0.05)]);
  });

  it('is the chosen one for every size', () => {
    assert.deepEqual(endsOf([[[0.25, 0.5]], [[0, 0.125]]], 'max'), [true, 0.5, 0.125]);
    assert.deepEqual(endsOf(even(62, 0.5), '1'), [false, 1, 1]);
  });

  it('ends at 1 if all numbers are 0 or none is finite', () => {
    assert.deepEqual(endsOf([[[0, 0]], [[Number.NaN, Infinity]], [[-4, 2]]], 'max'), [
      true,
      1,
      1,
      4,
    ]);
  });

  it('of signed numbers is shared up to 16 words: a round number that holds all', () => {
    assert.deepEqual(endsOf([[[0, -4]], [[1, 2]]]), [false, 5, 5]);
  });

  it('is in exported tables', () => {
    const shown = readOwnWeights({ weights: [[0.25, 0]] });
    assert.ok(shown);
    const matrix = {
      ...makeTable(/** @type {any} */ ({ state: DEFAULTS, computation: shown }), 'weights'),
      darkest: 0.25,
    };
    const { rectangles, labels } = byKind(
      drawMatrices([matrix], { title: '', palette: PALETTES.light, hasLegend: true }),
    );
    const full = 'rgb(26, 36, 51)';
    // The cell of the largest number and the end of the legend have the full colour.
    assert.deepEqual(
      rectangles.map(({ fill }) => fill).flatMap((fill, i) => (fill === full ? [i] : [])),
      [0, rectangles.length - 1],
    );
    assert.deepEqual(
      labels.slice(-2).map(({ text }) => text),
      ['0', '0.250'],
    );
  });
});

describe('a small map', () => {
  it('is its matrix if there is room', () => {
    const view = makeView(2, 3, Float32Array.of(1, 2, 3, 4, 5, 6));
    const { rows, columns, numbers } = poolNumbers(view);
    assert.deepEqual([rows, columns, numbers], [2, 3, view.numbers]);
  });

  it('keeps the number of largest size if several share a pixel', () => {
    const { uniform } = createRandom(5);
    const [height, width] = [300, 170];
    const data = Float32Array.from({ length: height * width }, () => uniform() - 0.5);
    const { rows, columns, at } = poolNumbers(makeView(height, width, data), [3, 2]);
    assert.deepEqual([rows, columns], [100, 85]);
    for (const [row, column] of [
      [0, 0],
      [99, 84],
      [40, 3],
    ]) {
      const near = [0, 1, 2].flatMap((down) =>
        [0, 1].map((right) => data[(3 * row + down) * width + 2 * column + right]),
      );
      const [largest] = near.toSorted((a, b) => Math.abs(b) - Math.abs(a));
      assert.equal(at(row, column), largest);
    }
  });

  it('leaves out infinities and NaN', () => {
    const numbers = Float32Array.of(1, -2, Number.NaN, 1, -Infinity, 3);
    const view = poolNumbers(makeView(2, 3, numbers), [1, 2]);
    assert.deepEqual([view.rows, view.columns, [...view.numbers]], [2, 2, [-2, 0, 1, 3]]);
  });
});

describe('the nearest name', () => {
  for (const [wrong, right] of [
    ['gird', 'grid'],
    ['Grids', 'grid'],
    ['line', 'lines'],
    ['maps', 'map'],
  ]) {
    it(`of ${wrong} is ${right}`, () =>
      assert.equal(findNearest(wrong, ['map', 'grid', 'lines']), right));
  }

  it('of drak is dark, and of cleaned clean', () => {
    assert.equal(findNearest('drak', ['light', 'dark']), 'dark');
    assert.equal(findNearest('cleaned', ['clean', 'raw']), 'clean');
  });
});

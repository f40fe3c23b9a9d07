import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { drawGrid, drawLines } from '../../web/features/maps/drawing.js';
import { makeLabelMark } from '../../web/figures/marks.js';
import { PALETTES } from '../../web/styles/colour.js';
import { byKind } from '../support/marks.js';

const palette = PALETTES.light;

/**
 * @param {number[][]} shapes the shapes of the layers
 * @param {object} [more]
 * @returns {any}
 */
function shownOf(shapes, more) {
  const layers = shapes.map((shape) => ({
    shape,
    data: new Float32Array(shape.reduce((count, length) => count * length, 1)).fill(0.5),
  }));
  return {
    ...{ layers, layer: 0, head: 0, colours: 'weights', endOf: () => 1, label: 'all', memory: {} },
    ...{ rows: [], columns: [] },
    ...more,
  };
}

describe('lines between words', () => {
  const words = {
    ...{
      rows: ['I', 'see'],
      columns: ['a', 'cat', 'x'.repeat(17)],
      matrix: { name: 'head 1', axes: 'qk' },
    },
    layers: [{ shape: [2, 3], data: Float32Array.of(1, 0, 0, 0.25, 0.75, 0) }],
  };

  it('go from each query to its keys, darker and wider for larger weights', () => {
    const drawing = drawLines(shownOf([], words), palette);
    const { width, height, title } = drawing;
    const { lines, labels, rectangles } = byKind(drawing);
    // Margins, “queries”, the lines, and 14 letters with a sign, at 7 pixels each; the legend below.
    assert.deepEqual([width, height, title], [16 + 49 + 8 + 260 + 8 + 16 * 7 + 16, 168, 'head 1']);
    assert.deepEqual(
      lines.map((line) => [line.d, line['stroke-opacity'], line['stroke-width']]),
      [
        ['M73 89l260 -22', 0.25, 1.75],
        ['M73 89l260 0', 0.75, 3.25],
        ['M73 67l260 0', 1, 4],
      ],
    );
    assert.deepEqual(labels, [
      makeLabelMark('head 1', 16, 24, 'start'),
      makeLabelMark('queries', 65, 49, 'end'),
      makeLabelMark('I', 65, 71, 'end'),
      makeLabelMark('see', 65, 93, 'end'),
      makeLabelMark('keys', 341, 49, 'start'),
      makeLabelMark('a', 341, 71, 'start'),
      makeLabelMark('cat', 341, 93, 'start'),
      makeLabelMark(`${'x'.repeat(15)}…`, 341, 115, 'start'),
      makeLabelMark('0', 16, 149, 'start'),
      makeLabelMark('1', 133, 149, 'start'),
    ]);
    assert.equal(rectangles.length, 8, 'the legend, with its frame');
  });

  it('begin at the right for right-to-left keys', () => {
    const columns = ['החתול', 'אוכל', 'דג'];
    const { lines, labels } = byKind(drawLines(shownOf([], { ...words, columns }), palette));
    const { x: key } = labels.find(({ text }) => text === 'אוכל') ?? {};
    const { x: query } = labels.find(({ text }) => text === 'see') ?? {};
    assert.ok(Number(key) < Number(query), `${key}, ${query}`);
    assert.deepEqual(
      lines.map(({ d }) => d),
      ['M59 67l260 22', 'M59 89l260 0', 'M59 67l260 0'],
    );
  });

  it('of one word are drawn for every weight above 0', () => {
    const kept = { isQuery: true, index: 0 };
    const layers = [{ shape: [2, 3], data: Float32Array.of(0.001, 0, 0, 0, 0.75, 0) }];
    const { lines } = byKind(
      drawLines(shownOf([], { ...words, layers, memory: { kept } }), palette),
    );
    assert.deepEqual(
      lines.map((line) => [line.d, line['stroke-opacity'], line['stroke-width']]),
      [['M73 67l260 0', 0.12, 1]],
    );
  });

  it('have no legend if each head has its own colour, and no queries without weights', () => {
    const matrix = { name: 'logits', axes: 'yx' };
    const drawing = drawLines(shownOf([], { ...words, matrix }), palette, () => '#000000');
    const { labels, rectangles } = byKind(drawing);
    assert.deepEqual(rectangles, []);
    const all = labels.map(({ text }) => text);
    assert.deepEqual([all[1], all[4]], ['rows', 'columns']);
  });

  it('leave room for a long name', () => {
    const name = 'n'.repeat(100);
    const { width } = drawLines(shownOf([], { ...words, matrix: { name, axes: 'qk' } }), palette);
    assert.equal(width, 16 + 700 + 16);
  });
});

describe('a grid of heads', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'devicePixelRatio');
  });

  /** @param {any} shown */
  function drawn(shown) {
    Object.assign(globalThis, { devicePixelRatio: 1 });
    return drawGrid(shown, palette);
  }

  it('has the first key at the right for right-to-left keys', () => {
    const data = Float32Array.of(1, 0, 0, 0.25, 0.75, 0);
    const firstRow = (/** @type {string[]} */ columns) => {
      const drawing = drawn({ ...shownOf([]), layers: [{ shape: [1, 2, 3], data }], columns });
      const [{ cells }] = drawing?.marks.filter(({ kind }) => kind === 'image') ?? [];
      return [0, 1, 2].map((column) => cells?.view.at(0, column));
    };
    assert.deepEqual(firstRow(['a', 'b', 'c']), [1, 0, 0]);
    assert.deepEqual(firstRow(['א', 'ב', 'ג']), [0, 0, 1]);
    // The letters of special tokens do not count.
    for (const first of ['[CLS]', '<s>']) assert.deepEqual(firstRow([first, 'ב', 'ג']), [0, 0, 1]);
  });

  it('has an image for each head of each layer, with the numbers of heads and layers', () => {
    const drawing = drawn(
      shownOf([
        [3, 4, 5],
        [2, 4, 5],
      ]),
    );
    assert.ok(drawing);
    const { width, height, title } = drawing;
    const { rectangles, lines, labels, images } = byKind(drawing);
    assert.deepEqual([width, height, title], [80 + 3 * 104 + 16, 56 + 2 * 104 + 16 + 30, 'all']);
    assert.deepEqual([rectangles.length, lines.length], [8, 0], 'the legend');
    assert.deepEqual(
      images.map(({ x, y, cells, ...size }) => [x, y, size.width, size.height, cells.view.columns]),
      [
        [80, 56, 96, 96, 5],
        [184, 56, 96, 96, 5],
        [288, 56, 96, 96, 5],
        [80, 160, 96, 96, 5],
        [184, 160, 96, 96, 5],
      ],
    );
    assert.deepEqual(
      labels.map(({ x, y, text, ...more }) => [x, y, text, more['text-anchor']]),
      [
        [16, 24, 'all', 'start'],
        [16, 48, 'heads →', 'start'],
        [128, 48, '1', 'middle'],
        [232, 48, '2', 'middle'],
        [336, 48, '3', 'middle'],
        [72, 104, '1', 'end'],
        [72, 208, '2', 'end'],
        [16, 72, 'layers ↓', 'start'],
        [16, 291, '0', 'start'],
        [133, 291, '1', 'start'],
      ],
    );
  });

  it('leaves room for a long name', () => {
    const drawing = drawn(shownOf([[4, 5]], { label: 'n'.repeat(100) }));
    assert.equal(drawing?.width, 16 + 700 + 16);
  });

  it('of one layer has no layer numbers, and an enlarged head has no grid', () => {
    const drawing = drawn(shownOf([[4, 5]]));
    assert.ok(drawing);
    const { labels, images } = byKind(drawing);
    assert.deepEqual(
      labels.map(({ text }) => text),
      ['all', 'heads →', '1', '0', '1'],
    );
    assert.deepEqual([images.length, drawing.height], [1, 56 + 104 + 16 + 30]);
    assert.equal(drawn(shownOf([[4, 5]], { memory: { isOne: true } })), undefined);
  });
});

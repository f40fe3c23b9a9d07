/** Draws all heads and layers, with an image for each map. */

import { drawLegend } from '../../export/drawing.js';
import { makeLabelMark, truncateLabel } from '../../figures/marks.js';
import { countPerPixel, mirrorColumns } from '../../figures/pixels.js';
import { isOfPairs } from '../../figures/tables.js';
import { measureWidest } from '../../figures/text-width.js';
import { directionOf } from '../../text/inline.js';
import { countHeadsOfShape, makeColourEnds } from '../../views/labelled-map.js';
import { countHeads, makeHeadCells } from './head-grid.js';
import {
  computeStrength,
  findStrongestLines,
  listLinesOfWord,
  nameColourEnd,
  placeHead,
  styleLine,
} from './strongest.js';
import * as text from './text/en/maps.js';

/**
 * @import { Colour, Drawing, Mark } from '../../figures/types.js'
 * @import { Palette } from '../../styles/colour.js'
 * @import { ShownLines, ShownWeights } from '../../views/types.js'
 */

/** Sizes in pixels. */
const SIDE = 96;

const GAP = 8;

const MARGIN = 16;

const LEFT = 80;

const TOP = 56;

/**
 * @typedef {Pick<ShownWeights, 'layers' | 'layer' | 'head' | 'colours' | 'endOf' | 'isScaled'
 *   | 'label' | 'columns' | 'memory'>} HeadsShown
 */

/**
 * @param {HeadsShown} shown
 * @param {Palette} palette
 * @returns {Drawing | undefined} undefined if one head is enlarged
 */
export function drawGrid(shown, palette) {
  const { layers, label: name, memory, isScaled } = shown;
  if (memory.isOne) return undefined;
  const heads = countHeads(shown);
  const caption = isScaled ? text.scaledEach(name) : name;
  const width = Math.max(LEFT + heads * (SIDE + GAP), MARGIN + measureWidest([caption])) + MARGIN;
  const height = TOP + layers.length * (SIDE + GAP) + MARGIN;
  const at = (/** @type {number} */ i) => i * (SIDE + GAP);
  const marks = [
    makeLabelMark(caption, MARGIN, 24, 'start'),
    makeLabelMark(text.heads, MARGIN, TOP - 8, 'start'),
  ];
  for (let head = 0; head < heads; head++) {
    marks.push(makeLabelMark(`${head + 1}`, LEFT + at(head) + SIDE / 2, TOP - 8, 'middle'));
  }
  layers.forEach(({ shape }, layer) => {
    const y = TOP + at(layer);
    if (layers.length > 1) marks.push(makeLabelMark(`${layer + 1}`, LEFT - 8, y + SIDE / 2, 'end'));
    for (let head = 0; head < countHeadsOfShape(shape); head++) {
      const given = makeHeadCells(shown, layer, head);
      const cells = directionOf(shown.columns) === 'rtl' ? mirrorColumns(given) : given;
      const place = { x: LEFT + at(head), y, width: SIDE, height: SIDE };
      marks.push({ kind: 'image', ...place, cells, shared: countPerPixel(cells.view, place) });
    }
  });
  if (layers.length > 1) marks.push(makeLabelMark(text.layers, MARGIN, TOP + 16, 'start'));
  const drawing = { width, height, title: name, colours: palette, marks };
  // The caption tells the ends of different scales.
  if (!isScaled) drawScale(drawing, shown);
  return drawing;
}

/** Draws the legend that the page has below a picture. @param {Drawing} drawing @param {Pick<ShownLines, 'colours' | 'endOf' | 'layer' | 'head'>} shown */
const drawScale = (drawing, { colours, endOf, layer, head }) =>
  drawLegend(drawing, [{ colours, ...makeColourEnds(colours, endOf(layer, head)) }]);

// Draws two columns of words and the lines between them, either the strongest lines or the lines of
// one word.

/** Sizes in pixels. */
const ROW = 22;

const LINE_WIDTH = 260;

/**
 * @param {ShownLines} shown
 * @param {Palette} palette
 * @param {(head: number) => Colour} [colourOf] returns the colour of a head, if heads have their own
 * @returns {Drawing}
 */
export function drawLines(shown, palette, colourOf) {
  const {
    rows,
    columns,
    matrix: { name },
    memory: { kept },
  } = shown;
  const isRtl = directionOf(columns) === 'rtl';
  const names = text.nameSides(isOfPairs(shown.matrix));
  const sides = [rows, columns].map((words, side) => [
    names[side],
    ...words.map((word) => truncateLabel(word)),
  ]);
  if (isRtl) sides.reverse();
  const left = MARGIN + measureWidest(sides[0]) + 8;
  const width =
    Math.max(left + LINE_WIDTH + 8 + measureWidest(sides[1]), MARGIN + measureWidest([name])) +
    MARGIN;
  const height = TOP + ROW * Math.max(rows.length, columns.length) + MARGIN;
  const at = (/** @type {number} */ i, middle = 0.5) => TOP + ROW * (i + middle);
  /** @type {Mark[]} */
  const lines = (kept ? listLinesOfWord(shown, kept) : findStrongestLines(shown).lines).map(
    ({ head, row, column, value }) => {
      const { opacity, width: thickness } = styleLine(computeStrength(shown, value), Boolean(kept));
      const [from, to] = isRtl ? [column, row] : [row, column];
      return {
        kind: 'path',
        stroke: colourOf?.(head) ?? nameColourEnd(shown, value),
        d: `M${left} ${at(from, placeHead(shown, head))}l${LINE_WIDTH} ${at(to) - at(from)}`,
        'stroke-opacity': opacity,
        'stroke-width': Math.round(100 * thickness) / 100,
      };
    },
  );
  const marks = [
    ...lines,
    makeLabelMark(name, MARGIN, 24, 'start'),
    ...sides[0].map((label, i) => makeLabelMark(label, left - 8, at(i - 1) + 4, 'end')),
    ...sides[1].map((label, i) =>
      makeLabelMark(label, left + LINE_WIDTH + 8, at(i - 1) + 4, 'start'),
    ),
  ];
  const drawing = { width, height, title: name, colours: palette, marks };
  // Heads with colours of their own have no scale.
  if (!colourOf) drawScale(drawing, shown);
  return drawing;
}

/** The functions that draw the views of several heads. */
export const mapPictures = { grid: { draw: drawGrid }, lines: { draw: drawLines } };

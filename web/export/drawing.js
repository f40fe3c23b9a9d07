/** The matrices, the legend and the formula of a step as a drawing. */

import { FONT_SIZE, makeLabelMark, truncateLabel } from '../figures/marks.js';
import { mirrorColumns } from '../figures/pixels.js';
import { findTableDirection, isTooWide } from '../figures/tables.js';
import { measureText } from '../figures/text-width.js';
import { computeTone, mixColour } from '../styles/colour.js';
import * as text from '../text/en/export.js';
import { someRows } from '../text/en/tables.js';
import { rounded } from '../text/number.js';

/**
 * @import { Colour, Drawing, Mark, Matrix } from '../figures/types.js'
 * @import { Palette } from '../styles/colour.js'
 */

/** Pixels. */
const CELL = { width: 58, height: 30 };

/** The side of a cell in a map: the height of a word, or less in a map so large that it is an image. */
const MAP_CELL = 14;

const IMAGE_CELL = 4;

const LETTER = 7;

const CAPITAL = 10;

const GAP = 40;

/** Steps of a legend's ramp. */
const RAMP = 6;

const MARGIN = 16;

/** More numbers are drawn as an image, of a pixel for each. */
export const MOST_RECTANGLES = 2 ** 14;

/** Letters of a table's name: longer names are cut. */
const LONGEST_TABLE_NAME = 80;

/**
 * @param {(Matrix | string)[]} parts matrices, and the signs between them
 * @param {{ title: string, palette: Palette, formula?: Element | null, hasLegend?: boolean }} options
 *   formula: in MathML, as it stands on screen
 * @returns {Drawing}
 */
export function drawMatrices(parts, { title, palette, formula, hasLegend }) {
  /** @type {Drawing} */
  const drawing = { width: 0, height: 0, title, colours: palette, marks: [] };
  let x = MARGIN;
  const matrices = parts.filter((part) => typeof part !== 'string');
  // The words above a map stand upright; the rows of what is beside it begin where its own do.
  const above = measureWidest(
    matrices.flatMap((matrix) =>
      isTooWide(matrix) ? writeNames(matrix.view.columns, matrix.columnWords) : '',
    ),
  );
  for (const part of parts) {
    if (typeof part === 'string') {
      drawing.marks.push(makeLabelMark(part, x - GAP / 2, 110, 'middle'));
      continue;
    }
    x = drawMatrix(drawing, part, x, above) + GAP;
  }
  drawing.width = x - GAP + MARGIN;
  drawing.height += MARGIN;
  if (hasLegend) drawLegend(drawing, matrices);
  if (formula) drawFormula(drawing, formula);
  return drawing;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} dx
 * @param {number} dy
 * @param {Colour} stroke
 * @returns {Mark}
 */
const makeLineMark = (x, y, dx, dy, stroke) => ({
  kind: 'path',
  d: `M${x} ${y}l${dx} ${dy}`,
  stroke,
  'stroke-opacity': 0.5,
});

/** @param {Palette} palette @param {Parameters<typeof mixColour>[1]} tone @returns {Colour} */
const mixFill = (palette, tone) => `rgb(${mixColour(palette, tone).join(', ')})`;

/**
 * @param {Drawing} drawing
 * @param {Matrix} matrix
 * @param {number} x
 * @param {number} above how long words are that stand upright above
 * @returns {number} its right edge
 */
function drawMatrix(drawing, matrix, x, above) {
  const { marks, colours: palette } = drawing;
  const {
    view,
    rowWords,
    columnWords,
    name,
    symbol,
    masked,
    colours,
    limit = 1,
    darkest = 1,
    tones = colours,
  } = matrix;
  const { rows, columns } = view;
  const rowNames = writeNames(rows, rowWords);
  const columnNames = writeNames(columns, columnWords);
  const digits = !isTooWide(matrix);
  const numbers = digits ? [...view.numbers].map((value) => rounded(value)) : [];
  const side = measureWidest(rowNames) + 10;
  const isImage = rows * columns > MOST_RECTANGLES;
  const small = isImage ? IMAGE_CELL : MAP_CELL;
  const every = isImage ? Math.ceil(MAP_CELL / IMAGE_CELL) : 1;
  const width = digits
    ? Math.max(CELL.width, measureWidest([...columnNames, ...numbers]) + 12)
    : small;
  const height = digits ? CELL.height : small;
  const base = digits ? 20 : small / 2 + 4;
  const top = MARGIN + 2 * FONT_SIZE + 20 + above;
  const scale = tones === 'signed' ? `±${rounded(limit)}` : rounded(darkest);
  const title = `${truncateLabel(name, LONGEST_TABLE_NAME)} ${symbol}`;
  const size = `${matrix.allRows ?? rows} × ${columns}${someRows(rows, matrix.allRows ?? rows)}`;
  const isRtl = findTableDirection(matrix) === 'rtl';
  /** @param {number} column */
  const left = (column) => (isRtl ? x + (columns - 1 - column) * width : x + side + column * width);
  const caption = digits ? text.caption(title, size) : text.mapCaption(title, size, scale);
  marks.push(makeLabelMark(caption, x, MARGIN + FONT_SIZE, 'start'));
  columnNames.forEach((text, column) => {
    const at = left(column) + width / 2;
    if (column % every > 0) return;
    marks.push(
      digits
        ? makeLabelMark(text, at, top - 8, 'middle')
        : makeLabelMark(text, at + 4, top - 8, 'start', { isVertical: true }),
    );
  });
  if (isImage) {
    const place = {
      x: isRtl ? x : x + side,
      y: top,
      width: columns * width,
      height: rows * height,
    };
    marks.push({ kind: 'image', ...place, cells: isRtl ? mirrorColumns(matrix) : matrix });
  }
  for (let row = 0; row < rows; row++) {
    const y = top + row * height;
    const rowName = row % every > 0 ? '' : rowNames[row];
    if (rowName && isRtl)
      marks.push(makeLabelMark(rowName, x + columns * width + 8, y + base, 'start'));
    else if (rowName) marks.push(makeLabelMark(rowName, x + side - 8, y + base, 'end'));
    for (let column = 0; column < columns && !isImage; column++) {
      const value = view.at(row, column);
      const tone = computeTone(tones, value / darkest, limit);
      const place = { x: left(column), y, width: width - 1, height: height - 1 };
      marks.push({ kind: 'rect', ...place, fill: mixFill(palette, tone) });
      const flips = tone.end === 'weight' && tone.level >= palette.flip;
      const fill = flips ? 'paper' : 'ink';
      if (masked(row, column))
        marks.push(makeLineMark(place.x, y + height - 1, height - 1, 1 - height, fill));
      if (digits)
        marks.push(
          makeLabelMark(rounded(value), left(column) + width / 2, y + base, 'middle', { fill }),
        );
    }
  }
  drawing.height = Math.max(drawing.height, top + rows * height);
  return x + Math.max(side + columns * width, measureWidest([caption]));
}

/**
 * The legend of the colours of tables in digits; a map has it in its caption.
 * @param {Drawing} drawing
 * @param {Matrix[]} matrices
 */
function drawLegend(drawing, matrices) {
  const tables = matrices.filter((matrix) => !isTooWide(matrix));
  const { limit = 1 } = tables.find(({ colours }) => colours === 'signed') ?? {};
  const { darkest = 1 } = tables.find(({ colours }) => colours === 'weights') ?? {};
  let x = MARGIN;
  const y = drawing.height;
  const say = (/** @type {string} */ text) => {
    drawing.marks.push(makeLabelMark(text, x, y + 11, 'start'));
    x += measureWidest([text]) + 6;
  };
  for (const [colours, least, most] of /** @type {const} */ ([
    ['signed', -limit, limit],
    ['weights', 0, darkest],
  ])) {
    if (!tables.some((table) => table.colours === colours)) continue;
    say(rounded(least));
    for (let i = 0; i <= RAMP; i++, x += MAP_CELL) {
      const tone = computeTone(
        colours,
        (least + (i / RAMP) * (most - least)) / (colours === 'weights' ? darkest : 1),
        limit,
      );
      const fill = mixFill(drawing.colours, tone);
      drawing.marks.push({ kind: 'rect', x, y, width: MAP_CELL, height: MAP_CELL, fill });
    }
    x += 6;
    say(rounded(most));
    x += GAP / 2;
  }
  if (x === MARGIN) return;
  drawing.width = Math.max(drawing.width, x);
  drawing.height += MAP_CELL + MARGIN;
}

/**
 * Below the matrices, each letter where the browser has set it.
 * @param {Drawing} drawing
 * @param {Element} formula
 */
function drawFormula(drawing, formula) {
  const { left, top, width, height } = formula.getBoundingClientRect();
  const at = (/** @type {number} */ x, /** @type {number} */ y) => [
    x - left + MARGIN,
    y - top + drawing.height,
  ];
  const range = document.createRange();
  for (const leaf of formula.querySelectorAll('mi, mn, mo, mtext')) {
    const text = leaf.textContent?.trim() ?? '';
    range.selectNodeContents(leaf);
    const box = range.getBoundingClientRect();
    const size = Number.parseFloat(getComputedStyle(leaf).fontSize);
    // A fifth of a line's height is below its letters.
    const [x, y] = at((box.left + box.right) / 2, box.top + 0.8 * box.height);
    const style = leaf.localName === 'mi' && text.length === 1 ? 'italic' : undefined;
    if (/[^\u2062\s]/.test(text)) {
      const font = { 'font-size': size, 'font-style': /** @type {'italic'} */ (style) };
      drawing.marks.push(makeLabelMark(text, x, y, 'middle', font));
    }
  }
  for (const fraction of formula.querySelectorAll('mfrac, msqrt')) {
    const box = fraction.getBoundingClientRect();
    const isRoot = fraction.localName === 'msqrt';
    const first = /** @type {Element} */ (fraction.firstElementChild).getBoundingClientRect();
    const start = isRoot ? first.left : box.left;
    const [x, y] = at(start, isRoot ? box.top : first.bottom + 2);
    drawing.marks.push(makeLineMark(x, y, box.right - start, 0, 'ink'));
    const [left, base] = at(first.left, first.bottom);
    if (isRoot) drawing.marks.push(makeLabelMark('√', left, base, 'end'));
  }
  drawing.width = Math.max(drawing.width, width + 2 * MARGIN);
  drawing.height += height + MARGIN;
}

/** @param {number} count @param {string[] | undefined} words */
function writeNames(count, words) {
  return Array.from({ length: count }, (_, i) => truncateLabel(words?.[i] ?? String(i + 1)));
}

const BROAD = /** @type {const} */ ([[/[\p{Lu}mw@%]/u, CAPITAL]]);

/**
 * The width in pixels of the longest text in common fonts; the reader's fonts are unknown.
 * @param {string[]} texts
 */
export const measureWidest = (texts) =>
  Math.max(...texts.map((text) => measureText(text, LETTER, BROAD)));

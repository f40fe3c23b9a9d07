/** Draws the matrices of a step, and their legend. */

import {
  FONT_SIZE,
  makeHatchMark,
  makeLabelMark,
  makeSymbolSpans,
  truncateLabel,
} from '../figures/marks.js';
import { mirrorColumns } from '../figures/pixels.js';
import {
  chooseTableFormat,
  findTableDirection,
  hasMaskedCell,
  isOfPairs,
  isTooWide,
  listMatrices,
  listScales,
} from '../figures/tables.js';
import { measureWidest } from '../figures/text-width.js';
import { addLineColours, computeTone, mixColour } from '../styles/colour.js';
import * as text from '../text/en/exported.js';
import { keys, masked, queries, someRows } from '../text/en/tables.js';
import { rounded } from '../text/number.js';
import { makeDots } from './edits.js';

/** @import { Colour, Drawing, Mark, Matrix } from '../figures/types.js' */
/** @import { Palette } from '../styles/colour.js' */

/** The size of a cell in pixels. */
const CELL = { width: 58, height: 30 };

/** The side of a cell in a map: the height of a word, or less in a map drawn as an image. */
const MAP_CELL = 14;

const IMAGE_CELL = 4;
const GAP = 40;

/** The height of a line in the corner of a table of pairs, and the size of its letters. */
const CORNER_LINE = 14;
const CORNER_SIZE = 11;

/** The font of signs between tables, as on the page. */
const SIGN = { 'font-size': 26, 'font-weight': 700 };

/** The steps of the colour ramp in a legend. */
const RAMP = 6;

export const MARGIN = 16;

/** The most numbers that are drawn as rectangles. Larger matrices are images with one pixel per number. */
export const MOST_RECTANGLES = 2 ** 14;

/** The most letters of a table's name, which is cut beyond. */
const LONGEST_TABLE_NAME = 80;

/**
 * @param {(Matrix | string)[]} parts matrices, and the signs between them
 * @param {{ title: string, palette: Palette, hasLegend?: boolean }} options
 * @returns {Drawing}
 */
export function drawMatrices(parts, { title, palette, hasLegend }) {
  /** @type {Drawing} */
  const drawing = { width: 0, height: 0, title, colours: addLineColours(palette), marks: [] };
  let x = MARGIN;
  const matrices = listMatrices(parts);
  // A table of pairs names its axes in its corner, in two lines.
  const corner = matrices.some(isOfPairs) ? CORNER_LINE : 0;
  // The words above a map are vertical. The rows of neighbouring matrices begin where the rows of
  // the map do.
  const words = measureWidest(
    matrices.flatMap((matrix) =>
      isTooWide(matrix) ? writeNames(matrix.view.columns, matrix.columnWords) : '',
    ),
  );
  for (const [i, part] of parts.entries()) {
    if (typeof part === 'string') {
      // The sign stands before the middle row of the next matrix.
      const [next] = listMatrices(parts.slice(i));
      const { top, height } = layOutMatrix(next, x, words + corner);
      const y = top + (next.view.rows * height) / 2 + 9;
      drawing.marks.push(makeLabelMark(part, x - GAP / 2, y, 'middle', SIGN));
      continue;
    }
    x = drawMatrix(drawing, part, x, words + corner) + GAP;
  }
  drawing.width = x - GAP + MARGIN;
  drawing.height += MARGIN;
  // Captions describe the colours of maps.
  const tables = matrices.filter((matrix) => !isTooWide(matrix));
  if (hasLegend) drawLegend(drawing, listScales(tables), tables.some(hasMaskedCell));
  return drawing;
}

/** @param {Palette} palette @param {Parameters<typeof mixColour>[1]} tone @returns {Colour} */
const mixFill = (palette, tone) => `rgb(${mixColour(palette, tone).join(', ')})`;

/**
 * Computes the positions of the parts of a matrix.
 * @param {Matrix} matrix
 * @param {number} x
 * @param {number} above the length of the vertical words above maps
 */
function layOutMatrix(matrix, x, above) {
  const { rows, columns, numbers } = matrix.view;
  const hasDigits = !isTooWide(matrix);
  const isImage = rows * columns > MOST_RECTANGLES;
  const small = isImage ? IMAGE_CELL : MAP_CELL;
  const rowNames = writeNames(rows, matrix.rowWords);
  // A single column needs no header.
  const columnNames = matrix.upright ? [''] : writeNames(columns, matrix.columnWords);
  const write = chooseTableFormat(matrix);
  const digits = hasDigits ? [...numbers].map((value) => write(value)) : [];
  const corner = isOfPairs(matrix) ? nameAxes(matrix) : [];
  // Some fonts are wider than the estimate. The corner has smaller letters.
  const side = Math.max(measureWidest(corner), Math.ceil(1.15 * measureWidest(rowNames))) + 10;
  const width = hasDigits
    ? Math.max(CELL.width, measureWidest([...columnNames, ...digits]) + 12)
    : small;
  const isRtl = findTableDirection(matrix) === 'rtl';
  return {
    hasDigits,
    write,
    isImage,
    rowNames,
    columnNames,
    corner,
    /** Cells of an image are lower than a word, so only every n-th one has a name. */
    namedEvery: isImage ? Math.ceil(MAP_CELL / IMAGE_CELL) : 1,
    /** The width of a cell. */
    width,
    height: hasDigits ? CELL.height : small,
    /** The baseline of the words of a row, from the top of the row. */
    baseline: hasDigits ? 20 : small / 2 + 4,
    top: MARGIN + 2 * FONT_SIZE + 20 + above,
    /** The width of a row with its name. */
    rowWidth: side + columns * width,
    /** The left edge of all cells. */
    start: isRtl ? x : x + side,
    /** @param {number} column */
    left: (column) => (isRtl ? x + (columns - 1 - column) * width : x + side + column * width),
    /** The edge at which row names end, or in a table from right to left begin. */
    nameEdge: isRtl ? x + columns * width + 8 : x + side - 8,
    isRtl,
    /** The left edge of rows with their names. */
    edge: x,
  };
}

/** @param {Matrix} matrix */
const nameAxes = (matrix) => [keys(findTableDirection(matrix)), queries];

/** @typedef {ReturnType<typeof layOutMatrix>} MatrixLayout */

/**
 * @param {Drawing} drawing
 * @param {Matrix} matrix
 * @param {number} x
 * @param {number} above the length of the vertical words above maps
 * @returns {number} the right edge of the matrix
 */
function drawMatrix(drawing, matrix, x, above) {
  const { marks, colours: palette } = drawing;
  const { rows, columns } = matrix.view;
  const layout = layOutMatrix(matrix, x, above);
  const { isImage, top, width, height } = layout;
  const spans = makeCaptionSpans(matrix, layout.hasDigits);
  const caption = spans.map((span) => span.text).join('');
  const children = spans.length > 1 ? spans : undefined;
  marks.push(
    makeLabelMark(children ? '' : caption, x, MARGIN + FONT_SIZE, 'start', {
      children,
      fill: matrix.role ? `${matrix.role}-letter` : 'ink',
    }),
    ...makeColumnNames(layout),
    ...makeCorner(layout),
  );
  if (isImage) {
    const place = { x: layout.start, y: top, width: columns * width, height: rows * height };
    const cells = layout.isRtl ? mirrorColumns(matrix) : matrix;
    marks.push({ kind: 'image', ...place, cells });
  }
  for (let row = 0; row < rows; row++) {
    const name = row % layout.namedEvery > 0 ? '' : layout.rowNames[row];
    const y = top + row * height + layout.baseline;
    if (name) marks.push(makeLabelMark(name, layout.nameEdge, y, layout.isRtl ? 'start' : 'end'));
    for (let column = 0; column < columns && !isImage; column++)
      marks.push(...makeCellMarks(matrix, layout, palette, row, column));
  }
  if (layout.hasDigits) marks.push(...makeRules(matrix, layout));
  if (matrix.frames) marks.push(...makeFrames(matrix.frames, layout, rows, columns));
  drawing.height = Math.max(drawing.height, top + rows * height);
  return x + Math.max(layout.rowWidth, measureWidest([caption]));
}

/** @param {Matrix} matrix @param {boolean} hasDigits @returns {Mark[]} the parts of the caption */
function makeCaptionSpans(
  { view, allRows, name, symbol, colours, limit = 1, darkest = 1, tones = colours },
  hasDigits,
) {
  const { rows, columns } = view;
  const title = truncateLabel(name, LONGEST_TABLE_NAME);
  const size = `${allRows ?? rows} × ${columns}${someRows(rows, allRows ?? rows)}`;
  const scale = tones === 'signed' ? `±${rounded(limit)}` : rounded(darkest);
  const after = ` · ${hasDigits ? size : text.mapSize(size, scale)}`;
  return symbol
    ? [{ kind: 'tspan', text: `${title} ` }, ...makeSymbolSpans(symbol, FONT_SIZE, after)]
    : [{ kind: 'tspan', text: title + after }];
}

/** @param {MatrixLayout} layout */
const makeCorner = ({ corner, nameEdge, isRtl, top }) =>
  corner.map((name, line) => {
    const y = top - 8 - (1 - line) * CORNER_LINE;
    return makeLabelMark(name, nameEdge, y, isRtl ? 'start' : 'end', { 'font-size': CORNER_SIZE });
  });

/**
 * Draws the lines between rows, and the line below the column names in the colour of the table.
 * @param {Matrix} matrix
 * @param {MatrixLayout} layout
 * @returns {Mark[]}
 */
function makeRules({ view: { rows }, role, upright }, { edge, top, height, rowWidth }) {
  const line = (/** @type {number} */ y) => `M${edge} ${y}l${rowWidth - 1} 0`;
  const between = Array.from({ length: rows }, (_, row) => line(top + (row + 1) * height - 0.5));
  /** @type {Mark[]} */
  const rules = [{ kind: 'path', d: between.join(''), stroke: 'hair' }];
  if (role) rules.push({ kind: 'path', d: line(top - 1.5), stroke: role, 'stroke-width': 2 });
  else if (!upright) rules.push({ kind: 'path', d: line(top - 1.5), stroke: 'faint' });
  return rules;
}

/** How the opened number, its operands and its consumers are framed. */
const CELL_FRAMES = {
  traced: { 'stroke-width': 3 },
  operand: { 'stroke-width': 2 },
  fed: { 'stroke-width': 2, 'stroke-dasharray': '4 3' },
};

/**
 * Frames the rows of the selected and the pinned query, the column of the key, and numbers.
 * @param {NonNullable<Matrix['frames']>} frames
 * @param {MatrixLayout} layout
 * @param {number} rows
 * @param {number} columns
 * @returns {Mark[]}
 */
function makeFrames({ row = -1, pinned = -1, key = -1, cells = [] }, layout, rows, columns) {
  const { left, top, width, height, edge, rowWidth } = layout;
  /** @param {number} at @returns {Mark} */
  const frameRow = (at) => ({
    kind: 'rect',
    x: edge - 1,
    y: top + at * height - 1,
    width: rowWidth + 1,
    height: height + 1,
    stroke: 'ink',
    'stroke-width': 2,
  });
  /** @type {Mark[]} */
  const marks = [];
  if (key >= 0 && key < columns)
    for (const x of [left(key) - 0.5, left(key) + width - 0.5]) {
      const d = `M${x} ${top - 1}l0 ${rows * height + 1}`;
      marks.push({ kind: 'path', d, stroke: 'ink', 'stroke-width': 2 });
    }
  if (row >= 0) marks.push(frameRow(row));
  if (pinned >= 0) marks.push({ ...frameRow(pinned), 'stroke-dasharray': '6 4' });
  for (const { row: at, column, kind } of cells) {
    const [x, y] = [left(column) + 1, top + at * height + 1];
    const place = { x, y, width: width - 3, height: height - 3 };
    marks.push({ kind: 'rect', ...place, stroke: 'trace', ...CELL_FRAMES[kind] });
  }
  return marks;
}

/** @param {MatrixLayout} layout @returns {Mark[]} */
const makeColumnNames = ({ columnNames, namedEvery, hasDigits, left, width, top }) =>
  columnNames.flatMap((name, column) => {
    if (!name || column % namedEvery > 0) return [];
    const x = left(column) + width / 2;
    return hasDigits
      ? makeLabelMark(name, x, top - 8, 'middle')
      : makeLabelMark(name, x + 4, top - 8, 'start', { isVertical: true });
  });

/**
 * Draws a cell in its colour, hatched if it is masked, with its number if the number fits.
 * @param {Matrix} matrix
 * @param {MatrixLayout} layout
 * @param {Palette} palette
 * @param {number} row
 * @param {number} column
 * @returns {Mark[]}
 */
function makeCellMarks(matrix, layout, palette, row, column) {
  const { view, masked: isMasked, colours, limit = 1, darkest = 1, tones = colours } = matrix;
  const { width, height } = layout;
  const value = view.at(row, column);
  const tone = computeTone(tones, value / darkest, limit);
  const [x, y] = [layout.left(column), layout.top + row * height];
  const isDark = tone.end === 'weight' && tone.level >= palette.flip;
  const ink = isDark ? 'paper' : 'ink';
  /** @type {Mark[]} */
  const marks = [
    { kind: 'rect', x, y, width: width - 1, height: height - 1, fill: mixFill(palette, tone) },
  ];
  if (isMasked(row, column)) marks.push(makeMaskMark(x, y, layout, ink));
  if (layout.hasDigits) {
    const [middle, base] = [x + width / 2, y + layout.baseline];
    const digits = makeLabelMark(layout.write(value), middle, base, 'middle', { fill: ink });
    marks.push(digits);
    if (matrix.isEdited?.(row, column)) marks.push(makeDots(digits));
  }
  return marks;
}

/**
 * Hatches a masked cell, but not behind its number, which would look struck out.
 * @param {number} x
 * @param {number} y
 * @param {MatrixLayout} layout
 * @param {Colour} stroke
 */
function makeMaskMark(x, y, { width, height, hasDigits }, stroke) {
  const [w, h] = [width - 1, height - 1];
  const band = Math.floor(h / (hasDigits ? 4 : 2));
  return makeHatchMark(x, [y + band, y + h], w, band, stroke);
}

/** The pale end of a ramp has the colour of the paper. @param {number} x @param {number} y @param {number} width @returns {Mark} */
const makeFrameMark = (x, y, width) => ({
  kind: 'rect',
  x: x - 0.5,
  y: y - 0.5,
  width: width + 1,
  height: MAP_CELL + 1,
  stroke: 'ink',
  'stroke-opacity': 0.16,
});

/**
 * Draws a legend below a drawing.
 * @param {Drawing} drawing
 * @param {Pick<Matrix, 'colours' | 'limit' | 'darkest'>[]} scales
 * @param {boolean} [hasMasked]
 */
export function drawLegend(drawing, scales, hasMasked = false) {
  let x = MARGIN;
  const y = drawing.height;
  const say = (/** @type {string} */ text) => {
    drawing.marks.push(makeLabelMark(text, x, y + 11, 'start'));
    x += measureWidest([text]) + 6;
  };
  for (const { colours, limit = 1, darkest = 1 } of scales) {
    const [least, most] = colours === 'signed' ? [-limit, limit] : [0, darkest];
    say(rounded(least));
    drawing.marks.push(makeFrameMark(x, y, (RAMP + 1) * MAP_CELL));
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
  if (hasMasked) {
    const width = 2 * MAP_CELL;
    drawing.marks.push(
      makeFrameMark(x, y, width),
      makeHatchMark(x, [y + MAP_CELL], width, MAP_CELL, 'ink'),
    );
    x += width + 6;
    say(masked);
  }
  if (x === MARGIN) return;
  drawing.width = Math.max(drawing.width, x);
  drawing.height += MAP_CELL + MARGIN;
}

/** @param {number} count @param {string[] | undefined} words */
function writeNames(count, words) {
  return Array.from({ length: count }, (_, i) => truncateLabel(words?.[i] ?? String(i + 1)));
}

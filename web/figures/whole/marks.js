/** The whole picture as marks, with roles, names and tab stops on the page, and as a drawing. */

import { listIndices } from '../../graph/cell.js';
import { addLineColours, computeTone, readPalette, roundUpLimit } from '../../styles/colour.js';
import * as text from '../../text/en/whole.js';
import { exact } from '../../text/number.js';
import { makeLabelMark, makeSymbolSpans, truncateLabel } from '../marks.js';
import { findLargest, findTableDirection, nameCell } from '../tables.js';
import { measureLeft, measureMiddle } from './boxes.js';
import { layOutPicture } from './layout.js';
import { linkBoxes } from './links.js';
import { listStages } from './picture.js';
import { traceWay, traceWayOfWord } from './way.js';

/** @import { Box, Drawing, Layout, Link, Mark, Picture, Way, Word } from '../types.js' */
/** @import { Cell } from '../../graph/types.js' */
/** @import { StepContext } from '../../sources/types.js' */

const FONTS = {
  serif: "Charter, 'Bitstream Charter', 'Source Serif 4', Cambria, 'DejaVu Serif', serif",
  sans: "Seravek, 'Source Sans 3', 'Noto Sans', Calibri, 'DejaVu Sans Condensed', sans-serif",
};

const LABEL = 15;
const WORD = 14;
const SMALL = 12;

/** @type {Partial<Mark>} */
const NOTE = { fill: 'faint', 'font-size': SMALL, 'font-family': FONTS.sans };

/** Interrupts lines that pass behind a name. Words stand too close for it. @type {Partial<Mark>} */
const HALO = {
  stroke: 'paper',
  'stroke-width': 4,
  'stroke-linejoin': 'round',
  'paint-order': 'stroke',
};

/** The largest cell without a gap to its neighbours. */
const TIGHT = 7;

const LONGEST_SHOWN_WORD = 14;

/**
 * @param {Layout} layout
 * @param {Link[]} lines
 * @param {number} query the query whose row is followed
 * @returns {{ links: Mark[], boxes: Mark[], words: Mark[], heads: Mark[] }}
 */
export function makeMarks(layout, lines, query) {
  const limits = computeLimits(layout.boxes);
  const hasHeads = new Set(layout.boxes.flatMap(({ head }) => head ?? [])).size > 1;
  return {
    links: lines.map(makeLinkMark),
    boxes: layout.boxes.map((box) => makeBoxMark(box, Number(limits.get(box.id)), hasHeads)),
    words: makeWordMarks(layout, query),
    heads: [
      ...layout.heads.map(({ head, x, y }) =>
        makeLabelMark(text.head(head + 1), x, y + 12, 'start', NOTE),
      ),
      ...layout.titles.map(({ text: name, x, y }, stage) =>
        makeLabelMark(name, x, y, 'middle', {
          ...NOTE,
          ...HALO,
          data: { stage },
        }),
      ),
    ],
  };
}

/** @param {readonly Box[]} boxes @returns {Map<string, number>} */
function computeLimits(boxes) {
  /** @type {Map<string, number[]>} */
  const sizes = new Map();
  for (const { id, matrix, cellWidth } of boxes) {
    // A table without cells has nothing to colour.
    if (cellWidth === 0) continue;
    sizes.set(id, [...(sizes.get(id) ?? []), findLargest(matrix)]);
  }
  return new Map([...sizes].map(([id, all]) => [id, roundUpLimit(all)]));
}

/** @param {Link} link @returns {Mark} */
export function makeLinkMark({ d, role, width, stage, key, head, weight, cell }) {
  return {
    kind: 'path',
    stroke: role === 'line' ? 'faint' : role,
    d,
    'stroke-width': Math.round(width * 100) / 100,
    'stroke-linecap': 'round',
    'stroke-opacity': weight === undefined ? (role === 'line' ? 0.45 : 0.8) : 0.55,
    data: {
      stage,
      ...(cell !== undefined && { key, head, cell, value: exact(Number(weight)) }),
    },
  };
}

const HIDDEN = { 'aria-hidden': 'true' };

/** @param {string} label @param {boolean} [isStop] whether it is a tab stop */
const makeButton = (label, isStop = true) => ({
  role: 'button',
  tabindex: isStop ? 0 : -1,
  'aria-label': label,
});

/**
 * Makes the mark of a table: a grid, or a button if it has no cells or is folded.
 * @param {Box} box
 * @param {number} limit
 * @param {boolean} hasHeads whether there are several heads
 * @returns {Mark}
 */
function makeBoxMark(box, limit, hasHeads) {
  const { id, part, head, x, y, width, height, matrix, isFolded, cellWidth } = box;
  const number = head !== undefined && hasHeads ? head + 1 : undefined;
  const name = text.table(
    matrix.name,
    matrix.symbol.replace('_', ''),
    number,
    box.rows,
    box.columns,
  );
  return {
    kind: 'g',
    data: { tensor: id, stage: part.stage, head },
    access: {
      class: `box${isFolded ? ' folded' : ''}`,
      ...(isFolded && makeButton(text.openHead(Number(head) + 1))),
    },
    children: [
      {
        ...makeLabelMark('', measureMiddle(box), y - 8, 'middle', { ...HALO, access: HIDDEN }),
        fill: part.isParameter || !part.role ? 'ink' : `${part.role}-letter`,
        ...(isFolded
          ? { text: text.head(Number(head) + 1), 'font-size': SMALL, 'font-family': FONTS.sans }
          : {
              'font-size': LABEL,
              'font-family': FONTS.serif,
              children: makeSymbolSpans(matrix.symbol, LABEL),
            }),
      },
      {
        kind: 'rect',
        x: x - 1.5,
        y: y - 1.5,
        width: width + 3,
        height: height + 3,
        fill: 'paper',
        stroke: part.isParameter ? 'hair' : (part.role ?? 'hair'),
        'stroke-width': 1,
        access: {
          class: 'edge',
          ...(cellWidth === 0 && !isFolded ? makeButton(text.openTable(name)) : HIDDEN),
        },
      },
      cellWidth > 0 ? makeCellMarks(box, limit, name) : makeSizeMark(box),
    ],
  };
}

/** @param {Box} box */
const makeSizeMark = (box) =>
  makeLabelMark(
    text.size(box.rows, box.columns),
    measureMiddle(box),
    box.y + box.height / 2 + 4,
    'middle',
    {
      ...NOTE,
      access: HIDDEN,
    },
  );

/** @param {Box} box @param {number} limit @param {string} name @returns {Mark} */
function makeCellMarks(box, limit, name) {
  const { y, rows, columns, cellWidth, cellHeight, matrix, isFolded } = box;
  const { view, colours, masked } = matrix;
  const [width, height] = [cellWidth, cellHeight].map((side) => side - (side > TIGHT ? 1 : 0));
  const lefts = listIndices(columns).map((column) => measureLeft(box, column));
  return {
    kind: 'g',
    'shape-rendering': 'crispEdges',
    data: { direction: findTableDirection(matrix) },
    access: { class: 'cells', ...(!isFolded && { role: 'grid', 'aria-label': name }) },
    children: listIndices(rows).map((row) => ({
      kind: 'g',
      access: { class: 'row', ...(!isFolded && { role: 'row' }) },
      children: lefts.flatMap((x, column) => {
        const value = view.at(row, column);
        const { end, level } = computeTone(colours, value, limit);
        const hidden = masked(row, column);
        const place = { x, y: y + row * cellHeight, width, height };
        /** @type {Mark} */
        const cell = {
          kind: 'rect',
          ...place,
          fill: hidden ? 'paper' : (end ?? 'paper'),
          'fill-opacity': hidden || !end ? 1 : level / 100,
          ...(!isFolded && {
            data: {
              place: nameCell(matrix, row, column),
              value: exact(value),
              row,
              col: column,
            },
            access: { role: 'gridcell', tabindex: -1 },
          }),
        };
        return hidden ? [cell, makeHatch(place)] : [cell];
      }),
    })),
  };
}

/** Draws the hatch of a masked cell. @param {Record<'x' | 'y' | 'width' | 'height', number>} cell @returns {Mark} */
const makeHatch = ({ x, y, width: w, height: h }) => ({
  kind: 'path',
  stroke: 'faint',
  d:
    w < TIGHT
      ? `M${x} ${y + h}l${w} ${-h}`
      : `M${x} ${y + h / 2}L${x + w / 2} ${y}M${x} ${y + h}L${x + w} ${y}M${x + w / 2} ${y + h}L${x + w} ${y + h / 2}`,
  'stroke-width': 0.7,
  'stroke-opacity': 0.6,
  access: { class: 'hatch', ...HIDDEN },
});

/**
 * Names the first cell of each table's row of the query, which is the table's tab stop.
 * @param {Layout} layout @param {number} query
 */
export const listTabStops = ({ boxes }, query) =>
  boxes.map(({ matrix, rows }) =>
    nameCell(matrix, matrix.selects === 'query' && query < rows ? query : 0, 0),
  );

/** @param {Layout} layout @param {number} query the query whose words are pressed @returns {Mark[]} */
export function makeWordMarks({ words, cell }, query) {
  const firstButton = words.findIndex(isButton);
  return words.map((word, i) => ({
    ...makeWordMark(word, cell, word.axis === 'q' && word.index === query),
    access: isButton(word) ? makeWordButton(word, query, i === firstButton) : HIDDEN,
  }));
}

/** Words on the left are buttons; others repeat them. @param {Word} word */
const isButton = ({ anchor, isVertical }) => anchor !== 'start' && !isVertical;

/** @param {Word} word @param {number} query @param {boolean} isStop */
const makeWordButton = ({ text: name, axis, index }, query, isStop) => ({
  ...makeButton(text.word(name, axis), isStop),
  ...(axis === 'q' && { 'aria-pressed': String(index === query) }),
});

/** @param {Word} word @param {number} cell @param {boolean} isFollowed */
function makeWordMark(
  { text: word, axis, index, x, y, anchor, isVertical, stage },
  cell,
  isFollowed,
) {
  const [left, base] = isVertical ? [x + 4, y] : [x, y + Math.min(WORD, cell) / 3];
  return makeLabelMark(truncateLabel(word, LONGEST_SHOWN_WORD), left, base, anchor, {
    fill: isFollowed ? 'ink' : 'faint',
    'font-family': FONTS.serif,
    'font-size': Math.min(isVertical ? SMALL : WORD, cell),
    'font-weight': isFollowed ? 700 : 400,
    isVertical,
    data: { axis, word: index, stage },
  });
}

/** Frames the cells of a path. @param {Layout} layout @param {Way} way @returns {Mark[]} */
export const makeWayMarks = ({ boxes }, way) =>
  boxes.flatMap((box) =>
    (box.isFolded || box.cellWidth === 0 ? [] : (way.get(box.id) ?? [])).flatMap((slab) => {
      const { leadingIndex, upright } = box.matrix;
      const isHere = leadingIndex.every((index, i) => index >= slab[i][0] && index < slab[i][1]);
      if (!isHere) return [];
      const rest = slab.slice(leadingIndex.length);
      const [rows, columns] = upright
        ? [rest[0], [0, 1]]
        : rest.length > 1
          ? rest
          : [[0, 1], rest[0]];
      const isAll = rows[1] - rows[0] === box.rows && columns[1] - columns[0] === box.columns;
      // A product frames one column of a matrix. Frames of all columns would show no path.
      if (isAll && box.part.isParameter && box.columns > 1) return [];
      /** @type {Mark} */
      const frame = {
        kind: 'rect',
        x: measureLeft(box, columns[0], columns[1]) - 1,
        y: box.y + rows[0] * box.cellHeight - 1,
        width: (columns[1] - columns[0]) * box.cellWidth + 1,
        height: (rows[1] - rows[0]) * box.cellHeight + 1,
        stroke: 'ink',
        'stroke-width': 1.5,
        data: { stage: box.part.stage },
      };
      return frame;
    }),
  );

// The drawing, in the colours of the page like every other picture.

/** The largest width, that of a slide. */
const WIDTH = 1280;

/**
 * @param {StepContext} context
 * @param {Picture} picture
 * @param {{ query: number, traced?: Cell, host: Element, width: number }} how the query whose row is
 * followed, the opened number, the element whose colours are used, and the width on screen
 * @returns {Drawing}
 */
export function drawPicture(context, picture, { query, traced, host, width }) {
  const { results, nodes, queryWords } = context.computation;
  const placed = layOutPicture(context, picture, Math.min(WIDTH, width));
  const shown = picture.parts.some(({ id }) => id === traced?.id) ? traced : undefined;
  const followed = shown?.index[nodes[shown.id].axes.indexOf('q')] ?? query;
  const {
    links: lines,
    boxes,
    words,
    heads,
  } = makeMarks(placed, linkBoxes(placed, picture, followed), query);
  const getShape = (/** @type {string} */ id) => results[id].shape;
  const way = shown
    ? traceWay(picture, getShape, shown)
    : traceWayOfWord(picture, getShape, 'q', query);
  return {
    width: placed.width,
    height: placed.height,
    colours: addLineColours(readPalette(host)),
    title: text.fileTitle(queryWords.join(' ')),
    description: [...listStages(context, picture).map((stage) => stage.text), text.colours].join(
      ' ',
    ),
    marks: [...lines, ...boxes, ...makeWayMarks(placed, way), ...words, ...heads],
  };
}

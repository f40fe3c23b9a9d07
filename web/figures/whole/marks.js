/**
 * The whole picture as marks: groups, rectangles, paths and texts with their paint. The screen makes
 * elements of them, a file text, a bitmap strokes. Roles, names and tab stops are set here; a file leaves
 * them out.
 */

import { niceLimit, toneOf } from '../../styles/colour.js';
import * as text from '../../text/en/whole.js';
import { exact } from '../../text/number.js';
import { indexOf } from '../tables.js';
import { middleOf } from './boxes.js';

/** @import { Box, Layout, Link, Mark, Span, Way, Word } from '../types.js' */

const FONT = {
  serif: "Charter, 'Bitstream Charter', 'Source Serif 4', Cambria, 'DejaVu Serif', serif",
  sans: "Seravek, 'Source Sans 3', 'Noto Sans', Calibri, 'DejaVu Sans Condensed', sans-serif",
};

const LABEL = 15;

const WORD = 14;

const SMALL = 12;

/** Cells so small have no gap between them. */
const TIGHT = 7;

const LONGEST_WORD = 12;

/**
 * @param {Layout} layout
 * @param {Link[]} lines
 * @param {number} query whose row is followed
 * @returns {{ links: Mark[], boxes: Mark[], words: Mark[], heads: Mark[] }}
 */
export function marksOf(layout, lines, query) {
  const limits = limitsOf(layout.boxes);
  const hasHeads = new Set(layout.boxes.flatMap(({ head }) => head ?? [])).size > 1;
  const firstButton = layout.words.findIndex(isButton);
  return {
    links: lines.map(linkMark),
    boxes: layout.boxes.map((box) => boxMark(box, Number(limits.get(box.id)), query, hasHeads)),
    words: layout.words.map((word, i) => {
      const mark = wordMark(word, layout.cell, word.axis === 'q' && word.index === query);
      const access = isButton(word) ? wordButton(word, query, i === firstButton) : HIDDEN;
      return { ...mark, attributes: { ...mark.attributes, ...access } };
    }),
    heads: [
      ...layout.heads.map(({ text: number, x, y }) => note(text.head(number), x, y + 12, 'start')),
      ...layout.titles.map(({ text: name, x, y }, stage) => {
        const title = note(name, x, y, 'middle');
        return { ...title, attributes: { ...title.attributes, 'data-stage': stage } };
      }),
    ],
  };
}

/** @param {string} words @param {number} x @param {number} y @param {string} anchor @returns {Mark} */
const note = (words, x, y, anchor) => ({
  ...{ name: 'text', fill: 'faint', spans: [{ text: words }] },
  attributes: { x, y, 'text-anchor': anchor, 'font-size': SMALL, 'font-family': FONT.sans },
});

/**
 * Where the signed colours of each tensor end, the same for all its heads.
 * @param {readonly Box[]} boxes
 * @returns {Map<string, number>}
 */
function limitsOf(boxes) {
  /** @type {Map<string, number[]>} */
  const sizes = new Map();
  for (const { id, matrix, cellWidth } of boxes) {
    // Without cells there is nothing to colour.
    if (cellWidth === 0) continue;
    const { view, masked } = matrix;
    const seen = view.numbers.filter(
      (_, i) => !masked(Math.floor(i / view.columns), i % view.columns),
    );
    sizes.set(id, [...(sizes.get(id) ?? []), niceLimit(seen)]);
  }
  return new Map([...sizes].map(([id, all]) => [id, Math.max(...all)]));
}

/** @param {Link} link @returns {Mark} */
export function linkMark({ d, role, width, stage, key, head, weight, cell }) {
  return {
    name: 'path',
    stroke: role === 'line' ? 'faint' : role,
    attributes: {
      d,
      'stroke-width': Math.round(width * 100) / 100,
      'stroke-linecap': 'round',
      'stroke-opacity': weight === undefined ? (role === 'line' ? 0.45 : 0.8) : 0.55,
      'data-stage': stage,
      ...(cell !== undefined && {
        'data-key': Number(key),
        ...(head !== undefined && { 'data-head': head }),
        'data-cell': cell,
        'data-value': exact(Number(weight)),
      }),
    },
  };
}

const HIDDEN = { 'aria-hidden': 'true' };

/** @param {string} label @param {boolean} [isStop] whether the Tab key leads to it */
const button = (label, isStop = true) => ({
  ...{ role: 'button', tabindex: isStop ? 0 : -1, 'aria-label': label },
});

/**
 * Each table is a grid with one tab stop; without cells, or folded, it is a button.
 * @param {Box} box
 * @param {number} limit
 * @param {number} query whose row has the tab stop
 * @param {boolean} hasHeads whether there are several
 * @returns {Mark}
 */
function boxMark(box, limit, query, hasHeads) {
  const { id, part, head, x, y, width, height, matrix, isFolded, cellWidth } = box;
  const number = head !== undefined && hasHeads ? head + 1 : undefined;
  const label = text.table(matrix.name, matrix.symbol, number, box.rows, box.columns);
  return {
    name: 'g',
    attributes: {
      class: `box${isFolded ? ' folded' : ''}`,
      'data-tensor': id,
      'data-stage': part.stage,
      ...(head !== undefined && { 'data-head': head }),
      ...(isFolded && button(text.openHead(Number(head) + 1))),
    },
    children: [
      {
        name: 'text',
        fill: part.isParameter ? 'ink' : (part.role ?? 'ink'),
        spans: isFolded ? [{ text: String(Number(head) + 1) }] : symbolSpans(matrix.symbol, head),
        attributes: {
          ...{ class: 'label', x: middleOf(box), y: y - 8, 'text-anchor': 'middle' },
          'font-size': isFolded ? SMALL : LABEL,
          'font-family': isFolded ? FONT.sans : FONT.serif,
          'aria-hidden': 'true',
        },
      },
      {
        name: 'rect',
        fill: 'paper',
        stroke: part.isParameter ? 'hair' : (part.role ?? 'hair'),
        attributes: {
          ...{ class: 'edge', 'stroke-width': 1 },
          ...(cellWidth === 0 && !isFolded ? button(text.openTable(label)) : HIDDEN),
          ...{ x: x - 1.5, y: y - 1.5, width: width + 3, height: height + 3 },
        },
      },
      cellWidth > 0 ? cellMarks(box, limit, label, query) : sizeMark(box),
    ],
  };
}

/** @param {Box} box @returns {Mark} */
const sizeMark = (box) => ({
  name: 'text',
  fill: 'faint',
  spans: [{ text: text.size(box.rows, box.columns) }],
  attributes: {
    ...{ x: middleOf(box), y: box.y + box.height / 2 + 4, 'text-anchor': 'middle' },
    'aria-hidden': 'true',
    ...{ 'font-size': SMALL, 'font-family': FONT.sans },
  },
});

/** @param {Box} box @param {number} limit @param {string} label @param {number} query @returns {Mark} */
function cellMarks(box, limit, label, query) {
  const { x, y, rows, columns, cellWidth, cellHeight, matrix, id, isFolded } = box;
  const { view, colours, masked } = matrix;
  const gap = [cellWidth, cellHeight].map((side) => (side > TIGHT ? 1 : 0));
  const start = matrix.selects === 'query' && query < rows ? query : 0;
  return {
    name: 'g',
    attributes: {
      ...{ class: 'cells', 'shape-rendering': 'crispEdges' },
      ...(!isFolded && { role: 'grid', 'aria-label': label }),
    },
    children: Array.from({ length: rows }, (_, row) => ({
      name: 'g',
      attributes: { class: 'row', ...(!isFolded && { role: 'row' }) },
      children: Array.from({ length: columns }, (__, column) => {
        const value = view.at(row, column);
        const { end, level } = toneOf(colours, value, limit);
        const hidden = masked(row, column);
        const at = [x + column * cellWidth, y + row * cellHeight];
        const [w, h] = [cellWidth - gap[0], cellHeight - gap[1]];
        /** @type {Mark} */
        const cell = {
          name: 'rect',
          fill: hidden ? 'paper' : (end ?? 'paper'),
          attributes: {
            ...{ x: at[0], y: at[1], width: w, height: h },
            'fill-opacity': hidden || !end ? 1 : level / 100,
            ...(!isFolded && {
              'data-place': `${id}.${indexOf(matrix, row, column).join('.')}`,
              'data-value': exact(value),
              'data-row': row,
              'data-col': column,
              role: 'gridcell',
              tabindex: row === start && column === 0 ? 0 : -1,
            }),
          },
        };
        return hidden ? [cell, hatch(at[0], at[1], w, h)] : [cell];
      }).flat(),
    })),
  };
}

/** Across a masked cell. @param {number} x @param {number} y @param {number} w @param {number} h @returns {Mark} */
const hatch = (x, y, w, h) => ({
  name: 'path',
  stroke: 'faint',
  attributes: {
    class: 'hatch',
    d:
      w < TIGHT
        ? `M${x} ${y + h}l${w} ${-h}`
        : `M${x} ${y + h / 2}L${x + w / 2} ${y}M${x} ${y + h}L${x + w} ${y}M${x + w / 2} ${y + h}L${x + w} ${y + h / 2}`,
    'stroke-width': 0.7,
    'stroke-opacity': 0.6,
    'aria-hidden': 'true',
  },
});

/** Words at the left are buttons; those at the right and below repeat them. @param {Word} word */
const isButton = ({ anchor, isVertical }) => anchor !== 'start' && !isVertical;

/** @param {Word} word @param {number} query @param {boolean} isStop */
const wordButton = ({ text: name, axis, index }, query, isStop) => ({
  ...button(text.word(name, axis), isStop),
  ...(axis === 'q' && { 'aria-pressed': String(index === query) }),
});

/** @param {Word} word @param {number} cell @param {boolean} isFollowed @returns {Mark} */
function wordMark(
  { text: fullText, axis, index, x, y, anchor, isVertical, stage },
  cell,
  isFollowed,
) {
  const letters = [...fullText];
  const cut =
    letters.length > LONGEST_WORD ? `${letters.slice(0, LONGEST_WORD - 1).join('')}…` : fullText;
  const at = isVertical ? { x: x + 4, y } : { x, y: y + Math.min(WORD, cell) / 3 };
  return {
    name: 'text',
    fill: isFollowed ? 'ink' : 'faint',
    spans: [{ text: cut }],
    attributes: {
      ...at,
      ...{
        'text-anchor': anchor,
        'font-family': FONT.serif,
        'font-size': Math.min(isVertical ? SMALL : WORD, cell),
      },
      ...(isFollowed && { 'font-weight': 700 }),
      ...(isVertical && { transform: `rotate(-90 ${at.x} ${at.y})` }),
      'data-axis': axis,
      'data-word': index,
      'data-stage': stage,
    },
  };
}

/**
 * 'W_Q' as W and Q below; 'H_h' of the first head as H and 1 below.
 * @param {string} symbol as `table` gives it: 'WQ', 'H1'
 * @param {number | undefined} head
 * @returns {Span[]}
 */
function symbolSpans(symbol, head) {
  const [, base, prime, below] = /^(.)([′″]*)(.*)$/u.exec(symbol) ?? ['', symbol, '', ''];
  const index = below || (head !== undefined && /^H/.test(base) ? String(head + 1) : '');
  return [
    { text: base + prime, isItalic: true },
    ...(index ? [{ text: index, isBelow: true }] : []),
  ];
}

/**
 * Frames around the cells of a way.
 * @param {Layout} layout
 * @param {Way} way
 * @returns {Mark[]}
 */
export const wayMarks = ({ boxes }, way) =>
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
      if (isAll && box.part.isParameter) return [];
      /** @type {Mark} */
      const frame = {
        name: 'rect',
        stroke: 'ink',
        attributes: {
          'data-stage': box.part.stage,
          x: box.x + columns[0] * box.cellWidth - 1,
          y: box.y + rows[0] * box.cellHeight - 1,
          width: (columns[1] - columns[0]) * box.cellWidth + 1,
          height: (rows[1] - rows[0]) * box.cellHeight + 1,
          'stroke-width': 1.5,
        },
      };
      return frame;
    }),
  );

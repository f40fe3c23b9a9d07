/**
 * Where everything stands in the whole picture: one layout for the screen and for a file.
 *
 * Wide, it is read from left to right. Each stage is a column, with its weight matrices in a column
 * before it; each head is a band. Along the path of a query its row keeps its height from table to
 * table. Narrow, stages stand below each other, with one head.
 */

import { bottomOf, boxOf, rightOf, rowOf } from './boxes.js';
import { stagesOf } from './stages.js';

/**
 * @typedef {import('./boxes.js').Box} Box
 * @typedef {import('./picture.js').Part} Part
 * @typedef {import('./picture.js').Picture} Picture
 * @typedef {import('../../lessons/tables.js').Context} Context
 *
 * @typedef {object} Word beside a row, or turned below a column
 * @property {string} text
 * @property {'q' | 'k'} axis
 * @property {number} index
 * @property {number} x
 * @property {number} y of the middle of its row
 * @property {'start' | 'end'} anchor
 * @property {boolean} [turned]
 *
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {boolean} isWide
 * @property {Box[]} boxes
 * @property {Word[]} words
 * @property {{ text: number, x: number, y: number, head: number }[]} heads which band is whose
 * @property {{ text: string, x: number, y: number }[]} titles of stages, above their columns
 * @property {number} cell pixels
 */

/** Pixels. */
const LABEL = 21;
const BETWEEN = 5;
const BAND = 14;
const HEADING = 16;
const TITLES = 20;
const MARGIN = 12;
const LETTER = 7.6;
/** Half the width of a small letter. */
const SMALL_LETTER = 3.1;
const LONGEST_WORD = 92;
const FOLDED = 3;
const GAP = { least: 24, most: 60 };
/** From the largest cells to the smallest that still read. */
const CELLS = [22, 20, 18, 16, 14, 12, 11, 10, 9, 8];
/** A picture that is higher does not fit on a screen, with as many heads. */
const HIGHEST = 560;
/** Heads that are open at once. */
const MOST_HEADS = 3;

/**
 * @param {Context} context
 * @param {Picture} picture
 * @param {number} width that there is
 * @returns {Layout}
 */
export function layout(context, picture, width) {
  const heads = headsOf(context, picture);
  for (let open = Math.min(MOST_HEADS, heads || 1); open > 0; open--) {
    const least = open === 1 ? 0 : heads <= 2 ? 10 : 14;
    for (const cell of CELLS.filter((one) => one >= least)) {
      const made = wide(context, picture, width, { cell, open, heads });
      const fits = made.width <= width && (made.height <= HIGHEST || (open === 1 && cell <= 12));
      if (fits) return made;
    }
  }
  return narrow(context, picture, width, heads);
}

/** How many heads there are; 0 where none is named. @param {Context} context @param {Picture} picture */
function headsOf({ computation }, { weights }) {
  const { axes } = computation.nodes[weights];
  return axes.startsWith('h') ? computation.results[weights].shape[0] : 0;
}

/** Whether a table belongs to a head. @param {Part} part */
const isOfHead = ({ axes }) => axes.startsWith('h');

/**
 * The heads that are open: as many as there is room for, the chosen one among them.
 * @param {number} chosen
 * @param {number} open
 * @param {number} heads
 */
function opened(chosen, open, heads) {
  const first = Math.max(0, Math.min(chosen, heads - open));
  return Array.from({ length: Math.min(open, heads) }, (_, i) => first + i);
}

/**
 * In the order query, key, value. Rows that are values as they are come last.
 * @param {Part[]} parts
 * @param {string} values
 */
const byRole = (parts, values) =>
  parts
    .toSorted((one, other) => Number(one.id === values) - Number(other.id === values))
    .toSorted((one, other) => 'qkv'.indexOf(one.role ?? 'v') - 'qkv'.indexOf(other.role ?? 'v'));

/**
 * The parts of each column, or narrow of each line: the weight matrices of a stage, then its tables.
 * @param {Picture} picture
 */
function columnsOf({ parts, stages, values }) {
  return Array.from({ length: stages }, (_, stage) => parts.filter((part) => part.stage === stage))
    .flatMap((all) => [
      all.filter(({ isParameter }) => isParameter),
      all.filter(({ isParameter }) => !isParameter),
    ])
    .filter((column) => column.length > 0)
    .map((column) => byRole(column, values));
}

/**
 * Each column of tables with that of the matrices which make them.
 * @param {Part[][]} columns
 */
function pairs(columns) {
  const isMatrices = (/** @type {Part[] | undefined} */ column) => column?.[0].isParameter ?? false;
  return columns.flatMap((column, i) =>
    isMatrices(column) ? [] : [[isMatrices(columns[i - 1]) ? columns[i - 1] : [], column]],
  );
}

/**
 * @param {Context} context
 * @param {Picture} picture
 * @param {number} most the width that there is
 * @param {{ cell: number, open: number, heads: number }} how
 * @returns {Layout}
 */
function wide(context, picture, most, { cell, open, heads }) {
  const shown = heads > 0 ? opened(context.state.head, open, heads) : [undefined];
  const columns = columnsOf(picture);
  const make = (/** @type {Part} */ part, /** @type {number | undefined} */ head) =>
    boxOf(context, part, isOfHead(part) ? head : undefined, cell);
  /** @type {Box[]} */
  const boxes = [];
  /** @type {Layout['heads']} */
  const headings = [];

  // Down: bands of heads. A table alone in its column continues the row of the one it is made of.
  const inBand = (/** @type {Part} */ part) => heads === 0 || isOfHead(part);
  let bottom = MARGIN + TITLES;
  for (const head of shown) {
    const top = bottom + (heads > 1 ? HEADING : 0);
    for (const [parameters, tables] of pairs(columns)) {
      const [matrices, made] = [parameters, tables].map((column) =>
        column.filter(inBand).map((part) => make(part, head)),
      );
      const before = made.length === 1 ? queryBox(boxes, made[0], head) : undefined;
      let y = before ? before.y : top + LABEL;
      for (const box of made) {
        // Beside it the matrix that makes it; one that makes two stands beside the first.
        const beside = matrices.filter(
          ({ id }) => made.find(({ part }) => part.from.some((input) => input.id === id)) === box,
        );
        const line = [box, ...beside];
        const height = before ? box.height : Math.max(...line.map((one) => one.height));
        for (const one of line) one.y = y + (height - one.height) / 2;
        y += height + BETWEEN + LABEL;
      }
      boxes.push(...matrices, ...made);
    }
    const ofHead = boxes.filter((box) => box.head === head);
    if (head !== undefined && heads > 1) headings.push({ text: head + 1, x: 0, y: bottom, head });
    bottom = Math.max(top, ...ofHead.map(bottomOf)) + BAND;
  }
  bottom -= BAND;
  const folded = foldedBoxes(context, picture, shown, heads, cell);
  for (const box of folded) box.y = bottom + BAND + HEADING;
  const bandsEnd = bottom;
  if (folded.length > 0) bottom = Math.max(...folded.map(bottomOf));

  // What belongs to no head stands in the middle of them.
  for (const column of columns) {
    const others = column.filter((part) => !inBand(part)).map((part) => make(part, undefined));
    const height = others.reduce(
      (sum, box) => sum + box.height + BETWEEN + LABEL,
      -BETWEEN - LABEL,
    );
    let y = Math.max(MARGIN + TITLES + LABEL, (MARGIN + TITLES + bandsEnd - height) / 2);
    for (const box of others) {
      box.y = y;
      y = bottomOf(box) + BETWEEN + LABEL;
      boxes.push(box);
    }
  }
  if (heads === 0) lowerValues(picture, boxes);

  // Across: words, columns with gaps that use the room there is, words.
  const start = MARGIN + wordWidth(startWords(context, picture));
  const end = wordWidth(context.computation.queryWords) + MARGIN;
  const widths = columns.map((column) =>
    Math.max(...boxes.filter((box) => column.includes(box.part)).map((box) => box.width)),
  );
  const taken = start + end + widths.reduce((sum, one) => sum + one, 0);
  const gap = Math.max(
    GAP.least,
    Math.min(GAP.most, (most - taken) / Math.max(1, columns.length - 1)),
  );
  let x = start;
  columns.forEach((column, i) => {
    for (const box of boxes.filter(({ part }) => column.includes(part))) {
      box.x = x + (widths[i] - box.width) / 2;
    }
    x += widths[i] + gap;
  });
  const width = Math.ceil(x - gap + end);
  placeFolded(folded, boxes, picture);
  for (const heading of headings) {
    heading.x = Math.min(...boxes.filter((box) => box.head === heading.head).map((box) => box.x));
  }
  const all = [...boxes, ...folded];
  const words = [...rowWords(context, picture, all), ...columnWords(context, picture, boxes, cell)];
  const lowest = Math.max(...all.map(bottomOf), ...words.map(endOf));
  return {
    ...{ width, height: Math.ceil(lowest + MARGIN + room(picture, boxes)), isWide: true },
    ...{ boxes: all, words, heads: headings, cell, titles: titles(context, picture, boxes) },
  };
}

/**
 * What is in each column, where there is room for words.
 * @param {Context} context
 * @param {Picture} picture
 * @param {readonly Box[]} boxes
 * @returns {Layout['titles']}
 */
function titles({ computation }, picture, boxes) {
  const all = stagesOf(picture).map(({ parts, name }) => {
    const own = parts.filter(({ isParameter }) => !isParameter);
    const wanted = name ?? computation.nodes[own[own.length - 1].id].name;
    const column = boxes.filter(({ part }) => own.includes(part));
    const from = Math.min(...column.map(({ x }) => x));
    const to = Math.max(...column.map(rightOf));
    return { text: wanted, x: (from + to) / 2, y: MARGIN + 8 };
  });
  const ends = all.map(({ text, x }) => [
    x - text.length * SMALL_LETTER,
    x + text.length * SMALL_LETTER,
  ]);
  return ends.every(([from], i) => i === 0 || from > ends[i - 1][1] + 4) ? all : [];
}

/** The box on the side of the queries that another is made of. @param {Box[]} boxes @param {Box} box @param {number | undefined} head */
function queryBox(boxes, { part }, head) {
  const from = part.from.filter(({ axes }) => axes.includes('q')).map(({ id }) => id);
  return boxes.find(
    (one) => from.includes(one.id) && (one.head === undefined || one.head === head),
  );
}

/**
 * Where the values are rows of the first column, they stand lowest in it, and their lines pass below.
 * @param {Picture} picture
 * @param {Box[]} boxes
 */
function lowerValues({ values }, boxes) {
  const box = boxes.find(({ id }) => id === values);
  if (!box || box.part.stage > 0) return;
  const lowest = Math.max(...boxes.map(bottomOf));
  box.y = Math.max(box.y, lowest - box.height);
}

/** Room for lines that pass below all tables. @param {Picture} picture @param {Box[]} boxes */
const room = (picture, boxes) => (passesBelow(picture, boxes) ? 34 : 0);

/**
 * Whether value lines would cross tables on their straight way.
 * @param {Pick<Picture, 'values' | 'weights'>} picture
 * @param {readonly Box[]} boxes
 */
export function passesBelow({ values, weights }, boxes) {
  const from = boxes.find(({ id }) => id === values);
  const over = boxes.find(({ id }) => id === weights);
  if (!from || !over) return false;
  const between = boxes.filter((box) => box.x > rightOf(from) && box.x < over.x);
  return between.some((box) => bottomOf(box) > from.y && box.y < bottomOf(from));
}

/** @param {Context} context @param {Picture} picture */
function startWords({ computation: { queryWords, keyWords, nodes } }, { parts }) {
  return parts
    .filter(({ stage }) => stage === 0)
    .flatMap(({ id }) => (nodes[id].axes.includes('q') ? queryWords : keyWords));
}

/** @param {readonly string[]} words */
const wordWidth = (words) =>
  8 + Math.min(LONGEST_WORD, Math.max(...words.map((word) => LETTER * [...word].length)));

/**
 * The weights of heads that are not open, as small maps.
 * @param {Context} context
 * @param {Picture} picture
 * @param {(number | undefined)[]} shown
 * @param {number} heads
 * @param {number} cell
 */
function foldedBoxes(context, { parts, weights }, shown, heads, cell) {
  const part = /** @type {Part} */ (parts.find(({ id }) => id === weights));
  return Array.from({ length: heads }, (_, head) => head)
    .filter((head) => !shown.includes(head))
    .map((head) => {
      const size = Math.max(FOLDED, Math.floor(cell / 2.5));
      return { ...boxOf(context, part, head, size), isFolded: true };
    });
}

/**
 * Side by side, from the column of the scores on.
 * @param {Box[]} folded
 * @param {readonly Box[]} boxes
 * @param {Picture} picture
 */
function placeFolded(folded, boxes, { scores, mixed }) {
  if (folded.length === 0) return;
  const last = boxes.find(({ id }) => id === mixed) ?? boxes[boxes.length - 1];
  const first = boxes.find(({ id }) => id === scores) ?? last;
  const step = folded[0].width + 12;
  const length = folded.length * step - 12;
  const x = Math.max(MARGIN, Math.min(first.x, rightOf(last) - length));
  folded.forEach((box, i) => {
    box.x = x + i * step;
  });
}

/**
 * Words left of the tables where the picture begins, and right of the one where it ends.
 * @param {Context} context
 * @param {Picture} picture
 * @param {readonly Box[]} boxes
 * @returns {Word[]}
 */
function rowWords({ computation }, { parts }, boxes) {
  const last = parts.filter(({ isParameter }) => !isParameter).at(-1);
  /** @param {Box} box @param {'start' | 'end'} anchor @returns {Word[]} */
  const beside = (box, anchor) => {
    const axis = box.part.axes.includes('q') ? 'q' : 'k';
    const words = axis === 'q' ? computation.queryWords : computation.keyWords;
    return words.slice(0, box.rows).map((text, index) => ({
      ...{ text, axis, index, anchor },
      x: anchor === 'end' ? box.x - 8 : rightOf(box) + 8,
      y: rowOf(box, index),
    }));
  };
  const open = boxes.filter(({ isFolded, cellHeight }) => !isFolded && cellHeight > 0);
  const first = Math.min(
    ...open.filter(({ head }) => head !== undefined).map(({ head }) => Number(head)),
  );
  return open.flatMap((box) => [
    ...(box.part.stage === 0 && (box.head === undefined || box.head === first)
      ? beside(box, 'end')
      : []),
    ...(box.part === last && (box.head === undefined || box.head === first)
      ? beside(box, 'start')
      : []),
  ]);
}

/**
 * The keys below their columns of weights, where there is room for letters.
 * @param {Context} context
 * @param {Picture} picture
 * @param {readonly Box[]} boxes
 * @param {number} cell
 * @returns {Word[]}
 */
function columnWords({ computation }, { weights }, boxes, cell) {
  if (cell < 12) return [];
  return boxes
    .filter(({ id, isFolded, cellWidth }) => id === weights && !isFolded && cellWidth > 0)
    .flatMap((box) =>
      computation.keyWords.map((text, index) => ({
        ...{ text, axis: /** @type {const} */ ('k'), index, turned: true },
        ...{ anchor: /** @type {const} */ ('end'), y: bottomOf(box) + 5 },
        x: box.x + (index + 0.5) * box.cellWidth,
      })),
    );
}

/** How far down a word reaches. @param {Word} word */
const endOf = ({ text, turned, y }) =>
  y + (turned ? Math.min(LONGEST_WORD, LETTER * [...text].length) : 8);

/**
 * @param {Context} context
 * @param {Picture} picture
 * @param {number} width
 * @param {number} heads
 * @returns {Layout}
 */
function narrow(context, picture, width, heads) {
  const { head } = context.state;
  const words = wordWidth([...startWords(context, picture), ...context.computation.queryWords]);
  const columns = columnsOf(picture);
  const make = (/** @type {number} */ cell) =>
    columns.map((column) =>
      column.map((part) => boxOf(context, part, isOfHead(part) ? head : undefined, cell)),
    );
  const widthOf = (/** @type {Box[]} */ line) =>
    line.reduce((sum, box) => sum + box.width + 28, -28);
  const fits = (/** @type {Box[][]} */ made) =>
    made.every((line) => widthOf(line) + 2 * words <= width || widthOf(line) <= width - 60);
  const cell =
    CELLS.filter((one) => one <= 20).find((one) => fits(make(one))) ?? CELLS[CELLS.length - 1];
  const placed = joined(
    make(cell),
    (line) => widthOf(line) + 2 * MARGIN <= width - wordsBeside(line, words),
  );
  /** @type {Box[]} */
  const folded = foldedBoxes(context, picture, [head], heads, cell);
  let y = MARGIN;
  for (const line of placed) {
    // A line that is too long goes on below.
    for (const row of wrapped(line, width - 2 * MARGIN)) {
      y += LABEL;
      let x = Math.max(MARGIN, (width - widthOf(row)) / 2);
      // Room for the words beside the first.
      if (row.some(({ part }) => part.stage === 0)) x = Math.max(x, words + 4);
      for (const box of row) {
        box.x = x;
        box.y = y;
        x = rightOf(box) + 28;
      }
      y = Math.max(...row.map(bottomOf)) + 18;
      if (folded.length > 0 && row.some(({ id }) => id === picture.weights)) {
        y = belowEachOther(folded, y + HEADING, width);
      }
    }
  }
  const boxes = [...placed.flat(), ...folded];
  return {
    ...{ width, height: Math.ceil(y), isWide: false, boxes, cell },
    words: rowWords(context, picture, boxes).filter(
      ({ anchor, x, text }) =>
        anchor === 'end' || x + Math.min(LONGEST_WORD, LETTER * text.length) <= width,
    ),
    heads: heads > 1 ? [{ text: head + 1, head, x: MARGIN, y: firstOfHead(boxes) - 24 }] : [],
    titles: [],
  };
}

/** Where the tables of a head begin. @param {Box[]} boxes */
const firstOfHead = (boxes) =>
  Math.min(...boxes.filter(({ head }) => head !== undefined).map(({ y }) => y));

/** Room for words on both sides, where a line may have some. @param {Box[]} line @param {number} words */
const wordsBeside = (line, words) =>
  line.some(({ part }) => part.stage === 0 || !part.axes.startsWith('h')) ? words : 0;

/**
 * Single tables that follow each other share a line, where it has room.
 * @param {Box[][]} columns
 * @param {(line: Box[]) => boolean} fits
 */
function joined(columns, fits) {
  /** @type {Box[][]} */
  const lines = [];
  let isOpen = false;
  for (const column of columns) {
    const last = lines.at(-1);
    const isSingle = column.length === 1 && column[0].part.stage > 0;
    if (last && isOpen && isSingle && fits([...last, ...column])) last.push(...column);
    else lines.push([...column]);
    isOpen = isSingle;
  }
  return lines;
}

/**
 * @param {Box[]} line
 * @param {number} width
 */
function wrapped(line, width) {
  /** @type {Box[][]} */
  const rows = [[]];
  let taken = 0;
  for (const box of line) {
    if (taken > 0 && taken + box.width > width) {
      rows.push([]);
      taken = 0;
    }
    rows[rows.length - 1].push(box);
    taken += box.width + 28;
  }
  return rows;
}

/**
 * @param {Box[]} folded
 * @param {number} top
 * @param {number} width
 * @returns {number} where they end
 */
function belowEachOther(folded, top, width) {
  const step = folded[0].width + 14;
  const inLine = Math.max(1, Math.floor((width - 2 * MARGIN + 14) / step));
  const used = Math.min(inLine, folded.length);
  const start = (width - used * step + 14) / 2;
  folded.forEach((box, i) => {
    box.x = start + (i % inLine) * step;
    box.y = top + Math.floor(i / inLine) * (box.height + HEADING + 4);
  });
  return Math.max(...folded.map(bottomOf)) + 22;
}

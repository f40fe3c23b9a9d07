/** Draws the lines that connect the operands of a traced number with it. */

import { nothing, render, svg } from 'lit';
import { measureScale } from '../figures/dom.js';

/** @import { Point } from '../figures/types.js' */

/** Cells, whose borders lines may follow. */
const CELLS = 'td[data-value], td.covered, th, .sheet';

/** Texts that a line goes around. */
const TEXTS = 'caption, .corner span, .sign, .map :is(figcaption, .note)';

/**
 * Redraws the connectors, because positions are known only when the matrices are on screen. Operands
 * without a free way have none.
 * @param {ParentNode} root
 */
export function drawConnectors(root) {
  const figure = root.querySelector('.figure');
  /** @type {SVGElement | null | undefined} */
  const sheet = figure?.querySelector('.connectors');
  if (!figure || !sheet) return;
  const tracedCell = figure.querySelector('td.traced');
  if (!tracedCell) return void render(nothing, sheet);
  const measureBox = makeRuler(sheet);
  const traced = measureBox(tracedCell);
  const obstacles = [
    ...[...figure.querySelectorAll(CELLS)].map((cell) => shrink(measureBox(cell))),
    ...[...figure.querySelectorAll(TEXTS)].map((element) => {
      const text = new Range();
      text.selectNodeContents(element);
      return measureBox(text);
    }),
  ];
  const tracedMatrix = figure.querySelector('.matrix:has(td.traced)');
  /** Whether a table that scrolls shows the cell. @param {DOMRect} cell @param {DOMRect} matrix */
  const isInView = (cell, matrix) => cell.left >= matrix.left - 1 && cell.right <= matrix.right + 1;
  // Tables that are shown once more get no lines.
  const operands = figure.querySelectorAll('.matrix:has(td.operand):not(.again *)');
  const paths = [...operands].flatMap((matrix) => {
    if (!tracedMatrix || matrix === tracedMatrix) return [];
    const [box, tracedBox] = [matrix, tracedMatrix].map(measureBox);
    const cells = [...matrix.querySelectorAll('td.operand')]
      .map(measureBox)
      .filter((cell) => isInView(cell, box));
    if (cells.length === 0 || !isInView(traced, tracedBox)) return [];
    const free = listConnectors(findBounds(cells), box, traced, tracedBox).find((way) =>
      isFree(way, obstacles),
    );
    return free ? svg`<path d="M${free.map((point) => point.join(' ')).join('L')}"></path>` : [];
  });
  render(paths, sheet);
}

/** Returns a function that measures elements in the coordinates of the sheet. @param {Element} sheet */
function makeRuler(sheet) {
  const { left, top } = sheet.getBoundingClientRect();
  const scale = measureScale(sheet);
  return (/** @type {Element | Range} */ measured) => {
    const { x, y, width, height } = measured.getBoundingClientRect();
    return new DOMRect((x - left) / scale, (y - top) / scale, width / scale, height / scale);
  };
}

/** @param {DOMRect[]} boxes */
function findBounds(boxes) {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}

/** The gap between a matrix and a line beside it, in pixels. */
const GAP = 4;

/** How many pixels longer a line may be that has one corner less. */
const CORNER = 40;

/**
 * Returns lines along the borders of rows and columns and through the space between matrices, the
 * shortest with the fewest corners first.
 * @param {DOMRect} from the box of the operands
 * @param {DOMRect} fromMatrix
 * @param {DOMRect} to
 * @param {DOMRect} toMatrix
 * @returns {Point[][]}
 */
function listConnectors(from, fromMatrix, to, toMatrix) {
  const matrices = [fromMatrix, toMatrix];
  const sides = matrices.flatMap(({ left, right }) => [left - GAP, right + GAP]);
  const levels = matrices.map(({ bottom }) => bottom + GAP);
  const entrances = listExits(to, toMatrix);
  return listExits(from, fromMatrix)
    .flatMap(([start, [x, y]]) =>
      entrances.flatMap(([end, [toX, toY]]) => [
        ...[x, toX, ...sides].map((side) => [
          start,
          [x, y],
          [side, y],
          [side, toY],
          [toX, toY],
          end,
        ]),
        ...levels.map((level) => [start, [x, y], [x, level], [toX, level], [toX, toY], end]),
      ]),
    )
    .map((way) => ({ way: /** @type {Point[]} */ (way), length: measureLength(way) }))
    .filter(({ length }) => length < Infinity)
    .sort((way, other) => way.length - other.length)
    .map(({ way }) => way);
}

/**
 * Returns lines from the corners of a box to the outside of its matrix. The caption is above.
 * @param {DOMRect} box
 * @param {DOMRect} matrix
 * @returns {[Point, Point][]}
 */
function listExits({ left, top, right, bottom }, matrix) {
  const [before, after, below] = [matrix.left - GAP, matrix.right + GAP, matrix.bottom + GAP];
  const exits = [
    [right, top, after, top],
    [right, bottom, after, bottom],
    [left, top, before, top],
    [left, bottom, before, bottom],
    [left, bottom, left, below],
    [right, bottom, right, below],
  ];
  return exits.map(([x, y, toX, toY]) => [
    [x, y],
    [toX, toY],
  ]);
}

/**
 * Measures a line. Each corner adds some pixels.
 * @param {(readonly number[])[]} way
 * @returns {number} infinite for a line that goes back over itself
 */
function measureLength(way) {
  let length = 0;
  let before = [0, 0];
  for (const [i, [x, y]] of way.slice(1).entries()) {
    const [across, down] = [x - way[i][0], y - way[i][1]];
    if (across === 0 && down === 0) continue;
    if (across * before[0] + down * before[1] < 0) return Infinity;
    if (across * before[1] + down * before[0] !== 0) length += CORNER;
    length += Math.abs(across + down);
    before = [across, down];
  }
  return length;
}

/** Returns a box without its border. @param {DOMRect} box */
const shrink = ({ x, y, width, height }) => new DOMRect(x + 3, y + 3, width - 6, height - 6);

/**
 * @param {Point[]} way
 * @param {DOMRect[]} obstacles
 */
const isFree = (way, obstacles) =>
  way.every(([x, y], i) => {
    const [toX, toY] = way[i + 1] ?? [x, y];
    return obstacles.every(
      ({ left, right, top, bottom }) =>
        Math.max(x, toX) < left ||
        Math.min(x, toX) > right ||
        Math.max(y, toY) < top ||
        Math.min(y, toY) > bottom,
    );
  });

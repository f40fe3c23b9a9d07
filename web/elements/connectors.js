/** Draws the lines that connect the operands of a traced number with it. */

import { nothing, render, svg } from 'lit';
import { measureScale } from '../figures/dom.js';

/** @import { Point } from '../figures/types.js' */

/**
 * Redraws the connectors, because positions are known only when the matrices are on screen.
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
  const numbers = [...figure.querySelectorAll('td[data-value]')].map(measureBox);
  const tracedMatrix = figure.querySelector('.matrix:has(td.traced)');
  const paths = [...figure.querySelectorAll('.matrix:has(td.operand)')].flatMap((matrix) => {
    const cells = [...matrix.querySelectorAll('td.operand')];
    if (!tracedMatrix || matrix === tracedMatrix) return [];
    const from = findBounds(cells.map(measureBox));
    const free = listConnectors(from, measureBox(matrix), traced, measureBox(tracedMatrix)).find(
      (way) => isFree(way, numbers),
    );
    return free ? svg`<path d="M${free.map((point) => point.join(' ')).join('L')}"></path>` : [];
  });
  render(paths, sheet);
}

/** Returns a function that measures elements in the coordinates of the sheet. @param {Element} sheet */
function makeRuler(sheet) {
  const { left, top } = sheet.getBoundingClientRect();
  const scale = measureScale(sheet);
  return (/** @type {Element} */ element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
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

/**
 * Returns lines along the borders of rows and columns and through the space between matrices, the
 * best first.
 * @param {DOMRect} from the box of the operands
 * @param {DOMRect} fromMatrix
 * @param {DOMRect} to
 * @param {DOMRect} toMatrix
 * @returns {Point[][]}
 */
function listConnectors(from, fromMatrix, to, toMatrix) {
  const isLeft = fromMatrix.right <= toMatrix.left;
  const [start, out, into, end] = isLeft
    ? [from.right, fromMatrix.right + GAP, toMatrix.left - GAP, to.left]
    : [from.left, fromMatrix.left - GAP, toMatrix.right + GAP, to.right];
  const y = from.top;
  const edge = Math.abs(y - to.top) < Math.abs(y - to.bottom) ? to.top : to.bottom;
  const low = Math.max(fromMatrix.bottom, toMatrix.bottom) + GAP;
  const under = fromMatrix.bottom + GAP;
  const outside = Math.min(fromMatrix.left, toMatrix.left) - GAP;
  const above = toMatrix.top - GAP;
  /** @type {Point} */
  const last = [end, edge];
  /** @type {Point[]} */
  const down = [
    [from.left, from.bottom],
    [from.left, under],
  ];
  /** @type {Point[][]} */
  const across = [
    [[start, y], [into, y], [into, edge], last],
    [[start, y], [out, y], [out, low], [into, low], [into, edge], last],
  ];
  return [
    ...(isLeft || toMatrix.right <= fromMatrix.left ? across : []),
    [...down, [to.left, under], [to.left, to.top]],
    [...down, [outside, under], [outside, above], [to.left, above], [to.left, to.top]],
  ];
}

/**
 * Whether a line crosses no number. The border of its own cell is allowed.
 * @param {Point[]} way
 * @param {DOMRect[]} numbers
 */
const isFree = (way, numbers) =>
  way.every(([x, y], i) => {
    const [toX, toY] = way[i + 1] ?? [x, y];
    return numbers.every(
      ({ left, right, top, bottom }) =>
        Math.max(x, toX) < left + 3 ||
        Math.min(x, toX) > right - 3 ||
        Math.max(y, toY) < top + 3 ||
        Math.min(y, toY) > bottom - 3,
    );
  });

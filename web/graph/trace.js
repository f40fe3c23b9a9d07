/**
 * The operands and consumers of a cell, read off the graph. Nothing is calculated here.
 */

import { lengthsOf } from './axes.js';
import { formatCell, offsetOf, parseCell } from './cell.js';
import { readersOf } from './graph.js';

/**
 * @typedef {import('./cell.js').Cell} Cell
 * @typedef {import('./graph.js').Node} Node
 * @typedef {import('./run.js').Run} Run
 * @typedef {Map<string, number>} Point letter to index
 */

/**
 * @param {string} text such as 'weights.0.1.3'
 * @param {Run} run
 * @returns {Cell | undefined} undefined where the run has no such number
 */
export function readCell(text, run) {
  const cell = parseCell(text);
  const isCell = cell && run.graph.has(cell.id);
  return isCell && offsetOf(run.tensor(cell.id).shape, cell.index) !== undefined ? cell : undefined;
}

/**
 * @param {Run} run
 * @param {Cell} cell
 */
export function numberAt(run, { id, index }) {
  const { shape, data } = run.tensor(id);
  return data[offsetOf(shape, index) ?? -1];
}

/**
 * The operands of a cell: a list for each input of its node, in the order of summation.
 * @param {Run} run
 * @param {Cell} cell
 * @returns {Cell[][]}
 */
export function operandsOf(run, { id, index }) {
  const node = nodeOf(run, id);
  if (run.isFrozen(id)) return [];
  const lengths = nodeLengths(run, node);
  const bound = bind(node.axes, index, lengths);
  const letters = new Set(node.inputs.flatMap(({ axes }) => [...axes]));
  const free = [...letters].filter((letter) => !bound.has(letter));
  // A column of all heads follows from a head and its column.
  const summed = free.includes('c') ? free.filter((letter) => letter !== 'C') : free;
  const points = combinations(summed, bound, lengths);
  return node.inputs
    .filter((input) => !run.isCut(input.id, id))
    .map((input) => distinct(points.map((point) => cellAt(input.id, input.axes, point, lengths))));
}

/**
 * The cells that a number enters directly, by node.
 * @param {Run} run
 * @param {Cell} cell
 * @returns {{ id: string, cells: Cell[] }[]}
 */
export function consumersOf(run, { id, index }) {
  return readersOf(run.graph, id)
    .filter((reader) => !run.isFrozen(reader.id) && !run.isCut(id, reader.id))
    .map((reader) => {
      const lengths = nodeLengths(run, reader);
      const cells = reader.inputs
        .filter((input) => input.id === id)
        .flatMap((input) => {
          const bound = bind(input.axes, index, lengths);
          const free = [...reader.axes].filter((letter) => !bound.has(letter));
          return combinations(free, bound, lengths).map((point) =>
            cellAt(reader.id, reader.axes, point, lengths),
          );
        });
      return { id: reader.id, cells: distinct(cells) };
    });
}

/** @param {Run} run @param {string} id */
const nodeOf = (run, id) => /** @type {Node} */ (run.graph.get(id));

/**
 * How long the axes of a node and of its inputs are.
 * @param {Run} run
 * @param {Node} node
 */
function nodeLengths(run, node) {
  const tensors = [node, ...node.inputs];
  return lengthsOf(tensors.map(({ id, axes }) => ({ axes, shape: run.tensor(id).shape })));
}

/**
 * @param {string} axes
 * @param {readonly number[]} index
 * @param {Point} lengths
 * @returns {Point}
 */
function bind(axes, index, lengths) {
  const point = new Map([...axes].map((letter, axis) => [letter, index[axis]]));
  const column = point.get('C');
  const columns = lengths.get('c');
  if (column !== undefined && columns !== undefined) {
    point.set('h', Math.floor(column / columns));
    point.set('c', column % columns);
  }
  return point;
}

/**
 * @param {string} id
 * @param {string} axes
 * @param {Point} point
 * @param {Point} lengths
 * @returns {Cell}
 */
function cellAt(id, axes, point, lengths) {
  const indexOf = (/** @type {string} */ letter) => {
    const known = point.get(letter);
    if (known !== undefined) return known;
    return Number(point.get('h')) * Number(lengths.get('c')) + Number(point.get('c'));
  };
  return { id, index: [...axes].map(indexOf) };
}

/**
 * @param {string[]} letters
 * @param {Point} point what is known
 * @param {Point} lengths
 * @returns {Point[]} the point with every index of these letters
 */
function combinations(letters, point, lengths) {
  // A column of all heads is known from the head and the column within it.
  const open = letters.filter((letter) => letter !== 'C' || !point.has('h') || !point.has('c'));
  return open.reduce(
    (points, letter) =>
      points.flatMap((known) =>
        Array.from({ length: Number(lengths.get(letter)) }, (_, index) =>
          new Map(known).set(letter, index),
        ),
      ),
    [point],
  );
}

/** @param {Cell[]} cells @returns {Cell[]} each once */
const distinct = (cells) => [...new Map(cells.map((cell) => [formatCell(cell), cell])).values()];

/** Finds the operands and consumers of a cell in the graph, without computing numbers. */

import { computeIndex } from '../../src/js/shapes.js';
import { measureAxes } from './axes.js';
import { computeOffset, formatCell, parseCell } from './cell.js';
import { findReaders, getNode } from './graph.js';
import { memoizeByOwner } from './memoize.js';

/** @import { Run } from './run.js' */
/** @import { Cell, Graph, GraphNode, Input } from './types.js' */

/** Indices by letter. @typedef {Map<string, number>} IndexByLetter */

/**
 * Returns a cell of the run, if it has that number.
 * @param {string} text such as 'weights.0.1.3'
 * @param {Run} run
 * @returns {Cell | undefined}
 */
export function readCell(text, run) {
  const cell = parseCell(text);
  const isCell = cell && run.graph.has(cell.id);
  return isCell && computeOffset(run.tensor(cell.id).shape, cell.index) !== undefined
    ? cell
    : undefined;
}

/** @param {Run} run @param {Cell} cell */
export function readNumber(run, { id, index }) {
  const { shape, data } = run.tensor(id);
  return data[computeOffset(shape, index) ?? -1];
}

/**
 * Reads a number by its name.
 * @param {Run} run
 * @param {string} name such as 'weights.0.1.3'
 * @returns {number | undefined} undefined if the run has no such number
 */
export function readNamedNumber(run, name) {
  const cell = readCell(name, run);
  return cell && readNumber(run, cell);
}

/**
 * Returns the operands of a cell: a list for each input of its node, in the order of summation.
 * Copies are replaced by the cells that they copy, on both sides.
 * @param {Run} run
 * @param {Cell} cell
 * @returns {Cell[][]}
 */
export function findOperands(run, cell) {
  return findDirectOperands(run, findComputedCell(run, cell)).map((cells) =>
    cells.map((operand) => findShownCell(run, operand)),
  );
}

/** The numbers of a cell's operands, by input. @param {Run} run @param {Cell} cell */
export const readOperands = (run, cell) =>
  findOperands(run, cell).map((cells) => cells.map((operand) => readNumber(run, operand)));

/** Skips copies. @param {Run} run @param {Cell} cell @returns {{ id: string, cells: Cell[] }[]} */
export function findConsumers(run, cell) {
  /** @type {Map<string, Cell[]>} */
  const groups = new Map();
  for (const consumer of findDirectConsumers(run, findComputedCell(run, cell))) {
    const shown = findShownCell(run, consumer);
    const known = groups.get(shown.id);
    if (known) known.push(shown);
    else groups.set(shown.id, [shown]);
  }
  return [...groups].map(([id, cells]) => ({ id, cells: withoutDuplicates(cells) }));
}

/** Follows copies to their origin. @param {Run} run @param {Cell} cell @returns {Cell} */
export function findComputedCell(run, cell) {
  if (!getNode(run.graph, cell.id).op.isSkipped) return cell;
  const [from] = findDirectOperands(run, cell).flat();
  return from ? findComputedCell(run, from) : cell;
}

/** A row of a stack is shown in the stack. @param {Run} run @param {Cell} cell */
export function findShownCell(run, cell) {
  const computed = findComputedCell(run, cell);
  const stack = findStacks(run.graph).get(computed.id);
  return stack ? findCellsFrom(run, stack, computed)[0] : computed;
}

/** Returns the stack of each node that is a row of a stack. */
export const findStacks = memoizeByOwner((/** @type {Graph} */ graph) => {
  const stacks = [...graph.values()].filter(({ op }) => op.name === 'stack');
  return new Map(stacks.flatMap((stack) => stack.inputs.map(({ id }) => [id, stack])));
});

/** @param {Run} run @param {Cell} cell @returns {Cell[][]} */
function findDirectOperands(run, { id, index }) {
  const node = getNode(run.graph, id);
  if (run.isFrozen(id)) return [];
  if (node.op.keepsOrder) return [[moveToOffset(run, { id, index }, node.inputs[0].id)]];
  const { operandsAt } = node.op;
  if (operandsAt) {
    const [input] = node.inputs;
    return [operandsAt(index, node.options).map((at) => ({ id: input.id, index: at }))];
  }
  const lengths = measureNode(run, node);
  const bound = bindIndex(node.axes, index, lengths);
  const inputs = node.inputs.filter(
    (input) => !run.isCut(input.id, id) && readsPoint(input, bound),
  );
  const letters = new Set(
    inputs.flatMap(({ axes, at = {} }) => [...axes].filter((letter) => !(letter in at))),
  );
  const free = [...letters].filter((letter) => !bound.has(letter));
  // A column of all heads is determined by a head and its column.
  const summed = free.includes('c') ? free.filter((letter) => letter !== 'C') : free;
  const points = listPoints(summed, bound, lengths);
  return inputs.map((input) =>
    withoutDuplicates(
      points.map((point) =>
        makeCell(input.id, input.axes, withFixedIndices(input, point), lengths),
      ),
    ),
  );
}

/** @param {Run} run @param {Cell} cell @returns {Cell[]} */
function findDirectConsumers(run, cell) {
  return findReaders(run.graph, cell.id)
    .filter((reader) => !run.isFrozen(reader.id) && !run.isCut(cell.id, reader.id))
    .flatMap((reader) => {
      const cells = findCellsFrom(run, reader, cell);
      return reader.op.isSkipped ? cells.flatMap((copy) => findDirectConsumers(run, copy)) : cells;
    });
}

/** @param {Run} run @param {GraphNode} reader @param {Cell} cell @returns {Cell[]} */
function findCellsFrom(run, reader, { id, index }) {
  if (reader.op.keepsOrder) return [moveToOffset(run, { id, index }, reader.id)];
  const { consumersAt } = reader.op;
  if (consumersAt)
    return consumersAt(index, reader.options).map((at) => ({ id: reader.id, index: at }));
  const lengths = measureNode(run, reader);
  return reader.inputs
    .filter((input) => input.id === id)
    .flatMap((input) => {
      const read = bindIndex(input.axes, index, lengths);
      if (!readsPoint(input, read)) return [];
      const bound = withFixedIndices(input, read);
      const free = [...reader.axes].filter((letter) => !bound.has(letter));
      return listPoints(free, bound, lengths).map((point) =>
        makeCell(reader.id, reader.axes, point, lengths),
      );
    });
}

/** @param {Run} run @param {Cell} cell @param {string} to @returns {Cell} */
const moveToOffset = (run, { id, index }, to) => ({
  id: to,
  index: computeIndex(run.tensor(to).shape, Number(computeOffset(run.tensor(id).shape, index))),
});

/** Whether the input reads the point. @param {Input} input @param {IndexByLetter} point */
const readsPoint = ({ at = {} }, point) =>
  Object.entries(at).every(([letter, index]) => (point.get(letter) ?? index) === index);

/** @param {Input} input @param {IndexByLetter} point @returns {IndexByLetter} */
const withFixedIndices = ({ at }, point) =>
  at ? new Map([...point, ...Object.entries(at)]) : point;

/** The lengths of the axes of a node and its inputs. @param {Run} run @param {GraphNode} node */
function measureNode(run, node) {
  const tensors = [node, ...node.inputs];
  return measureAxes(tensors.map(({ id, axes }) => ({ axes, shape: run.tensor(id).shape })));
}

/** @param {string} axes @param {readonly number[]} index @param {IndexByLetter} lengths */
function bindIndex(axes, index, lengths) {
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
 * @param {IndexByLetter} point
 * @param {IndexByLetter} lengths
 * @returns {Cell}
 */
function makeCell(id, axes, point, lengths) {
  const findIndex = (/** @type {string} */ letter) => {
    const known = point.get(letter);
    if (known !== undefined) return known;
    return Number(point.get('h')) * Number(lengths.get('c')) + Number(point.get('c'));
  };
  return { id, index: [...axes].map(findIndex) };
}

/**
 * @param {string[]} letters
 * @param {IndexByLetter} point the known indices
 * @param {IndexByLetter} lengths
 * @returns {IndexByLetter[]} the point with every index of these letters
 */
function listPoints(letters, point, lengths) {
  // A column of all heads is determined by the head and the column within it.
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

/** @param {Cell[]} cells @returns {Cell[]} the cells without duplicates */
const withoutDuplicates = (cells) =>
  cells.length < 2 ? cells : [...new Map(cells.map((cell) => [formatCell(cell), cell])).values()];

/** Compares two computations, with words matched by word, and other axes by index. */

import { computeIndex } from '../../src/js/shapes.js';
import { findNamesAlong } from '../graph/axes.js';
import { computeOffset } from '../graph/cell.js';
import { toWordKey } from '../state/words.js';

/** @import { Computation } from '../sources/types.js' */

/**
 * @typedef {object} NumberChange
 * @property {'same' | 'changed' | 'new'} kind
 * @property {number} [was] the previous number; undefined for a new one
 *
 * @typedef {object} Summary
 * @property {number} changed
 * @property {number} same
 * @property {number} added
 * @property {number} cells the number of all cells
 * @property {{ index: number[], was: number, is: number } | undefined} largest the largest change
 *
 * @typedef {object} Comparison
 * @property {(tensor: string, index: readonly number[]) => NumberChange} at
 * @property {(tensor: string) => Summary} summary
 *
 * @typedef {object} Match the match of one tensor
 * @property {readonly number[]} shape
 * @property {Float32Array} data
 * @property {Float32Array} earlier
 * @property {number[][]} steps what each index along each axis adds to the offset in `earlier`; NaN
 * for a new index
 * @property {number} tolerance
 */

/**
 * The largest difference between numbers that count as the same, relative to the largest number of
 * their tensor. When words change places, sums over words run in another order and round
 * differently. The few roundings of a computation stay far below this limit. Constants are not
 * sums, so only identical bits count as the same.
 */
const ROUNDING = 2 ** -20;

/** @param {Computation} before @param {Computation} after @returns {Comparison} */
export function compareComputations(before, after) {
  /** @type {Map<string, Match | undefined>} */
  const matches = new Map();
  /** @type {Map<string, Summary>} */
  const summaries = new Map();
  /** @param {string} tensor */
  const getMatch = (tensor) => {
    if (!matches.has(tensor)) matches.set(tensor, matchTensor(before, after, tensor));
    return matches.get(tensor);
  };
  return {
    at(tensor, index) {
      const found = getMatch(tensor);
      if (!found) return { kind: 'new' };
      const { shape, data, earlier, tolerance } = found;
      const was = earlier[index.reduce((sum, i, axis) => sum + found.steps[axis][i], 0)];
      // The offset of a new index is NaN, which finds no number.
      if (was === undefined) return { kind: 'new' };
      const is = data[Number(computeOffset(shape, index))];
      return { kind: isWithin(was, is, tolerance) ? 'same' : 'changed', was };
    },
    summary(tensor) {
      const known = summaries.get(tensor);
      if (known) return known;
      const found = getMatch(tensor);
      const cells = after.results[tensor]?.data.length ?? 0;
      const summary = found
        ? summarise(found)
        : { changed: 0, same: 0, added: cells, cells, largest: undefined };
      summaries.set(tensor, summary);
      return summary;
    },
  };
}

/**
 * @param {Computation} before
 * @param {Computation} after
 * @param {string} tensor
 * @returns {Match | undefined} undefined if the first computation had no such tensor
 */
function matchTensor(before, after, tensor) {
  const axes = after.nodes[tensor]?.axes;
  if (axes === undefined || before.nodes[tensor]?.axes !== axes) return undefined;
  const [old, now] = [before.results[tensor], after.results[tensor]];
  let step = old.data.length;
  const steps = [...axes].map((axis, i) => {
    step /= old.shape[i];
    const names = [findNamesAlong(axis, before), findNamesAlong(axis, after)];
    const positions = names[1]
      ? matchOccurrences(names[0] ?? [], names[1])
      : Array.from({ length: now.shape[i] }, (_, index) =>
          index < old.shape[i] ? index : Number.NaN,
        );
    return positions.map((position) => position * step);
  });
  const tolerance =
    ROUNDING * Math.max(measureMagnitude(before, tensor), measureMagnitude(after, tensor));
  return { shape: now.shape, data: now.data, earlier: old.data, steps, tolerance };
}

/** The earlier positions; NaN for a new word. @param {string[]} before @param {string[]} after */
function matchOccurrences(before, after) {
  /** @type {Map<string, number[]>} */
  const positions = new Map();
  before.forEach((word, position) => {
    const known = positions.get(toWordKey(word));
    if (known) known.push(position);
    else positions.set(toWordKey(word), [position]);
  });
  return after.map((word) => positions.get(toWordKey(word))?.shift() ?? Number.NaN);
}

/**
 * Returns the largest finite absolute number of a tensor, or 0 for a constant.
 * @param {Computation} computation
 * @param {string} tensor
 * @returns {number}
 */
function measureMagnitude(computation, tensor) {
  const { op, inputs } = computation.nodes[tensor];
  if (op.name === 'constant') return 0;
  if (op.isMeasuredByInput) return measureMagnitude(computation, inputs[0].id);
  let largest = 0;
  const { data } = computation.results[tensor];
  // An iterator takes ten times as long for millions of numbers.
  for (let i = 0; i < data.length; i++) {
    const size = Math.abs(data[i]);
    if (size > largest && size < Infinity) largest = size;
  }
  return largest;
}

/** @param {number} was @param {number} is @param {number} tolerance */
const isWithin = (was, is, tolerance) => Math.abs(is - was) <= tolerance || Object.is(was, is);

/** @param {Match} found @returns {Summary} */
function summarise({ shape, data, earlier, steps, tolerance }) {
  /** @type {Summary} */
  const summary = { changed: 0, same: 0, added: 0, cells: data.length, largest: undefined };
  const columns = steps[steps.length - 1];
  const rows = steps
    .slice(0, -1)
    .reduce((starts, along) => starts.flatMap((start) => along.map((step) => start + step)), [0]);
  let widest = -1;
  let i = -1;
  for (const row of rows) {
    for (const column of columns) {
      const was = earlier[row + column];
      const is = data[++i];
      if (was === undefined) summary.added++;
      else if (isWithin(was, is, tolerance)) summary.same++;
      else {
        summary.changed++;
        const distance = Math.abs(is - was);
        // A change to NaN counts as the largest.
        const width = Number.isNaN(distance) ? Infinity : distance;
        if (width > widest) {
          widest = width;
          summary.largest = { index: computeIndex(shape, i), was, is };
        }
      }
    }
  }
  return summary;
}
